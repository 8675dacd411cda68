//! Result tables and raw tables, each against the others.

mod columns;
mod consistency;
mod findings;
mod modules;
mod pairs;
mod statistics;
