//! The games behind traits that know no game, so that Python's classes can hold any.

mod faces;

mod deal;

mod in_play;

mod in_steps;

mod playing;

mod table;

pub use faces::{Accept, Deciding, Many, PlayOrder, Played, PlayedGame, Player, Seed, Steps, Table};
pub use in_play::read_record;
pub use table::{table, table_of_set_up};
