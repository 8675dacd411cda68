//! The commands, a file each: arguments, and what they call and print.

pub mod args;

/// Commands that play experiments.
pub mod experiment {
    pub mod match_;
    pub mod merge;
    pub mod new;
    pub mod plan;
    pub mod run;
    pub mod sensitivity;
    pub mod shard;
    pub mod tune;
}

/// Commands on finished experiments.
pub mod finished {
    pub mod analyse;
    pub mod compare;
    pub mod plot;
    pub mod replay;
    pub mod report;
    pub mod verify;
}

/// Commands on single games and their records.
pub mod game {
    pub mod agent_check;
    pub mod appraise;
    pub mod check;
    pub mod draw;
    pub mod explain;
    pub mod people;
    pub mod play;
    pub mod serve;
}

/// Lists, and commands for those who develop games, agents and statistics.
pub mod tools {
    pub mod bench;
    pub mod calibrate;
    pub mod completions;
    pub mod exploit;
    pub mod fingerprint;
    pub mod list;
    pub mod man;
    pub mod null;
    pub mod soak;
    pub mod train;
}

pub mod cli;
