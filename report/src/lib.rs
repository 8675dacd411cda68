//! What people read about runs: summaries in a terminal, pages with figures and a viewer of games.

pub mod figure;

pub mod terminal;

pub mod html;

pub mod plot;

pub mod studies;
