//! `sim new`: a commented config to start from.

use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;

use lab::base::error::Result;
use lab::base::out;
use lab::base::output::NewFile;
use report::shell::quoted;

/// The shipped configs by name, each as in the project's folder of configs.
macro_rules! shipped {
    ($($name:literal)+) => {
        [$(($name, include_str!(concat!("../../../../configs/", $name, ".toml")))),+]
    };
}

/// The configs that can be written, the default first.
const SHIPPED: [(&str, &str); 32] = shipped! {
    "quickstart" "agents" "scoring_balance" "pricing" "pricing_strategies" "pricing_rules" "seats" "neighbours" "tune" "flattest_scoring_tiles" "fifth_player" "catch_up" "module_druids" "module_tunnels"
    "module_borderlands" "module_all" "module_strength" "module_search" "module_tablets" "module_bag" "new_scoring_tiles" "tile_files" "ladder"
    "budget" "ablation" "ablation_greedy" "tipperary_quickstart" "tipperary_balance" "tipperary_seats" "tipperary_track" "tipperary_ladder" "strength"
};

/// Arguments of `sim new`.
#[derive(Args, Debug)]
pub struct NewArgs {
    /// Choose a shipped config
    #[arg(value_name = "NAME", default_value = SHIPPED[0].0, value_parser = PossibleValuesParser::new(SHIPPED.map(|(name, _)| name)))]
    pub name: String,

    /// Write it to this new file [default: NAME.toml]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// Writes the config, with its own name in its comments, and prints how to play it.
pub fn run(args: &NewArgs) -> Result<()> {
    let (name, text) = SHIPPED.into_iter().find(|(name, _)| *name == args.name).expect("the parser takes no other");
    let path = args.out.clone().unwrap_or_else(|| format!("{name}.toml").into());
    let shown = path.display().to_string();
    let word = quoted(&shown);
    let text = text.replace(&format!("configs/{name}.toml"), &word);
    let mut file = NewFile::create(&path)?;
    file.write(text.as_bytes())?;
    file.finish()?;
    out::line(format_args!(
        "config in {shown}; `sim run {word}` plays it, `sim plan {word}` estimates how long that takes"
    ))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_config_of_the_project_can_be_written() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs");
        let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let configs = names.filter(|path| path.extension().is_some_and(|ending| ending == "toml"));
        let found: BTreeSet<String> =
            configs.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
        assert_eq!(found, SHIPPED.iter().map(|(name, _)| (*name).to_owned()).collect());
    }
}
