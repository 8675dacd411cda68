//! `hometowns.csv`: the effect of each side of a hometown on the seats that have it.

use super::contrast::{ContrastRow, Contrasts, Splits, columns};
use crate::tipperary::notes::raw_columns::dealt;
use crate::tipperary::setting::Setting;
use lab::forms::column::Column;
use lab::schedule::Schedule;
use lab::subject::Accumulator;
use lab::subject::rows::Rows;

/// The columns in order.
pub const COLUMNS: &[Column<ContrastRow>] = columns! {
    ("hometown", "hometown and its side");
    "seeds in which some of the agent's seats have it and others do not";
    [Column::<ContrastRow>::count("seat_games", "seats", |row| Some(row.seats_with)).meaning("number of the agent's seats with it")];
    vp "final VP with it minus those of the same agent's seats with other hometowns, same seed",
        "p value for no difference in VP";
    wins "win share with it minus that of the same agent's seats with other hometowns, same seed",
        "p value for no difference in win share"
};

/// All sides of hometowns over all clusters so far.
#[derive(Clone, Debug)]
pub struct HometownContrasts(Contrasts);

fn ids(setting: &Setting) -> Vec<String> {
    let components = setting.components();
    components.all_hometowns().map(|hometown| components.hometown(hometown).id.clone()).collect()
}

impl HometownContrasts {
    /// Creates contrasts without clusters.
    pub fn new(schedule: &Schedule, setting: &Setting) -> Self {
        Self(Contrasts::new(schedule.agents.len(), ids(setting)))
    }
}

impl Accumulator for HometownContrasts {
    type Sums = Splits;

    fn sums(&self) -> Splits {
        self.0.sums()
    }

    fn add(&self, splits: &mut Splits, rows: &Rows) {
        let hometowns = self.0.names().iter().enumerate();
        for (thing, id) in hometowns.filter(|(_, id)| dealt(rows).ids().any(|other| other == *id)) {
            for seat in &rows.seats {
                let has_it = dealt(rows).id(seat.seat) == id;
                splits[seat.agent][thing].add_seat(has_it, seat.points, seat.win_share);
            }
        }
    }

    fn close(&mut self, cluster: &Splits) {
        self.0.close(cluster);
    }
}

impl HometownContrasts {
    /// Returns the table: all sides for every agent, then for all together.
    pub fn rows(&self) -> Vec<ContrastRow> {
        self.0.rows()
    }
}
