//! Games with people: scripted ones, whole or cut anywhere.

#[path = "../common/workshop.rs"]
mod workshop;

mod command;
mod secrets;
mod table;
mod unfinished;
mod whole_games;
mod wrong_lines;
