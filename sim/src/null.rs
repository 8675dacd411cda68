//! The null experiment: identical agents under different names, over and over. What the statistics say about them is known: nothing.

mod four_players;

use engine::random::mix;
use statrs::distribution::{Binomial, DiscreteCDF};

use crate::block::Player;
use crate::error::{Error, Result};
use crate::experiment::Experiment;
use crate::measures::Measure;
use crate::stats::sequential::{Decision, SequentialTest};
use crate::stats::{Clusters, Estimate, Welford};
use crate::stop::{Progress, Stop, StopRule};
use crate::tables::agents::AgentMeasure;
use crate::tables::comparison;
use crate::tables::effects::{EffectRow, Term};
use crate::tables::outcomes::Outcome;
use crate::tables::results::Totals;

/// How often a test at 5 % finds something where nothing is.
const RATE: f64 = 0.05;

/// How sure the band is that all rates lie in it together.
const BAND: f64 = 0.99;

/// The half-width that the win share is played to: reached after 30 to 80 clusters.
const HALF_WIDTH: f64 = 0.1;

/// The sequential test on the first agent's win share, looked at after every cluster.
const SEQUENTIAL: SequentialTest = SequentialTest { s0: 0.5, s1: 0.65, alpha: RATE, beta: RATE };

/// A method that is tried.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Method {
    /// p value of `ahead` in `pairs.csv`.
    Ahead,
    /// p value of `vp_difference` in `pairs.csv`.
    VpDifference,
    /// p value of a difference in `comparison.csv`: of `leverage`, which no rule changes.
    Comparison,
    /// p value of an effect of a scoring tile on `leverage` in `effects.csv`.
    TileEffect,
    /// p value of an effect of a tile on a slot on `leverage`.
    SlotEffect,
    /// Interval of `win_share` in `agents.csv`.
    WinShare,
    /// Interval of `vp_difference`.
    VpInterval,
    /// Interval of `vp_difference_controlled`.
    Controlled,
    /// Interval of `rating` in `ratings.csv`.
    Rating,
    /// Interval of `win_share` where `[stop]` ends a run at a half-width.
    HalfWidth,
    /// Interval of `win_share` in `agents.csv`, of one of four agents.
    FourWinShare,
    /// Interval of `ahead` in `pairs.csv`, of two of four agents.
    FourAhead,
    /// p value of `ahead`, of two of four agents.
    FourAheadP,
    /// q values of all scoring tiles on `leverage`.
    FalseDiscoveries,
    /// The sequential test, looked at after every cluster.
    Sequential,
    /// The confidence sequence, looked at after every cluster.
    ConfidenceSequence,
    /// Interval of `win_share` of one of four agents, where one win in ten is kept.
    RareWins,
    /// Findings: any two of four agents told apart.
    Rivals,
    /// Findings: any place of the turn order, where lots are drawn for places.
    Places,
}

impl Method {
    /// All methods.
    pub const ALL: [Self; 19] = [
        Self::Ahead,
        Self::VpDifference,
        Self::Comparison,
        Self::TileEffect,
        Self::SlotEffect,
        Self::WinShare,
        Self::VpInterval,
        Self::Controlled,
        Self::Rating,
        Self::HalfWidth,
        Self::FourWinShare,
        Self::FourAhead,
        Self::FourAheadP,
        Self::FalseDiscoveries,
        Self::Sequential,
        Self::ConfidenceSequence,
        Self::RareWins,
        Self::Rivals,
        Self::Places,
    ];

    /// What it is.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ahead => "pairs.csv: ahead_p below 0.05",
            Self::VpDifference => "pairs.csv: vp_difference_p below 0.05",
            Self::Comparison => "comparison.csv: p of leverage below 0.05",
            Self::TileEffect => "effects.csv: p of a tile on leverage below 0.05",
            Self::SlotEffect => "effects.csv: p of a slot on leverage below 0.05",
            Self::WinShare => "agents.csv: interval of win_share misses 0.5",
            Self::VpInterval => "pairs.csv: interval of vp_difference misses 0",
            Self::Controlled => "pairs.csv: interval of vp_difference_controlled misses 0",
            Self::Rating => "ratings.csv: interval of rating misses 0",
            Self::HalfWidth => "agents.csv: interval of win_share misses 0.5 where a half-width of 0.1 ends the run",
            Self::FourWinShare => "agents.csv: interval of win_share misses 0.25 with four players",
            Self::FourAhead => "pairs.csv: interval of ahead misses 0.5 with four players",
            Self::FourAheadP => "pairs.csv: ahead_p below 0.05 with four players",
            Self::FalseDiscoveries => "effects.csv: any q of 16 tiles on leverage below 0.05",
            Self::Sequential => "sequential test ever decides for a difference",
            Self::ConfidenceSequence => "confidence sequence ever misses 0.5",
            Self::RareWins => {
                "agents.csv: interval of win_share misses 0.025 where lots keep one win in ten of four players"
            }
            Self::Rivals => "findings: any two of four agents told apart",
            Self::Places => "findings: any place in the turn order of four players matters where it is drawn by lot",
        }
    }

    /// Whether it may find less than its rate: some methods promise no more than an upper bound.
    pub fn is_bound(self) -> bool {
        match self {
            Self::FalseDiscoveries
            | Self::Sequential
            | Self::ConfidenceSequence
            | Self::RareWins
            | Self::Rivals
            | Self::Places => true,
            Self::Ahead
            | Self::VpDifference
            | Self::Comparison
            | Self::TileEffect
            | Self::SlotEffect
            | Self::WinShare
            | Self::VpInterval
            | Self::Controlled
            | Self::Rating
            | Self::HalfWidth
            | Self::FourWinShare
            | Self::FourAhead
            | Self::FourAheadP => false,
        }
    }
}

/// How a method did.
#[derive(Copy, Clone, Debug)]
pub struct Verdict {
    /// Which one.
    pub method: Method,
    /// Repetitions in which it found something.
    pub found: u64,
    /// Repetitions in which it gave an answer.
    pub repetitions: u64,
    /// The fewest and the most findings that chance allows for.
    pub band: (u64, u64),
}

impl Verdict {
    fn new(method: Method, found: u64, repetitions: u64) -> Self {
        let beyond = (1.0 - BAND) / 2.0 / Method::ALL.len() as f64;
        let findings = Binomial::new(RATE, repetitions).expect("a probability");
        let low = if method.is_bound() { 0 } else { findings.inverse_cdf(beyond) };
        Self { method, found, repetitions, band: (low, findings.inverse_cdf(1.0 - beyond)) }
    }

    /// Whether it found as often as it should.
    pub fn holds(&self) -> bool {
        (self.band.0..=self.band.1).contains(&self.found)
    }
}

/// Plays both experiments, of two and of four identical agents, so many times with seeds from `seed` on, and tries every method on each.
///
/// # Errors
/// If the experiments are others than that.
pub fn verdicts(two: &Experiment, four: &Experiment, repetitions: u64, seed: u64) -> Result<Vec<Verdict>> {
    let mut tallies = [(0, 0); Method::ALL.len()];
    for repetition in 0..repetitions {
        let seed = mix([seed, repetition]);
        let found = Repetition::played(two, seed)?.findings(&four_players::played(four, seed)?)?;
        for (tally, found) in tallies.iter_mut().zip(found) {
            tally.0 += u64::from(found == Some(true));
            tally.1 += u64::from(found.is_some());
        }
    }
    Ok(Method::ALL.iter().zip(tallies).map(|(method, (found, all))| Verdict::new(*method, found, all)).collect())
}

/// The experiment played once, and what it is compared with.
struct Repetition {
    totals: Totals,
    comparison: comparison::Totals,
    /// The win share when its interval was narrow enough.
    narrow: Option<Estimate>,
}

impl Repetition {
    fn played(experiment: &Experiment, seed: u64) -> Result<Self> {
        let second = experiment.compare.as_deref().ok_or_else(|| Error::other("nothing to compare with"))?;
        let test = Stop { most_blocks: experiment.blocks, agent: 0, rule: StopRule::Sequential(SEQUENTIAL) };
        let first = Experiment { seed, stop: Some(test.clone()), ..experiment.clone() };
        let second = Experiment { seed, ..second.clone() };
        let agents = [&first, &second].map(Experiment::build_agents);
        let mut players = [Player::new(&first, &agents[0]), Player::new(&second, &agents[1])];
        let width = StopRule::HalfWidth(AgentMeasure::WinShare, HALF_WIDTH);
        let mut until_narrow = (Progress::new(Some(Stop { rule: width, ..test })), Welford::default());
        let measures = [Measure::Outcome(Outcome::Leverage)];
        let comparison = comparison::Totals::new(&measures);
        let mut played = Self { totals: Totals::new(&first), comparison, narrow: None };
        for block in 0..first.blocks {
            let [one, two] = players.each_mut().map(|player| player.play(block).sums);
            played.totals.add(&one);
            played.comparison.add(&[one.cells.mean(Outcome::Leverage)], &[two.cells.mean(Outcome::Leverage)]);
            let (progress, stream) = &mut until_narrow;
            if !progress.is_over() {
                one.agents.mean(0, AgentMeasure::WinShare).into_iter().for_each(|share| stream.push(share));
                progress.add(&one.agents);
                played.narrow = progress.is_over().then(|| {
                    let count = stream.count();
                    stream.share_estimate(Clusters { count, blocks: count, games: 2 * count })
                });
            }
        }
        Ok(played)
    }

    /// What each method finds; nothing where it gives no answer.
    fn findings(&self, four: &four_players::Found) -> Result<[Option<bool>; Method::ALL.len()]> {
        let Self { totals, comparison, narrow } = self;
        let pairs = totals.pairs.rows();
        let [pair] = &pairs[..] else { return Err(Error::other("the null experiment is one of two agents")) };
        let (agent, rating, effects) = (&totals.agents.rows()[0], &totals.ratings.rows()[0], totals.effects());
        let looks = totals.sequential.rows();
        let last = looks.iter().rfind(|row| row.agent == 0);
        let on_leverage = |is_it: fn(&Term) -> bool| -> Vec<&EffectRow> {
            effects.iter().filter(|row| row.outcome == Outcome::Leverage && is_it(&row.term)).collect()
        };
        let (tiles, slots) =
            (on_leverage(|term| matches!(term, Term::Tile(_))), on_leverage(|term| matches!(term, Term::Slot(..))));
        Ok(Method::ALL.map(|method| match method {
            Method::Ahead => pair.ahead_p.map(|p| p < RATE),
            Method::VpDifference => pair.vp_difference_p.map(|p| p < RATE),
            Method::Comparison => comparison.rows().first()?.p.map(|p| p < RATE),
            Method::TileEffect => tiles.first().map(|row| row.p < RATE),
            Method::SlotEffect => slots.first().map(|row| row.p < RATE),
            Method::WinShare => misses(&agent.win_share, 0.5),
            Method::VpInterval => misses(&pair.vp_difference, 0.0),
            Method::Controlled => misses(&pair.controlled.estimate, 0.0),
            Method::Rating => misses(&rating.rating, 0.0),
            Method::HalfWidth => misses(&(*narrow)?, 0.5),
            Method::FourWinShare => four.win_share,
            Method::FourAhead => four.ahead,
            Method::FourAheadP => four.ahead_p,
            Method::FalseDiscoveries => (!tiles.is_empty()).then(|| tiles.iter().any(|row| row.q < RATE)),
            Method::Sequential => last.map(|row| row.decision == Some(Decision::Alternative)),
            // The interval only ever shrinks: if it ever missed, it does at the end.
            Method::ConfidenceSequence => last.and_then(|row| misses(&row.win_share, 0.5)),
            Method::RareWins => four.rare,
            Method::Rivals => four.told_apart,
            Method::Places => four.places,
        }))
    }
}

fn misses(estimate: &Estimate, truth: f64) -> Option<bool> {
    estimate.interval.map(|interval| interval.low > truth || interval.high < truth)
}
