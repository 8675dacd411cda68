//! The encoding of a game: its decisions in small numbered steps, and observations of positions.

use std::fmt::Debug;

use engine::Game;

use crate::action_mask::ActionMask;
use crate::afterstates::Afterstates;
use crate::numbers::ObservedNumber;

/// The result of a step of a decision.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ChoiceResult<C, A> {
    /// More is to be chosen.
    Choose(C),
    /// The decision is taken.
    Act(A),
}

/// The result of [`Encoding::choose`].
pub type ChoiceResultOf<G> = ChoiceResult<<G as Encoding>::PartialAction, <G as Game>::Action>;

/// A game whose decisions are made in small steps, and whose positions are observed as numbers.
///
/// The meaning of the numbers is fixed under a name: players trained with one encoding cannot use another.
pub trait Encoding: Game {
    /// The name of the encoding.
    const NAME: &'static str;
    /// The number of choices of any step.
    const ACTIONS: usize;
    /// The number of features of an observation.
    const OBSERVATION: usize;
    /// The number of features of a board in [`afterstates`](Self::afterstates).
    const BOARD: usize;
    /// Planes, rows and columns of a board.
    const PLANES: [usize; 3];

    /// The part of a decision that has been chosen; by default empty.
    type PartialAction: Copy + Debug + Default + PartialEq + Send + Sync;
    /// Cached results for observations; by default none.
    type ObservationCache: Default + Send + Sync;

    /// Names a choice; the number is below [`ACTIONS`](Self::ACTIONS).
    fn describe(number: usize) -> String;

    /// Describes the features of an observation, in order.
    fn features() -> Vec<ObservedNumber>;

    /// Adds the next choices of the seat to move.
    ///
    /// Returns the number of further options without a number.
    fn options(&self, position: &Self::Public, chosen: &Self::PartialAction, options: &mut ActionMask) -> usize;

    /// Returns the result of one of these choices.
    fn choose(&self, position: &Self::Public, chosen: Self::PartialAction, number: usize) -> ChoiceResultOf<Self>;

    /// The choice that leads towards a legal action; `None` if it has no number.
    fn number(&self, position: &Self::Public, chosen: &Self::PartialAction, action: Self::Action) -> Option<usize>;

    /// Fills an observation, all zeros before.
    ///
    /// It shows the view of a seat, and its choices so far if it is its turn.
    fn observe(
        &self,
        view: &Self::View<'_>,
        chosen: Option<&Self::PartialAction>,
        cache: &mut Self::ObservationCache,
        out: &mut [f32],
    );

    /// Lists the afterstates for the seat of a view, which is to move.
    fn afterstates(&self, view: &Self::View<'_>, chosen: &Self::PartialAction, list: &mut Afterstates);

    /// Fills [`PLANES`](Self::PLANES), all zeros before.
    ///
    /// They show the board of the view's seat, row by row from the south-west.
    fn planes(&self, view: &Self::View<'_>, out: &mut [u8]);
}

/// The reason why choices and actions do not match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Misfit {
    /// A choice that is not possible: its place in the list, the value found, the accepted values.
    Choice(usize, i64, String),
    /// More choices than the decision takes.
    TooMany(usize, usize),
    /// Fewer.
    TooFew(usize),
    /// A legal action to which no choices lead.
    NoNumber,
}

impl std::fmt::Display for Misfit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Choice(place, found, accepted) => write!(f, "indices.{place}: found {found}; accepted: {accepted}"),
            Self::TooMany(found, accepted) => {
                write!(f, "indices: found {found}; accepted: {accepted}, which complete the decision")
            }
            Self::TooFew(found) => write!(f, "indices: found {found}; accepted: more, the decision is not complete"),
            Self::NoNumber => f.write_str("the action is legal but cannot be encoded"),
        }
    }
}

/// Describes some of the options.
pub fn shown(options: &ActionMask) -> String {
    const MOST: usize = 12;
    let some: Vec<String> = options.iter().take(MOST).map(|number| number.to_string()).collect();
    let more = if options.len() > MOST { format!(" and {} more", options.len() - MOST) } else { String::new() };
    format!("{}{more}", some.join(", "))
}

/// The options after the choices so far.
pub fn options_of<G: Encoding>(game: &G, position: &G::Public, chosen: &G::PartialAction) -> ActionMask {
    let mut options = ActionMask::default();
    game.options(position, chosen, &mut options);
    options
}

/// The choices that lead to a legal action, without forced ones.
///
/// # Errors
/// If there are none.
pub fn encode<G: Encoding>(game: &G, position: &G::Public, action: G::Action) -> Result<Vec<usize>, Misfit> {
    let (mut numbers, mut chosen) = (Vec::new(), G::PartialAction::default());
    loop {
        let options = options_of(game, position, &chosen);
        let number = game.number(position, &chosen, action).filter(|number| options.has(*number));
        let number = number.ok_or(Misfit::NoNumber)?;
        if options.only().is_none() {
            numbers.push(number);
        }
        match game.choose(position, chosen, number) {
            ChoiceResult::Choose(next) => chosen = next,
            ChoiceResult::Act(_) => return Ok(numbers),
        }
    }
}

/// The action of these choices, without forced ones.
///
/// # Errors
/// The first choice that is not possible, or a wrong number of choices.
pub fn decode<G: Encoding>(game: &G, position: &G::Public, numbers: &[i64]) -> Result<G::Action, Misfit> {
    let (mut given, mut chosen) = (numbers.iter().enumerate(), G::PartialAction::default());
    loop {
        let options = options_of(game, position, &chosen);
        let number = match options.only() {
            Some(number) => number,
            None => {
                let (place, &found) = given.next().ok_or(Misfit::TooFew(numbers.len()))?;
                options.find(found).ok_or_else(|| Misfit::Choice(place, found, shown(&options)))?
            }
        };
        match game.choose(position, chosen, number) {
            ChoiceResult::Choose(next) => chosen = next,
            ChoiceResult::Act(action) => {
                let used = numbers.len() - given.len();
                return if given.len() == 0 { Ok(action) } else { Err(Misfit::TooMany(numbers.len(), used)) };
            }
        }
    }
}
