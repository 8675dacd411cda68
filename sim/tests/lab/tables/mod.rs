//! Result tables and raw tables, each against the others.

mod columns;
mod consistency;
mod findings;
mod pairs;
mod statistics;
