//! The tile files that records may name besides the shipped ones, for commands that read records.

use clap::Args;

/// Tile files that records may name.
#[derive(Args, Clone, Default, Debug)]
pub struct LibraryArgs {
    /// Another tile file that records may name; can be given several times
    #[arg(long, value_name = "FILE")]
    pub tiles: Vec<String>,

    /// Tile files of modules that records may name, such as druids=FILE,tunnels=FILE
    #[arg(long, value_name = "MODULE=FILE,…", value_delimiter = ',')]
    pub module_tiles: Vec<String>,
}

impl LibraryArgs {
    /// All of them, as a game's library takes them.
    pub fn given(&self) -> Vec<String> {
        [&self.tiles[..], &self.module_tiles].concat()
    }
}
