//! `tiles.csv`: results of seats that take a landscape tile rather than the other one of their area.

use super::contrast::{ContrastRow, Contrasts, Splits, columns};
use crate::tipperary::notes::raw_columns::notes_of;
use crate::tipperary::setting::Setting;
use lab::forms::column::Column;
use lab::schedule::Schedule;
use lab::subject::Accumulator;
use lab::subject::rows::Rows;

/// The columns in order.
pub const COLUMNS: &[Column<ContrastRow>] = columns! {
    ("tile", "landscape tile");
    "seeds in which the agent takes it in some turns and leaves it in others";
    [
        Column::<ContrastRow>::count("offers", "turns", |row| Some(row.seats))
            .meaning("number of turns in which it was one of the two tiles of the player's area"),
        Column::<ContrastRow>::count("taken", "turns", |row| Some(row.seats_with)).meaning("number of turns in which it was taken"),
        Column::<ContrastRow>::estimate("taken_share", "fraction", |row| row.share)
            .meaning("share of these turns in which it was taken"),
    ];
    vp "final VP if taken minus final VP if left by the same agent, same seed; an effect if agents choose at random, otherwise an association",
        "p value for no difference in VP";
    wins "win share if taken minus win share if left by the same agent, same seed",
        "p value for no difference in win share"
};

/// All landscape tiles over all clusters so far.
#[derive(Clone, Debug)]
pub struct TileContrasts(Contrasts);

impl TileContrasts {
    /// Creates contrasts without clusters.
    pub fn new(schedule: &Schedule, setting: &Setting) -> Self {
        Self(Contrasts::new(schedule.agents.len(), setting.tile_ids()))
    }
}

impl Accumulator for TileContrasts {
    type Sums = Splits;

    fn sums(&self) -> Splits {
        self.0.sums()
    }

    fn add(&self, splits: &mut Splits, rows: &Rows) {
        for row in &notes_of(rows).placements {
            let seat = &rows.seats[row.seat];
            for (tile, is_taken) in [(row.tile, true), (row.left, false)] {
                splits[seat.agent][tile].add_seat(is_taken, seat.points, seat.win_share);
            }
        }
    }

    fn close(&mut self, cluster: &Splits) {
        self.0.close(cluster);
    }
}

impl TileContrasts {
    /// Returns the table: all tiles available to every agent, then for all together.
    pub fn rows(&self) -> Vec<ContrastRow> {
        self.0.rows()
    }
}
