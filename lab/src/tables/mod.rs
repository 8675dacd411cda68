//! The common result tables: their columns, each with its meaning and code, and the sums behind them.

pub mod frame;

pub mod result_row;

pub mod ratio_table;

pub mod agents;

pub mod pairs;

pub mod ratings;

pub mod seat_advantage;

pub mod neighbours;

pub mod balance;

pub mod sequential;

pub mod stopping;

pub mod totals;

pub mod measures;

pub mod comparison;

pub mod panel;
