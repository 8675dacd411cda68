//! The source of all random numbers of an experiment: a master seed, a number and a purpose.

use engine::random::mix;

/// The purpose of a seed. Purposes never share random numbers, because they are part of the seed.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// The draws of tiles.
    Draws = 0,
    /// The first starting player.
    Seating = 1,
    /// The choice of the game's design for a cluster, such as scoring tiles.
    Treatment = 2,
    /// The agents' own random choices.
    Thinking = 3,
    /// The weights of the bootstrap.
    Bootstrap = 4,
    /// The fresh draws of a verdict.
    Verdict = 5,
    /// The candidates to try, if there are too many to try all.
    Candidates = 6,
    /// The seating order of the agents around the table.
    Circle = 7,
}

/// Returns the seed for one purpose of one numbered item (a block, a game) under a master seed.
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
