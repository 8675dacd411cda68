//! Tools for developing the rules and agents of Tipperary.
//!
//! Random experiments, fingerprints, exploiters, lists, calibration and training.

mod calibration;

use std::path::Path;
use std::slice;
use std::sync::Arc;

use agents::AgentSpec;
use engine::MAX_SEATS;
use engine::random::{Random, below};
use engine::tipperary::{ComponentSheet, Components, Rules, Tipperary};
use interface::tipperary::hometowns::{HOMETOWNS, HometownDeal};
use interface::tipperary::sheets;

use super::setting::Setting;
use lab::base::error::Result;
use lab::base::out;
use lab::forms::numbers::list;
use lab::forms::rule;
use lab::play::exec_options::ExecOptions;
use lab::study::exploit::Exploiter;
use lab::study::fingerprint::{HashedBatch, HashedGames, specs};
use lab::study::training::value;
use lab::study::{Calibration, CalibrationResult, SoakOptions, Study, Trained, TrainingOrder};
use lab::subject::{List, Setup};

/// The agents whose play is hashed.
const HASHED: [&str; 4] = ["random", "area-first", "greedy", "mcts"];

/// The agents of random experiments.
const QUICK: [&str; 5] = ["random", "random", "area-first", "greedy", "mcts:iterations=3"];

/// All lists.
pub const LISTS: [List; 4] = [
    List::new("tile-files", "Shipped tile files", |_| list_sheets()),
    List::new("tiles", "The shipped landscape tiles, as a tile file", |_| print(ComponentSheet::Landscape)),
    List::new("bonus-tiles", "Tipperary: the shipped bonus tiles, as a tile file", |_| print(ComponentSheet::Bonus)),
    List::new("hometowns", "Tipperary: the shipped hometowns, as a tile file", |_| print(ComponentSheet::Hometowns)),
];

/// The player on whose mistakes those in training games are modelled.
const SLIPS_LIKE: &str = "area-first";

impl Study for Setting {
    fn quick_agents() -> Vec<String> {
        QUICK.map(str::to_owned).into()
    }

    fn random_keys(rng: &mut Random, players: usize, _: &SoakOptions) -> String {
        let components = Components::shipped();
        let dealt = HometownDeal::of(&components, &components.deal(players, below(rng, u32::MAX).into()));
        let ids: Vec<String> = dealt.ids().map(|id| format!("\"{id}\"")).collect();
        let hometowns = [String::new(), format!("{HOMETOWNS} = [{}]\n", ids.join(", "))];
        format!("{}{}", hometowns[below(rng, 2) as usize], rule::random(Rules::printed(players), rng))
    }

    fn batches() -> Vec<HashedBatch> {
        vec![HashedBatch {
            name: Self::INFO.name.to_owned(),
            parts: (2..=MAX_SEATS)
                .flat_map(|players| {
                    let parts = specs(Self::INFO, &HASHED, &[]).into_iter();
                    parts.map(move |spec| HashedGames {
                        subject: Arc::new(Self::printed(players)),
                        players,
                        spec,
                        games: 1,
                    })
                })
                .collect(),
        }]
    }

    fn is_expected(error: &str) -> bool {
        // More rounds than tiles suffice for.
        error.contains("tiles")
    }

    fn continuation() -> &'static str {
        "greedy"
    }

    /// Returns searches with other depths and numbers of placements, and players that do not search.
    fn exploiters(_: Option<&AgentSpec>, iterations: u64) -> Vec<Exploiter<Tipperary>> {
        let searches = ["", ",rounds=1", ",rounds=3", ",candidates=6", ",candidates=24", ",judgement=by-hand"];
        let searches = searches.map(|keys| format!("mcts:iterations={iterations}{keys}"));
        searches
            .into_iter()
            .chain(["greedy", "greedy:looks=64", "area-first"].map(str::to_owned))
            .map(Exploiter::named::<Self>)
            .collect()
    }

    fn calibrate(&self, plan: &Calibration, exec: ExecOptions) -> Result<CalibrationResult> {
        let judgements = calibration::calibrate(plan, exec)?;
        Ok(CalibrationResult { file: judgements.to_json(), tried: Vec::new() })
    }

    fn train(&self, order: &TrainingOrder, folder: &Path, exec: ExecOptions) -> Result<Trained> {
        value::train(order, slice::from_ref(self), SLIPS_LIKE, folder, exec)
    }
}

fn print(sheet: ComponentSheet) -> Result<()> {
    out::print(format_args!("{}", sheet.shipped()))
}

/// Prints the shipped files for each kind of component.
fn list_sheets() -> Result<()> {
    let components = Components::shipped();
    let counts = [components.landscape().len(), components.all_bonus().len(), components.all_hometowns().len()];
    for (sheet, count) in ComponentSheet::ALL.into_iter().zip(counts) {
        let names = sheets::shipped(sheet).map(|(name, _)| name);
        out::item(12, sheet.name(), &format!("{count} of them, RECONSTRUCTED: {}", list(names)))?;
    }
    out::line("alike: every component has the spaces of the first, so the choice of components cannot matter")
}
