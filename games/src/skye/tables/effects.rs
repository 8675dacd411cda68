//! `effects.csv`: the effects of scoring tiles, of pairs of them and of their slots.
//!
//! It answers three questions, each by its own model of the cluster means in which every group of effects sums to zero:
//!
//! - What is the effect of a scoring tile compared with an average one? y = μ + Σ tiles + e
//! - What is the effect of two tiles beyond the effects of each? The model adds pairs of tiles.
//! - What is the effect of a tile on a slot beyond its overall effect? The model adds tiles on slots.
//!
//! So no answer depends on which other questions the data can answer.

use engine::skye::{ScoringSet, ScoringTile, Slot};

use super::cells::ScoringCells;
use crate::skye::notes::outcomes::{OUTCOMES, WITH_EFFECTS};
use lab::tables::result_row::{Count, KnownProbability, Real, Text, Word, result_row};
use stats::anova::FStatistic;
use stats::linear_model::{DesignRows, ExpectedPrecision, Fit, MIN_DF, Model};
use stats::multiple::{q_values, ranks, shrink};
use stats::{Estimate, Interval, Welford};

/// A term of the models, which has an effect.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Term {
    /// A scoring tile in play.
    Tile(ScoringTile),
    /// Two scoring tiles in play together.
    Pair(ScoringTile, ScoringTile),
    /// A scoring tile on a slot.
    Slot(ScoringTile, Slot),
}

impl Term {
    /// Returns its kind.
    pub fn kind(self) -> TermKind {
        match self {
            Self::Tile(_) => TermKind::Tile,
            Self::Pair(..) => TermKind::Pair,
            Self::Slot(..) => TermKind::Slot,
        }
    }

    /// Returns the scoring tile, or the first of two.
    pub fn tile(self) -> ScoringTile {
        match self {
            Self::Tile(tile) | Self::Pair(tile, _) | Self::Slot(tile, _) => tile,
        }
    }

    /// Returns the other tile or the slot, as named in tables.
    pub fn with(self) -> String {
        match self {
            Self::Tile(_) => String::new(),
            Self::Pair(_, other) => other.name().to_owned(),
            Self::Slot(_, slot) => slot.letter().to_string(),
        }
    }
}

engine::named_enum! {
    /// The kinds of terms.
    pub enum TermKind {
        /// A single tile.
        Tile = "tile",
        /// A pair of tiles.
        Pair = "pair",
        /// A tile on a slot.
        Slot = "slot",
    }
}

result_row! {
    /// The effect of one term on one outcome.
    EffectRow {
        outcome: Word, "", "outcome affected; see `sim list outcomes`";
        kind: Word, "",
            "kind of effect: of a `tile` in play, a `pair` of tiles in play together, or a tile on a `slot`";
        tile: Word, "", "scoring tile, or first tile of a pair";
        with: Text, "", "second tile of a pair, or letter of the slot";
        effect: Real, "unit of the outcome",
            "change of the outcome: for a tile, relative to an average one; for a pair, beyond its two tiles; for a \
             slot, beyond the tile";
        effect_lo: Real, "unit of the outcome", "lower end of its cluster-robust 95 % interval";
        effect_hi: Real, "unit of the outcome", "upper end of its cluster-robust 95 % interval";
        p: KnownProbability, "", "two-sided p value for no effect";
        q: KnownProbability, "",
            "false discovery rate if all effects of this kind and outcome with at most this q count as findings";
        shrunk: Real, "unit of the outcome", "effect shrunk towards 0 (empirical Bayes)";
        rank: Count, "", "rank within kind and outcome by shrunk effect, 1 for the largest";
    } with {
        /// The term with this effect.
        term: Term,
    }
}

impl EffectRow {
    /// Returns the effect with its interval.
    pub fn estimate(&self) -> Estimate {
        Estimate { value: Some(self.effect), interval: Some(Interval { low: self.effect_lo, high: self.effect_hi }) }
    }
}

/// The terms of the model for one kind of effect, with their design columns; column 0 is the mean.
#[derive(Clone, Debug)]
struct EffectColumns {
    terms: Vec<Term>,
    kind: TermKind,
}

impl EffectColumns {
    fn new(tiles: &[ScoringTile], kind: TermKind) -> Self {
        let more: Vec<Term> = match kind {
            TermKind::Tile => Vec::new(),
            TermKind::Pair => pairs(tiles).map(|(one, two)| Term::Pair(one, two)).collect(),
            TermKind::Slot => tiles.iter().flat_map(|tile| Slot::ALL.map(|slot| Term::Slot(*tile, slot))).collect(),
        };
        let mut terms: Vec<Term> = tiles.iter().map(|tile| Term::Tile(*tile)).chain(more).collect();
        terms.sort_unstable();
        Self { terms, kind }
    }

    fn columns(&self) -> usize {
        1 + self.terms.len()
    }

    fn column(&self, term: Term) -> Option<u16> {
        self.terms.binary_search(&term).ok().map(|index| 1 + index as u16)
    }

    /// Returns the columns that are 1 for these scoring tiles, which are equally many for all sets.
    fn row(&self, set: &ScoringSet) -> Vec<u16> {
        let mut sorted = *set;
        sorted.sort_unstable();
        let tiles = set.iter().map(|tile| Term::Tile(*tile));
        let pairs = pairs(&sorted).map(|(one, two)| Term::Pair(one, two));
        let slots = set.iter().zip(Slot::ALL).map(|(tile, slot)| Term::Slot(*tile, slot));
        let terms = tiles.chain(pairs).chain(slots);
        [0].into_iter().chain(terms.filter_map(|term| self.column(term))).collect()
    }

    /// Returns the columns that are 1 for each cell.
    fn rows(&self, cells: &ScoringCells) -> DesignRows {
        let ones = cells.sets().next().map_or(1, |set| self.row(&set).len());
        DesignRows { ones, columns: cells.sets().flat_map(|set| self.row(&set)).collect() }
    }

    /// Returns the groups of columns whose coefficients sum to zero.
    fn zero_sums(&self, tiles: &[ScoringTile]) -> Vec<Vec<u16>> {
        let mut groups = vec![self.columns_of(|term| matches!(term, Term::Tile(_)))];
        match self.kind {
            TermKind::Tile => {}
            TermKind::Pair => groups.extend(tiles.iter().map(|tile| {
                self.columns_of(|term| matches!(term, Term::Pair(one, two) if one == *tile || two == *tile))
            })),
            TermKind::Slot => {
                let of_tiles =
                    tiles.iter().map(|tile| self.columns_of(|term| matches!(term, Term::Slot(own, _) if own == *tile)));
                groups.extend(of_tiles);
                groups.extend(
                    Slot::ALL.map(|slot| self.columns_of(|term| matches!(term, Term::Slot(_, own) if own == slot))),
                );
            }
        }
        groups
    }

    fn columns_of(&self, belongs: impl Fn(Term) -> bool) -> Vec<u16> {
        (1..).zip(&self.terms).filter(|(_, term)| belongs(**term)).map(|(column, _)| column).collect()
    }

    /// Returns the model with these groups of coefficients that sum to zero; `None` if clusters do not determine it well.
    fn model(&self, cells: &ScoringCells, zero_sums: &[Vec<u16>]) -> Option<Model> {
        let counts: Vec<u64> = cells.streams(0).map(|stream| stream.count()).collect();
        let clusters: u64 = counts.iter().sum();
        // Inverting is expensive, and pointless with fewer clusters than any design of these tiles needs.
        if clusters < 2 * MIN_DF.min(cells.tiles().len() as u64) {
            return None;
        }
        let model = Model::new(self.columns(), self.rows(cells), &counts, zero_sums)?;
        (clusters >= fewest_for(model.rank())).then_some(model)
    }

    /// Returns the columns of the model's own kind.
    fn own(&self) -> impl Iterator<Item = usize> {
        self.columns_of(|term| term.kind() == self.kind).into_iter().map(usize::from)
    }
}

fn pairs(tiles: &[ScoringTile]) -> impl Iterator<Item = (ScoringTile, ScoringTile)> {
    tiles.iter().enumerate().flat_map(move |(index, one)| tiles[index + 1..].iter().map(move |two| (*one, *two)))
}

/// Returns the minimum number of seeds for effects of a kind, if all pairs and slots occur.
///
/// It is twice the number of the model's coefficients, and at least [`MIN_DF`] more than that number. With fewer seeds,
/// the estimates are so much worse than those of tiles that they only distract, and some depend on a single seed.
pub fn fewest_seeds(kind: TermKind, tiles: usize) -> u64 {
    let (tiles, slots) = (tiles as u64, Slot::ALL.len() as u64);
    let coefficients = match kind {
        TermKind::Tile => tiles,
        TermKind::Pair => tiles * tiles.saturating_sub(1) / 2,
        TermKind::Slot => tiles + tiles.saturating_sub(1) * (slots - 1),
    };
    fewest_for(coefficients)
}

fn fewest_for(coefficients: u64) -> u64 {
    coefficients + coefficients.max(MIN_DF)
}

/// The model for one kind of effect, fitted to the outcomes.
#[derive(Clone, Debug)]
pub(super) struct KindModel {
    layout: EffectColumns,
    model: Model,
    /// The fit to each outcome; `None` if not every cluster has it.
    fits: Vec<Option<Fit>>,
}

impl KindModel {
    /// Fits the model of a kind to clusters; `None` if they do not determine it well.
    fn new(cells: &ScoringCells, kind: TermKind) -> Option<Self> {
        let tiles = cells.tiles();
        let layout = EffectColumns::new(&tiles, kind);
        let model = layout.model(cells, &layout.zero_sums(&tiles))?;
        let clusters = cells.together(0).count();
        let has = |outcome: &usize| cells.together(*outcome).count() == clusters;
        let fits = (0..WITH_EFFECTS).map(|outcome| Some(outcome).filter(has).map(|outcome| cells.fit(&model, outcome)));
        Some(Self { fits: fits.collect(), layout, model })
    }

    /// Returns the effects on an outcome; none if not every cluster has it.
    fn rows(&self, outcome: usize) -> Vec<EffectRow> {
        let fit = self.fits[outcome].as_ref();
        fit.map_or_else(Vec::new, |fit| effects(OUTCOMES[outcome].name, fit, &self.layout))
    }
}

/// The effects of scoring tiles, estimated when they are first asked for.
impl ScoringCells {
    fn model(&self, kind: TermKind) -> Option<&KindModel> {
        self.models[kind as usize].get_or_init(|| KindModel::new(self, kind)).as_ref()
    }

    fn all_models(&self) -> impl Iterator<Item = &KindModel> {
        TermKind::ALL.into_iter().filter_map(|kind| self.model(kind))
    }

    fn fit(&self, model: &Model, place: usize) -> Fit {
        model.fit(&self.streams(place).collect::<Vec<_>>())
    }

    /// Returns the table: for each outcome the tiles, the pairs, the slots.
    ///
    /// Effects that depend on a single cluster have no row.
    pub fn effects(&self) -> Vec<EffectRow> {
        (0..WITH_EFFECTS).flat_map(|outcome| self.all_models().flat_map(move |model| model.rows(outcome))).collect()
    }

    /// Returns the effects of a kind on one outcome; none if not every cluster has it.
    pub fn effects_on(&self, outcome: usize, kind: TermKind) -> Vec<EffectRow> {
        self.model(kind).map_or_else(Vec::new, |model| model.rows(outcome))
    }

    /// Estimates the effect of a scoring tile on an outcome minus that of another tile.
    ///
    /// `None` if the clusters do not determine it.
    pub fn difference(&self, outcome: usize, tile: ScoringTile, than: ScoringTile) -> Option<Estimate> {
        let layout = EffectColumns::new(&self.tiles(), TermKind::Tile);
        let [tile, than] = [tile, than].map(|tile| layout.column(Term::Tile(tile)));
        // If the effect of one tile counts as 0, the effect of another is their difference.
        let model = layout.model(self, &[vec![than?]])?;
        Some(self.fit(&model, outcome).estimate(tile?.into()))
    }

    /// Returns an outcome's residual variance in the model of a kind, or else in that of single tiles.
    fn residual_variance(&self, kind: TermKind, outcome: usize) -> Option<f64> {
        let found = self.model(kind).or_else(|| self.all_models().next())?;
        let squares = found.fits[outcome].as_ref()?.residual_squares;
        Some(squares / found.model.residual_df() as f64).filter(|variance| *variance > 0.0)
    }

    /// The average expected precision of a kind's effects on an outcome in planned clusters.
    ///
    /// `planned` are their scoring tiles. The outcome is assumed to vary as in the observed clusters. `None` if the
    /// planned or the observed clusters do not determine it.
    pub fn planned(&self, kind: TermKind, outcome: usize, planned: &[ScoringSet]) -> Option<ExpectedPrecision> {
        let mut cells = Self::default();
        planned.iter().for_each(|set| cells.push(set, [Some(0.0)]));
        let KindModel { layout, model, .. } = cells.model(kind)?;
        let variance = self.residual_variance(kind, outcome)?;
        let of: Vec<ExpectedPrecision> = layout.own().filter_map(|column| model.expected(column, variance)).collect();
        let mean = |number: fn(&ExpectedPrecision) -> f64| of.iter().map(number).sum::<f64>() / of.len() as f64;
        (!of.is_empty()).then(|| ExpectedPrecision { error: mean(|of| of.error), df: mean(|of| of.df) })
    }
}

/// The share of an outcome's variance between clusters that is explained by a kind of effect.
///
/// For pairs and slots it is the share beyond that of single tiles.
pub struct Share {
    /// The kind.
    pub kind: TermKind,
    /// The share, as adjusted R²: can be negative by chance if the kind explains little.
    pub share: Estimate,
}

impl ScoringCells {
    /// Returns each kind's share of an outcome's variance between clusters; empty if it does not vary.
    pub fn variance_shares(&self, outcome: usize) -> Vec<Share> {
        let fitted = self.all_models().filter_map(|of| Some((of, of.fits[outcome].as_ref()?.residual_squares)));
        self.variance_shares_of(fitted, &[outcome], 1.0)
    }

    /// Returns the share of single tiles in the variance of win shares; 0 if tiles do not affect who wins.
    pub fn share_of_wins(&self) -> Option<Share> {
        let varies: Vec<usize> = self.win_shares().filter(|place| !self.together(*place).is_constant()).collect();
        let variances = varies.iter().filter_map(|place| self.together(*place).variance());
        let (sum, squares) = variances.fold((0.0, 0.0), |(sum, squares), v| (sum + v, squares + v * v));
        // Win shares have the same sum in every cluster, so one follows from the others; those that vary most count
        // most.
        let agents = varies.len() as f64;
        let independent = if agents > 1.0 { sum * sum / squares * (agents - 1.0) / agents } else { return None };
        let of_tiles = self.model(TermKind::Tile)?;
        let residual = varies.iter().map(|place| self.fit(&of_tiles.model, *place).residual_squares).sum();
        self.variance_shares_of([(of_tiles, residual)], &varies, independent).pop()
    }

    /// Returns the shares of models' kinds for the streams at these places; empty if they do not vary.
    ///
    /// Each model comes with the sum of squared residuals of all streams.
    /// `independent` is the effective number of independent streams among them.
    ///
    /// A share is adjusted R² (Ezekiel 1930, Methods of Correlation Analysis): 1 minus the residual mean square of a
    /// model over the total mean square. Its expectation is 0 if nothing is explained. For a true share ρ and n
    /// clusters, its bias is about -2 ρ (1 - ρ) / n.
    fn variance_shares_of<'a>(
        &self,
        models: impl IntoIterator<Item = (&'a KindModel, f64)>,
        places: &[usize],
        independent: f64,
    ) -> Vec<Share> {
        let together: Vec<Welford> = places.iter().map(|place| self.together(*place)).collect();
        let count = together.first().map_or(0, Welford::count) as f64;
        let total: f64 = together.iter().map(|stream| stream.squares_around(stream.mean().unwrap_or(0.0))).sum();
        let total_df = count - 1.0;
        let of_all = total / total_df;
        if together.iter().all(Welford::is_constant) {
            return Vec::new();
        }
        let mut of_tiles = None;
        let mut shares = Vec::new();
        for (KindModel { layout, model, .. }, residual) in models {
            let df = model.residual_df() as f64;
            let left = residual / df;
            let (before, before_df) = of_tiles.unwrap_or((total, total_df));
            if layout.kind == TermKind::Tile {
                of_tiles = Some((residual, df));
            }
            let statistic = FStatistic {
                between: (before - residual) / (before_df - df),
                between_df: (before_df - df) * independent,
                within: left,
                within_df: df * independent,
                drawn: Some(count * independent),
            };
            // For single tiles λ / (λ + n); for the contribution of others, relative to the total, by the estimated
            // variances.
            let end = |noncentrality: f64| match layout.kind {
                TermKind::Tile => noncentrality / (noncentrality + count * independent),
                TermKind::Pair | TermKind::Slot => noncentrality / (count * independent) * left / of_all,
            };
            let share = Estimate {
                value: Some((before / before_df - left) / of_all),
                interval: statistic.noncentrality().map(|interval| interval.map(end)),
            };
            shares.push(Share { kind: layout.kind, share });
        }
        shares
    }
}

/// Returns the effects of the kind to which the columns belong.
fn effects(outcome: &'static str, fit: &Fit, layout: &EffectColumns) -> Vec<EffectRow> {
    let found = layout.own().filter_map(|column| {
        let Estimate { value, interval } = fit.estimate(column);
        Some((column, value?, interval?, fit.p_value(column)?))
    });
    let found: Vec<(usize, f64, Interval, f64)> = found.collect();
    let values: Vec<f64> = found.iter().map(|(_, value, ..)| *value).collect();
    let errors: Vec<f64> = found.iter().map(|(column, ..)| fit.errors[*column]).collect();
    let p: Vec<f64> = found.iter().map(|(.., p)| *p).collect();
    let (q, shrunk) = (q_values(&p), shrink(&values, &errors));
    let ranks = ranks(&shrunk);
    found
        .into_iter()
        .enumerate()
        .map(|(index, (column, effect, interval, p))| {
            let term = layout.terms[column - 1];
            EffectRow {
                outcome,
                kind: term.kind().name(),
                tile: term.tile().name(),
                with: term.with(),
                effect,
                effect_lo: interval.low,
                effect_hi: interval.high,
                p,
                q: q[index],
                shrunk: shrunk[index],
                rank: ranks[index],
                term,
            }
        })
        .collect()
}
