//! What documents say is so: commands are understood, outputs are what is printed, links lead somewhere, figures stand in tables,
//! and what is called a finding is significant.

#[path = "../common/test_folder.rs"]
mod test_folder;

mod citations;
mod commands;
mod example_game;
mod findings;
mod links;
mod numbers;
#[cfg(unix)]
mod outputs;
mod page;
mod tables;
