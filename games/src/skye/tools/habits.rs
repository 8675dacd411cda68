//! Training of the nets that predict offers and purchases.
//!
//! Plays games in pieces and keeps them as records, then fits the nets to their decisions.

use std::fmt::Write;
use std::path::Path;
use std::slice;
use std::sync::Arc;

use agents::AgentSpec;
use agents::net::Training;
use agents::search::SearchDomain;
use agents::skye::opponents::Habits;
use agents::skye::{FeatureExtractor, HabitDataset, PredictionScore, SkyeDomain, energy_score, expected_sales};
use agents::value::Learnable;
use engine::Game;
use engine::random::random;
use engine::skye::{Action, Phase, Position, Rules, Skye, TileId};
use interface::digest::short_hex;
use interface::record::decisions_of_line;
use interface::record_format::RecordedDecision;
use interface::skye::rules::module_names;
use sha2::{Digest, Sha256};

use crate::skye::setting::Setting;
use lab::base::error::{Error, Result};
use lab::base::ordered::Workers;
use lab::play::exec_options::ExecOptions;
use lab::play::numbered_games::treatment_seed;
use lab::play::self_play::SelfPlay;
use lab::schedule::contestant::PlayerSpec;
use lab::study::training::pieces::Pieces;
use lab::study::training::{HELD_OUT, in_words, repeatable};
use lab::study::{HabitsOrder, SelfPlayOrder, Trained};
use lab::subject::{Setup, Subject};

/// The number of guesses per offer with which habits are scored.
const GUESSES: usize = 25;

/// The number of simulated rounds used to predict sales.
const SALES_ROUNDS: u32 = 50;

/// Plays the games that are missing from the folder, and trains.
///
/// # Errors
/// If an agent is an external program, two sources have the same games, the folder contains anything else or cannot be
/// written, threads cannot be created, or on Ctrl-C. Finished pieces are kept.
pub fn train(order: &HabitsOrder<Setting>, folder: &Path, exec: ExecOptions) -> Result<Trained> {
    let sources = order.plays.iter().map(HabitGames::of).collect::<Result<Vec<_>>>()?;
    let (workers, library) = (Workers::new(exec.threads)?, Setting::library(&[])?);
    for (number, source) in sources.iter().enumerate() {
        if sources[..number].iter().any(|other| other.name() == source.name()) {
            let accepted = "other agents, players, modules, rules or seeds in each";
            return Err(Error::input("--play", format_args!("found twice: {}", source.set_up()), accepted));
        }
    }
    let pieces = sources.iter().map(|source| {
        let HabitGames { setting, agent, games, seed } = source;
        let spec = PlayerSpec::Own(agent.clone());
        let table = SelfPlay::new(Arc::new((*setting).clone()), setting.players, &spec, *seed);
        Pieces::open(&folder.join(source.name()), &source.plan(), *games, move |number| table.record(number))
    });
    let pieces = pieces.collect::<Result<Vec<_>>>()?;
    Pieces::fill(&pieces, &workers, exec.quiet)?;
    let (mut learned, mut held_out) = (HabitDataset::default(), Vec::new());
    for pieces in &pieces {
        let mut of_source = HabitDataset::default();
        pieces.examples(
            &workers,
            FeatureExtractor::default,
            |extractor, number, line, of_piece: &mut [HabitDataset; 2]| {
                let (header, decisions) = decisions_of_line::<Skye>(line, &library).ok()?;
                let dataset = &mut of_piece[usize::from(is_held_out(number))];
                for (position, decided) in &decisions {
                    dataset.note(&header.game, position, decided.action, extractor);
                }
                Some(())
            },
            |[of_learned, of_held_out]| {
                learned.extend(of_learned);
                of_source.extend(of_held_out);
            },
        )?;
        held_out.push(of_source);
    }
    if !learned.suffice() || held_out.iter().any(|dataset| !dataset.suffice()) {
        return Err(Error::input("--play", "too few games to hold some out", ""));
    }
    let HabitsOrder { hidden, epochs, seed, .. } = *order;
    let training = Training { hidden, epochs, decay: DECAY, seed, ..Training::default() };
    let trained_on = sources.iter().map(HabitGames::in_words).collect::<Vec<_>>().join("; ");
    let habits = Arc::new(learned.habits(&training, trained_on).map_err(Error::of_machine)?);
    workers.check()?;
    let mut report = format!(
        "learned from {} discards, {} prices ({} others were out of sight), {} purchases",
        learned.discards.len(),
        learned.prices.len(),
        learned.unconsidered,
        learned.purchases.len(),
    );
    let mut domain = SkyeDomain::of_search();
    domain.brain.habits = Arc::clone(&habits);
    for ((source, pieces), dataset) in sources.iter().zip(&pieces).zip(&held_out) {
        let mut judged = PredictionOutcomes::default();
        pieces.examples(
            &workers,
            FeatureExtractor::default,
            |extractor, number, line, of_piece: &mut PredictionOutcomes| {
                if is_held_out(number) {
                    let (header, decisions) = decisions_of_line::<Skye>(line, &library).ok()?;
                    for (position, decided) in &decisions {
                        of_piece.note(&domain, &header.game, position, *decided, extractor);
                    }
                    of_piece.settle(|_| true, false);
                }
                Some(())
            },
            |of_piece| {
                judged.energies.extend(of_piece.energies);
                judged.sales.extend(of_piece.sales);
                judged.sales_on_display.extend(of_piece.sales_on_display);
            },
        )?;
        let _ = write!(report, "\n{}; held out:{}", source.in_words(), scores_in_words(dataset, &habits, &judged));
    }
    Ok(Trained { file: habits.to_json(), report })
}

/// The weight decay.
const DECAY: f32 = 0.3;

/// A source of games to learn from, with one agent in all seats.
struct HabitGames<'a> {
    setting: &'a Setting,
    agent: AgentSpec,
    games: u64,
    seed: u64,
}

impl<'a> HabitGames<'a> {
    fn of(order: &'a SelfPlayOrder<Setting>) -> Result<Self> {
        let SelfPlayOrder { subject, agent, games, seed } = order;
        let (drawn, printed) = (subject.rules.tiles_drawn, Rules::PRINTED_TILES_DRAWN);
        if drawn != printed {
            let accepted = format!("{printed}, because habits describe offers for that many tiles");
            return Err(Error::input("--play", format_args!("found rules.tiles-drawn={drawn}"), &accepted));
        }
        let agent = repeatable("--play", agent, slice::from_ref(subject))?;
        Ok(Self { setting: subject, agent, games: *games, seed: *seed })
    }

    /// Describes the games, without their number.
    fn set_up(&self) -> String {
        let Self { setting, agent, seed, .. } = self;
        let modules = module_names(setting.rules.modules);
        let with = if modules.is_empty() { String::new() } else { format!(" with {}", modules.join(", ")) };
        let changed = setting.game(&setting.treatment(0, treatment_seed(*seed, 0))).family().rules;
        let by = if changed.is_empty() { String::new() } else { format!(" by {}", changed.join(", ")) };
        format!("{} players{with}{by}, {}, seed {seed}", setting.players, in_words(agent))
    }

    fn in_words(&self) -> String {
        format!("{} games of {}", self.games, self.set_up())
    }

    fn plan(&self) -> String {
        format!("self-play of {}\n", self.set_up())
    }

    /// The name of the folder.
    fn name(&self) -> String {
        short_hex(&Sha256::digest(self.plan()))
    }
}

/// Returns whether the game with this number is held out.
fn is_held_out(number: u64) -> bool {
    number.is_multiple_of(HELD_OUT)
}

/// Predictions with their outcomes.
#[derive(Default)]
struct PredictionOutcomes {
    /// The energy score of each offer.
    energies: Vec<f64>,
    /// The predicted probability that each tile sells when it is offered, and whether it sold.
    sales: Vec<(f64, bool)>,
    /// The same, once all offers are known.
    sales_on_display: Vec<(f64, bool)>,
    /// Tiles whose fate is open, with both probabilities; the second is set once all offers are known.
    pending: Vec<(TileId, f64, Option<f64>)>,
}

impl PredictionOutcomes {
    fn note(
        &mut self,
        domain: &SkyeDomain,
        game: &Skye,
        position: &Position,
        RecordedDecision { seat, action, .. }: RecordedDecision<Action>,
        extractor: &mut FeatureExtractor,
    ) {
        if !matches!(position.phase, Phase::Price(_) | Phase::Buy(_)) {
            self.settle(|_| true, false);
        }
        match action {
            Action::Offer(offer) => {
                let mut rng = random(self.energies.len() as u64);
                let drawn = extractor.offerer(game, position, seat, |offerer| {
                    offerer.draw(&domain.brain.habits, 1.0, GUESSES, &mut rng)
                });
                self.energies.extend(drawn.map(|drawn| energy_score(&drawn, &offer)));
                let view = game.view(position, seat);
                let sales = expected_sales(domain, game, &view, offer, SALES_ROUNDS, &mut random(1));
                let priced = position.player(seat).drawn.into_iter().zip(offer.prices()).zip(sales);
                let priced = priced.filter(|((_, price), _)| *price > 0);
                self.pending.extend(priced.map(|((tile, _), chance)| (tile, chance, None)));
            }
            Action::Buy { .. } | Action::Pass if matches!(position.phase, Phase::Buy(_)) => {
                if self.pending.iter().any(|(_, _, on_display)| on_display.is_none()) {
                    self.expect_on_display(domain, game, position);
                }
                if let Action::Buy { tile, .. } = action {
                    self.settle(|other| other == tile, true);
                }
            }
            _ => {}
        }
    }

    /// Predicts how likely the tiles on display are to sell.
    fn expect_on_display(&mut self, domain: &SkyeDomain, game: &Skye, position: &Position) {
        let (mut cache, mut rng) = (domain.cache(position).of_onlooker(), random(1));
        let mut sold = vec![0_u32; self.pending.len()];
        for _ in 0..SALES_ROUNDS {
            let mut position = position.clone();
            while let Phase::Buy(seat) = position.phase {
                let action = domain.policy(game, &game.view(&position, seat), &mut cache, &mut rng);
                if let Action::Buy { tile, .. } = action {
                    let pending = self.pending.iter().zip(&mut sold).filter(|((other, ..), _)| *other == tile);
                    pending.for_each(|(_, sold)| *sold += 1);
                }
                game.apply(&mut position, action);
            }
        }
        for ((_, _, on_display), sold) in self.pending.iter_mut().zip(sold) {
            *on_display = Some(f64::from(sold) / f64::from(SALES_ROUNDS));
        }
    }

    /// Records whether some tiles sold.
    fn settle(&mut self, which: impl Fn(TileId) -> bool, is_sold: bool) {
        let Self { sales, sales_on_display, pending, .. } = self;
        for &(_, chance, on_display) in pending.iter().filter(|(tile, ..)| which(*tile)) {
            sales.push((chance, is_sold));
            sales_on_display.extend(on_display.map(|chance| (chance, is_sold)));
        }
        pending.retain(|(tile, ..)| !which(*tile));
    }
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len() as f64;
    values.sum::<f64>() / count
}

/// Returns the mean squared error of predicted probabilities of sales.
fn brier_score(sales: &[(f64, bool)]) -> f64 {
    mean(sales.iter().map(|&(chance, is_sold)| (chance - f64::from(u8::from(is_sold))).powi(2)))
}

/// Formats the scores of the predictions of a source's games as lines, each after a line end.
fn scores_in_words(dataset: &HabitDataset, habits: &Habits, judged: &PredictionOutcomes) -> String {
    let mut lines = String::new();
    for (name, PredictionScore { choices, loss, uniform, hits }) in dataset.prediction_scores(habits) {
        let _ = write!(
            lines,
            "\n  {choices} {name}: log loss {loss:.3} (all alike {uniform:.3}), {:.1} % predicted",
            100.0 * hits
        );
    }
    let PredictionOutcomes { energies, sales, sales_on_display, .. } = judged;
    let _ = write!(lines, "\n  {} offers: energy score {:.3} gold", energies.len(), mean(energies.iter().copied()));
    let rate = mean(sales.iter().map(|&(_, is_sold)| f64::from(u8::from(is_sold))));
    let _ = write!(
        lines,
        "\n  {} tiles: Brier score of sales {:.3}, {:.3} once all offers are known (always {:.1} %: {:.3})",
        sales.len(),
        brier_score(sales),
        brier_score(sales_on_display),
        100.0 * rate,
        rate * (1.0 - rate)
    );
    lines
}
