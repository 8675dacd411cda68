//! Agents that are other programs.

mod examples;
mod process;
mod serve;
