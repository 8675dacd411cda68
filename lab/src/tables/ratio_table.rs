//! Result tables of ratios by agent and item: a list of columns says what is estimated, written, checked and shown.

use std::sync::Arc;

use crate::forms::column::{Cell, ColumnEntry, Heading, Row, Type};
use crate::forms::column_group::ColumnGroup;
use crate::forms::numbers::{percent, plain, with_half_width};
use crate::forms::passage::Passage;
use crate::schedule::Schedule;
use crate::schedule::contestant::Contestant;
use crate::subject::null_check::NullCheck;
use crate::subject::rows::Rows;
use crate::subject::{Accumulator, Subject};
use stats::Ratio;
use stats::multiple::{known_q_values, ranks, shrink};
use stats::sum::Sum;

/// A table with a row for each agent, or for all together, and each item, such as a round or a tile.
pub struct RatioTable {
    /// The names and meanings of the columns that identify an item.
    pub keys: &'static [[&'static str; 2]],
    /// Returns the cells in these columns of all items; empty if the table has no rows.
    pub items: fn(&dyn Subject) -> Vec<Vec<String>>,
    /// Whether all agents together have rows.
    pub has_all: bool,
    /// Whether items whose first sum is 0 have no rows.
    pub omits_empty: bool,
    /// The names of the sums over games, by agent and item.
    pub sums: &'static [&'static str],
    /// Returns the function that adds a game to the sums.
    pub add: fn(&dyn Subject) -> AddGame,
    /// Computes further sums from the others, for an agent and an item in one cluster.
    pub derive: fn(&mut [f64]),
    /// The columns after those of agent and item.
    pub columns: &'static [RatioColumn],
    /// Further columns after these, which tables can share.
    pub more: &'static [RatioColumn],
    /// The table in the summary of a run; its columns are those with [`Shown`] numbers.
    pub summary: Summary,
}

/// Adds a game to sums by agent and item.
pub type AddGame = Arc<dyn Fn(&Rows, &mut ItemSums<'_>) + Send + Sync>;

/// The sums of one table over the games of a block.
pub struct ItemSums<'a> {
    sums: &'a mut [f64],
    items: usize,
    width: usize,
}

impl<'a> ItemSums<'a> {
    /// Creates sums for this many items, with this many numbers each.
    pub fn new(sums: &'a mut [f64], items: usize, width: usize) -> Self {
        Self { sums, items, width }
    }

    /// Adds amounts, in the order of the table's sums, for an agent and an item.
    pub fn add(&mut self, agent: usize, item: usize, amounts: &[f64]) {
        let start = (agent * self.items + item) * self.width;
        self.sums[start..][..self.width].iter_mut().zip(amounts).for_each(|(sum, amount)| *sum += amount);
    }
}

/// The rows of a table in the summary of a run, with its title.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Summary {
    /// Not in the summary.
    No,
    /// Each item, over all agents.
    Items(&'static str),
    /// Each item, with the first number for each agent and for all.
    ItemsByAgent(&'static str),
    /// Each agent, for the last item, which stands for all.
    Agents(&'static str),
}

/// A column, or three for an estimate with its interval.
pub struct RatioColumn {
    heading: Heading,
    estimator: Estimator,
    /// The sums in numerator and denominator.
    over: &'static str,
    per: &'static str,
    shown: Shown,
    is_checked: bool,
}

/// The number in a column, computed from its sums `over` and `per`, or from the ratio of these.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Estimator {
    /// The number of clusters in which `per` is not 0.
    Clusters,
    /// The sum `over`.
    Count,
    /// The ratio of amounts that are never negative.
    Amount,
    /// The same in a column with the suffix `_mean`.
    Mean,
    /// The ratio of an amount to another that includes it.
    PartOfAmount,
    /// The share of equal things.
    Share,
    /// The ratio, with a t interval.
    Difference,
    /// The p value of a ratio of 0.
    P,
    /// The p value, adjusted for the number of the agent's rows.
    Q,
    /// The ratio, shrunk towards 0 among the agent's rows.
    Shrunk,
    /// The rank of the shrunk ratio among the agent's rows.
    Rank,
    /// The standard deviation of whole numbers with the sum `over` and the sum of squares `per`.
    ///
    /// Their count is the first sum of the table.
    Deviation,
}

/// A column in the summary of a run, under this heading.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Shown {
    /// Not in the summary.
    No,
    /// A number with this many decimals.
    Number(&'static str, usize),
    /// A share as a percentage.
    Percent(&'static str),
    /// A difference of shares in percentage points.
    Points(&'static str),
}

impl RatioColumn {
    /// Creates a column, or three for an estimate, from the names of its sums `over` and `per`.
    pub const fn new(
        estimator: Estimator,
        name: &'static str,
        unit: &'static str,
        [over, per]: [&'static str; 2],
    ) -> Self {
        let (group, kind) = match estimator {
            Estimator::Clusters | Estimator::Count | Estimator::Rank => (ColumnGroup::Single, Type::Integer),
            Estimator::P | Estimator::Q | Estimator::Shrunk | Estimator::Deviation => {
                (ColumnGroup::Single, Type::Float)
            }
            Estimator::Mean => (ColumnGroup::Mean, Type::Float),
            Estimator::Amount | Estimator::PartOfAmount | Estimator::Share | Estimator::Difference => {
                (ColumnGroup::Estimate, Type::Float)
            }
        };
        let heading = Heading { name, over: group, kind, unit, meaning: "" };
        Self { heading, estimator, over, per, shown: Shown::No, is_checked: true }
    }

    /// Sets the meaning in the dictionary.
    #[must_use]
    pub const fn meaning(mut self, meaning: &'static str) -> Self {
        self.heading.meaning = meaning;
        self
    }

    /// Includes the column in the summary of a run.
    #[must_use]
    pub const fn shown(mut self, shown: Shown) -> Self {
        self.shown = shown;
        self
    }

    /// Excludes the interval from null experiments, because another column checks the same method.
    #[must_use]
    pub const fn unchecked(mut self) -> Self {
        self.is_checked = false;
        self
    }

    /// Returns the text of a cell in the summary.
    fn words(&self, cell: &Cell) -> String {
        match (cell, self.shown) {
            (Cell::Count(count), _) => count.map_or(String::new(), |count| count.to_string()),
            (Cell::Estimate(estimate), Shown::Percent(_)) => percent(estimate),
            (Cell::Estimate(estimate), Shown::Points(_)) => with_half_width(estimate, 100.0, 1, " points"),
            (Cell::Estimate(estimate), Shown::Number(_, decimals)) => with_half_width(estimate, 1.0, decimals, ""),
            (Cell::Number(number) | Cell::Probability(number), Shown::Number(_, decimals)) => plain(*number, decimals),
            _ => String::new(),
        }
    }
}

impl Shown {
    fn head(self) -> Option<&'static str> {
        match self {
            Self::No => None,
            Self::Number(head, _) | Self::Percent(head) | Self::Points(head) => Some(head),
        }
    }
}

impl RatioTable {
    /// A table without columns.
    pub const EMPTY: Self = Self {
        keys: &[],
        items: |_| Vec::new(),
        has_all: true,
        omits_empty: false,
        sums: &[],
        add: |_| Arc::new(|_, _| ()),
        derive: |_| (),
        columns: &[],
        more: &[],
        summary: Summary::No,
    };

    /// Returns its columns.
    pub fn dictionary(&self) -> Vec<ColumnEntry> {
        let agent = if self.has_all { "name of the agent; `all` for all agents together" } else { "name of the agent" };
        let keys = [["agent", agent]].into_iter().chain(self.keys.iter().copied());
        let keys = keys.map(|[name, meaning]| Heading {
            over: ColumnGroup::Single,
            kind: Type::Text,
            unit: "",
            name,
            meaning,
        });
        keys.chain(self.all_columns().map(|column| column.heading)).flat_map(Heading::entries).collect()
    }

    fn all_columns(&self) -> impl Iterator<Item = &RatioColumn> {
        self.columns.iter().chain(self.more)
    }

    fn sum(&self, name: &str) -> usize {
        let place = self.sums.iter().position(|sum| *sum == name);
        place.unwrap_or_else(|| panic!("the table has no sum `{name}`"))
    }
}

/// The sums and ratios of a table over all clusters so far.
#[derive(Clone)]
pub struct RatioTotals {
    table: &'static RatioTable,
    items: Arc<[Vec<String>]>,
    add: AddGame,
    agents: usize,
    /// By agent, all together last, then by item, then by sum.
    sums: Vec<f64>,
    /// The different pairs of numerators and denominators of the columns.
    pairs: Arc<[[usize; 2]]>,
    /// By agent, all together last, then by item, then by pair.
    ratios: Vec<Ratio>,
}

/// The row of an agent, or of all together, and an item.
struct ItemRow {
    agent: Option<usize>,
    item: usize,
    is_empty: bool,
    /// The cells in the columns after those of agent and item.
    cells: Vec<Cell>,
}

impl RatioTotals {
    /// Creates totals without clusters.
    pub fn new(table: &'static RatioTable, schedule: &Schedule, subject: &dyn Subject) -> Self {
        let (items, agents) = ((table.items)(subject), schedule.agents.len());
        let mut pairs: Vec<[usize; 2]> = Vec::new();
        for column in table.all_columns() {
            let pair = [table.sum(column.over), table.sum(column.per)];
            let is_ratio = !matches!(column.estimator, Estimator::Count | Estimator::Deviation);
            if is_ratio && !pairs.contains(&pair) {
                pairs.push(pair);
            }
        }
        Self {
            sums: vec![0.0; (agents + 1) * items.len() * table.sums.len()],
            ratios: vec![Ratio::default(); (agents + 1) * items.len() * pairs.len()],
            items: items.into(),
            add: (table.add)(subject),
            pairs: pairs.into(),
            agents,
            table,
        }
    }

    fn item_rows(&self) -> Vec<ItemRow> {
        let (items, width, pairs) = (self.items.len(), self.table.sums.len(), self.pairs.len());
        let mut rows = Vec::new();
        for agent in 0..if self.table.has_all { self.agents + 1 } else { self.agents } {
            let all = agent * items..(agent + 1) * items;
            let sums: Vec<&[f64]> = all.clone().map(|row| &self.sums[row * width..][..width]).collect();
            let ratios: Vec<&[Ratio]> = all.map(|row| &self.ratios[row * pairs..][..pairs]).collect();
            let first = rows.len();
            rows.extend((0..items).map(|item| ItemRow {
                agent: (agent < self.agents).then_some(agent),
                item,
                is_empty: sums[item][0] <= 0.0,
                cells: Vec::new(),
            }));
            for column in self.table.all_columns() {
                let cells = self.cells(column, &sums, &ratios);
                rows[first..].iter_mut().zip(cells).for_each(|(row, cell)| row.cells.push(cell));
            }
        }
        rows.retain(|row| !(self.table.omits_empty && row.is_empty));
        rows
    }

    /// Returns the cells of a column in an agent's rows.
    fn cells(&self, column: &RatioColumn, sums: &[&[f64]], ratios: &[&[Ratio]]) -> Vec<Cell> {
        let [over, per] = [column.over, column.per].map(|name| self.table.sum(name));
        let place = self.pairs.iter().position(|pair| *pair == [over, per]).unwrap_or(0);
        let ratios = ratios.iter().map(|ratios| &ratios[place]);
        match column.estimator {
            Estimator::Clusters => ratios.map(|ratio| Cell::Count(Some(ratio.blocks()))).collect(),
            Estimator::Count => sums.iter().map(|sums| Cell::Count(Some(sums[over] as u64))).collect(),
            Estimator::Amount | Estimator::Mean => ratios.map(|ratio| Cell::Estimate(ratio.amount())).collect(),
            Estimator::PartOfAmount => ratios.map(|ratio| Cell::Estimate(ratio.amount().within(0.0, 1.0))).collect(),
            Estimator::Share => ratios.map(|ratio| Cell::Estimate(ratio.share())).collect(),
            Estimator::Difference => ratios.map(|ratio| Cell::Estimate(ratio.estimate())).collect(),
            Estimator::P => ratios.map(|ratio| Cell::Probability(ratio.p_value(0.0))).collect(),
            Estimator::Q => {
                known_q_values(ratios.map(|ratio| ratio.p_value(0.0))).into_iter().map(Cell::Probability).collect()
            }
            Estimator::Shrunk => among_tested(ratios, shrunk).into_iter().map(Cell::Number).collect(),
            Estimator::Rank => {
                among_tested(ratios, |tested| ranks(&shrunk(tested))).into_iter().map(Cell::Count).collect()
            }
            Estimator::Deviation => {
                sums.iter().map(|sums| Cell::Number(standard_deviation([sums[0], sums[over], sums[per]]))).collect()
            }
        }
    }

    /// Returns the rows of the table: all items for every agent, then for all together.
    pub fn rows(&self) -> Vec<Row> {
        let rows = self.item_rows().into_iter().map(|row| {
            let keys = self.table.keys.iter().zip(&self.items[row.item]);
            let keys = keys.map(|([name, _], key)| (*name, Cell::Text(key.clone())));
            let columns = self.table.all_columns().map(|column| column.heading.name);
            let agent = [("agent", Cell::Agent(row.agent))];
            Row::new(agent.into_iter().chain(keys).chain(columns.zip(row.cells)).collect())
        });
        rows.collect()
    }

    /// Returns checks of the intervals of a row over all agents, or of the first agent, a different one in each
    /// repetition.
    pub fn null_checks(&self, table: &str, repetition: usize) -> Vec<NullCheck> {
        let agent = if self.table.has_all { None } else { Some(0) };
        let rows: Vec<ItemRow> = self.item_rows().into_iter().filter(|row| row.agent == agent).collect();
        let row = rows.get(repetition % rows.len().max(1));
        let mut checks = Vec::new();
        for (place, column) in self.table.all_columns().enumerate() {
            if column.heading.over.has_interval() && column.is_checked {
                let estimate = row.and_then(|row| row.cells[place].estimate()).unwrap_or_default();
                let method = format!("{table}.csv: interval of {}", column.heading.name);
                checks.push(NullCheck::covers(method, row.map_or(0, |row| row.item), estimate));
            }
        }
        checks
    }

    /// Returns the table in the summary of a run; `None` without rows.
    pub fn passage(&self, schedule: &Schedule) -> Option<Passage> {
        let columns: Vec<(usize, &RatioColumn)> =
            self.table.all_columns().enumerate().filter(|(_, column)| column.shown != Shown::No).collect();
        let words = |row: &ItemRow| -> Vec<String> {
            columns.iter().map(|(place, column)| column.words(&row.cells[*place])).collect()
        };
        let mut rows = self.item_rows();
        rows.retain(|row| !row.is_empty);
        let keys = self.table.keys.iter().map(|[name, _]| *name).collect();
        let (title, labels, by_agent): (_, Vec<&str>, &[Contestant]) = match self.table.summary {
            Summary::No => return None,
            Summary::Agents(title) => (title, vec!["agent"], &[]),
            Summary::ItemsByAgent(title) if self.agents > 1 => (title, keys, &schedule.agents),
            Summary::Items(title) | Summary::ItemsByAgent(title) => (title, keys, &[]),
        };
        let mut lines: Vec<Vec<String>> = Vec::new();
        for row in &rows {
            match (self.table.summary, row.agent) {
                (Summary::Agents(_), Some(agent)) if row.item + 1 == self.items.len() => {
                    lines.push([vec![schedule.agents[agent].name.clone()], words(row)].concat());
                }
                (Summary::Items(_) | Summary::ItemsByAgent(_), None) => {
                    let of_agent = |agent| rows.iter().find(|own| own.agent == Some(agent) && own.item == row.item);
                    let first = |own: &ItemRow| words(own).swap_remove(0);
                    let own = (0..by_agent.len()).map(|agent| of_agent(agent).map_or(String::new(), first)).collect();
                    lines.push([self.items[row.item].clone(), own, words(row)].concat());
                }
                _ => {}
            }
        }
        let heads = columns.iter().filter_map(|(_, column)| column.shown.head());
        let names = by_agent.iter().map(|agent| agent.name.as_str());
        let header = labels.iter().copied().chain(names).chain(heads).map(str::to_owned).collect();
        (!lines.is_empty()).then_some(Passage { title, header, texts: labels.len(), rows: lines })
    }

    /// Adds a cluster, given by the sums of its games by agent, item and sum.
    fn close(&mut self, cluster: &[f64]) {
        let (items, width, pairs) = (self.items.len(), self.table.sums.len(), self.pairs.len());
        if items == 0 {
            return;
        }
        let mut sums = cluster.to_vec();
        sums.chunks_mut(width).for_each(self.table.derive);
        let mut together = vec![0.0; items * width];
        for agent in sums.chunks(items * width) {
            together.iter_mut().zip(agent).for_each(|(sum, amount)| *sum += amount);
        }
        sums.extend(together);
        self.sums.add(&sums);
        for (sums, ratios) in sums.chunks(width).zip(self.ratios.chunks_mut(pairs)) {
            ratios.iter_mut().zip(&*self.pairs).for_each(|(ratio, [over, per])| ratio.push(sums[*over], sums[*per]));
        }
    }
}

/// Applies a function to the ratios that can be tested; `None` for the others.
fn among_tested<'r, T>(
    ratios: impl Iterator<Item = &'r Ratio>,
    of_tested: impl Fn(&[&Ratio]) -> Vec<T>,
) -> Vec<Option<T>> {
    let ratios: Vec<&Ratio> = ratios.collect();
    let is_tested = |ratio: &&Ratio| ratio.p_value(0.0).is_some();
    let tested: Vec<&Ratio> = ratios.iter().copied().filter(is_tested).collect();
    let mut found = of_tested(&tested).into_iter();
    ratios.iter().map(|ratio| if is_tested(ratio) { found.next() } else { None }).collect()
}

fn shrunk(tested: &[&Ratio]) -> Vec<f64> {
    let values: Vec<f64> = tested.iter().filter_map(|ratio| ratio.estimate().value).collect();
    let errors: Vec<f64> = tested.iter().filter_map(|ratio| ratio.error()).collect();
    shrink(&values, &errors)
}

/// Returns the sample standard deviation of whole numbers from their count, sum and sum of squares.
///
/// Whole numbers stay exact until the last step.
fn standard_deviation(sums: [f64; 3]) -> Option<f64> {
    let [count, sum, squares] = sums.map(|sum| sum as u128);
    let scaled = (count * squares - sum * sum) as f64;
    (count > 1).then(|| (scaled / (count * (count - 1)) as f64).sqrt())
}

/// The totals of all tables of ratios of a game.
#[derive(Clone)]
pub struct OwnRatios(Vec<(&'static str, RatioTotals)>);

impl OwnRatios {
    /// Creates totals without clusters, of the tables that a run writes, or of all in memory.
    pub fn new(schedule: &Schedule, subject: &dyn Subject) -> Self {
        let is_in_memory = schedule.tables.is_empty();
        let tables = subject.info().tables.iter().filter(|table| is_in_memory || table.missing(schedule).is_none());
        let tables = tables.filter_map(|table| Some((table.name, table.ratios()?)));
        Self(tables.map(|(name, table)| (name, RatioTotals::new(table, schedule, subject))).collect())
    }

    /// Returns the totals of a table; `None` if there are none of this name.
    pub fn of(&self, name: &str) -> Option<&RatioTotals> {
        self.0.iter().find(|(own, _)| *own == name).map(|(_, totals)| totals)
    }

    /// Returns checks of the intervals in all tables, of a different row in each repetition.
    pub fn null_checks(&self, repetition: usize) -> Vec<NullCheck> {
        self.0.iter().flat_map(|(name, totals)| totals.null_checks(name, repetition)).collect()
    }
}

impl Accumulator for OwnRatios {
    type Sums = Vec<Vec<f64>>;

    fn sums(&self) -> Self::Sums {
        let tables = self.0.iter();
        tables.map(|(_, of)| vec![0.0; of.agents * of.items.len() * of.table.sums.len()]).collect()
    }

    fn add(&self, sums: &mut Self::Sums, rows: &Rows) {
        for ((_, of), sums) in self.0.iter().zip(sums).filter(|(_, sums)| !sums.is_empty()) {
            (of.add)(rows, &mut ItemSums::new(sums, of.items.len(), of.table.sums.len()));
        }
    }

    fn close(&mut self, cluster: &Self::Sums) {
        self.0.iter_mut().zip(cluster).for_each(|((_, of), sums)| of.close(sums));
    }
}
