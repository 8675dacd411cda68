//! A toy game in experiments: all that adding a game takes is in this folder, except for the line that names it.
//!
//! It is as little like Isle of Skye as can be: chance comes before every decision, the number of rounds is not known before, and there is
//! no score before the end.

mod notes;
mod record;
mod rules;
mod show;
mod speech;
mod subject;
mod tables;
mod tests;
