//! A validated experiment: a schedule with the game that is played: everything that decides its results.

use std::collections::BTreeSet;
use std::ops::Deref;
use std::sync::Arc;

use interface::components::ComponentFile;
use serde_json::{Map, Value};

use super::forms::labels::Labels;
use super::schedule::Schedule;
use super::schedule::blocks::Fixture;
use super::schedule::contestant::Contestant;
use super::schedule::given::GivenFile;
use super::schedule::seeds::{Purpose, seed};
use super::subject::treatment::Treatment;
use super::subject::{GameInfo, Subject};

/// An experiment. Only valid ones exist: a config is checked before it becomes one. It derefs to its schedule.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// The line-ups, blocks and seeds.
    pub schedule: Schedule,
    /// The game as it is set up.
    pub subject: Arc<dyn Subject>,
    /// The same blocks under other rules, or with other components or agents, if it is to be compared with them.
    pub compare: Option<Box<Self>>,
    /// Kinds of players by each of which it is played besides; empty without a panel.
    pub panel: Vec<Contestant>,
}

impl Deref for Experiment {
    type Target = Schedule;

    fn deref(&self) -> &Schedule {
        &self.schedule
    }
}

impl Experiment {
    /// Returns what is known of its game before it is set up.
    pub fn info(&self) -> &'static GameInfo {
        self.subject.info()
    }

    /// The same experiment, known to have ended after this many blocks.
    #[must_use]
    pub fn ended_after(&self, blocks: u64) -> Self {
        let mut ended = self.clone();
        ended.schedule.blocks = blocks;
        ended
    }

    /// The same experiment, with this kind of player in place of every agent.
    #[must_use]
    pub fn played_by(&self, player: &Contestant) -> Self {
        let mut experiment = self.clone();
        experiment.panel = Vec::new();
        experiment.schedule.agents.iter_mut().for_each(|agent| agent.spec = player.spec.clone());
        experiment.compare = self.compare.as_deref().map(|second| Box::new(second.played_by(player)));
        experiment
    }

    /// Returns the design's choice for a game.
    pub fn treatment(&self, fixture: &Fixture) -> Treatment {
        self.subject.treatment(fixture.cluster, seed(self.schedule.seed, fixture.cluster, Purpose::Treatment))
    }

    /// Parts in play, here or in what it is compared with, whose components are only reconstructed.
    pub fn reconstructed(&self) -> Vec<&'static str> {
        self.reconstructed_with(self.compare.as_deref())
    }

    /// The same of this experiment and another, whatever each of them is compared with.
    pub fn reconstructed_with(&self, other: Option<&Self>) -> Vec<&'static str> {
        each_once([self].into_iter().chain(other).flat_map(|experiment| experiment.subject.reconstructed()))
    }

    /// The files that its agents and its panel were given, each once.
    pub fn given_files(&self) -> Vec<GivenFile> {
        let agents = self.schedule.agents.iter().chain(&self.panel);
        let mut files: Vec<GivenFile> = agents.filter_map(|agent| agent.spec.own()).flat_map(GivenFile::of).collect();
        files.sort();
        files.dedup();
        files
    }

    /// The files that a folder of it keeps, so that its games can be played again wherever it is: the user's component files, and what its
    /// agents were given. Name and content of each.
    pub fn kept_files(&self) -> Vec<(String, Vec<u8>)> {
        let components = self.subject.files().into_iter().filter(|file| !file.is_shipped);
        let components = components.map(|file| (ComponentFile::kept_name(file.key), file.text.as_bytes().to_vec()));
        let given = self.given_files().into_iter();
        let given = given.map(|file| (GivenFile::kept_name(&file.sha256), file.text.as_bytes().to_vec()));
        // One file can have several paths.
        let mut names = BTreeSet::new();
        components.chain(given).filter(|(name, _)| names.insert(name.clone())).collect()
    }

    /// The hashes of all files that decide its games, by the keys of manifests.
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

    /// Returns the texts that its tables have in place of numbers.
    pub fn labels(&self) -> Labels {
        Labels::new(self.agent_labels(), self.subject.pieces())
    }
}

/// Every part once, in the order in which they first come.
fn each_once(all: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut parts = Vec::new();
    for part in all {
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    parts
}
