//! Playing a game, a block of games, or all blocks of an experiment on all threads.

pub mod arena;

pub mod roster;

pub mod row_collector;

pub mod cost;

pub mod player;

pub mod replay;

pub mod exec_options;

pub mod tournament;

pub mod numbered_games;

pub mod self_play;
