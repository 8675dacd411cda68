//! What `--shard` says: a shard, or the one whose number a job array's system has given this job.

use std::env;
use std::str::FromStr;

use lab::base::error::{Error, Result};
use lab::schedule::part::{MAX_SHARDS, Part};

/// What `--shard` says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shard {
    /// This one.
    Given(Part),
    /// Of so many shards the one with this job's index.
    Job {
        /// How many shards there are, whatever jobs the array has.
        of: u64,
        /// Whether indices count from 0 on every system.
        from_0: bool,
    },
    /// This job's of as many shards as its array has jobs.
    Array,
}

impl Shard {
    /// The part to play.
    ///
    /// # Errors
    /// If the environment is asked and has no answer, or one that could be meant otherwise.
    pub fn part(&self) -> Result<Part> {
        self.read(&|name| env::var(name).ok()).map_err(|fault| Error::input(format!("--shard {fault}")))
    }

    fn read(&self, read: Read<'_>) -> std::result::Result<Part, String> {
        let (said, part) = match *self {
            Self::Given(ref part) => return Ok(part.clone()),
            Self::Job { of, from_0 } => {
                let said = if from_0 { format!("array0/{of}") } else { format!("array/{of}") };
                (said, System::of(read).and_then(|system| system.job(read, of, from_0)))
            }
            Self::Array => ("array".to_owned(), System::of(read).and_then(|system| system.whole_array(read))),
        };
        part.map_err(|fault| format!("{said}: {fault}"))
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        if text == "array" {
            return Ok(Self::Array);
        }
        let job = text.split_once('/').and_then(|(word, of)| match word {
            "array" => Some((false, of)),
            "array0" => Some((true, of)),
            _ => None,
        });
        let Some((from_0, of)) = job else {
            return text.parse().map(Self::Given).map_err(|error| format!("{error}, or `array/N` in a job array"));
        };
        let count = of.parse().ok().filter(|count| (1..=MAX_SHARDS).contains(count));
        let count = count.filter(|_| of.bytes().all(|digit| digit.is_ascii_digit()));
        let shard = count.map(|of| Self::Job { of, from_0 });
        shard.ok_or_else(|| format!("accepted: array/N or array0/N, N shards from 1 to {MAX_SHARDS}"))
    }
}

/// A variable of the environment, if it is set.
type Read<'a> = &'a dyn Fn(&str) -> Option<String>;

/// A system that runs job arrays, and the variables by which it tells a job where it stands.
struct System {
    name: &'static str,
    index: &'static str,
    /// The index of the first shard, where `array/N` leaves it to the system.
    base: u64,
    /// How far the array goes, if the system says so.
    extent: Option<Extent>,
}

/// What tells how far an array goes.
struct Extent {
    /// The first index; where no variable tells, it is the system's base.
    first: Option<&'static str>,
    step: Option<&'static str>,
    end: End,
    /// The number of jobs, if it is given along with the end: then gaps can be found.
    count: Option<&'static str>,
}

/// How an array says where it ends.
enum End {
    /// By the index of the last job.
    Last(&'static str),
    /// By the number of jobs.
    Count(&'static str),
}

/// The systems. One may run inside another's jobs, as HyperQueue does, and then the inner one counts: it comes first.
const SYSTEMS: [System; 8] = [
    System { name: "HyperQueue", index: "HQ_TASK_ID", base: 1, extent: None },
    System {
        name: "Slurm",
        index: "SLURM_ARRAY_TASK_ID",
        base: 1,
        extent: Some(Extent {
            first: Some("SLURM_ARRAY_TASK_MIN"),
            step: Some("SLURM_ARRAY_TASK_STEP"),
            end: End::Last("SLURM_ARRAY_TASK_MAX"),
            count: Some("SLURM_ARRAY_TASK_COUNT"),
        }),
    },
    System {
        name: "Grid Engine",
        index: "SGE_TASK_ID",
        base: 1,
        extent: Some(Extent {
            first: Some("SGE_TASK_FIRST"),
            step: Some("SGE_TASK_STEPSIZE"),
            end: End::Last("SGE_TASK_LAST"),
            count: None,
        }),
    },
    System {
        name: "LSF",
        index: "LSB_JOBINDEX",
        base: 1,
        extent: Some(Extent {
            first: None,
            step: Some("LSB_JOBINDEX_STEP"),
            end: End::Last("LSB_JOBINDEX_END"),
            count: None,
        }),
    },
    System { name: "PBS", index: "PBS_ARRAY_INDEX", base: 1, extent: None },
    System { name: "Torque", index: "PBS_ARRAYID", base: 1, extent: None },
    System {
        name: "AWS Batch",
        index: "AWS_BATCH_JOB_ARRAY_INDEX",
        base: 0,
        extent: Some(Extent { first: None, step: None, end: End::Count("AWS_BATCH_JOB_ARRAY_SIZE"), count: None }),
    },
    System { name: "Kubernetes", index: "JOB_COMPLETION_INDEX", base: 0, extent: None },
];

impl System {
    /// The first whose index is set.
    fn of(read: Read<'_>) -> std::result::Result<&'static Self, String> {
        let names = || SYSTEMS.each_ref().map(|system| format!("{} ({})", system.index, system.name)).join(", ");
        let system = SYSTEMS.iter().find(|system| read(system.index).is_some());
        system.ok_or_else(|| format!("found no job array; accepted: one that sets {}", names()))
    }

    /// The shard of this job's index, of so many.
    fn job(&self, read: Read<'_>, of: u64, from_0: bool) -> std::result::Result<Part, String> {
        let base = if from_0 { 0 } else { self.base };
        let index = number(read, self.index)?;
        let part = index.checked_sub(base).filter(|&place| place < of).map(|place| Part::shard(place + 1, of));
        let hint = if base == 1 { format!("; array0/{of} counts from 0") } else { String::new() };
        let accepted = || format!("accepted: from {base} to {}{hint}", base + of - 1);
        part.ok_or_else(|| format!("{}: found {index}; {}", self.index, accepted()))
    }

    /// The shard of this job, of as many as the array has jobs.
    ///
    /// A few jobs that are submitted once more are an array too, and nothing tells how many shards there were. So only an array that
    /// looks whole is taken for one.
    fn whole_array(&self, read: Read<'_>) -> std::result::Result<Part, String> {
        const RATHER: &str = "--shard array/N with the number of shards";
        let Some(extent) = &self.extent else {
            let fault = format!("{} does not say how many jobs its array has", self.name);
            return Err(format!("{fault}; accepted: {RATHER}"));
        };
        let index = number(read, self.index)?;
        let first = extent.first.map_or(Ok(self.base), |name| number(read, name))?;
        let step = extent.step.filter(|name| read(name).is_some()).map_or(Ok(1), |name| number(read, name))?.max(1);
        let (end, count) = match extent.end {
            End::Count(name) => (name, number(read, name)?),
            End::Last(name) => {
                (name, number(read, name)?.checked_sub(first).map_or(0, |span| (span / step).saturating_add(1)))
            }
        };
        match extent.first {
            Some(name) if first > 1 => {
                return Err(format!("{name}: found {first}; accepted: an array that begins at 0 or 1, or {RATHER}"));
            }
            _ if count == 1 => {
                return Err(format!("{end}: found an array of one job; accepted: several jobs, or {RATHER}"));
            }
            _ => extent.refuse_gaps(read, count, RATHER)?,
        }
        let shard = index.checked_sub(first).map(|offset| offset / step + 1);
        let part = shard.map(|shard| Part::shard(shard, count)).filter(Part::is_valid);
        part.ok_or_else(|| {
            format!("{}: found {index}; accepted: a job of an array of at most {MAX_SHARDS}", self.index)
        })
    }
}

impl Extent {
    /// An array with gaps, as when some jobs are submitted once more, has other numbers than the whole one had.
    fn refuse_gaps(&self, read: Read<'_>, expected: u64, rather: &str) -> std::result::Result<(), String> {
        let Some(name) = self.count.filter(|name| read(name).is_some()) else { return Ok(()) };
        match number(read, name)? {
            found if found == expected => Ok(()),
            found => {
                let jobs = format!("from first to last there are {expected} jobs");
                Err(format!("{name}: found {found}, and {jobs}; accepted: an array without gaps, or {rather}"))
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

    fn part(shard: &str, variables: &[(&str, &str)]) -> std::result::Result<String, String> {
        let read = |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
        shard.parse::<Shard>().unwrap().read(&read).map(|part| part.to_string())
    }

    /// Slurm's variables of job `id` of `--array=min-max:step`.
    fn slurm<'a>(id: &'a str, min: &'a str, max: &'a str, step: &'a str) -> Vec<(&'static str, &'a str)> {
        vec![
            ("SLURM_ARRAY_TASK_ID", id),
            ("SLURM_ARRAY_TASK_MIN", min),
            ("SLURM_ARRAY_TASK_MAX", max),
            ("SLURM_ARRAY_TASK_STEP", step),
        ]
    }

    #[test]
    fn the_number_of_shards_can_be_given_on_every_system() {
        for system in &SYSTEMS {
            let job = |shard, index| part(shard, &[(system.index, index)]);
            let (name, from_0) = (system.name, system.base == 0);
            let [first, last, beyond] = if from_0 { ["0", "7", "8"] } else { ["1", "8", "9"] };
            assert_eq!(job("array/8", first).unwrap(), "1/8", "{name}");
            assert_eq!(job("array/8", last).unwrap(), "8/8", "{name}");
            let error = job("array/8", beyond).unwrap_err();
            assert!(error.contains(&format!("{}: found {beyond}", system.index)), "{error}");
            assert_eq!(job("array0/8", "0").unwrap(), "1/8", "{name}");
            assert_eq!(job("array0/8", "7").unwrap(), "8/8", "{name}");
            assert!(job("array0/8", "8").is_err(), "{name}");
            assert_eq!(job("array/8", "0").is_ok(), from_0, "{name}");
            assert_eq!(job("array/1", first).unwrap(), "1/1", "{name}");
            assert!(job("array/8", "-1").is_err() && job("array/8", "undefined").unwrap_err().contains("`undefined`"));
        }
        assert_eq!(SYSTEMS.each_ref().map(|system| system.base), [1, 1, 1, 1, 1, 1, 0, 0]);
    }

    #[test]
    fn with_their_number_given_shards_stay_the_same_when_some_jobs_are_submitted_again() {
        assert_eq!(part("array/8", &slurm("4", "4", "4", "1")).unwrap(), "4/8");
        assert_eq!(part("array/8", &slurm("7", "3", "7", "4")).unwrap(), "7/8");
        assert_eq!(part("array0/8", &slurm("7", "7", "7", "1")).unwrap(), "8/8");
    }

    #[test]
    fn arrays_from_0_and_from_1_in_steps_or_not() {
        let slurm = |id, min, max, step| part("array", &slurm(id, min, max, step));
        assert_eq!(slurm("0", "0", "15", "1").unwrap(), "1/16");
        assert_eq!(slurm("16", "1", "16", "1").unwrap(), "16/16");
        assert_eq!(slurm("7", "1", "9", "2").unwrap(), "4/5");
        assert_eq!(slurm("3", "0", "3", "0").unwrap(), "4/4");
        assert!(slurm("17", "1", "16", "1").unwrap_err().contains("SLURM_ARRAY_TASK_ID: found 17"));
        assert!(slurm("1", "1", "99999999", "1").is_err());
        assert!(slurm("1", "0", "18446744073709551615", "1").is_err());
        assert!(slurm("0", "1", "16", "1").is_err() && slurm("x", "1", "16", "1").unwrap_err().contains("`x`"));
        let batch = [("AWS_BATCH_JOB_ARRAY_INDEX", "0"), ("AWS_BATCH_JOB_ARRAY_SIZE", "4")];
        assert_eq!(part("array", &batch).unwrap(), "1/4");
        assert_eq!(part("array", &[("LSB_JOBINDEX", "3"), ("LSB_JOBINDEX_END", "8")]).unwrap(), "3/8");
        let grid = |first| {
            let ends = [("SGE_TASK_FIRST", first), ("SGE_TASK_LAST", "5"), ("SGE_TASK_STEPSIZE", "1")];
            part("array", &[&[("SGE_TASK_ID", "2")], &ends[..]].concat())
        };
        assert_eq!(grid("1").unwrap(), "2/5");
        assert!(grid("2").unwrap_err().contains("SGE_TASK_FIRST: found 2"));
    }

    #[test]
    fn an_array_that_may_be_jobs_submitted_again_is_refused() {
        let again = |id, min, max, count| {
            part("array", &[&slurm(id, min, max, "1")[..], &[("SLURM_ARRAY_TASK_COUNT", count)]].concat())
        };
        assert_eq!(again("3", "1", "7", "7").unwrap(), "3/7");
        assert!(again("3", "1", "7", "2").unwrap_err().contains("without gaps"));
        for (min, max, found) in [("4", "4", "begins at 0 or 1"), ("1", "1", "one job"), ("0", "0", "one job")] {
            let error = again(min, min, max, "1").unwrap_err();
            assert!(error.contains(found) && error.contains("array/N"), "{error}");
        }
        let batch = [("AWS_BATCH_JOB_ARRAY_INDEX", "0"), ("AWS_BATCH_JOB_ARRAY_SIZE", "1")];
        assert!(part("array", &batch).unwrap_err().contains("one job"));
    }

    #[test]
    fn who_does_not_say_how_many_jobs_there_are_is_told_to_give_the_number() {
        for index in ["PBS_ARRAY_INDEX", "PBS_ARRAYID", "JOB_COMPLETION_INDEX", "HQ_TASK_ID"] {
            assert!(part("array", &[(index, "1")]).unwrap_err().contains("array/N"), "{index}");
        }
    }

    #[test]
    fn of_two_systems_the_inner_one_counts() {
        assert_eq!(part("array/9", &[("SLURM_ARRAY_TASK_ID", "2"), ("HQ_TASK_ID", "7")]).unwrap(), "7/9");
    }

    #[test]
    fn outside_an_array_it_says_what_it_looks_for() {
        for shard in ["array", "array/8", "array0/8"] {
            let error = part(shard, &[]).unwrap_err();
            assert!(SYSTEMS.iter().all(|system| error.contains(system.index)), "{error}");
        }
        assert!(part("array", &[("SGE_TASK_ID", "undefined")]).unwrap_err().contains("`undefined`"));
        assert!(part("array", &[("SLURM_ARRAY_TASK_ID", "3")]).unwrap_err().contains("SLURM_ARRAY_TASK_MIN"));
    }

    #[test]
    fn what_is_no_shard_is_refused() {
        assert_eq!("3/16".parse(), Ok(Shard::Given(Part::shard(3, 16))));
        for text in
            ["array/", "array/0", "array/+3", "array/x", "array/1000001", "array0/-1", "array0", "array1/4", "Array"]
        {
            assert!(text.parse::<Shard>().unwrap_err().contains("array/N"), "{text}");
        }
    }
}
