//! The worth of tiles, territories and gold.
//!
//! All agents that evaluate positions of Isle of Skye share it.
//!
//! An [`Outlook`] lists everything that the rest of the game pays for; an [`Estate`] is one territory examined under
//! it, which computes the gain of a placement quickly. Worth is in integer [`MilliVp`], so it is exact and the same on
//! every machine.
//!
//! | word | meaning |
//! |---|---|
//! | *judgement* | [`Judgement`]: the evaluation weights of a player, for one number of players; [`Judgements`] has one for each |
//! | *stage* | [`Stage`]: the numbers of a judgement for one number of rounds to come |
//! | *prices* | the worth of a square, a column, an area, … in the rest of one game: the scorings to come times the numbers of the stage |
//! | *outlook* | [`Outlook`]: the prices in one position as one seat sees it, and the majorities that it competes in |
//! | *summary* | the counts of one territory that prices apply to |
//! | *estate* | [`Estate`]: one territory under an outlook: its summary, its worth, and the gain of each placement |
//! | *survey* | `engine`'s `scoring::Survey`: the score of a territory now, by the rules alone; the appraisal does not use it |
//!
//! Scorings to come are read from the rules. The value of gold is a number of the stage, found for the printed rules
//! (at the end 200, a fifth of a VP); another castle income or another price of a VP at the end changes it. Catch-up
//! gold does not: where it is changed, no other value of gold was found to win more. A search simulates all rules, and
//! evaluates as the greedy player does.

mod worth;
pub use worth::{MilliVp, VP};

mod outlook;
pub use outlook::Outlook;
pub use outlook::expansions::Expansions;
pub use outlook::judgement::{ByPlayers, IgnoredTerms, Judgement, Judgements, Stage};
pub use outlook::scope::Scope;

mod estate;
pub use estate::Estate;
pub(crate) use estate::PARTS;

mod parts;
pub use parts::{NAMED_PARTS, part_names, worth_in_parts};

mod appraisals;
pub use appraisals::Appraisals;

mod ways;
pub use ways::Ways;
