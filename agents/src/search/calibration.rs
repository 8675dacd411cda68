//! The chances of a search, and those that come true.

/// How often chances of a search came true in its games against itself.
///
/// With a chance of c the log odds were `win` · ln c − `loss` · ln(1 − c) + `shift` (beta calibration: Kull, Silva Filho &
/// Flach 2017). A search expects too much where it foresees others worse than they play.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Calibration {
    win: f64,
    loss: f64,
    shift: f64,
    agreement_decides: bool,
}

/// The numbers of calibrations: the weights of ln c and of −ln(1 − c), and what is added by the rounds to come: the
/// first number in the last round, the second in the one before, and the last number in all earlier ones.
pub type CalibrationNumbers = (f64, f64, &'static [f64]);

impl Calibration {
    /// A calibration with this many rounds to come, at least 1, since the current one counts.
    ///
    /// `agreement_decides` says whether in this game nothing is open any more where all playouts agree.
    pub fn new((win, loss, shifts): CalibrationNumbers, rounds_to_come: usize, agreement_decides: bool) -> Self {
        Self { win, loss, shift: shifts[rounds_to_come.min(shifts.len()) - 1], agreement_decides }
    }

    /// The chance that came true where a search found this one, and the slope there.
    ///
    /// `agrees` says whether all that it tried is lost, or won.
    pub fn came_true(self, found: f64, agrees: bool) -> (f64, f64) {
        if agrees && self.agreement_decides {
            return (found, 1.0);
        }
        let chance = bounded(found);
        let odds = self.win * libm::log(chance) - self.loss * libm::log(1.0 - chance) + self.shift;
        let came_true = 1.0 / (1.0 + libm::exp(-odds));
        (came_true, came_true * (1.0 - came_true) * (self.win / chance + self.loss / (1.0 - chance)))
    }
}

/// Chances nearer to 0 or 1 than this count as this near: of limits from 0.0003 to 0.03 it tells best what comes true.
const LEAST: f64 = 0.01;

/// Returns a chance as near to 0 or 1 as calibrations tell apart.
pub fn bounded(chance: f64) -> f64 {
    chance.clamp(LEAST, 1.0 - LEAST)
}

/// Fewer playouts often agree where much is still open.
const ENOUGH: u64 = 20;

/// Returns whether all of these chances, found by this many playouts, are 0, or all are 1.
pub fn agree(mut found: impl Iterator<Item = f64> + Clone, playouts: u64) -> bool {
    playouts >= ENOUGH && (found.clone().all(|chance| chance == 0.0) || found.all(|chance| chance == 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Prospect;

    #[test]
    fn chances_are_moved_and_keep_their_order() {
        let calibration = Calibration::new((1.25, 0.5, &[0.1, -0.05]), 3, true);
        let (mut before, step) = (0.0, 1e-6);
        for chance in (2..99).map(|percent| f64::from(percent) / 100.0) {
            let (here, slope) = calibration.came_true(chance, false);
            let (near, _) = calibration.came_true(chance + step, false);
            assert!(here > before && near < 1.0, "{here} for {chance}");
            assert!(((near - here) / (step * slope) - 1.0).abs() < 1e-3, "{slope}");
            before = here;
        }
        let as_found = Calibration::new((1.0, 1.0, &[0.0, 0.2]), 1, true);
        assert!((as_found.came_true(0.3, false).0 - 0.3).abs() < 1e-12);
        assert!((as_found.came_true(1.0, false).0 - (1.0 - LEAST)).abs() < 1e-12);
        assert_eq!(as_found.came_true(1.0, true).0, 1.0);
        let later = Calibration::new((1.0, 1.0, &[0.0, 0.2]), 2, false);
        assert!((later.came_true(0.5, false).0 - 1.0 / (1.0 + (-0.2_f64).exp())).abs() < 1e-12);
        assert_eq!(later.came_true(1.0, true), later.came_true(1.0, false));
    }

    #[test]
    fn what_control_variates_carry_beyond_0_or_1_is_not_sure() {
        for (found, is_sure) in [(-0.001, false), (0.0, true), (1.0, true), (1.2, false)] {
            let Prospect { chance, value } = Prospect::from(found).within();
            assert!(chance == value && (chance - found.clamp(0.0, 1.0)).abs() < 1e-9, "{chance} for {found}");
            assert_eq!(agree([chance].into_iter(), ENOUGH), is_sure, "{found}");
        }
    }

    #[test]
    fn enough_playouts_agree_where_all_actions_come_to_the_same() {
        assert!([[0.0, 0.0], [1.0, 1.0]].into_iter().all(|found| agree(found.into_iter(), ENOUGH)));
        assert!([[0.0, 1.0], [1.0, 0.9], [0.5, 0.5]].into_iter().all(|found| !agree(found.into_iter(), ENOUGH)));
        assert!(!agree([0.0, 0.0].into_iter(), ENOUGH - 1));
    }
}
