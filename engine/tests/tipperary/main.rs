//! Tests of Tipperary, by room.

mod drawing;
mod naive;
mod table;

mod county;
mod course;
mod printed;
