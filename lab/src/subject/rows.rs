//! The rows of one game as plain data: the common ones, and the game's own notes.

use std::any::Any;
use std::fmt;

use engine::{Ending, MAX_SEATS, Seat};

use crate::forms::seat_set::SeatSet;
use crate::schedule::blocks::Fixture;
use crate::subject::treatment::Treatment;

/// All data recorded of one game.
#[derive(Clone, Debug)]
pub struct Rows {
    /// The game.
    pub game: GameRow,
    /// The players by seat.
    pub seats: Vec<SeatRow>,
    /// The score after each round; empty if the game has no score before its end.
    pub running: Running,
    /// The design's choice for its cluster.
    pub treatment: Treatment,
    /// The game's own notes.
    notes: Notes,
}

/// A game's own notes, of any type.
pub struct Notes(Box<dyn ErasedNotes>);

impl Notes {
    /// Wraps the game's own notes.
    pub fn new<N: Clone + Send + Sync + 'static>(notes: N) -> Self {
        Self(Box::new(notes))
    }
}

impl Clone for Notes {
    fn clone(&self) -> Self {
        self.0.boxed_clone()
    }
}

impl fmt::Debug for Notes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("notes of the game")
    }
}

/// Notes of an erased type.
trait ErasedNotes: Any + Send + Sync {
    fn boxed_clone(&self) -> Notes;
}

impl<N: Clone + Send + Sync + 'static> ErasedNotes for N {
    fn boxed_clone(&self) -> Notes {
        Notes::new(self.clone())
    }
}

/// One game.
#[derive(Copy, Clone, Debug)]
pub struct GameRow {
    /// The position of the game in the schedule.
    pub fixture: Fixture,
    /// The number of players.
    pub players: usize,
    /// The seats of rank 1.
    pub winners: SeatSet,
    /// The points of the best player minus those of the second best.
    pub margin: i32,
    /// The points of the best player minus those of the last.
    pub spread: i32,
}

/// One player of a game.
#[derive(Copy, Clone, Debug, Default)]
pub struct SeatRow {
    /// The seat, from 0.
    pub seat: usize,
    /// The index of the agent in it.
    pub agent: usize,
    /// The final points.
    pub points: i32,
    /// The rank: 1 for a winner; ties share a rank.
    pub rank: u8,
    /// The win share: 1 for a sole winner, 1/k for each of k winners.
    pub win_share: f64,
    /// The points minus those of the best other player.
    pub margin: i32,
    /// The number of decisions taken.
    pub decisions: u64,
    /// The number of decisions for which the agent searched.
    pub searched: u64,
    /// The number of playouts over all decisions.
    pub iterations: u64,
    /// The number of decisions taken by a substitute.
    pub faults: u64,
}

/// The score after each round, and the leaders.
#[derive(Clone, Debug, Default)]
pub struct Running {
    /// The points by round and seat; meaningless beyond the last seat.
    pub(super) points: Vec<[i32; MAX_SEATS]>,
    /// The seats with the most points after each round.
    pub leaders: Vec<SeatSet>,
    /// The number of changes of the sole leader, after a round or by the final scoring.
    pub lead_changes: u32,
    /// The round of the last lead change, rounds + 1 for the final scoring, 0 for never.
    pub last_lead_change: usize,
}

impl Running {
    /// Returns the number of rounds played; 0 without a running score.
    pub fn rounds(&self) -> usize {
        self.points.len()
    }

    /// Starts the next round, with the points of the previous one.
    pub fn begin_round(&mut self) {
        self.points.push(self.points.last().copied().unwrap_or_default());
    }

    /// Sets the points of a seat in the current round.
    ///
    /// # Panics
    /// Before the first round.
    pub fn set(&mut self, seat: Seat, points: i32) {
        let round = self.points.last_mut().expect("a round has begun");
        round[seat.index()] = points;
    }

    /// Returns the points of a seat after a round, numbered from 0.
    pub fn points(&self, round: usize, seat: usize) -> i32 {
        self.points[round][seat]
    }

    /// Sets the number of rounds of a game that is being read.
    pub fn resize(&mut self, rounds: usize) {
        self.points.resize(rounds, [0; MAX_SEATS]);
        self.leaders.resize(rounds, SeatSet::default());
    }

    fn clear(&mut self) {
        self.points.clear();
        self.leaders.clear();
        (self.lead_changes, self.last_lead_change) = (0, 0);
    }
}

impl Rows {
    /// Creates the rows of a game that has not begun.
    pub fn new(fixture: Fixture, players: usize, treatment: Treatment, notes: Notes) -> Self {
        let game = GameRow { fixture, players, winners: SeatSet::default(), margin: 0, spread: 0 };
        let mut rows = Self { game, seats: Vec::new(), running: Running::default(), treatment, notes };
        rows.begin_seats();
        rows
    }

    /// Returns the game's own notes.
    ///
    /// # Panics
    /// If they have another type, that is, belong to another game.
    #[inline]
    pub fn notes<N: 'static>(&self) -> &N {
        (&*self.notes.0 as &dyn Any).downcast_ref().expect("notes of this game")
    }

    /// Returns a mutable reference to the same notes.
    ///
    /// # Panics
    /// As for [`notes`](Self::notes).
    #[inline]
    pub fn notes_mut<N: 'static>(&mut self) -> &mut N {
        (&mut *self.notes.0 as &mut dyn Any).downcast_mut().expect("notes of this game")
    }

    /// Starts another game in the same buffers; the game resets its own notes.
    pub fn begin(&mut self, fixture: Fixture, treatment: Treatment) {
        let players = self.game.players;
        self.game = GameRow { fixture, players, winners: SeatSet::default(), margin: 0, spread: 0 };
        self.treatment = treatment;
        self.running.clear();
        self.begin_seats();
    }

    fn begin_seats(&mut self) {
        self.seats.clear();
        let agents = &self.game.fixture.agents[..self.game.players];
        self.seats.extend(agents.iter().enumerate().map(|(seat, &agent): (usize, &usize)| SeatRow {
            seat,
            agent,
            ..SeatRow::default()
        }));
    }

    /// Records the ending of the game and everything that follows from it, replacing previous values.
    pub fn conclude(&mut self, outcome: &Ending) {
        for (index, row) in self.seats.iter_mut().enumerate() {
            let seat = Seat::new(index);
            (row.points, row.rank) = (outcome.points[index], outcome.ranks[index]);
            (row.win_share, row.margin) = (outcome.win_share(seat), outcome.margin(seat));
        }
        let mut points = outcome.points;
        points.sort_unstable_by(|a, b| b.cmp(a));
        let game = &mut self.game;
        game.margin = points[0] - points[1];
        game.spread = points[0] - points[points.len() - 1];
        game.winners = Seat::all(game.players).filter(|seat| outcome.ranks[seat.index()] == 1).collect();
        self.follow_the_lead();
    }

    /// Records the leaders after each round, and the changes of the sole leader up to the final ranking.
    fn follow_the_lead(&mut self) {
        let rounds = self.running.rounds();
        let (seats, running) = (self.game.players, &mut self.running);
        (running.lead_changes, running.last_lead_change) = (0, 0);
        running.leaders.clear();
        let mut leader: Option<Seat> = None;
        for stage in 0..if rounds == 0 { 0 } else { rounds + 1 } {
            let ahead = if stage == rounds { self.game.winners } else { leaders(&running.points[stage][..seats]) };
            if stage < rounds {
                running.leaders.push(ahead);
            }
            let Some(sole) = ahead.sole() else { continue };
            if leader.is_some_and(|before| before != sole) {
                running.lead_changes += 1;
                running.last_lead_change = stage + 1;
            }
            leader = Some(sole);
        }
    }

    /// Returns the seat with this place in the first turn order, numbered from 0.
    pub fn seat_in_place(&self, place: usize) -> usize {
        (self.game.fixture.seed.first.index() + place) % self.game.players
    }

    /// Returns the mean win share of these seats.
    pub fn win_share_of(&self, seats: SeatSet) -> f64 {
        seats.iter().map(|seat| self.seats[seat.index()].win_share).sum::<f64>() / seats.len() as f64
    }
}

fn leaders(points: &[i32]) -> SeatSet {
    let most = points.iter().max();
    Seat::all(points.len()).filter(|seat| Some(&points[seat.index()]) == most).collect()
}
