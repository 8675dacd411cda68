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

    /// The chances that came true after the actions of one decision, from 0 to 1, and their slopes.
    ///
    /// Given are the chances that a search found, each with its number of playouts. Where all agree,
    /// what is known of that counts alone.
    pub fn came_true(self, found: &[(f64, u64)]) -> Vec<(f64, f64)> {
        if Self::is_decided(found) {
            return found.iter().map(|&(chance, _)| (self.agreed[usize::from(chance == 1.0)], 1.0)).collect();
        }
        found.iter().map(|&(chance, playouts)| self.of_action(chance, playouts)).collect()
    }

    /// Returns whether all that were tried are won, or all lost.
    pub fn is_decided(found: &[(f64, u64)]) -> bool {
        let mut tried = found.iter().filter(|(_, playouts)| *playouts > 0).map(|(chance, _)| *chance);
        tried.clone().all(|chance| chance == 0.0) || tried.all(|chance| chance == 1.0)
    }

    /// The same after one action of a game that is not decided.
    ///
    /// If all of n playouts were won, that counts as n + ½ of n + 1; if none was, as ½.
    fn of_action(self, chance: f64, playouts: u64) -> (f64, f64) {
        let least = 0.5 / (playouts as f64 + 1.0);
        let chance = chance.clamp(least, 1.0 - least);
        let odds = self.win * libm::log(chance) - self.loss * libm::log(1.0 - chance) + self.shift;
        let came_true = 1.0 / (1.0 + libm::exp(-odds));
        (came_true, came_true * (1.0 - came_true) * (self.win / chance + self.loss / (1.0 - chance)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_moved_and_keep_their_order() {
        let calibration = Calibration::new(1.25, 0.5, 0.1);
        let (mut before, step) = (0.0, 1e-6);
        for chance in (1..100).map(|percent| f64::from(percent) / 100.0) {
            let (here, slope) = calibration.of_action(chance, 200);
            let (near, _) = calibration.of_action(chance + step, 200);
            assert!(here > before && near < 1.0, "{here} for {chance}");
            assert!(((near - here) / (step * slope) - 1.0).abs() < 1e-3, "{slope}");
            before = here;
        }
        let as_found = Calibration::new(1.0, 1.0, 0.0);
        assert!((as_found.of_action(0.3, 9).0 - 0.3).abs() < 1e-12);
        assert!((as_found.of_action(1.0, 9).0 - 0.95).abs() < 1e-12, "nine and a half wins of ten");
    }

    #[test]
    fn only_what_all_actions_come_to_is_decided() {
        let is_decided = |chances: [f64; 2]| Calibration::is_decided(&[(chances[0], 3), (chances[1], 3), (0.5, 0)]);
        assert!([[0.0, 0.0], [1.0, 1.0]].into_iter().all(is_decided));
        assert!([[0.0, 1.0], [1.0, 0.9]].into_iter().all(|chances| !is_decided(chances)));
    }
}
