//! The commands, one file each: their arguments, and the calls and output.

pub mod args;

/// Commands that play experiments.
pub mod experiment {
    pub mod match_;
    pub mod merge;
    pub mod new;
    pub mod plan;
    pub mod prices;
    pub mod run;
    pub mod sensitivity;
    pub mod tiles;
    pub mod try_;
    pub mod tune;
}

/// Commands on finished experiments.
pub mod finished {
    pub mod analyse;
    pub mod compare;
    pub mod replay;
    pub mod report;
    pub mod verify;
}

/// Commands on single games and their records.
pub mod game {
    pub mod agent_check;
    pub mod check;
    pub mod draw;
    pub mod explain;
    pub mod page;
    pub mod people;
    pub mod play;
    pub mod serve;
}

/// Commands for agents and lists, and output for shells and manuals.
pub mod tools {
    pub mod completions;
    pub mod exploit;
    pub mod judgement;
    pub mod list;
    pub mod man;
    pub mod train;
}

/// Commands under `sim dev`, for developers of games, agents and statistics.
pub mod dev {
    pub mod appraise;
    pub mod bench;
    pub mod fingerprint;
    pub mod null;
    pub mod plot;
    pub mod soak;
}

pub mod cli;
