//! What the scoring tiles of one round award, as a table.

use engine::Seat;
use engine::skye::{ScoringTile, Slot};

/// The scores of one round.
#[derive(Clone, Default)]
pub struct ScoreTable {
    slots: Vec<(Slot, ScoringTile)>,
    /// By seat: VP of each slot, and the score after the last.
    rows: Vec<Row>,
}

#[derive(Clone)]
struct Row {
    seat: Seat,
    vp: Vec<u16>,
    total: u16,
}

impl ScoreTable {
    /// Adds what one scoring tile awards one seat.
    pub fn add(&mut self, seat: Seat, slot: Slot, scoring: ScoringTile, vp: u16, total: u16) {
        if !self.slots.contains(&(slot, scoring)) {
            self.slots.push((slot, scoring));
        }
        let index = self.rows.iter().position(|row| row.seat == seat).unwrap_or_else(|| {
            self.rows.push(Row { seat, vp: Vec::new(), total });
            self.rows.len() - 1
        });
        self.rows[index].vp.push(vp);
        self.rows[index].total = total;
    }

    /// The table: a column for each slot, a line for each seat, whom `who` names.
    pub fn lines(self, who: impl Fn(Seat) -> String) -> Vec<String> {
        let heads: Vec<String> =
            self.slots.iter().map(|(slot, scoring)| format!("{} {scoring}", slot.letter())).collect();
        let line = |row: &Row| {
            let cells = row.vp.iter().zip(&heads).map(|(vp, head)| format!("{vp:>width$}", width = head.len()));
            let cells: Vec<String> = cells.collect();
            format!("{}  {}  {:>5}", who(row.seat), cells.join("  "), row.total)
        };
        let Some(first) = self.rows.first() else { return Vec::new() };
        let indent = who(first.seat).chars().count();
        let head = format!("{:indent$}  {}  total", "", heads.join("  "));
        std::iter::once(head).chain(self.rows.iter().map(line)).collect()
    }
}
