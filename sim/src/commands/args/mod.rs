//! Arguments that several commands share.

pub mod number;

pub mod manner;

pub mod shard;

pub mod setup;

pub mod library;
