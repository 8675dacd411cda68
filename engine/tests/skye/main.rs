//! Isle of Skye, rule by rule. Expected values are counted by hand from the drawings; the counts stand in the comments.

mod drawing;
mod naive;
mod table;

mod course;
mod printed;
mod territory;
