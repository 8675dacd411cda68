//! Positions between rounds, and how their games ended.

use agents::Agent;
use agents::skye::appraisal::{Appraisals, Judgements, MilliVp};
use agents::skye::value::{NUMBERS, linear_worth, row};
use engine::random::below;
use engine::skye::{Phase, Position, Skye};
use engine::{Game, Seat, Turn};

use interface::seeds::GameSeed;

/// A position between two rounds.
#[derive(Clone, PartialEq, Debug)]
pub struct Spot {
    /// Rounds to come.
    pub to_come: u8,
    /// By seat.
    pub seats: Vec<SpotSeat>,
}

/// What is known of a seat there.
#[derive(Clone, PartialEq, Debug)]
pub struct SpotSeat {
    /// What the seat got of the win in the end.
    pub share: f32,
    /// Its linear worth.
    pub worth: MilliVp,
    /// What a net sees.
    pub row: Vec<i16>,
}

/// Plays a game and returns its spots, one before every round but the first. In this percentage of the decisions the second agent
/// decides.
pub fn play(game: &Skye, seed: &GameSeed, agents: [&dyn Agent<Skye>; 2], slips: u32) -> Vec<Spot> {
    let (mut position, mut spots, mut decisions) = (game.start(seed.first), Vec::new(), 0);
    let mut gains = Appraisals::by(Judgements::calibrated());
    loop {
        match game.turn(&position) {
            Turn::Over => break,
            Turn::Chance => {
                if position.phase == Phase::Draw && position.round > 1 {
                    spots.push(spot(game, &position, &mut gains));
                }
                game.resolve_chance(&mut position, seed.draws);
            }
            Turn::Seat(seat) => {
                let mut thinking = seed.thinking_of(seat, decisions);
                let agent = agents[usize::from(below(&mut thinking, 100) < slips)];
                let decision = agent.choose(game, &game.view(&position, seat), &mut thinking);
                game.apply(&mut position, decision.action);
                decisions += 1;
            }
        }
    }
    let outcome = game.outcome(&position);
    for spot in &mut spots {
        for (seat, known) in Seat::all(game.seats()).zip(&mut spot.seats) {
            known.share = outcome.win_share(seat) as f32;
        }
    }
    spots
}

fn spot(game: &Skye, position: &Position, gains: &mut Appraisals) -> Spot {
    let per_gold = gains.per_gold(game, position);
    let seat = |seat| SpotSeat {
        share: 0.0,
        worth: linear_worth(position, seat, gains.worth(game, position, seat), per_gold),
        row: row(game, position, seat, gains),
    };
    let to_come = game.rules().round_count() + 1 - usize::from(position.round);
    Spot { to_come: to_come as u8, seats: Seat::all(game.seats()).map(seat).collect() }
}

impl Spot {
    /// Adds it to bytes.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend([self.to_come, self.seats.len() as u8]);
        for SpotSeat { share, worth, row } in &self.seats {
            bytes.extend(share.to_le_bytes());
            bytes.extend(worth.to_le_bytes());
            row.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        }
    }

    /// Takes one from bytes; none if they end before it does.
    pub fn read(bytes: &mut &[u8]) -> Option<Self> {
        let [to_come, seats] = take(bytes)?;
        let seat = |_| {
            let (share, worth) = (f32::from_le_bytes(take(bytes)?), MilliVp::from_le_bytes(take(bytes)?));
            let row = (0..NUMBERS).map(|_| Some(i16::from_le_bytes(take(bytes)?))).collect::<Option<_>>()?;
            Some(SpotSeat { share, worth, row })
        };
        Some(Self { to_come, seats: (0..seats).map(seat).collect::<Option<_>>()? })
    }
}

/// Takes some bytes; none if there are fewer.
pub fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let seat =
            |share| SpotSeat { share, worth: -12_345, row: (0..NUMBERS as i16).map(|number| 7 - number).collect() };
        let spot = Spot { to_come: 3, seats: vec![seat(0.5), seat(1.0)] };
        let mut bytes = Vec::new();
        spot.write(&mut bytes);
        let mut left = &bytes[..];
        assert_eq!(Spot::read(&mut left), Some(spot));
        assert!(left.is_empty());
        assert_eq!(Spot::read(&mut &bytes[..bytes.len() - 1]), None);
    }
}
