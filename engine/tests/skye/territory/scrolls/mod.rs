//! The kinds of scroll that the Druids bring, on drawn territories. What they do when completed, chosen or scored again is in
//! `choices`.

mod areas;
mod choices;
mod contents;
mod lines;
