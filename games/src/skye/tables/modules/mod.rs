//! `modules.csv`: the use of the modules in play, its costs and results, and the sources of VP.

pub mod item;

use self::item::{Amounts, Item};
use crate::skye::notes::raw_columns::{SeatNotes, notes_of};
use crate::skye::setting::Setting;
use lab::forms::column::Column;
use lab::schedule::Schedule;
use lab::subject::Accumulator;
use lab::subject::rows::Rows;
use lab::tables::by_agent::{ByAgent, Estimator, Sums};
use stats::sum::{Sum, impl_sum};
use stats::{Estimate, Ratio};

/// One item for one agent or for all.
#[derive(Clone, Debug)]
pub struct ModuleRow {
    pub agent: Option<usize>,
    /// The item.
    pub item: Item,
    pub clusters: u64,
    pub seat_games: u64,
    pub count: Estimate,
    pub gold: Estimate,
    pub vp: Estimate,
    pub round: Estimate,
}

impl ModuleRow {
    /// The columns in order.
    pub const COLUMNS: &[Column<Self>] = &[
        Column::<Self>::agent("agent", |row| row.agent).meaning("name of the agent; `all` for all agents together"),
        Column::<Self>::text("about", |row, line| line.plain(row.item.about())).meaning(
            "`second-turn`, `tablets` or `borderlands`; `vp` for sources of VP, which add up to the final VP; \
             `scrolls` for kinds of scrolls",
        ),
        Column::<Self>::text("what", |row, line| line.display(row.item.name())).meaning(
            "action or source of VP; `space-0` to `space-4` are Druid tiles from that space of the dolmen board",
        ),
        Column::<Self>::count("clusters", "clusters", |row| Some(row.clusters))
            .meaning("seeds played; intervals are clustered by seed"),
        Column::<Self>::count("seat_games", "seats", |row| Some(row.seat_games))
            .meaning("number of the agent's seats in all games"),
        Column::<Self>::estimate("count", "times", |row| row.count)
            .meaning("mean number of times per player and game; empty for VP"),
        Column::<Self>::estimate("gold", "gold", |row| row.gold)
            .meaning("mean gold paid each time, or saved by a discount; empty if none is involved"),
        Column::<Self>::estimate("vp", "VP", |row| row.vp)
            .meaning("mean VP per player and game; empty for actions that score nothing themselves"),
        Column::<Self>::estimate("round", "round", |row| row.round)
            .meaning("mean round of the action; empty if rounds are not recorded"),
    ];
}

/// One item over seats.
#[derive(Copy, Clone, Default, Debug)]
pub struct ModuleSums {
    seats: u64,
    amounts: Amounts,
}

impl_sum!(ModuleSums: seats, amounts);

/// One item over clusters.
#[derive(Copy, Clone, Default, Debug)]
pub struct ModuleMeans {
    seats: u64,
    count: Ratio,
    gold: Ratio,
    vp: Ratio,
    round: Ratio,
}

impl Estimator for ModuleMeans {
    type Sums = ModuleSums;

    fn push(&mut self, &ModuleSums { seats, amounts: Amounts { count, gold, vp, rounds } }: &ModuleSums) {
        self.seats += seats;
        let [count, gold, vp, rounds] = [count, gold, vp, rounds].map(|amount| amount.unwrap_or(0) as f64);
        self.count.push(count, seats as f64);
        self.gold.push(gold, count);
        self.vp.push(vp, seats as f64);
        self.round.push(rounds, count);
    }
}

/// All items over all clusters so far.
#[derive(Clone, Debug)]
pub struct ModuleUse {
    items: Vec<Item>,
    means: ByAgent<ModuleMeans>,
}

impl ModuleUse {
    /// Creates sums without clusters.
    pub fn new(schedule: &Schedule, setting: &Setting) -> Self {
        let items = Item::all(setting.rules.modules);
        Self { means: ByAgent::new(schedule.agents.len(), items.len()), items }
    }
}

impl Accumulator for ModuleUse {
    type Sums = Sums<ModuleMeans>;

    fn sums(&self) -> Self::Sums {
        self.means.sums()
    }

    fn add(&self, by_agent: &mut Self::Sums, rows: &Rows) {
        for (seat, notes) in rows.seats.iter().zip(&notes_of(rows).seats) {
            for (done, item) in by_agent[seat.agent].iter_mut().zip(&self.items) {
                done.add(&ModuleSums { seats: 1, amounts: item.amounts(notes, rows.running.rounds()) });
            }
        }
    }

    fn close(&mut self, cluster: &Self::Sums) {
        self.means.close(cluster);
    }
}

impl ModuleUse {
    /// Returns the table: all items for every agent, then for all together.
    pub fn rows(&self) -> Vec<ModuleRow> {
        self.means.rows(|agent, place, of| {
            let item = self.items[place];
            let has = item.amounts(&SeatNotes::default(), 0);
            ModuleRow {
                agent,
                item,
                clusters: of.vp.blocks(),
                seat_games: of.seats,
                count: estimate(has.count, &of.count),
                gold: estimate(has.gold, &of.gold),
                vp: estimate(has.vp, &of.vp),
                round: estimate(has.rounds, &of.round),
            }
        })
    }
}

/// Estimates an amount, if the item has it.
fn estimate(amount: Option<u64>, ratio: &Ratio) -> Estimate {
    amount.map_or(Estimate::default(), |_| ratio.amount())
}
