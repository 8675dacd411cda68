//! `hometowns.csv`: what each side of a hometown does to those who have it.

use super::contrast::{self, Contrasts, Named, Splits};
use crate::lab::forms::column::{Column, estimate, float, integer, text};
use crate::lab::schedule::Schedule;
use crate::lab::subject::Accumulator;
use crate::tipperary::notes::rows::TipperaryRows;
use crate::tipperary::setting::Setting;

/// The columns in order.
pub const COLUMNS: &[Column<Named>] = &[
    contrast::AGENT,
    text("hometown", "the hometown and its side", |(id, _), _, line| line.plain(id)),
    integer(
        "clusters",
        "clusters",
        "seeds in which some seats of an agent have it and others do not",
        |(_, row), _, line| {
            line.count(row.clusters);
        },
    ),
    integer("seat_games", "seats", "the agent's seats with it", |(_, row), _, line| line.count(row.seats_with)),
    estimate(
        "vp",
        "VP",
        "final VP with it less those of the same agent's seats with the other hometowns of the same seed",
        |(_, row), part, line| line.estimate(&row.vp.effect, part),
    ),
    float("vp_p", "", "p value of the hypothesis that it makes no difference to VP", |(_, row), _, line| {
        line.float(row.vp.p);
    }),
    contrast::VP_Q,
    contrast::VP_SHRUNK,
    contrast::RANK,
    estimate(
        "wins",
        "fraction",
        "share of the win with it less that of the same agent's seats with the other hometowns of the same seed",
        |(_, row), part, line| line.estimate(&row.wins.effect, part),
    ),
    float("wins_p", "", "p value of the hypothesis that it makes no difference to wins", |(_, row), _, line| {
        line.float(row.wins.p);
    }),
    contrast::WINS_Q,
];

/// Over all clusters so far.
#[derive(Clone, Debug)]
pub struct Totals {
    /// The ids of all sides, by number.
    ids: Vec<String>,
    contrasts: Contrasts,
}

/// In one block or cluster.
#[derive(Clone, Debug)]
pub struct Sums {
    ids: Vec<String>,
    splits: Splits,
}

fn ids(setting: &Setting) -> Vec<String> {
    let components = setting.components();
    components.all_hometowns().map(|hometown| components.hometown(hometown).id.clone()).collect()
}

impl Accumulator<Setting> for Totals {
    type Sums = Sums;

    fn new(schedule: &Schedule, setting: &Setting) -> Self {
        let ids = ids(setting);
        Self { contrasts: Contrasts::new(schedule.agents.len(), ids.len()), ids }
    }

    fn sums(schedule: &Schedule, setting: &Setting) -> Sums {
        let ids = ids(setting);
        Sums { splits: Splits::new(schedule.agents.len(), ids.len()), ids }
    }

    fn add(Sums { ids, splits }: &mut Sums, rows: &TipperaryRows) {
        let in_play = |id: &String| rows.treatment.ids().any(|other| other == id);
        for (thing, id) in ids.iter().enumerate().filter(|(_, id)| in_play(id)) {
            for seat in &rows.seats {
                let has_it = rows.treatment.id(seat.seat) == id;
                splits.of(seat.agent, thing).add_seat(has_it, seat.points, seat.win_share);
            }
        }
    }

    fn merge(cluster: &mut Sums, block: &Sums) {
        cluster.splits.merge(&block.splits);
    }

    fn close(&mut self, cluster: &Sums) {
        self.contrasts.close(&cluster.splits);
    }
}

impl Totals {
    /// The table: for every agent all sides, then for all together.
    pub fn rows(&self) -> Vec<Named> {
        self.contrasts.rows(&self.ids)
    }
}
