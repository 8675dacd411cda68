//! A named agent.

use agents::{AgentSpec, Kind, SpecError};
use engine::Game;

use crate::base::plain_text;

/// A named agent. As text: `NAME=SPEC`, or just a spec, which is then also the name.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// The name in tables and records.
    pub name: String,
    /// Which agent it is.
    pub spec: AgentSpec,
}

impl Contestant {
    /// An agent named after its spec.
    pub fn plain(spec: AgentSpec) -> Self {
        Self { name: spec.to_string(), spec }
    }

    /// Reads an agent of the game that has these kinds.
    ///
    /// # Errors
    /// What is wrong with the name or the spec.
    pub fn read<G: Game>(text: &str, kinds: &'static [Kind<G>]) -> Result<Self, String> {
        let spec = |text: &str| AgentSpec::read(text, kinds).map_err(|error: SpecError| error.to_string());
        match text.split_once('=') {
            // After a colon an equals sign belongs to the spec's own settings.
            Some((name, rest)) if !name.contains(':') => {
                let fault = |accepted| format!("name: found `{name}`; accepted: {accepted}");
                plain_text::check(name, "-_.+").map_err(fault)?;
                Ok(Self { name: name.to_owned(), spec: spec(rest)? })
            }
            Some(_) | None => spec(text).map(Self::plain),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, name: &str, spec: &str) {
        let found = Contestant::read(text, &agents::skye::KINDS).unwrap();
        assert_eq!((found.name.as_str(), found.spec.to_string().as_str()), (name, spec));
    }

    #[test]
    fn a_spec_is_its_own_name_unless_it_has_another() {
        check("random", "random", "random");
        check("mcts:iterations=5,rounds=1", "mcts:iterations=5,rounds=1", "mcts:iterations=5,rounds=1");
        check("a-1=random", "a-1", "random");
        check("quick=mcts:iterations=5", "quick", "mcts:iterations=5");
    }

    #[test]
    fn bad_names_and_specs_are_refused() {
        for (text, wanted) in [
            ("=random", "name: found ``"),
            ("a b=random", "name: found `a b`"),
            ("a=", "no agent is called ``"),
            ("a=b=random", "no agent is called `b=random`"),
            ("gredy", "did you mean `greedy`?"),
        ] {
            let error = Contestant::read(text, &agents::skye::KINDS).unwrap_err();
            assert!(error.contains(wanted), "{text}: {error}");
        }
    }
}
