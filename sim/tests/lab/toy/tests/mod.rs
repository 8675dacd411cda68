//! Experiments on the toy game, through all that experiments on any game go through.

mod test_folder;

mod game;

mod config;

mod run;

mod tables;

mod finished;

mod resume;

mod comparison;

mod record;

mod studies;

mod replay;

mod report;

mod panel;

mod tune;
