//! Tipperary in the laboratory: its runs and records, how it is told, and what is refused.

#[path = "../common/forged.rs"]
mod forged;
#[path = "../common/running.rs"]
mod running;
#[path = "../common/test_folder.rs"]
mod test_folder;

mod calibrate;
mod flags;
mod record;
mod run;
mod telling;
mod verify;

/// Three agents at a table of three, with every source of VP in reach.
pub const TIPPERARY: &str = r#"game = "tipperary"
name = "county"
players = 3
blocks = 6
seed = 5

[[agents]]
name = "one"
spec = "random"

[[agents]]
name = "two"
spec = "area-first"

[[agents]]
name = "three"
spec = "greedy"
"#;

/// A folder with that config.
pub fn folder() -> test_folder::TestFolder {
    let folder = test_folder::TestFolder::new();
    folder.write("c.toml", TIPPERARY);
    folder
}
