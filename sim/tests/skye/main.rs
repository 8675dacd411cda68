//! Isle of Skye in the laboratory: its records, how it is drawn, told and explained, and what readers make of any input.

#[path = "../common/test_folder.rs"]
mod test_folder;

mod appraise;
mod calibrate;
mod drawing;
mod explain;
mod given;
mod hostile;
mod own_scoring_tiles;
mod record;
mod train;
mod what_if;
