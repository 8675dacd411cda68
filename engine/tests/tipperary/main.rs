//! Tests of Tipperary: components, counties, course of a game.

mod drawing;
mod naive;
mod table;

mod county;
mod course;
mod printed;
