//! Whole experiments: the same results whatever ends, splits or repeats them, and tables that say what was played.

#[path = "../common/forged.rs"]
mod forged;
#[cfg(unix)]
#[path = "../common/running.rs"]
mod running;
#[path = "../common/test_folder.rs"]
mod test_folder;

mod analyse;
mod circles;
mod compressed;
mod config;
mod extend;
mod limits;
mod paired;
mod reproducible;
#[cfg(unix)]
mod resume;
mod shards;
mod stopping;
mod switches;
mod tables;
mod toy;
mod verify;
