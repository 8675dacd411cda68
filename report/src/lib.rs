//! Reports on runs: terminal summaries, and pages with figures and a viewer of games.

pub mod figure;

pub mod terminal;

pub mod html;

pub mod plot;

pub mod shell;

pub mod studies;
