//! `hometowns.csv`: what each side of a hometown does to those who have it.

use super::contrast::{ContrastRow, Contrasts, Splits, columns, splits};
use crate::tipperary::notes::rows::TipperaryRows;
use crate::tipperary::setting::Setting;
use lab::forms::column::{Column, estimate, float, integer, text};
use lab::schedule::Schedule;
use lab::subject::Accumulator;
use stats::sum::sums;

/// The columns in order.
pub const COLUMNS: &[Column<ContrastRow>] = columns! {
    ("hometown", "the hometown and its side");
    "seeds in which some seats of an agent have it and others do not";
    [integer("seat_games", "seats", "the agent's seats with it", |row, _, line| line.count(row.seats_with))];
    vp "final VP with it less those of the same agent's seats with the other hometowns of the same seed",
        "p value of the hypothesis that it makes no difference to VP";
    wins "share of the win with it less that of the same agent's seats with the other hometowns of the same seed",
        "p value of the hypothesis that it makes no difference to wins"
};

/// All sides of hometowns over all clusters so far.
#[derive(Clone, Debug)]
pub struct Hometowns(Contrasts);

sums! {
    /// In one block or cluster.
    pub struct Lived {
        splits: Splits,
        ;
        /// The ids of all sides, by number.
        ids: Vec<String>,
    }
}

fn ids(setting: &Setting) -> Vec<String> {
    let components = setting.components();
    components.all_hometowns().map(|hometown| components.hometown(hometown).id.clone()).collect()
}

impl Accumulator<Setting> for Hometowns {
    type Sums = Lived;

    fn new(schedule: &Schedule, setting: &Setting) -> Self {
        Self(Contrasts::new(schedule.agents.len(), ids(setting)))
    }

    fn sums(schedule: &Schedule, setting: &Setting) -> Lived {
        let ids = ids(setting);
        Lived { splits: splits(schedule.agents.len(), ids.len()), ids }
    }

    fn add(Lived { splits, ids }: &mut Lived, rows: &TipperaryRows) {
        let in_play = |id: &String| rows.treatment.ids().any(|other| other == id);
        for (thing, id) in ids.iter().enumerate().filter(|(_, id)| in_play(id)) {
            for seat in &rows.seats {
                let has_it = rows.treatment.id(seat.seat) == id;
                splits[seat.agent][thing].add_seat(has_it, seat.points, seat.win_share);
            }
        }
    }

    fn close(&mut self, cluster: &Lived) {
        self.0.close(&cluster.splits);
    }
}

impl Hometowns {
    /// The table: for every agent all sides, then for all together.
    pub fn rows(&self) -> Vec<ContrastRow> {
        self.0.rows()
    }
}
