//! `--shard`: which part of an experiment to play, from the argument or from the environment of a job array.

use std::env;
use std::str::FromStr;

use crate::error::{Error, Result};
use crate::part::Part;

/// What `--shard` says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shard {
    /// This one.
    Given(Part),
    /// That of this job in its array.
    Array,
}

/// Where a job array's system says which job this is.
struct ArrayVariables {
    system: &'static str,
    index: &'static str,
    /// The first index; `Ok` names a variable.
    first: std::result::Result<&'static str, u64>,
    step: Option<&'static str>,
    end: End,
}

/// How it says how many jobs there are.
enum End {
    /// The number of jobs.
    Count(&'static str),
    /// The index of the last job.
    Last(&'static str),
}

/// Every system that tells both.
const ARRAYS: [ArrayVariables; 4] = [
    ArrayVariables {
        system: "Slurm",
        index: "SLURM_ARRAY_TASK_ID",
        first: Ok("SLURM_ARRAY_TASK_MIN"),
        step: Some("SLURM_ARRAY_TASK_STEP"),
        end: End::Last("SLURM_ARRAY_TASK_MAX"),
    },
    ArrayVariables {
        system: "Grid Engine",
        index: "SGE_TASK_ID",
        first: Ok("SGE_TASK_FIRST"),
        step: Some("SGE_TASK_STEPSIZE"),
        end: End::Last("SGE_TASK_LAST"),
    },
    ArrayVariables {
        system: "AWS Batch",
        index: "AWS_BATCH_JOB_ARRAY_INDEX",
        first: Err(0),
        step: None,
        end: End::Count("AWS_BATCH_JOB_ARRAY_SIZE"),
    },
    ArrayVariables {
        system: "LSF",
        index: "LSB_JOBINDEX",
        first: Err(1),
        step: Some("LSB_JOBINDEX_STEP"),
        end: End::Last("LSB_JOBINDEX_END"),
    },
];

impl Shard {
    /// The part to play.
    ///
    /// # Errors
    /// If the environment is asked and does not say.
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

/// The first system whose index is set decides.
fn of_array(read: &dyn Fn(&str) -> Option<String>) -> std::result::Result<Part, String> {
    let names = ARRAYS.each_ref().map(|array| format!("{} ({})", array.index, array.system)).join(", ");
    let array = ARRAYS.iter().find(|array| read(array.index).is_some());
    array.ok_or_else(|| format!("--shard array: no job array; accepted: one that sets {names}"))?.part(read)
}

impl ArrayVariables {
    fn part(&self, read: &dyn Fn(&str) -> Option<String>) -> std::result::Result<Part, String> {
        let number = |name: &str| {
            let found = read(name).unwrap_or_default();
            let fault = || format!("--shard array: {name}: found `{found}`; accepted: a whole number");
            found.trim().parse::<u64>().map_err(|_| fault())
        };
        let index = number(self.index)?;
        let first = self.first.map_or_else(Ok, number)?;
        let step = self.step.filter(|name| read(name).is_some()).map_or(Ok(1), number)?.max(1);
        let count = match self.end {
            End::Count(name) => number(name)?,
            End::Last(name) => number(name)?.checked_sub(first).map_or(0, |span| span / step + 1),
        };
        let shard = index.checked_sub(first).map(|offset| offset / step + 1);
        let part = shard.map(|shard| Part::shard(shard, count)).filter(Part::is_valid);
        part.ok_or_else(|| format!("--shard array: {}: found {index}, which is not in the array", self.index))
    }
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
        assert!(slurm("17", "1", "16", "1").unwrap_err().contains("SLURM_ARRAY_TASK_ID: found 17"));
        assert!(slurm("0", "1", "16", "1").is_err() && slurm("x", "1", "16", "1").unwrap_err().contains("`x`"));
        let batch = [("AWS_BATCH_JOB_ARRAY_INDEX", "0"), ("AWS_BATCH_JOB_ARRAY_SIZE", "4")];
        assert_eq!(part(&batch).unwrap(), "1/4");
        assert_eq!(part(&[("LSB_JOBINDEX", "3"), ("LSB_JOBINDEX_END", "8")]).unwrap(), "3/8");
        let grid = [("SGE_TASK_ID", "2"), ("SGE_TASK_FIRST", "2"), ("SGE_TASK_LAST", "5"), ("SGE_TASK_STEPSIZE", "1")];
        assert_eq!(part(&grid).unwrap(), "1/4");
    }

    #[test]
    fn outside_an_array_it_says_what_it_looks_for() {
        let error = part(&[]).unwrap_err();
        assert!(ARRAYS.iter().all(|array| error.contains(array.index)), "{error}");
        assert!(part(&[("SGE_TASK_ID", "undefined")]).unwrap_err().contains("`undefined`"));
        assert!(part(&[("SLURM_ARRAY_TASK_ID", "3")]).unwrap_err().contains("SLURM_ARRAY_TASK_MIN"));
    }
}
