//! A toy game in the laboratory: all that adding a game takes is in this folder, but for the line that names it.
//!
//! It is as little like Isle of Skye as can be: chance comes before every decision, nobody knows how many rounds there will be, if any, and
//! the laboratory is told no score before the end.

mod rules;

mod subject;

mod notes;

mod tables;

mod record;

mod speech;

mod show;

mod tests;
