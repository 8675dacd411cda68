//! Measures of finished games for tuning, panels and sensitivity studies, possibly with several parts.
//!
//! A gauge has one number, or one for each place, agent or component.

use std::collections::BTreeSet;

use super::outcome::{FIRST_START_WIN, FRACTION, LEVERAGE, Outcome, WINS};
use super::rows::{Rows, SeatRow};
use super::{GameInfo, Subject};
use crate::forms::numbers::of_place;
use crate::schedule::Schedule;
use crate::schedule::blocks::{self, Fixture};
use stats::cluster_estimate::ClusterEstimate;
use stats::share::Clusters;
use stats::sum::impl_sum;

/// The number of games or seats with a value, and the sum of the values.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct ValueSum {
    count: u64,
    sum: f64,
}

impl_sum!(ValueSum: count, sum);

impl ValueSum {
    /// Adds a value.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
    }

    /// Returns the mean; `None` without values.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }
}

/// The mean of each part in one cluster; `None` if no game of the cluster has a value.
pub type Means = Vec<Option<f64>>;

/// A gauge specific to a game: a number for each part, such as a scoring tile, minus the mean of all.
pub struct OwnGauge {
    /// Its name in configs.
    pub name: &'static str,
    /// The unit.
    pub unit: &'static str,
    /// The meaning.
    pub meaning: &'static str,
    /// The words preceding the name of a part in a sentence.
    pub title: &'static str,
    /// The name of the mean of all parts in a sentence.
    pub mean: &'static str,
    /// The names of its parts.
    pub parts: fn(&dyn Subject) -> Vec<String>,
    /// Adds the values of a game for each part.
    pub add: fn(&Rows, &mut [ValueSum]),
}

/// A measure of finished games.
pub struct Gauge {
    /// Its name in configs and tables.
    pub name: String,
    /// The unit.
    pub unit: &'static str,
    /// The meaning.
    pub meaning: &'static str,
    /// The name in a sentence if there are no parts; otherwise each part has its own.
    title: &'static str,
    kind: GaugeKind,
}

/// The source of its numbers.
enum GaugeKind {
    /// A number of a whole game.
    Outcome(&'static Outcome),
    /// The win share by place in the first turn order.
    Places,
    /// A number of each seat, by agent.
    Agents(fn(&SeatRow) -> f64),
    /// A number specific to the game.
    Own(&'static OwnGauge),
}

impl Gauge {
    fn new(name: &str, unit: &'static str, meaning: &'static str, title: &'static str, kind: GaugeKind) -> Self {
        Self { name: name.to_owned(), unit, meaning, title, kind }
    }

    /// Returns all gauges of a game, in order.
    pub fn all(game: &GameInfo) -> Vec<Self> {
        let outcomes = game.outcomes.iter().map(|outcome| {
            let name = outcome.name.replace('_', "-");
            Self::new(&name, outcome.unit, outcome.meaning, outcome.title, GaugeKind::Outcome(outcome))
        });
        let by_order = "win share of a seat, by place in the first round's turn order, from 1";
        let wins = GaugeKind::Agents(|row| row.win_share);
        let vp = GaugeKind::Agents(|row| f64::from(row.points));
        let common = [
            Self::new("win-share-by-order", WINS, by_order, "wins", GaugeKind::Places),
            Self::new("win-share-by-agent", WINS, "win share of a seat, by agent", "win share", wins),
            Self::new("vp-by-agent", "VP", "final VP of a seat, by agent", "VP", vp),
        ];
        let own =
            game.gauges.iter().map(|own| Self::new(own.name, own.unit, own.meaning, own.title, GaugeKind::Own(own)));
        outcomes.chain(common).chain(own).collect()
    }

    /// Returns the gauges that do not distinguish agents, and so apply to any players.
    pub fn of_the_game(game: &GameInfo) -> Vec<Self> {
        let kept = Self::all(game).into_iter().filter(|gauge| match gauge.kind {
            GaugeKind::Outcome(outcome) => outcome.name != LEVERAGE,
            GaugeKind::Agents(_) => false,
            GaugeKind::Places | GaugeKind::Own(_) => true,
        });
        kept.collect()
    }

    /// Returns whether it is a win share, from 0 to 1.
    pub fn is_win_share(&self) -> bool {
        self.unit == WINS
    }

    /// Returns whether it is a share from 0 to 1, which is shown as a percentage.
    pub fn is_share(&self) -> bool {
        self.is_win_share() || self.unit == FRACTION
    }

    /// Returns whether it has a number for each of several parts.
    pub fn has_parts(&self) -> bool {
        !matches!(self.kind, GaugeKind::Outcome(_))
    }

    /// Returns whether another gauge is the same: that of the first place in the first turn order.
    pub fn is_said_by_another(&self) -> bool {
        matches!(self.kind, GaugeKind::Outcome(outcome) if outcome.name == FIRST_START_WIN)
    }

    /// Returns the minimum and maximum possible values.
    pub fn range(&self) -> (f64, f64) {
        match &self.kind {
            GaugeKind::Outcome(outcome) => outcome.range(),
            GaugeKind::Places => (0.0, 1.0),
            GaugeKind::Agents(_) if self.is_win_share() => (0.0, 1.0),
            GaugeKind::Agents(_) => (0.0, f64::INFINITY),
            // The mean of all parts is subtracted.
            GaugeKind::Own(_) => (f64::NEG_INFINITY, f64::INFINITY),
        }
    }

    /// Returns the name of the mean of all parts in a sentence.
    pub fn mean_of_parts(&self) -> &'static str {
        match &self.kind {
            GaugeKind::Places => "an even share",
            GaugeKind::Own(own) => own.mean,
            GaugeKind::Outcome(_) | GaugeKind::Agents(_) => "the mean of all",
        }
    }

    /// Returns the name in a sentence of the part with this index and name.
    fn in_words(&self, number: usize, name: &str) -> String {
        let Self { title, kind, .. } = self;
        match kind {
            GaugeKind::Outcome(_) => (*title).to_owned(),
            GaugeKind::Places => of_place(title, number),
            GaugeKind::Agents(_) => format!("{title} of {name}"),
            GaugeKind::Own(_) => format!("{title} {name}"),
        }
    }

    /// Returns the names of its parts; a single empty name if it has none.
    pub fn parts(&self, schedule: &Schedule, subject: &dyn Subject) -> Vec<String> {
        match &self.kind {
            GaugeKind::Outcome(_) => vec![String::new()],
            GaugeKind::Places => (1..=schedule.players).map(|place| place.to_string()).collect(),
            GaugeKind::Agents(_) => schedule.names().map(str::to_owned).collect(),
            GaugeKind::Own(own) => (own.parts)(subject),
        }
    }

    fn add(&self, rows: &Rows, tallies: &mut [ValueSum]) {
        match &self.kind {
            GaugeKind::Outcome(outcome) => (outcome.of)(rows).into_iter().for_each(|value| tallies[0].add(value)),
            GaugeKind::Places => {
                let shares = (0..rows.game.players).map(|place| rows.seats[rows.seat_in_place(place)].win_share);
                tallies.iter_mut().zip(shares).for_each(|(tally, share)| tally.add(share));
            }
            GaugeKind::Agents(value) => rows.seats.iter().for_each(|row| tallies[row.agent].add(value(row))),
            GaugeKind::Own(own) => (own.add)(rows, tallies),
        }
    }

    /// Returns whether parts are expressed as differences from their mean.
    fn is_centred(&self) -> bool {
        matches!(self.kind, GaugeKind::Own(_))
    }
}

/// Several gauges of one experiment, with their parts in a single list.
pub struct Gauges {
    /// The gauges.
    pub all: Vec<Gauge>,
    /// The gauge index and the name of each part.
    pub parts: Vec<(usize, String)>,
    /// The size of one cluster for each part: its blocks, and its games, or seats if the part is an agent.
    sizes: Vec<Clusters>,
}

impl Gauges {
    /// Creates these gauges for this experiment.
    pub fn new(all: Vec<Gauge>, schedule: &Schedule, subject: &dyn Subject) -> Self {
        let games: Vec<Fixture> = (0..schedule.lineups()).flat_map(|lineup| blocks::block(schedule, lineup)).collect();
        let size = |games: &mut dyn Iterator<Item = (u64, u64)>| {
            let (mut blocks, mut count) = (BTreeSet::new(), 0);
            games.filter(|(_, seats)| *seats > 0).for_each(|(block, seats)| {
                blocks.insert(block);
                count += seats;
            });
            Clusters { count: 1, blocks: blocks.len() as u64, games: count }
        };
        let seats = |game: &Fixture, agent: usize| {
            game.agents[..schedule.players].iter().filter(|seated| **seated == agent).count() as u64
        };
        let sizes = |gauge: &Gauge| -> Vec<Clusters> {
            match gauge.kind {
                GaugeKind::Agents(_) => (0..schedule.agents.len())
                    .map(|agent| size(&mut games.iter().map(|game| (game.block, seats(game, agent)))))
                    .collect(),
                _ => vec![size(&mut games.iter().map(|game| (game.block, 1))); gauge.parts(schedule, subject).len()],
            }
        };
        let sizes = all.iter().flat_map(sizes).collect();
        Self {
            parts: all
                .iter()
                .enumerate()
                .flat_map(|(number, gauge): (usize, &Gauge)| -> Vec<(usize, String)> {
                    gauge.parts(schedule, subject).into_iter().map(|part| (number, part)).collect()
                })
                .collect(),
            all,
            sizes,
        }
    }

    /// Returns the size of one cluster for a part that is a win share; `None` for other parts.
    pub fn win_share_size(&self, part: usize) -> Option<Clusters> {
        let gauge = self.gauge(part);
        (gauge.is_win_share() && !gauge.is_centred()).then(|| self.sizes[part])
    }

    /// Returns tallies for an empty cluster.
    pub fn tallies(&self) -> Vec<ValueSum> {
        vec![ValueSum::default(); self.parts.len()]
    }

    /// Adds a game.
    pub fn add(&self, rows: &Rows, tallies: &mut [ValueSum]) {
        let mut rest = tallies;
        for (number, gauge) in self.all.iter().enumerate() {
            let (own, others) = rest.split_at_mut(self.of(number).count());
            gauge.add(rows, own);
            rest = others;
        }
    }

    /// Returns the indices of a gauge's parts among all parts.
    pub fn of(&self, gauge: usize) -> impl Iterator<Item = usize> + '_ {
        let parts = self.parts.iter().enumerate();
        parts.filter(move |(_, (number, _))| *number == gauge).map(|(place, _)| place)
    }

    /// Returns the gauge of a part.
    pub fn gauge(&self, part: usize) -> &Gauge {
        &self.all[self.parts[part].0]
    }

    /// Returns the label of a part: its gauge and, if the gauge has several parts, its name.
    pub fn label(&self, part: usize) -> String {
        let (gauge, name) = (self.gauge(part), &self.parts[part].1);
        if gauge.has_parts() { format!("{} {name}", gauge.name) } else { gauge.name.clone() }
    }

    /// Returns the part for the first place in the first turn order.
    pub fn first_place(&self) -> Option<usize> {
        (0..self.parts.len()).find(|part| matches!(self.gauge(*part).kind, GaugeKind::Places))
    }

    /// Returns the name of a part in sentences.
    pub fn in_words(&self, part: usize) -> String {
        let (gauge, name) = &self.parts[part];
        let number = self.of(*gauge).position(|place| place == part).unwrap_or(0);
        self.all[*gauge].in_words(number, name)
    }

    /// Estimates every part over these clusters; `None` if no cluster has a value.
    pub fn estimates(&self, clusters: &[Means]) -> Vec<Option<ClusterEstimate>> {
        let mut all: Vec<Option<ClusterEstimate>> = (0..self.parts.len())
            .map(|part: usize| ClusterEstimate::mean(clusters.iter().map(move |means| means[part])))
            .collect();
        for gauge in (0..self.all.len()).filter(|gauge| self.all[*gauge].is_centred()) {
            self.centre(gauge, &mut all);
        }
        all
    }

    /// Subtracts the mean of a gauge's parts from each of them.
    fn centre(&self, gauge: usize, all: &mut [Option<ClusterEstimate>]) {
        let places: Vec<usize> = self.of(gauge).filter(|place| all[*place].is_some()).collect();
        let apart = Self::apart(&places.iter().filter_map(|place| all[*place].as_ref()).collect::<Vec<_>>());
        places.into_iter().zip(apart).for_each(|(place, apart)| all[place] = Some(apart));
    }

    /// Subtracts the mean of all estimates from each of them.
    pub fn apart(all: &[&ClusterEstimate]) -> Vec<ClusterEstimate> {
        let count = all.len() as f64;
        let mean = all.iter().map(|estimate| estimate.value).sum::<f64>() / count;
        all.iter()
            .map(|own: &&ClusterEstimate| {
                let slopes =
                    all.iter().map(|other| (*other, f64::from(u8::from(std::ptr::eq(*own, *other))) - 1.0 / count));
                let apart = ClusterEstimate::function(own.value - mean, &slopes.collect::<Vec<_>>());
                apart.known_by(own.clusters)
            })
            .collect()
    }
}
