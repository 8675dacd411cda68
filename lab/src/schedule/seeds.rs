//! The source of every random number of an experiment: a master seed, a number, a purpose.

use engine::random::mix;

/// The purpose of a seed. Different purposes never share random numbers: each one's number is part of the seed.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Which tiles are drawn.
    Draws = 0,
    /// The first starting player.
    Seating = 1,
    /// The choice of the game's design for a cluster, such as scoring tiles.
    Treatment = 2,
    /// The agents' own random choices.
    Thinking = 3,
    /// The bootstrap's weights.
    Bootstrap = 4,
    /// The fresh draws of a verdict.
    Verdict = 5,
    /// Which candidates are tried, where there are too many for all.
    Candidates = 6,
    /// In which order agents sit around the table.
    Circle = 7,
}

/// The seed for one purpose of one numbered thing (a block, a game) under a master seed.
pub fn seed(master: u64, number: u64, purpose: Purpose) -> u64 {
    mix([master, number, purpose as u64])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn purposes_keep_their_numbers() {
        // Another number would change every game of every seed.
        let purposes = [
            Purpose::Draws,
            Purpose::Seating,
            Purpose::Treatment,
            Purpose::Thinking,
            Purpose::Bootstrap,
            Purpose::Verdict,
            Purpose::Candidates,
            Purpose::Circle,
        ];
        assert_eq!(purposes.map(|purpose| purpose as u64), [0, 1, 2, 3, 4, 5, 6, 7]);
    }
}
