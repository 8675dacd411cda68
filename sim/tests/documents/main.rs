//! What documents say is so: commands are understood, outputs are what is printed, links lead somewhere, and figures stand in tables.

#[path = "../common/test_folder.rs"]
mod test_folder;

mod citations;
mod commands;
mod example_game;
mod links;
mod numbers;
#[cfg(unix)]
mod outputs;
mod page;
mod tables;
