//! `modules.csv`: what players do with the modules in play and what it costs and brings them, and where their VP come from.

pub mod item;

use self::item::{Amounts, Item};
use crate::lab::forms::column::{Column, estimate, integer, text};
use crate::lab::schedule::Schedule;
use crate::lab::subject::Accumulator;
use crate::skye::notes::rows::SkyeRows;
use crate::skye::setting::Setting;
use crate::stats::{Estimate, Ratio};

/// One item for one agent, or for all.
#[derive(Clone, Debug)]
pub struct ModuleRow {
    /// The agent's number, or nothing for all agents.
    pub agent: Option<usize>,
    /// What it is about.
    pub item: Item,
    /// Clusters: seeds.
    pub clusters: u64,
    /// Seats in all games.
    pub seat_games: u64,
    /// How often for one player in a game.
    pub count: Estimate,
    /// Gold each time.
    pub gold: Estimate,
    /// VP of one player in a game.
    pub vp: Estimate,
    /// The mean round in which it happened.
    pub round: Estimate,
}

/// The columns in order.
pub const COLUMNS: &[Column<ModuleRow>] = &[
    text("agent", "name of the agent; `all` for all together", |row, _, line| line.agent(row.agent)),
    text(
        "about",
        "`second-turn`, `tablets` or `borderlands`; `vp` for the sources of VP, which add up to the final VP; `scrolls` for kinds of scrolls",
        |row, _, line| line.plain(row.item.about()),
    ),
    text(
        "what",
        "what was done or scored; `space-0` to `space-4` are Druid tiles from that space of the dolmen board",
        |row, _, line| line.display(row.item.name()),
    ),
    integer("clusters", "clusters", "seeds played; every interval is over clusters", |row, _, line| {
        line.count(row.clusters);
    }),
    integer("seat_games", "seats", "the agent's seats in all games", |row, _, line| line.count(row.seat_games)),
    estimate("count", "times", "how often one player did it in a game; empty for VP", |row, part, line| {
        line.estimate(&row.count, part);
    }),
    estimate(
        "gold",
        "gold",
        "mean gold paid each time, or saved by a discount; empty where there is none",
        |row, part, line| line.estimate(&row.gold, part),
    ),
    estimate("vp", "VP", "VP of one player in a game; empty for what brings none by itself", |row, part, line| {
        line.estimate(&row.vp, part);
    }),
    estimate("round", "round", "mean round in which it was done; empty where it is not noted", |row, part, line| {
        line.estimate(&row.round, part);
    }),
];

/// One item for one agent in one block or cluster.
#[derive(Copy, Clone, Default, Debug)]
struct Sums {
    seats: u64,
    amounts: Amounts,
}

impl Sums {
    fn add(&mut self, other: &Self) {
        self.seats += other.seats;
        self.amounts.add(&other.amounts);
    }
}

/// All agents and items of one block or cluster.
#[derive(Clone, Debug)]
pub struct BlockSums {
    items: Vec<Item>,
    /// By agent, then item.
    by_agent: Vec<Vec<Sums>>,
}

#[derive(Copy, Clone, Default, Debug)]
struct Total {
    seats: u64,
    count: Ratio,
    gold: Ratio,
    vp: Ratio,
    round: Ratio,
}

impl Total {
    fn add(&mut self, Sums { seats, amounts }: &Sums) {
        let Amounts { count, gold, vp, rounds } = *amounts;
        self.seats += seats;
        self.count.push(count as f64, *seats as f64);
        self.gold.push(gold as f64, count as f64);
        self.vp.push(vp as f64, *seats as f64);
        self.round.push(rounds as f64, count as f64);
    }
}

/// All agents and items over all clusters so far.
#[derive(Clone, Debug)]
pub struct Totals {
    items: Vec<Item>,
    by_agent: Vec<Vec<Total>>,
    together: Vec<Total>,
}

impl Accumulator<Setting> for Totals {
    type Sums = BlockSums;

    fn new(schedule: &Schedule, setting: &Setting) -> Self {
        let items = Item::all(setting.rules.modules);
        let together = vec![Total::default(); items.len()];
        Self { by_agent: vec![together.clone(); schedule.agents.len()], together, items }
    }

    fn sums(schedule: &Schedule, setting: &Setting) -> BlockSums {
        let items = Item::all(setting.rules.modules);
        BlockSums { by_agent: vec![vec![Sums::default(); items.len()]; schedule.agents.len()], items }
    }

    fn add(BlockSums { items, by_agent }: &mut BlockSums, rows: &SkyeRows) {
        for (seat, notes) in rows.seats.iter().zip(&rows.notes.seats) {
            for (sums, item) in by_agent[seat.agent].iter_mut().zip(&*items) {
                sums.add(&Sums { seats: 1, amounts: item.amounts(notes, rows.running.rounds()) });
            }
        }
    }

    fn merge(cluster: &mut BlockSums, block: &BlockSums) {
        for (items, more) in cluster.by_agent.iter_mut().zip(&block.by_agent) {
            items.iter_mut().zip(more).for_each(|(sums, more)| sums.add(more));
        }
    }

    fn close(&mut self, cluster: &BlockSums) {
        let mut together = vec![Sums::default(); self.items.len()];
        for (totals, sums) in self.by_agent.iter_mut().zip(&cluster.by_agent) {
            totals.iter_mut().zip(sums).for_each(|(total, sums)| total.add(sums));
            together.iter_mut().zip(sums).for_each(|(all, sums)| all.add(sums));
        }
        self.together.iter_mut().zip(&together).for_each(|(total, sums)| total.add(sums));
    }
}

impl Totals {
    /// The table: for every agent all items, then for all together.
    pub fn rows(&self) -> Vec<ModuleRow> {
        let agents = self.by_agent.iter().enumerate().map(|(agent, totals)| (Some(agent), totals));
        let everybody = agents.chain([(None, &self.together)]);
        let rows = everybody.flat_map(|(agent, totals)| {
            self.items.iter().zip(totals).map(move |(&item, total)| row(agent, item, total))
        });
        rows.collect()
    }
}

fn row(agent: Option<usize>, item: Item, total: &Total) -> ModuleRow {
    let has = item.has();
    let estimate = |is_there: bool, ratio: &Ratio| if is_there { ratio.amount() } else { Estimate::default() };
    ModuleRow {
        agent,
        item,
        clusters: total.vp.blocks(),
        seat_games: total.seats,
        count: estimate(has.count, &total.count),
        gold: estimate(has.gold, &total.gold),
        vp: estimate(has.vp, &total.vp),
        round: estimate(has.rounds, &total.round),
    }
}
