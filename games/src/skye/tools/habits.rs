//! Training of the nets that predict offers and purchases.
//!
//! Plays games in pieces and keeps them as records, then fits the nets to their decisions.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::slice;
use std::sync::Arc;

use agents::net::Training;
use agents::search::SearchDomain;
use agents::skye::opponents::Habits;
use agents::skye::{FeatureExtractor, HabitDataset, PredictionScore, SkyeDomain, energy_score, expected_sales};
use agents::value::Learnable;
use agents::{Agent, AgentSpec};
use engine::Game;
use engine::random::random;
use engine::skye::{Action, Phase, Position, Rules, Skye, TileId};
use interface::digest::short_hex;
use interface::observer::Events;
use interface::record::watch_line;
use interface::record_format::RecordedDecision;
use interface::replay::ReplayEvent;
use interface::skye::rules::module_names;
use rayon::ThreadPool;
use sha2::{Digest, Sha256};

use crate::skye::setting::Setting;
use lab::base::error::{Error, Result};
use lab::base::interrupt::Interrupt;
use lab::base::progress::Progress;
use lab::base::{interrupt, ordered};
use lab::play::arena;
use lab::play::exec_options::ExecOptions;
use lab::play::numbered_games::{game_seed, treatment_seed};
use lab::schedule::contestant::{Contestant, PlayerSpec};
use lab::study::training::pieces::Pieces;
use lab::study::training::{HELD_OUT, in_words, repeatable};
use lab::study::{HabitsOrder, SelfPlayOrder, TrainedHabits};
use lab::subject::{LibraryOf, Setup, Subject};
use lab::wire::RecordWriter;

/// The number of guesses per offer with which habits are scored.
const GUESSES: usize = 25;

/// The number of simulated rounds used to predict sales.
const SALES_ROUNDS: u32 = 50;

/// Plays the games that are missing from the folder, and trains.
///
/// # Errors
/// If an agent is an external program, two sources have the same games, the folder contains anything else or cannot be
/// written, threads cannot be created, or on Ctrl-C. Finished pieces are kept.
pub fn train(order: &HabitsOrder<Setting>, folder: &Path, exec: ExecOptions) -> Result<TrainedHabits> {
    let sources = order.plays.iter().map(HabitGames::of).collect::<Result<Vec<_>>>()?;
    let shop = ReplayContext {
        pool: ordered::pool(exec.threads)?,
        interrupt: interrupt::install_handler()?,
        library: Setting::library(&[])?,
    };
    if let Some(twice) = sources.iter().enumerate().find_map(|(number, source)| {
        sources[..number].iter().any(|other| other.name() == source.name()).then(|| source.set_up())
    }) {
        let accepted = "other agents, players, modules, rules or seeds in each";
        return Err(Error::input("--play", format_args!("found twice: {twice}"), accepted));
    }
    let folders: Vec<PathBuf> = sources.iter().map(|source| folder.join(source.name())).collect();
    let opened = sources.iter().zip(&folders);
    let pieces = opened.map(|(source, folder)| Pieces::open(folder, &source.plan(), source.games));
    let pieces = pieces.collect::<Result<Vec<_>>>()?;
    let progress = Progress::of_games(sources.iter().map(|source| source.games).sum(), exec.quiet);
    progress.begin_at(pieces.iter().map(Pieces::games_kept).sum::<Result<u64>>()?);
    for (source, pieces) in sources.iter().zip(&pieces) {
        let agent = source.agent.build(Setting::KINDS);
        pieces
            .play((&shop.pool, shop.interrupt), &progress, |number| Ok(source.record(number, &*agent)?.into_bytes()))?;
    }
    drop(progress);
    let (mut learned, mut held_out) = (HabitDataset::default(), Vec::new());
    for pieces in &pieces {
        let mut of_source = HabitDataset::default();
        shop.learn(pieces, |of_piece| {
            learned.extend(of_piece.0);
            of_source.extend(of_piece.1);
        })?;
        held_out.push(of_source);
    }
    if !learned.suffice() || held_out.iter().any(|dataset| !dataset.suffice()) {
        return Err(Error::input("--play", "too few games to hold some out", ""));
    }
    let training =
        Training { hidden: order.hidden, epochs: order.epochs, decay: DECAY, seed: order.seed, ..Training::default() };
    let trained_on = sources.iter().map(HabitGames::in_words).collect::<Vec<_>>().join("; ");
    let habits = Arc::new(learned.habits(&training, trained_on).map_err(Error::of_machine)?);
    shop.interrupt.check()?;
    let mut report = format!(
        "learned from {} discards, {} prices ({} others were out of sight), {} purchases\n",
        learned.discards.len(),
        learned.prices.len(),
        learned.unconsidered,
        learned.purchases.len(),
    );
    for ((source, pieces), dataset) in sources.iter().zip(&pieces).zip(&held_out) {
        let judged = shop.judge(pieces, &habits)?;
        let _ = write!(report, "{}; held out:\n{}", source.in_words(), scores_in_words(dataset, &habits, &judged));
    }
    Ok(TrainedHabits { file: habits.to_json(), report })
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

    /// Returns the record of a game, which equals that of `sim play` with the same number.
    fn record(&self, number: u64, agent: &dyn Agent<Skye>) -> Result<String> {
        let players = self.setting.players;
        let treatment = self.setting.treatment(number, treatment_seed(self.seed, number));
        let (game, seed) = (self.setting.game(&treatment), game_seed(self.seed, number, players));
        let mut events = Events::default();
        arena::play(&game, &seed, &vec![agent; players], &mut events).map_err(Error::undecided)?;
        let contestants = vec![Contestant::plain(PlayerSpec::Own(self.agent.clone())); players];
        let written = RecordWriter { subject: self.setting, players: &contestants };
        Ok(written.line(&game, &seed, &treatment, &events.0) + "\n")
    }
}

/// Returns whether the game with this number is held out.
fn is_held_out(number: u64) -> bool {
    number.is_multiple_of(HELD_OUT)
}

/// The context for replaying recorded games.
struct ReplayContext {
    pool: ThreadPool,
    interrupt: &'static Interrupt,
    library: LibraryOf<Setting>,
}

/// A recorded decision, with the position before it.
type RecordedTurn<'a> = (&'a Skye, &'a Position, RecordedDecision<Action>);

impl ReplayContext {
    /// Calls `show` on the decisions of selected games of a piece.
    fn each_decision(
        &self,
        (pieces, piece): (&Pieces<'_>, u64),
        is_wanted: impl Fn(u64) -> bool,
        mut show: impl FnMut(u64, RecordedTurn<'_>),
    ) -> Result<()> {
        let text = String::from_utf8(pieces.read(piece)?).map_err(|_| pieces.damage(piece))?;
        let mut lines = text.lines();
        for number in pieces.games_of(piece) {
            let line = lines.next().ok_or_else(|| pieces.damage(piece))?;
            if !is_wanted(number) {
                continue;
            }
            let mut decisions = Vec::new();
            let watched = watch_line::<Skye>(line, &self.library, &mut |seen| {
                if let ReplayEvent::Decision(position, decided) = seen {
                    decisions.push((position.clone(), decided));
                }
            });
            let (header, _) = watched.map_err(Error::of_machine)?;
            decisions.iter().for_each(|(position, decided)| show(number, (&header.game, position, *decided)));
        }
        Ok(())
    }

    /// Extracts the datasets of a source's games: the training set and the held-out set.
    fn learn(&self, pieces: &Pieces<'_>, mut take: impl FnMut((HabitDataset, HabitDataset))) -> Result<()> {
        ordered::for_each(
            &self.pool,
            self.interrupt,
            (0..pieces.count()).map(Ok),
            FeatureExtractor::default,
            |extractor: &mut FeatureExtractor, piece| {
                let (mut learned, mut held_out) = (HabitDataset::default(), HabitDataset::default());
                self.each_decision(
                    (pieces, piece),
                    |_| true,
                    |number, (game, position, decided)| {
                        let dataset = if is_held_out(number) { &mut held_out } else { &mut learned };
                        dataset.note(game, position, decided.action, extractor);
                    },
                )?;
                Ok((learned, held_out))
            },
            |dataset: Result<_>| {
                take(dataset?);
                Ok(())
            },
        )
    }

    /// Scores the predictions of offers and sales in the held-out games.
    fn judge(&self, pieces: &Pieces<'_>, habits: &Arc<Habits>) -> Result<PredictionOutcomes> {
        let mut domain = SkyeDomain::of_search();
        domain.brain.habits = Arc::clone(habits);
        let mut all = PredictionOutcomes::default();
        ordered::for_each(
            &self.pool,
            self.interrupt,
            (0..pieces.count()).map(Ok),
            FeatureExtractor::default,
            |extractor: &mut FeatureExtractor, piece| {
                let mut judged = PredictionOutcomes::default();
                self.each_decision((pieces, piece), is_held_out, |_, seat| judged.note(&domain, seat, extractor))?;
                judged.settle(|_| true, false);
                Ok(judged)
            },
            |judged: Result<PredictionOutcomes>| {
                let judged = judged?;
                all.energies.extend(judged.energies);
                all.sales.extend(judged.sales);
                all.sales_on_display.extend(judged.sales_on_display);
                Ok(())
            },
        )?;
        Ok(all)
    }
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
        (game, position, decided): RecordedTurn<'_>,
        extractor: &mut FeatureExtractor,
    ) {
        let RecordedDecision { seat, action, .. } = decided;
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

/// Formats the scores of the predictions of a source's games as lines.
fn scores_in_words(dataset: &HabitDataset, habits: &Habits, judged: &PredictionOutcomes) -> String {
    let mut lines = String::new();
    for (name, PredictionScore { choices, loss, uniform, hits }) in dataset.prediction_scores(habits) {
        let _ = writeln!(
            lines,
            "  {choices} {name}: log loss {loss:.3} (all alike {uniform:.3}), {:.1} % predicted",
            100.0 * hits
        );
    }
    let PredictionOutcomes { energies, sales, sales_on_display, .. } = judged;
    let _ = writeln!(lines, "  {} offers: energy score {:.3} gold", energies.len(), mean(energies.iter().copied()));
    let rate = mean(sales.iter().map(|&(_, is_sold)| f64::from(u8::from(is_sold))));
    let _ = writeln!(
        lines,
        "  {} tiles: Brier score of sales {:.3}, {:.3} once all offers are known (always {:.1} %: {:.3})",
        sales.len(),
        brier_score(sales),
        brier_score(sales_on_display),
        100.0 * rate,
        rate * (1.0 - rate)
    );
    lines
}
