//! Tests of the players of Tipperary.

mod appraisal;
mod contract;
mod greedy;
mod random_games;
mod value;
