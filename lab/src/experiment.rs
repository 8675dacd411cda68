//! A validated experiment: a schedule and the game, which together determine all results.

use std::collections::BTreeSet;
use std::ops::Deref;
use std::sync::Arc;

use interface::components::ComponentFile;
use serde_json::{Map, Value};

use super::base::error::{Error, Result};
use super::forms::compression::Compression;
use super::forms::labels::Labels;
use super::schedule::Schedule;
use super::schedule::blocks::Fixture;
use super::schedule::circle::Circle;
use super::schedule::contestant::{Contestant, Style};
use super::schedule::given::GivenFile;
use super::schedule::lineup::Lineup;
use super::schedule::seeds::{Purpose, seed};
use super::subject::treatment::Treatment;
use super::subject::{GameInfo, Subject, fit};

/// An experiment, which derefs to its schedule. Only valid ones exist: configs are checked first.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// The line-ups, blocks and seeds.
    pub schedule: Schedule,
    /// The set-up of the game.
    pub subject: Arc<dyn Subject>,
    /// The experiment to compare with: the same blocks under other rules, components or agents.
    pub compare: Option<Box<Self>>,
    /// The kinds of players that each play the experiment in addition; empty without a panel.
    pub panel: Vec<Contestant<Style>>,
}

impl Deref for Experiment {
    type Target = Schedule;

    fn deref(&self) -> &Schedule {
        &self.schedule
    }
}

impl Experiment {
    /// Creates an experiment that is played in memory, with these agents and this many blocks.
    ///
    /// # Errors
    /// If an agent cannot play the game.
    pub fn in_memory(
        subject: Arc<dyn Subject>,
        players: usize,
        lineup: Lineup,
        agents: Vec<Contestant>,
        blocks: u64,
        seed: u64,
    ) -> Result<Self> {
        fit::check(&*subject, agents.iter().map(|agent| &agent.spec)).map_err(Error::of_input)?;
        let schedule = Schedule {
            name: "in memory".to_owned(),
            players,
            blocks,
            seed,
            lineup,
            circle: Circle::Drawn,
            reproducible: !agents.iter().any(|agent| agent.spec.is_timed()),
            agents,
            tables: Vec::new(),
            compress: Compression::None,
            stop: None,
        };
        Ok(Self { schedule, subject, compare: None, panel: Vec::new() })
    }

    /// Returns the information about its game before it is set up.
    pub fn info(&self) -> &'static GameInfo {
        self.subject.info()
    }

    /// Returns the same experiment, ended after this many blocks.
    #[must_use]
    pub fn ended_after(&self, blocks: u64) -> Self {
        let mut ended = self.clone();
        ended.schedule.blocks = blocks;
        ended
    }

    /// Returns the same experiment, with every agent replaced by one of this kind of players.
    ///
    /// Players of different skill rotate where one agent would have all seats.
    #[must_use]
    pub fn played_by(&self, style: &Style) -> Self {
        let mut experiment = self.clone();
        experiment.panel = Vec::new();
        let Schedule { lineup, agents, players, .. } = &mut experiment.schedule;
        if *lineup == Lineup::SelfPlay && style.0.len() > 1 {
            *lineup = Lineup::Rotate;
            *agents = (1..=*players)
                .map(|number| Contestant { name: format!("player-{number}"), ..agents[0].clone() })
                .collect();
        }
        let seats = agents.len();
        agents.iter_mut().enumerate().for_each(|(seat, agent)| agent.spec = style.of_seat(seat, seats).clone().into());
        experiment.compare = self.compare.as_deref().map(|second| Box::new(second.played_by(style)));
        experiment
    }

    /// Returns the design's choice for a game.
    pub fn treatment(&self, fixture: &Fixture) -> Treatment {
        self.subject.treatment(fixture.cluster, seed(self.schedule.seed, fixture.cluster, Purpose::Treatment))
    }

    /// Returns the parts in play, here or in its comparison, whose components are only reconstructed.
    pub fn reconstructed(&self) -> Vec<&'static str> {
        self.reconstructed_with(self.compare.as_deref())
    }

    /// Returns the same for this experiment and another, without their comparisons.
    pub fn reconstructed_with(&self, other: Option<&Self>) -> Vec<&'static str> {
        each_once([self].into_iter().chain(other).flat_map(|experiment| experiment.subject.reconstructed()))
    }

    /// Returns the files given to its agents and its panel, without duplicates.
    pub fn given_files(&self) -> Vec<GivenFile> {
        let agents = self.schedule.agents.iter().filter_map(|agent| agent.spec.own());
        let styles = self.panel.iter().flat_map(|style| &style.spec.0);
        let mut files: Vec<GivenFile> = agents.chain(styles).flat_map(GivenFile::of).collect();
        files.sort();
        files.dedup();
        files
    }

    /// Returns the name and content of each file to keep in its folder.
    ///
    /// These are the user's component files and the files given to agents, so that games can be replayed anywhere.
    pub fn kept_files(&self) -> Vec<(String, Vec<u8>)> {
        let components = self.subject.files().into_iter().filter(|file| !file.is_shipped);
        let components = components.map(|file| (ComponentFile::kept_name(file.key), file.text.as_bytes().to_vec()));
        let given = self.given_files().into_iter();
        let given = given.map(|file| (GivenFile::kept_name(&file.sha256), file.text.as_bytes().to_vec()));
        // A file can have several paths.
        let mut names = BTreeSet::new();
        components.chain(given).filter(|(name, _)| names.insert(name.clone())).collect()
    }

    /// Returns the hashes of all files that affect its games, by manifest key.
    pub fn hashes(&self) -> Map<String, Value> {
        let components = self.subject.files().into_iter();
        let mut hashes: Map<String, Value> =
            components.map(|file| (ComponentFile::hash_key(file.key), file.sha256.into())).collect();
        let given: Map<String, Value> =
            self.given_files().into_iter().map(|file| (file.path, file.sha256.into())).collect();
        if !given.is_empty() {
            hashes.insert(GivenFile::HASHES.to_owned(), given.into());
        }
        hashes
    }

    /// Returns the texts that its tables contain instead of numbers.
    pub fn labels(&self) -> Labels {
        Labels::new(self.agent_labels(), self.subject.pieces())
    }
}

/// Returns every part once, in the order of first occurrence.
fn each_once(all: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut parts = Vec::new();
    for part in all {
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    parts
}
