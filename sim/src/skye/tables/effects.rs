//! `effects.csv`: what scoring tiles, pairs of them and their slots do to the game.
//!
//! y = μ + Σ tiles + Σ pairs of tiles + Σ tiles on slots + e over clusters, every group of effects summing to zero: what a scoring tile
//! does compared with an average one, what two do together beyond what each does, what a tile does on a slot beyond what it does anywhere.

use engine::skye::{ScoringSet, ScoringTile, Slot};

use crate::lab::forms::column::{Column, float, integer, text};
use crate::lab::subject::cells::{Cell, Cells};
use crate::lab::subject::outcome::VP;
use crate::skye::notes::outcomes::{OUTCOMES, WITH_EFFECTS};
use crate::skye::setting::scoring_set::Scoring;
use crate::stats::linear_model::{Fit, Model, Row};
use crate::stats::multiple::q_values;
use crate::stats::shrink::{ranks, shrink};

/// What an effect belongs to.
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
    /// Its kind.
    pub fn kind(self) -> TermKind {
        match self {
            Self::Tile(_) => TermKind::Tile,
            Self::Pair(..) => TermKind::Pair,
            Self::Slot(..) => TermKind::Slot,
        }
    }

    /// The scoring tile, the first of two.
    pub fn tile(self) -> ScoringTile {
        match self {
            Self::Tile(tile) | Self::Pair(tile, _) | Self::Slot(tile, _) => tile,
        }
    }

    /// What stands next to the tile.
    pub fn with(self) -> String {
        match self {
            Self::Tile(_) => String::new(),
            Self::Pair(_, other) => other.name().to_owned(),
            Self::Slot(_, slot) => slot.letter().to_string(),
        }
    }
}

/// The kinds of terms.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TermKind {
    /// Single tiles.
    Tile,
    /// Two tiles.
    Pair,
    /// Tile and slot.
    Slot,
}

impl TermKind {
    /// The name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tile => "tile",
            Self::Pair => "pair",
            Self::Slot => "slot",
        }
    }
}

/// One effect on one outcome.
#[derive(Clone, Debug)]
pub struct EffectRow {
    /// The name of the outcome it is an effect on.
    pub outcome: &'static str,
    /// What has the effect.
    pub term: Term,
    /// The estimate.
    pub effect: f64,
    /// Its 95 % interval.
    pub interval: (f64, f64),
    /// p value of the hypothesis that there is none.
    pub p: f64,
    /// Its q value among the effects of the same kind on the same outcome.
    pub q: f64,
    /// The estimate pulled towards 0.
    pub shrunk: f64,
    /// Its rank in its kind by shrunk effect.
    pub rank: u64,
}

/// The columns in order.
pub const COLUMNS: &[Column<EffectRow>] = &[
    text("outcome", "what it is an effect on; see `sim list outcomes`", |row, _, line| line.plain(row.outcome)),
    text("kind", "`tile` in play, `pair` of tiles in play together, tile on a `slot`", |row, _, line| {
        line.plain(row.term.kind().name());
    }),
    text("tile", "the scoring tile, the first of a pair", |row, _, line| line.plain(row.term.tile().name())),
    text("with", "the other scoring tile of a pair, or the slot's letter", |row, _, line| line.plain(&row.term.with())),
    float(
        "effect",
        "unit of the outcome",
        "change of the outcome: of a tile in place of a mean one, of a pair beyond its tiles, of a slot beyond the tile",
        |row, _, line| line.float(Some(row.effect)),
    ),
    float("effect_lo", "unit of the outcome", "lower end of its 95 % interval, robust by cluster", |row, _, line| {
        line.float(Some(row.interval.0));
    }),
    float("effect_hi", "unit of the outcome", "upper end of its 95 % interval, robust by cluster", |row, _, line| {
        line.float(Some(row.interval.1));
    }),
    float("p", "", "two-sided p value of the effect being 0", |row, _, line| line.float(Some(row.p))),
    float(
        "q",
        "",
        "share of false findings if all effects of this kind and outcome with a q up to this one count as found",
        |row, _, line| {
            line.float(Some(row.q));
        },
    ),
    float(
        "shrunk",
        "unit of the outcome",
        "the effect pulled towards 0 by what its error makes likely",
        |row, _, line| {
            line.float(Some(row.shrunk));
        },
    ),
    integer("rank", "", "rank in its kind and outcome by shrunk effect, 1 for the largest", |row, _, line| {
        line.count(row.rank);
    }),
];

/// Which terms a model has, and their columns; column 0 is the mean.
#[derive(Clone, Debug)]
struct Layout {
    terms: Vec<Term>,
    kinds: Vec<TermKind>,
}

impl Layout {
    fn new(tiles: &[ScoringTile], kinds: &[TermKind]) -> Self {
        let of_kind = |kind: &TermKind| -> Vec<Term> {
            match kind {
                TermKind::Tile => tiles.iter().map(|tile| Term::Tile(*tile)).collect(),
                TermKind::Pair => pairs(tiles).map(|(one, two)| Term::Pair(one, two)).collect(),
                TermKind::Slot => tiles.iter().flat_map(|tile| Slot::ALL.map(|slot| Term::Slot(*tile, slot))).collect(),
            }
        };
        let mut terms: Vec<Term> = kinds.iter().flat_map(of_kind).collect();
        terms.sort_unstable();
        Self { terms, kinds: kinds.to_vec() }
    }

    fn columns(&self) -> usize {
        1 + self.terms.len()
    }

    fn column(&self, term: Term) -> Option<usize> {
        self.terms.binary_search(&term).ok().map(|index| 1 + index)
    }

    /// The columns that are 1 with these scoring tiles.
    fn row(&self, set: &ScoringSet) -> Vec<usize> {
        let mut sorted = *set;
        sorted.sort_unstable();
        let tiles = set.iter().map(|tile| Term::Tile(*tile));
        let pairs = pairs(&sorted).map(|(one, two)| Term::Pair(one, two));
        let slots = set.iter().zip(Slot::ALL).map(|(tile, slot)| Term::Slot(*tile, slot));
        let terms = tiles.chain(pairs).chain(slots);
        [0].into_iter().chain(terms.filter_map(|term| self.column(term))).collect()
    }

    /// The groups of columns whose coefficients sum to zero.
    fn zero_sums(&self, tiles: &[ScoringTile]) -> Vec<Vec<usize>> {
        let where_ = |belongs: &dyn Fn(Term) -> bool| -> Vec<usize> {
            (1..self.columns()).filter(|column| belongs(self.terms[column - 1])).collect()
        };
        let mut groups = Vec::new();
        for kind in &self.kinds {
            match kind {
                TermKind::Tile => groups.push(where_(&|term| matches!(term, Term::Tile(_)))),
                TermKind::Pair => {
                    groups.extend(tiles.iter().map(|tile| {
                        where_(&|term| matches!(term, Term::Pair(one, two) if one == *tile || two == *tile))
                    }));
                }
                TermKind::Slot => {
                    groups.extend(
                        tiles.iter().map(|tile| where_(&|term| matches!(term, Term::Slot(own, _) if own == *tile))),
                    );
                    groups.extend(
                        Slot::ALL.map(|slot| where_(&|term| matches!(term, Term::Slot(_, own) if own == slot))),
                    );
                }
            }
        }
        groups
    }
}

fn pairs(tiles: &[ScoringTile]) -> impl Iterator<Item = (ScoringTile, ScoringTile)> {
    tiles.iter().enumerate().flat_map(move |(index, one)| tiles[index + 1..].iter().map(move |two| (*one, *two)))
}

/// The models, the richest first; the first that the clusters determine is used.
const MODELS: [&[TermKind]; 4] = [
    &[TermKind::Tile, TermKind::Pair, TermKind::Slot],
    &[TermKind::Tile, TermKind::Pair],
    &[TermKind::Tile, TermKind::Slot],
    &[TermKind::Tile],
];

/// The model of an experiment.
pub struct Effects<'a> {
    cells: &'a Cells<Scoring>,
    tiles: Vec<ScoringTile>,
    layout: Layout,
    model: Model,
}

impl<'a> Effects<'a> {
    /// The richest model that the clusters determine; nothing if there is none.
    pub fn new(cells: &'a Cells<Scoring>) -> Option<Self> {
        let mut tiles: Vec<ScoringTile> = cells.iter().flat_map(|(set, _)| set.0).collect();
        tiles.sort_unstable();
        tiles.dedup();
        MODELS.iter().find_map(|kinds| Self::with(cells, &tiles, kinds))
    }

    fn with(cells: &'a Cells<Scoring>, tiles: &[ScoringTile], kinds: &[TermKind]) -> Option<Self> {
        let layout = Layout::new(tiles, kinds);
        let rows = rows(cells, &layout, cells.place(VP));
        let model = Model::new(layout.columns(), &rows, &layout.zero_sums(tiles))?;
        Some(Self { cells, tiles: tiles.to_vec(), layout, model })
    }

    /// Whether every cluster has this outcome.
    fn has(&self, outcome: usize) -> bool {
        let counts = |outcome: usize| self.cells.iter().map(move |(_, cell)| cell.outcome(outcome).count());
        counts(outcome).eq(counts(self.cells.place(VP)))
    }

    fn fit(&self, outcome: usize) -> Fit {
        self.model.fit(&rows(self.cells, &self.layout, outcome))
    }

    /// The table: outcome by outcome the tiles, the pairs, the slots.
    pub fn rows(&self) -> Vec<EffectRow> {
        let outcomes = (0..WITH_EFFECTS).filter(|outcome| self.has(*outcome));
        outcomes.flat_map(|outcome| self.rows_of(outcome)).collect()
    }

    fn rows_of(&self, outcome: usize) -> Vec<EffectRow> {
        let fit = self.fit(outcome);
        let of_kind = |kind: &TermKind| {
            let columns: Vec<usize> =
                (1..self.layout.columns()).filter(|column| self.layout.terms[column - 1].kind() == *kind).collect();
            effects(OUTCOMES[outcome].name, &fit, &columns, &self.layout.terms)
        };
        self.layout.kinds.iter().flat_map(of_kind).collect()
    }

    /// The share of each kind of term in the variance of an outcome between clusters, ω² of Hays (1963, Statistics for Psychologists):
    /// what the kind explains beyond those before it, minus what as many meaningless terms would.
    pub fn variance_shares(&self, outcome: usize) -> Option<Vec<(TermKind, f64)>> {
        if !self.has(outcome) {
            return None;
        }
        let full = self.fit(outcome);
        let noise = full.residual_squares / full.freedom as f64;
        let (mut squares, mut freedom) = self.around_mean(outcome);
        let total = squares;
        let mut shares = Vec::new();
        for count in 1..=self.layout.kinds.len() {
            let fit = Self::with(self.cells, &self.tiles, &self.layout.kinds[..count])?.fit(outcome);
            let explained = squares - fit.residual_squares - (freedom - fit.freedom) as f64 * noise;
            shares.push((self.layout.kinds[count - 1], (explained / (total + noise)).max(0.0)));
            (squares, freedom) = (fit.residual_squares, fit.freedom);
        }
        Some(shares).filter(|_| total > 0.0)
    }

    /// Sum of squares around the mean of all clusters, and its degrees of freedom.
    fn around_mean(&self, outcome: usize) -> (f64, u64) {
        let together = self.cells.together().outcome(outcome);
        (together.squares_around(together.mean().unwrap_or(0.0)), together.count() - 1)
    }
}

fn rows(cells: &Cells<Scoring>, layout: &Layout, outcome: usize) -> Vec<Row> {
    let row = |(set, cell): (&Scoring, &Cell)| Row { columns: layout.row(&set.0), values: cell.outcome(outcome) };
    cells.iter().map(row).collect()
}

/// The effects of these columns, which are all of one kind.
fn effects(outcome: &'static str, fit: &Fit, columns: &[usize], terms: &[Term]) -> Vec<EffectRow> {
    let effects: Vec<f64> = columns.iter().map(|&column| fit.coefficients[column]).collect();
    let errors: Vec<f64> = columns.iter().map(|&column| fit.errors[column]).collect();
    let p: Vec<f64> = columns.iter().map(|&column| fit.p_value(column)).collect();
    let (q, shrunk) = (q_values(&p), shrink(&effects, &errors));
    let ranks = ranks(&shrunk);
    let row = |(index, &column): (usize, &usize)| EffectRow {
        outcome,
        term: terms[column - 1],
        effect: effects[index],
        interval: fit.interval(column),
        p: p[index],
        q: q[index],
        shrunk: shrunk[index],
        rank: ranks[index],
    };
    columns.iter().enumerate().map(row).collect()
}
