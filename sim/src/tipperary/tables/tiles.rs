//! `tiles.csv`: how those do who take a landscape tile in place of the other one of their area.

use super::contrast::{self, Contrasts, Named, Splits};
use crate::lab::forms::column::{Column, estimate, float, integer, text};
use crate::lab::schedule::Schedule;
use crate::lab::subject::Accumulator;
use crate::tipperary::notes::rows::TipperaryRows;
use crate::tipperary::setting::Setting;

/// The columns in order.
pub const COLUMNS: &[Column<Named>] = &[
    contrast::AGENT,
    text("tile", "the landscape tile", |(name, _), _, line| line.plain(name)),
    integer(
        "clusters",
        "clusters",
        "seeds in which an agent takes it in some turns and leaves it in others",
        |(_, row), _, line| {
            line.count(row.clusters);
        },
    ),
    integer(
        "offers",
        "turns",
        "turns in which it was one of the two tiles of the player's area",
        |(_, row), _, line| {
            line.count(row.seats);
        },
    ),
    integer("taken", "turns", "turns in which it was taken", |(_, row), _, line| line.count(row.seats_with)),
    estimate("taken_share", "fraction", "share of the turns in which it was taken", |(_, row), part, line| {
        line.estimate(&row.share, part);
    }),
    estimate(
        "vp",
        "VP",
        "final VP where it was taken less those where the same agent left it with the same seed; its effect where agents choose at random, otherwise an association",
        |(_, row), part, line| line.estimate(&row.vp.effect, part),
    ),
    float("vp_p", "", "p value of the hypothesis that there is no difference in VP", |(_, row), _, line| {
        line.float(row.vp.p);
    }),
    contrast::VP_Q,
    contrast::VP_SHRUNK,
    contrast::RANK,
    estimate(
        "wins",
        "fraction",
        "share of the win where it was taken less that where the same agent left it with the same seed",
        |(_, row), part, line| line.estimate(&row.wins.effect, part),
    ),
    float("wins_p", "", "p value of the hypothesis that there is no difference in wins", |(_, row), _, line| {
        line.float(row.wins.p);
    }),
    contrast::WINS_Q,
];

/// Over all clusters so far.
#[derive(Clone, Debug)]
pub struct Totals {
    /// The ids of all tiles, by number.
    ids: Vec<String>,
    contrasts: Contrasts,
}

impl Accumulator<Setting> for Totals {
    type Sums = Splits;

    fn new(schedule: &Schedule, setting: &Setting) -> Self {
        let ids = setting.tile_ids();
        Self { contrasts: Contrasts::new(schedule.agents.len(), ids.len()), ids }
    }

    fn sums(schedule: &Schedule, setting: &Setting) -> Splits {
        Splits::new(schedule.agents.len(), setting.components().landscape().len())
    }

    fn add(splits: &mut Splits, rows: &TipperaryRows) {
        for row in &rows.notes.placements {
            let seat = &rows.seats[row.seat];
            for (tile, is_taken) in [(row.tile, true), (row.left, false)] {
                splits.of(seat.agent, tile).add_seat(is_taken, seat.points, seat.win_share);
            }
        }
    }

    fn merge(cluster: &mut Splits, block: &Splits) {
        cluster.merge(block);
    }

    fn close(&mut self, cluster: &Splits) {
        self.contrasts.close(cluster);
    }
}

impl Totals {
    /// The table: for every agent all tiles that it could take, then for all together.
    pub fn rows(&self) -> Vec<Named> {
        self.contrasts.rows(&self.ids)
    }
}
