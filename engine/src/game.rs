//! The one trait that every game implements, and the small types it uses.
//!
//! A [`Game`] holds what does not change while one game is played (rules, tiles, number of seats). A
//! *position* is a plain value that the game's methods advance. Players only ever see a *view*.

use std::fmt::{self, Debug};
use std::ops::Deref;

use tinyvec::ArrayVec;

use crate::Random;

/// The largest number of seats any game here has.
pub const MAX_SEATS: usize = 5;

/// A place at the table, counted from 0 in clockwise order.
///
/// ```
/// use engine::Seat;
///
/// let order: Vec<usize> = Seat::in_turn_order(Seat::new(2), 4).map(Seat::index).collect();
/// assert_eq!(order, [2, 3, 0, 1]);
/// assert_eq!(Seat::new(1).steps_from(Seat::new(2), 4), 3);
/// assert!(Seat::new(1).others(3).eq([Seat::new(0), Seat::new(2)]));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Seat(u8);

impl Seat {
    /// The seat with this index.
    ///
    /// # Panics
    /// If `index` is [`MAX_SEATS`] or more.
    #[inline]
    pub fn new(index: usize) -> Self {
        assert!(index < MAX_SEATS, "seat {index} of at most {MAX_SEATS}");
        Self(index as u8)
    }

    /// All seats of a game with `count` players, ascending.
    #[inline]
    pub fn all(count: usize) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..count as u8).map(Self)
    }

    /// All seats in turn order: `first`, then clockwise.
    #[inline]
    pub fn in_turn_order(first: Self, count: usize) -> impl Iterator<Item = Self> + Clone {
        (0..count).map(move |step| first.clockwise(step, count))
    }

    /// The seat `steps` places clockwise at a table of `count`.
    #[inline]
    pub fn clockwise(self, steps: usize, count: usize) -> Self {
        Self::new((self.index() + steps) % count)
    }

    /// All other seats of a game with `count` players, ascending.
    #[inline]
    pub fn others(self, count: usize) -> impl Iterator<Item = Self> + Clone {
        Self::all(count).filter(move |&other| other != self)
    }

    /// Returns the steps clockwise from `first` to this seat at a table of `count`.
    ///
    /// This is its place in that turn order, from 0.
    #[inline]
    pub fn steps_from(self, first: Self, count: usize) -> usize {
        (self.index() + count - first.index()) % count
    }

    /// The index, from 0.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// The next to move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Turn {
    /// A player decides.
    Seat(Seat),
    /// Chance decides: call [`Game::resolve_chance`].
    Chance,
    /// The game has ended: call [`Game::outcome`].
    Over,
}

/// The end of a game, by seat.
///
/// ```
/// use engine::{Ending, Seat};
///
/// let ending = Ending::ranked(&[61, 48, 61], &[0, 0, 0]);
/// assert_eq!(*ending.ranks, [1, 3, 1]);
/// assert_eq!(ending.win_share(Seat::new(0)), 0.5);
/// assert_eq!(ending.margin(Seat::new(1)), -13);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ending {
    /// Final points of each seat (victory points in Isle of Skye).
    pub points: ArrayVec<[i32; MAX_SEATS]>,
    /// Rank of each seat; 1 is a winner, ties share a rank, ranks after a tie skip (1, 1, 3).
    pub ranks: ArrayVec<[u8; MAX_SEATS]>,
}

impl Ending {
    /// Ranks seats by points, then by `tie_break`; larger is better in both.
    pub fn ranked(points: &[i32], tie_break: &[i32]) -> Self {
        let keys = || points.iter().zip(tie_break);
        let ranks = keys().map(|own| 1 + keys().filter(|other| *other > own).count() as u8);
        Self { points: points.iter().copied().collect(), ranks: ranks.collect() }
    }

    /// The seat's share of the win: 1 for a sole winner, 1/k for each of k shared winners, else 0.
    pub fn win_share(&self, seat: Seat) -> f64 {
        let winners = self.ranks.iter().filter(|&&rank| rank == 1).count();
        if self.ranks[seat.index()] == 1 { 1.0 / winners as f64 } else { 0.0 }
    }

    /// The seat's points minus the best other seat's points.
    pub fn margin(&self, seat: Seat) -> i32 {
        let others = seat.others(self.points.len());
        self.points[seat.index()] - others.map(|other| self.points[other.index()]).max().unwrap_or(0)
    }
}

/// A turn-based game for several players with chance and secret simultaneous choices.
///
/// Secret simultaneous choices are committed seat by seat; a committed choice stays invisible in every other seat's
/// view until all are in. Chance is a function of a seed, the round and the event's number within the round, not of a
/// stream: two games with the same seed get nearly the same chance events, whoever plays.
///
/// The rules have no errors: an illegal action is a bug in the caller and panics. Laws that every implementation keeps
/// (and `engine::contract` checks): legal actions are ascending, unique and never empty at a decision;
/// [`is_legal`](Game::is_legal) and [`random_action`](Game::random_action) agree with the list; the view of a
/// determinized position equals the original view.
///
/// ```
/// use engine::skye::{ScoringTile, Skye};
/// use engine::{Game, Seat, Turn};
///
/// use ScoringTile::{Columns, Harbours, Sheep, Squares};
/// let game = Skye::printed(3, [Sheep, Squares, Columns, Harbours])?;
/// let mut position = game.start(Seat::new(0));
/// assert_eq!(game.turn(&position), Turn::Chance);
/// game.resolve_chance(&mut position, 7);
/// assert_eq!(game.turn(&position), Turn::Seat(Seat::new(0)));
///
/// let mut actions = Vec::new();
/// game.legal_actions(&position, &mut actions);
/// assert_eq!(actions.len(), 30, "discard one of three tiles, split at most 5 gold between the others");
/// game.apply(&mut position, actions[0]);
/// assert_eq!(game.turn(&position), Turn::Seat(Seat::new(1)));
/// # Ok::<(), engine::skye::SetupError>(())
/// ```
pub trait Game: Clone + Send + Sync + 'static {
    /// The part of a position that every seat may know.
    ///
    /// It is enough to see whose turn it is, what is legal and who has won.
    type Public: Clone + PartialEq + Debug + Send + Sync;
    /// The full state of a game, with its hidden parts and the public history for agents.
    ///
    /// A plain value without a random source.
    type Position: Clone + PartialEq + Debug + Send + Sync + Deref<Target = Self::Public>;
    /// One complete decision.
    type Action: Copy + Ord + Debug + Send + Sync;
    /// The part of a position that one seat may know: the public part and its own secrets.
    ///
    /// It may borrow from the position.
    type View<'p>: Clone + PartialEq + Debug + Send + Sync;
    /// One thing that happened, as observers receive it.
    type Event: Clone + PartialEq + Debug;
    /// The outcome of one chance event.
    ///
    /// A plain value, so that it can be drawn, recorded and replayed.
    type Chance: Clone + PartialEq + Debug;

    /// Number of seats.
    fn seats(&self) -> usize;

    /// The position before anything has happened, with `first` as the first starting player.
    fn start(&self, first: Seat) -> Self::Position;

    /// Returns who moves next.
    fn turn(&self, position: &Self::Public) -> Turn;

    /// Returns whether the next decision is made in secret and revealed with those of the other seats.
    fn is_secret(&self, position: &Self::Public) -> bool;

    /// Replaces `actions` by all legal actions of the seat to move, ascending.
    ///
    /// There are none at a chance event or after the end.
    fn legal_actions(&self, position: &Self::Public, actions: &mut Vec<Self::Action>);

    /// Returns whether the seat to move may do this.
    fn is_legal(&self, position: &Self::Public, action: Self::Action) -> bool;

    /// One legal action of the seat to move, uniformly at random, without listing them.
    fn random_action(&self, position: &Self::Public, random: &mut Random) -> Self::Action;

    /// Performs a legal action of the seat to move and reports each event with the position after it.
    fn apply_telling(
        &self,
        position: &mut Self::Position,
        action: Self::Action,
        tell: &mut impl FnMut(&Self::Position, Self::Event),
    );

    /// Draws the outcome of the pending chance event with this seed.
    fn draw(&self, position: &Self::Public, seed: u64) -> Self::Chance;

    /// Settles the pending chance event with this outcome, which must be possible.
    ///
    /// Reports each event with the position after it.
    fn settle_telling(
        &self,
        position: &mut Self::Position,
        chance: &Self::Chance,
        tell: &mut impl FnMut(&Self::Position, Self::Event),
    );

    /// The end result of a finished game.
    fn outcome(&self, position: &Self::Public) -> Ending;

    /// Returns the part of this position that `seat` may know.
    fn view<'p>(&self, position: &'p Self::Position, seat: Seat) -> Self::View<'p>;

    /// The seat that a view belongs to.
    fn viewer(&self, view: &Self::View<'_>) -> Seat;

    /// Returns the part of a view that every seat may know, the viewer included.
    fn public<'v>(&self, view: &'v Self::View<'_>) -> &'v Self::Public;

    /// A full position consistent with the view.
    ///
    /// Every hidden choice is made by `model`, which gets the view that the choosing seat had before its choice.
    ///
    /// The result depends only on the view, the model and the random source.
    fn determinize(
        &self,
        view: &Self::View<'_>,
        random: &mut Random,
        model: &mut impl FnMut(&Self::View<'_>, &mut Random) -> Self::Action,
    ) -> Self::Position;

    /// [`determinize`](Game::determinize) with hidden choices made uniformly at random.
    fn determinize_uniformly(&self, view: &Self::View<'_>, random: &mut Random) -> Self::Position {
        self.determinize(view, random, &mut |hidden, random| self.random_action(self.public(hidden), random))
    }

    /// [`apply_telling`](Game::apply_telling) without an observer.
    #[inline]
    fn apply(&self, position: &mut Self::Position, action: Self::Action) {
        self.apply_telling(position, action, &mut |_, _| {});
    }

    /// [`settle_telling`](Game::settle_telling) without an observer.
    #[inline]
    fn settle(&self, position: &mut Self::Position, chance: &Self::Chance) {
        self.settle_telling(position, chance, &mut |_, _| {});
    }

    /// Draws the outcome of the pending chance event with this seed, and settles it.
    #[inline]
    fn resolve_chance(&self, position: &mut Self::Position, seed: u64) {
        let chance = self.draw(position, seed);
        self.settle(position, &chance);
    }

    /// [`resolve_chance`](Game::resolve_chance), reporting each event.
    #[inline]
    fn resolve_chance_telling(
        &self,
        position: &mut Self::Position,
        seed: u64,
        tell: &mut impl FnMut(&Self::Position, Self::Event),
    ) {
        let chance = self.draw(position, seed);
        self.settle_telling(position, &chance, tell);
    }
}
