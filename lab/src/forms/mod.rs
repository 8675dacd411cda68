//! The syntax of configs and tables: typed TOML, CSV columns, lines and cells, displayed numbers.

pub mod tree;

pub mod section;

pub mod rule;

pub mod seat_set;

pub mod labels;

pub mod column_group;

pub mod line;

pub mod cells;

pub mod column;

pub mod compression;

pub mod numbers;

pub mod passage;
