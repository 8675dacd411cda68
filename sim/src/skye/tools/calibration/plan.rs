//! How a calibration is done.

/// How a calibration is done.
#[derive(Copy, Clone, Debug)]
pub struct CalibrationPlan {
    /// How often everything is played and fitted.
    pub passes: u64,
    /// Games of each pass with two players; with more, as many as give the same number of samples.
    pub games: u64,
    /// Games of each trial of a different worth of gold with two players; with more, fewer in the same proportion.
    pub trials: u64,
    /// Master seed.
    pub seed: u64,
    /// How far, in thousandths, each number is believed to be from its starting value: one standard deviation.
    pub deviation: f64,
}

impl CalibrationPlan {
    /// Games of each pass at tables of this size.
    pub fn games_of(&self, players: usize) -> u64 {
        self.games * 2 / players as u64
    }

    /// Games of each trial at tables of this size: every seat equally often.
    pub fn trials_of(&self, players: usize) -> u64 {
        let players = players as u64;
        (self.trials * 2 / players).next_multiple_of(players)
    }
}
