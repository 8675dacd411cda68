//! The worth of tiles, territories and gold.
//!
//! This is the common ground of the agents that think about Isle of Skye.
//!
//! An [`Outlook`] says what the rest of the game pays for; an [`Estate`] is one territory examined under it, which can quickly tell
//! what a placement would gain. All worth is in whole [`MilliVp`], so it is exact and the same on every machine.
//!
//! | word | meaning |
//! |---|---|
//! | *judgement* | [`Judgement`]: the numbers that a player believes in, for one number of players; [`Judgements`] has one for each |
//! | *stage* | [`Stage`]: the numbers of a judgement for one number of rounds to come |
//! | *prices* | what a square, a column, an area, … earns in the rest of one game: the scorings to come times the numbers of the stage |
//! | *outlook* | [`Outlook`]: the prices in one position as one seat sees it, and the majorities that it competes in |
//! | *summary* | the counts of one territory that prices apply to |
//! | *estate* | [`Estate`]: one territory under an outlook: its summary, its worth, and what each placement would gain |
//! | *survey* | `engine`'s `scoring::Survey`: what a territory scores now, by the rules alone; the appraisal does not use it |
//!
//! Scorings to come are read from the rules. The value of gold is a number of the stage, found for the printed rules (at the end 200, a
//! fifth of a VP); another castle income or another price of a VP at the end changes it. Catch-up gold does not: no other value of gold was
//! found that wins more where it is changed. A search meets all rules in its simulations, and appraises as the greedy player does.

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
