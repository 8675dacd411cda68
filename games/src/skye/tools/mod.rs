//! Tools for developing the rules and agents of Isle of Skye.
//!
//! Random experiments, fingerprints, exploiters, calibration, training and benchmarks.

mod appraisal;

mod calls;

mod calibration;

mod habits;

pub mod lists;

pub mod prices;

pub mod tiles;

mod typical_positions;

use std::path::Path;
use std::sync::Arc;

use agents::exploit::Secrets;
use agents::skye::{Insider, SECRETS};
use agents::{Agent, AgentSpec};
use engine::MAX_SEATS;
use engine::random::{Random, below};
use engine::skye::{Action, Module, Modules, Position, Rules, Skye, Tiles};
use interface::record::Header;
use interface::record_format::RecordedDecision;
use interface::skye::rules::{GameRules, module_names};
use interface::skye::tile_set::TILES;

use self::typical_positions::TypicalPositions;
use super::INFO;
use super::setting::{MODULES, Setting};
use lab::base::error::Result;
use lab::base::time::clock;
use lab::forms::rule;
use lab::play::exec_options::ExecOptions;
use lab::study::exploit::Exploiter;
use lab::study::fingerprint::{HashedBatch, HashedGames, specs};
use lab::study::training::value;
use lab::study::{Calibration, CalibrationResult, HabitsOrder, SoakOptions, Study, Trained, TrainingOrder};
use lab::subject::{Setup, Subject};

/// The agents whose play is hashed. Others have separate hashes, so that these remain comparable.
const AGENTS: [&str; 4] = ["random", "rule-of-thumb", "greedy", "mcts"];

/// Settings of search agents, each of which exercises a different code path.
const SEARCHES: [&str; 2] = ["variant=flat", "variant=pimc"];

/// The fast form of the greedy player, as used for distant rounds of simulations.
const QUICK: &str = "greedy:pricing=table,buying=surplus,building=tile-by-tile";

/// The agents of random experiments.
const RANDOM_AGENTS: [&str; 9] = [
    "random",
    "random",
    "rule-of-thumb",
    "greedy",
    "greedy:pricing=random,buying=surplus,building=tile-by-tile",
    "mcts:iterations=3,rounds=1",
    "mcts:iterations=4,rounds=1,variant=pimc,rollout=random",
    "mcts:iterations=4,rounds=1,variant=flat",
    "mcts:iterations=4,rounds=1",
];

/// The player on whose mistakes those in training games are modelled.
const SLIPS_LIKE: &str = "rule-of-thumb";

impl Study for Setting {
    fn quick_agents() -> Vec<String> {
        RANDOM_AGENTS.map(str::to_owned).into()
    }

    fn random_keys(rng: &mut Random, players: usize, fixed: &SoakOptions) -> String {
        let drawn = Module::ALL.into_iter().filter(|_| below(rng, 2) == 1).collect::<Modules>();
        let modules: Modules =
            fixed.parts.as_ref().map_or(drawn, |parts| parts.iter().filter_map(|part| part.parse().ok()).collect());
        let names: Vec<String> = modules.iter().map(|module| format!("\"{module}\"")).collect();
        let (tiles, _) = Tiles::SHIPPED[below(rng, Tiles::SHIPPED.len() as u32) as usize];
        format!(
            "{MODULES} = [{}]\n{TILES} = \"{tiles}\"\n{}",
            names.join(", "),
            rule::random(GameRules::printed(players, modules, &[]), rng)
        )
    }

    fn is_expected(error: &str) -> bool {
        // More rounds than tiles suffice for, or price limits that contradict a given rule.
        ["tiles", "lowest-price", "highest-price"].into_iter().any(|part| error.contains(part))
    }

    fn batches() -> Vec<HashedBatch> {
        batches()
    }

    fn secrets() -> Option<&'static Secrets<Skye>> {
        Some(&SECRETS)
    }

    fn continuation() -> &'static str {
        QUICK
    }

    /// Returns a search that queries the agent for its trades, other searches, and simple agents.
    ///
    /// The other searches assume a particular way of trading of all players, or look less or further ahead. The simple
    /// agents do not search: they ask high prices or buy whatever they can.
    fn exploiters(agent: Option<&AgentSpec>, iterations: u64) -> Vec<Exploiter<Skye>> {
        let insider = agent.map(|agent| Exploiter {
            name: format!("mcts:iterations={iterations} that asks {agent}"),
            agent: Box::new(Insider::search(Arc::from(agent.build_with(Self::KINDS, clock)), iterations)),
            is_within_budget: false,
        });
        let searches = [
            "",
            ",others=usual",
            ",rounds=1",
            ",rounds=3",
            ",rounds=1,leaf=appraisal",
            ",leaf=appraisal",
            ",candidates=32",
            ",variant=flat",
        ];
        let searches = searches.map(|keys| format!("mcts:iterations={iterations}{keys}"));
        let others = ["greedy", "greedy:buying=best-tile", "greedy:pricing=reservation", "greedy:pricing=keep"];
        let named = searches.into_iter().chain(others.map(str::to_owned)).map(Exploiter::named::<Self>);
        insider.into_iter().chain(named).collect()
    }

    fn call_sums(&self, seed: u64, count: u64) -> Option<Vec<(&'static str, u64)>> {
        Some(calls::sums(&TypicalPositions::of(self, seed), count))
    }

    fn appraised(
        file: &str,
        number: u64,
        header: &Header<Skye>,
        decisions: &[(Position, RecordedDecision<Action>)],
    ) -> Result<String> {
        Ok(appraisal::table(&appraisal::rows(file, number, header, decisions)))
    }

    const CALIBRATED_BY: &'static [&'static str] = &["modules", "players", "tried"];

    fn calibrate(&self, plan: &Calibration, exec: ExecOptions) -> Result<CalibrationResult> {
        calibration::calibrate(&calibration::Plan { order: *plan, modules: self.rules.modules, like: None }, exec)
    }

    fn recalibrated(
        &self,
        spec: &AgentSpec,
        plan: &Calibration,
        exec: ExecOptions,
    ) -> Result<Option<Box<dyn Agent<Skye>>>> {
        // With other settings it would be a different player.
        let is_plain = spec.to_string() == "greedy";
        let found = if is_plain { calibration::recalibrated(self, plan, exec)? } else { None };
        Ok(found.map(|greedy| -> Box<dyn Agent<Skye>> { Box::new(greedy) }))
    }

    fn train(&self, order: &TrainingOrder, folder: &Path, exec: ExecOptions) -> Result<Trained> {
        value::train(order, &self.with_sets(), SLIPS_LIKE, folder, exec)
    }

    fn train_habits(order: &HabitsOrder<Self>, folder: &Path, exec: ExecOptions) -> Result<Trained> {
        habits::train(order, folder, exec)
    }
}

impl Setting {
    /// Returns the same rules with every subset of these modules, all of them first.
    fn with_sets(&self) -> Vec<Self> {
        let sets: Vec<Modules> =
            Modules::all_sets().filter(|modules| modules.iter().all(|module| self.rules.modules.has(module))).collect();
        let settings = sets.into_iter().rev().map(|modules| Self {
            rules: Arc::new(Rules { modules, ..(*self.rules).clone() }),
            ..Self::printed_with(self.players, modules)
        });
        settings.collect()
    }
}

/// Returns the base game, whose hash has no name, and the game with all modules.
fn batches() -> Vec<HashedBatch> {
    vec![batch(Modules::NONE), batch(Module::ALL.into_iter().collect())]
}

/// Returns two games of each part in the base game, and one with modules, which is slower.
///
/// Searches exercise each code path with two players only, where they are fastest.
fn batch(modules: Modules) -> HashedBatch {
    let games = if modules.is_empty() { 2 } else { 1 };
    HashedBatch {
        name: module_names(modules).join("+"),
        parts: (2..=MAX_SEATS)
            .flat_map(|players| {
                let ways = if players == 2 { &SEARCHES[..] } else { &[] };
                let subject: Arc<dyn Subject> = Arc::new(Setting::printed_with(players, modules));
                let parts = specs(&INFO, &AGENTS, ways).into_iter();
                parts.map(move |spec| HashedGames { subject: Arc::clone(&subject), players, spec, games })
            })
            .collect(),
    }
}
