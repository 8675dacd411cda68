//! The chances of a search, and those that come true.

/// How often chances of a search came true in its games against itself.
///
/// With a chance of c the log odds were `win` · ln c − `loss` · ln(1 − c) + `shift` (beta calibration: Kull, Silva Filho &
/// Flach 2017). A search expects too much where it foresees others worse than they play.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Calibration {
    /// The weight of ln c, at least 0.
    pub win: f64,
    /// The weight of ln(1 − c), at least 0.
    pub loss: f64,
    /// What is added.
    pub shift: f64,
    /// The chances where all playouts are lost, and where all are won, whichever action they start with.
    pub agreed: [f64; 2],
}

impl Calibration {
    /// A calibration with these numbers, in whose game all playouts agree only where it is decided.
    pub const fn new(win: f64, loss: f64, shift: f64) -> Self {
        Self { win, loss, shift, agreed: [0.0, 1.0] }
    }

    /// The chance that came true where a search found this one, and the slope there.
    ///
    /// `is_decided` says whether all that it tried is lost, or won. What is known of that counts alone.
    pub fn came_true(self, found: f64, is_decided: bool) -> (f64, f64) {
        if is_decided {
            return (self.agreed[usize::from(found == 1.0)], 1.0);
        }
        let chance = bounded(found);
        let odds = self.win * libm::log(chance) - self.loss * libm::log(1.0 - chance) + self.shift;
        let came_true = 1.0 / (1.0 + libm::exp(-odds));
        (came_true, came_true * (1.0 - came_true) * (self.win / chance + self.loss / (1.0 - chance)))
    }
}

/// Chances nearer to 0 or 1 than this count as this near: too few games were nearer to learn what comes true there.
const LEAST: f64 = 0.01;

/// Returns a chance as near to 0 or 1 as calibrations tell apart.
pub fn bounded(chance: f64) -> f64 {
    chance.clamp(LEAST, 1.0 - LEAST)
}

/// Returns whether all of these chances are 0, or all 1.
pub fn is_decided(mut found: impl Iterator<Item = f64> + Clone) -> bool {
    found.clone().all(|chance| chance == 0.0) || found.all(|chance| chance == 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_moved_and_keep_their_order() {
        let calibration = Calibration::new(1.25, 0.5, 0.1);
        let (mut before, step) = (0.0, 1e-6);
        for chance in (2..99).map(|percent| f64::from(percent) / 100.0) {
            let (here, slope) = calibration.came_true(chance, false);
            let (near, _) = calibration.came_true(chance + step, false);
            assert!(here > before && near < 1.0, "{here} for {chance}");
            assert!(((near - here) / (step * slope) - 1.0).abs() < 1e-3, "{slope}");
            before = here;
        }
        let as_found = Calibration::new(1.0, 1.0, 0.0);
        assert!((as_found.came_true(0.3, false).0 - 0.3).abs() < 1e-12);
        assert!((as_found.came_true(1.0, false).0 - (1.0 - LEAST)).abs() < 1e-12);
    }

    #[test]
    fn only_what_all_actions_come_to_is_decided() {
        assert!([[0.0, 0.0], [1.0, 1.0]].into_iter().all(|found| is_decided(found.into_iter())));
        assert!([[0.0, 1.0], [1.0, 0.9], [0.5, 0.5]].into_iter().all(|found| !is_decided(found.into_iter())));
    }
}
