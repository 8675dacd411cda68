//! Games as small numbered choices and feature vectors, for reinforcement and imitation learning.
//!
//! No Python, no files.
//!
//! A decision of a game is made in small steps ([`Encoding`]): each is a number out of a fixed range, with a mask of
//! possible ones. Forced steps are skipped. [`Environment`] is one game in such steps, [`Batch`] many of them side by
//! side.
//!
//! [`Encoding`]: encoding::Encoding
//! [`Environment`]: environment::Environment
//! [`Batch`]: batch::Batch

pub mod action_mask;

pub mod encoding;

pub mod afterstates;

pub mod numbers;

pub mod environment;

pub mod batch;

pub mod guided;

pub mod skye;

pub mod tipperary;
