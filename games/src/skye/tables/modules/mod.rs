//! `modules.csv`: the use of the modules in play, its costs and results, and the sources of VP.

pub mod item;

use self::item::{Amounts, Item};
use crate::skye::notes::rows::{SeatNotes, notes_of};
use crate::skye::setting::Setting;
use lab::forms::column::text;
use lab::schedule::Schedule;
use lab::subject::Accumulator;
use lab::subject::rows::Rows;
use lab::tables::by_agent::{ByAgent, Estimator, Sums};
use lab::tables::row::{AgentName, Count, Estimated, rows};
use stats::sum::{Sum, sums};
use stats::{Estimate, Ratio};

rows! {
    /// One item for one agent, or for all.
    struct ModuleRow {
        agent: Option<usize> as AgentName("agent", "", "name of the agent; `all` for all together");
        /// The item.
        item: Item;
        + text(
            "about",
            "`second-turn`, `tablets` or `borderlands`; `vp` for the sources of VP, which add up to the final VP; `scrolls` for kinds of scrolls",
            |row, _, line| line.plain(row.item.about()),
        );
        + text(
            "what",
            "what was done or scored; `space-0` to `space-4` are Druid tiles from that space of the dolmen board",
            |row, _, line| line.display(row.item.name()),
        );
        clusters: u64 as Count("clusters", "clusters", "seeds played; every interval is over clusters");
        seat_games: u64 as Count("seat_games", "seats", "the agent's seats in all games");
        count: Estimate as Estimated("count", "times", "how often one player did it in a game; empty for VP");
        gold: Estimate as Estimated("gold", "gold", "mean gold paid each time, or saved by a discount; empty where there is none");
        vp: Estimate as Estimated("vp", "VP", "VP of one player in a game; empty for what brings none by itself");
        round: Estimate as Estimated("round", "round", "mean round in which it was done; empty where it is not noted");
    }
}

sums! {
    /// One item over seats.
    #[derive(Copy)]
    pub struct ModuleSums {
        seats: u64,
        amounts: Amounts,
    }
}

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
    /// No clusters yet.
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
    /// Returns the table: for every agent all items, then for all together.
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

/// Estimates an amount if the item has it.
fn estimate(amount: Option<u64>, ratio: &Ratio) -> Estimate {
    amount.map_or(Estimate::default(), |_| ratio.amount())
}
