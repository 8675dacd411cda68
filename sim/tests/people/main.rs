//! Games with people: scripted ones, whole or cut anywhere.

#[path = "../common/test_folder.rs"]
mod test_folder;

mod command;
mod secrets;
mod table;
mod unfinished;
mod whole_games;
mod wrong_lines;
