//! Arguments that several commands share.

use std::env;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;

use crate::base::error::{Error, Result};
use crate::lab::config::{Config, Overrides};
use crate::lab::play::manner::Manner;
use crate::lab::schedule::part::{MAX_SHARDS, Part};

/// A parser of the whole numbers in a range.
pub fn whole<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let accepted = || match (range.start(), range.end()) {
            (least, &u64::MAX) => format!("accepted: a whole number from {least}"),
            (least, most) => format!("accepted: a whole number from {least} to {most}"),
        };
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(accepted)
    }
}

/// A parser of master seeds.
pub fn seed() -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync + 'static {
    whole(0..=u64::MAX)
}

/// Flags of every command that plays many games.
#[derive(Args, Copy, Clone, Debug)]
pub struct MannerArgs {
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1..=1024), allow_negative_numbers = true)]
    pub threads: Option<u16>,

    /// Show no progress
    #[arg(long)]
    pub quiet: bool,
}

impl From<MannerArgs> for Manner {
    fn from(args: MannerArgs) -> Self {
        Self { threads: args.threads.map(usize::from), quiet: args.quiet }
    }
}

/// Tile files that records may name.
#[derive(Args, Clone, Default, Debug)]
pub struct LibraryArgs {
    /// Another tile file that records may name; can be given several times
    #[arg(long, value_name = "FILE")]
    pub tiles: Vec<String>,

    /// Tile files of modules that records may name, such as druids=FILE,tunnels=FILE
    #[arg(long, value_name = "MODULE=FILE,…", value_delimiter = ',')]
    pub module_tiles: Vec<String>,

    /// A file of own scoring tiles that records may name; can be given several times
    #[arg(long, value_name = "FILE")]
    pub scoring_tiles: Vec<String>,
}

impl LibraryArgs {
    /// All of them, as a game's library takes them.
    pub fn given(&self) -> Vec<String> {
        let scoring: Vec<String> = self.scoring_tiles.iter().map(|file| format!("scoring-tiles={file}")).collect();
        [&self.tiles[..], &self.module_tiles, &scoring].concat()
    }
}

/// Rules and components.
#[derive(Args, Clone, Default, Debug)]
pub struct SetupArgs {
    /// The game [default: that of --config, or skye]
    #[arg(long, value_name = "NAME")]
    pub game: Option<String>,

    /// A tile file, or the name of a shipped one; of games with several KIND=FILE,… [default: printed]
    #[arg(long, value_name = "FILE")]
    pub tiles: Option<String>,

    /// Tipperary: the hometowns by seat, such as H3A,H1B [default: dealt at random]
    #[arg(long, value_name = "LIST")]
    pub hometowns: Option<String>,

    /// The modules in play, such as druids,bonus
    #[arg(long, value_name = "LIST")]
    pub modules: Option<String>,

    /// Tile files of modules in play, such as druids=FILE,tunnels=FILE [default: reconstructed]
    #[arg(long, value_name = "MODULE=FILE,…", value_delimiter = ',')]
    pub module_tiles: Vec<String>,

    /// A file of own scoring tiles
    #[arg(long, value_name = "FILE")]
    pub scoring_tiles: Option<String>,

    /// Takes the rules, the modules and the tile files of this experiment, and nothing else of it
    #[arg(long, value_name = "CONFIG")]
    pub config: Option<PathBuf>,

    /// Another value for a key of that experiment or of the printed game, such as rules.castle-income=4; can be given several times
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
}

impl SetupArgs {
    /// All of it as a config.
    ///
    /// # Errors
    /// If a file cannot be read, is not TOML, or a setting cannot be made.
    pub fn config(&self) -> Result<Config> {
        let overrides = Overrides { set: self.set.clone(), seed: None };
        let mut config = match &self.config {
            Some(path) => Config::load(path, &overrides)?,
            None => Config::parse("the printed game", "", Path::new(""), &overrides)?,
        };
        self.game.iter().for_each(|game| config.set_game(game));
        self.modules.iter().for_each(|modules| config.set_list("modules", modules));
        self.hometowns.iter().for_each(|hometowns| config.set_list("hometowns", hometowns));
        self.files()?.iter().for_each(|(key, file)| config.set_file(key, file));
        Ok(config)
    }

    /// The component files that flags name, each with its key in configs.
    ///
    /// # Errors
    /// If the one of a module does not say of which.
    pub fn files(&self) -> Result<Vec<(String, String)>> {
        let of_module = |named: &String| match named.split_once('=') {
            Some((module, file)) => Ok((format!("module-tiles.{module}"), file.to_owned())),
            None => Err(Error::input(format!(
                "--module-tiles: found `{named}`; accepted: MODULE=FILE, such as druids=FILE"
            ))),
        };
        let landscape = self.tiles.iter().map(|file| Ok(("tiles".to_owned(), file.clone())));
        let scoring = self.scoring_tiles.iter().map(|file| Ok(("scoring-tiles".to_owned(), file.clone())));
        landscape.chain(self.module_tiles.iter().map(of_module)).chain(scoring).collect()
    }
}

/// What `--shard` says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shard {
    /// This one.
    Given(Part),
    /// That of this job in its array.
    Array,
}

/// How a job array's system says which job this is.
struct ArrayVariables {
    system: &'static str,
    index: &'static str,
    first: First,
    step: Option<&'static str>,
    end: End,
    /// The number of jobs, if it is given along with the end: then gaps can be found.
    count: Option<&'static str>,
}

/// The first index of an array.
enum First {
    Variable(&'static str),
    Always(u64),
}

/// How an array says where it ends.
enum End {
    /// By the index of the last job.
    Last(&'static str),
    /// By the number of jobs.
    Count(&'static str),
}

/// Every system that says both which job this is and how many there are.
const ARRAYS: [ArrayVariables; 4] = [
    ArrayVariables {
        system: "Slurm",
        index: "SLURM_ARRAY_TASK_ID",
        first: First::Variable("SLURM_ARRAY_TASK_MIN"),
        step: Some("SLURM_ARRAY_TASK_STEP"),
        end: End::Last("SLURM_ARRAY_TASK_MAX"),
        count: Some("SLURM_ARRAY_TASK_COUNT"),
    },
    ArrayVariables {
        system: "Grid Engine",
        index: "SGE_TASK_ID",
        first: First::Variable("SGE_TASK_FIRST"),
        step: Some("SGE_TASK_STEPSIZE"),
        end: End::Last("SGE_TASK_LAST"),
        count: None,
    },
    ArrayVariables {
        system: "AWS Batch",
        index: "AWS_BATCH_JOB_ARRAY_INDEX",
        first: First::Always(0),
        step: None,
        end: End::Count("AWS_BATCH_JOB_ARRAY_SIZE"),
        count: None,
    },
    ArrayVariables {
        system: "LSF",
        index: "LSB_JOBINDEX",
        first: First::Always(1),
        step: Some("LSB_JOBINDEX_STEP"),
        end: End::Last("LSB_JOBINDEX_END"),
        count: None,
    },
];

impl Shard {
    /// The part to play.
    ///
    /// # Errors
    /// If the environment is asked and has no answer.
    pub fn part(&self) -> Result<Part> {
        match self {
            Self::Given(part) => Ok(part.clone()),
            Self::Array => of_array(&|name| env::var(name).ok()).map_err(Error::input),
        }
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        if text == "array" {
            return Ok(Self::Array);
        }
        text.parse().map(Self::Given).map_err(|error| format!("{error}, or `array` in a job array"))
    }
}

/// A variable of the environment, if it is set.
type Read<'a> = &'a dyn Fn(&str) -> Option<String>;

/// The first system whose index is set decides.
fn of_array(read: Read<'_>) -> std::result::Result<Part, String> {
    let names = ARRAYS.each_ref().map(|array| format!("{} ({})", array.index, array.system)).join(", ");
    let array = ARRAYS.iter().find(|array| read(array.index).is_some());
    let array = array.ok_or_else(|| format!("--shard array: found no job array; accepted: one that sets {names}"))?;
    array.part(read).map_err(|fault| format!("--shard array: {fault}"))
}

impl ArrayVariables {
    fn part(&self, read: Read<'_>) -> std::result::Result<Part, String> {
        let index = number(read, self.index)?;
        let first = match self.first {
            First::Variable(name) => number(read, name)?,
            First::Always(first) => first,
        };
        let step = self.step.filter(|name| read(name).is_some()).map_or(Ok(1), |name| number(read, name))?.max(1);
        let count = match self.end {
            End::Count(name) => number(read, name)?,
            End::Last(name) => number(read, name)?.checked_sub(first).map_or(0, |span| span / step + 1),
        };
        self.refuse_gaps(read, count)?;
        let shard = index.checked_sub(first).map(|offset| offset / step + 1);
        let part = shard.map(|shard| Part::shard(shard, count)).filter(Part::is_valid);
        part.ok_or_else(|| {
            format!("{}: found {index}; accepted: a job of an array of at most {MAX_SHARDS}", self.index)
        })
    }

    /// An array with gaps, as when some jobs are resubmitted, has other numbers than the whole one had.
    fn refuse_gaps(&self, read: Read<'_>, expected: u64) -> std::result::Result<(), String> {
        let Some(name) = self.count.filter(|name| read(name).is_some()) else { return Ok(()) };
        match number(read, name)? {
            found if found == expected => Ok(()),
            found => {
                let accepted = "an array without gaps, or --shard I/N";
                Err(format!(
                    "{name}: found {found}, and from first to last there are {expected} jobs; accepted: {accepted}"
                ))
            }
        }
    }
}

fn number(read: Read<'_>, name: &str) -> std::result::Result<u64, String> {
    let found = read(name).ok_or_else(|| format!("{name}: found nothing; accepted: a whole number"))?;
    found.trim().parse().map_err(|_| format!("{name}: found `{}`; accepted: a whole number", found.escape_debug()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(variables: &[(&str, &str)]) -> std::result::Result<String, String> {
        let read = |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
        of_array(&read).map(|part| part.to_string())
    }

    #[test]
    fn arrays_from_0_and_from_1_in_steps_or_not() {
        let slurm = |id, min, max, step| {
            part(&[
                ("SLURM_ARRAY_TASK_ID", id),
                ("SLURM_ARRAY_TASK_MIN", min),
                ("SLURM_ARRAY_TASK_MAX", max),
                ("SLURM_ARRAY_TASK_STEP", step),
            ])
        };
        assert_eq!(slurm("0", "0", "15", "1").unwrap(), "1/16");
        assert_eq!(slurm("16", "1", "16", "1").unwrap(), "16/16");
        assert_eq!(slurm("7", "1", "9", "2").unwrap(), "4/5");
        assert_eq!(slurm("3", "0", "3", "0").unwrap(), "4/4");
        assert!(slurm("17", "1", "16", "1").unwrap_err().contains("SLURM_ARRAY_TASK_ID: found 17"));
        assert!(slurm("1", "1", "99999999", "1").is_err());
        assert!(slurm("0", "1", "16", "1").is_err() && slurm("x", "1", "16", "1").unwrap_err().contains("`x`"));
        let batch = [("AWS_BATCH_JOB_ARRAY_INDEX", "0"), ("AWS_BATCH_JOB_ARRAY_SIZE", "4")];
        assert_eq!(part(&batch).unwrap(), "1/4");
        assert_eq!(part(&[("LSB_JOBINDEX", "3"), ("LSB_JOBINDEX_END", "8")]).unwrap(), "3/8");
        let grid = [("SGE_TASK_ID", "2"), ("SGE_TASK_FIRST", "2"), ("SGE_TASK_LAST", "5"), ("SGE_TASK_STEPSIZE", "1")];
        assert_eq!(part(&grid).unwrap(), "1/4");
    }

    #[test]
    fn jobs_that_are_sent_once_more_are_not_taken_for_others() {
        let some = |count| {
            part(&[
                ("SLURM_ARRAY_TASK_ID", "3"),
                ("SLURM_ARRAY_TASK_MIN", "3"),
                ("SLURM_ARRAY_TASK_MAX", "7"),
                ("SLURM_ARRAY_TASK_COUNT", count),
            ])
        };
        assert_eq!(some("5").unwrap(), "1/5");
        assert!(some("2").unwrap_err().contains("without gaps"));
    }

    #[test]
    fn outside_an_array_it_says_what_it_looks_for() {
        let error = part(&[]).unwrap_err();
        assert!(ARRAYS.iter().all(|array| error.contains(array.index)), "{error}");
        assert!(part(&[("SGE_TASK_ID", "undefined")]).unwrap_err().contains("`undefined`"));
        assert!(part(&[("SLURM_ARRAY_TASK_ID", "3")]).unwrap_err().contains("SLURM_ARRAY_TASK_MIN"));
    }
}
