//! What a verification finds.

use crate::base::error::{Error, Result};

/// The most faults that are reported one by one.
const MAX_FAULTS: usize = 20;

/// What was found.
#[derive(Default, Debug)]
pub struct Verification {
    /// Games whose rows were read.
    pub games: u64,
    /// Games that were replayed.
    pub replayed: u64,
    /// Result tables of a folder without raw tables, whose form was checked.
    pub tables: u64,
    /// What could not be checked since it is not there.
    pub unchecked: Vec<String>,
    /// What is not as a run leaves it: the first faults, then whether there are more.
    pub faults: Vec<String>,
}

impl Verification {
    /// Notes what is the run's fault.
    ///
    /// # Errors
    /// Any other error.
    pub fn note(&mut self, error: Error) -> Result<()> {
        match error {
            Error::Input(fault) => self.faults.push(fault),
            Error::Other(_) | Error::Interrupted => return Err(error),
        }
        Ok(())
    }

    /// Whether there are more faults than will be reported.
    pub fn is_full(&self) -> bool {
        self.faults.len() > MAX_FAULTS
    }

    /// Keeps no more faults than are reported.
    pub fn shorten(&mut self) {
        if self.is_full() {
            self.faults.truncate(MAX_FAULTS);
            self.faults.push(format!("and more than these {MAX_FAULTS} faults"));
        }
    }
}
