//! The games behind traits that are independent of the game, so that Python's classes can hold any.

mod traits;

mod game_source;

mod session_game;

mod stepwise;

mod seated;

mod playing;

mod competing;

mod table;

pub use session_game::read_record;
pub use table::{table, table_of_set_up};
pub use traits::{
    Accept, AnyState, BatchSteps, Callback, ChoiceRows, DecisionSteps, GameSteps, GameTable, LiveGame, MatchOrder,
    Origin, PickledGame, PlayOrder, PlayedGame, SearchOrder, SeatPlayer, Seed,
};
