//! The strength of scoring tiles: what they pay, and what they do to a player's VP.

use engine::skye::{ScoringSet, ScoringTile, Slot};
use stats::cluster_estimate::ClusterEstimate;
use stats::{CONFIDENCE, Estimate};

use crate::skye::notes::outcomes::OUTCOMES;
use crate::skye::notes::raw_columns::{notes_of, scoring};
use crate::skye::tables::cells::ScoringCells;
use crate::skye::tables::effects::{EffectRow, Term, TermKind};
use lab::base::error::Result;
use lab::base::ordered::Workers;
use lab::base::progress::Progress;
use lab::experiment::Experiment;
use lab::play::exec_options::ExecOptions;
use lab::play::roster;
use lab::play::row_collector::RowCollector;
use lab::schedule::blocks::block;
use lab::subject::Accumulator;
use lab::subject::outcome::{VP, place};

/// Games of self-play, from which the strength of each scoring tile is estimated.
pub struct TileGames {
    cells: ScoringCells,
    /// By game, the tiles in play and the mean VP of a player from each.
    paid: Vec<(ScoringSet, [f64; Slot::ALL.len()])>,
}

/// The strength of a scoring tile, or of one tile minus that of another, in VP.
#[derive(Clone, Default, Debug)]
pub struct TileStrength {
    /// The VP that a player scores with the tile in play.
    pub pays: Estimate,
    /// The change of a player's VP by the tile, relative to the mean tile; `None` with too few games.
    pub effect: Option<Estimate>,
}

impl TileGames {
    /// Plays an experiment of self-play.
    ///
    /// # Errors
    /// If threads cannot be created, or on Ctrl-C.
    pub fn play(experiment: &Experiment, exec: ExecOptions) -> Result<Self> {
        let roster = roster::of_experiment(experiment);
        let workers = Workers::new(exec.threads)?;
        let progress = Progress::of_games(experiment.games(), exec.quiet);
        let mut games = Self { cells: ScoringCells::new(1), paid: Vec::new() };
        workers.each_with(
            0..experiment.blocks,
            || (ScoringCells::new(1), RowCollector::default()),
            |(cells, collector), number| {
                let fixture = block(experiment, number).next().expect("one game per block");
                let (rows, _) = collector.play(experiment, &fixture, &*roster, &mut ())?;
                let mut sums = cells.sums();
                cells.add(&mut sums, rows);
                let mut paid = [0.0; Slot::ALL.len()];
                for seat in &notes_of(rows).seats {
                    paid.iter_mut().zip(seat.vp_slot).for_each(|(sum, vp)| *sum += f64::from(vp));
                }
                Ok((scoring(rows).0, paid.map(|sum| sum / experiment.players as f64), sums))
            },
            |(set, paid, sums)| {
                games.cells.close(&sums);
                games.paid.push((set, paid));
                progress.add(1);
                Ok(())
            },
        )?;
        Ok(games)
    }

    /// Returns the tiles that were in play.
    pub fn tiles(&self) -> Vec<ScoringTile> {
        self.cells.tiles()
    }

    /// Returns the effects on a player's VP of tiles, and of pairs of them beyond each alone.
    pub fn effects(&self) -> Vec<EffectRow> {
        let on_vp = |kind| self.cells.effects_on(place(OUTCOMES, VP), kind);
        [TermKind::Tile, TermKind::Pair].into_iter().flat_map(on_vp).collect()
    }

    /// Returns the strength of a tile; `None` if it was never in play.
    pub fn strength(&self, tile: ScoringTile, effects: &[EffectRow]) -> Option<TileStrength> {
        let effect = effects.iter().find(|row| row.term == Term::Tile(tile)).map(EffectRow::estimate);
        Some(TileStrength { pays: self.pays(tile)?.estimate(CONFIDENCE), effect })
    }

    /// Returns the strength of a tile minus that of another; `None` if one of them was never in play.
    pub fn difference(&self, tile: ScoringTile, than: ScoringTile) -> Option<TileStrength> {
        let pays = self.pays(tile)?.minus(&self.pays(than)?).estimate(CONFIDENCE);
        let effect = self.cells.difference(place(OUTCOMES, VP), tile, than);
        Some(TileStrength { pays, effect })
    }

    fn pays(&self, tile: ScoringTile) -> Option<ClusterEstimate> {
        let paid = |(set, paid): &(ScoringSet, [f64; Slot::ALL.len()])| {
            set.iter().zip(paid).find(|(other, _)| **other == tile).map(|(_, vp)| *vp)
        };
        ClusterEstimate::mean(self.paid.iter().map(paid))
    }
}
