//! Random experiments.

use engine::MAX_SEATS;
use engine::random::{Random, below};
use engine::tipperary::Components;
use interface::tipperary::hometowns::{Dealt, HOMETOWNS};

use super::setting::{Setting, rules};
use crate::lab::study::fingerprint::{Batch, Part, specs};
use crate::lab::study::soak::{Fixed, Soaked};
use crate::lab::subject::Subject;

/// The agents whose play is hashed.
const HASHED: [&str; 4] = ["random", "area-first", "greedy", "mcts"];

impl Soaked for Setting {
    const SPECS: &'static [&'static str] = &["random", "random", "area-first", "greedy", "mcts:iterations=3"];

    fn random_keys(dice: &mut Random, players: usize, _: &Fixed) -> String {
        let components = Components::shipped();
        let dealt = Dealt::of(&components, &components.deal(players, below(dice, u32::MAX).into()));
        let ids: Vec<String> = dealt.ids().map(|id| format!("\"{id}\"")).collect();
        let hometowns = [String::new(), format!("{HOMETOWNS} = [{}]\n", ids.join(", "))];
        format!("{}{}", hometowns[below(dice, 2) as usize], rules::random(dice))
    }

    fn batches() -> Vec<Batch<Self>> {
        let of_players = |players: usize| {
            let parts = specs::<Self>(&HASHED, &[]).into_iter();
            parts.map(move |spec| Part { subject: Self::printed(players), players, spec, games: 1 })
        };
        vec![Batch { name: Self::NAME.to_owned(), parts: (2..=MAX_SEATS).flat_map(of_players).collect() }]
    }

    fn is_expected(error: &str) -> bool {
        // More rounds than there are tiles for.
        error.contains("tiles")
    }
}
