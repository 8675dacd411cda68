//! A game played by script, with everything that was told.

use std::path::Path;
use std::sync::Arc;

use engine::random::{Random, below};
use engine::skye::{
    Action, Draws, Event, Module, Modules, Offer, Phase, Place, Placement, Position, Rotation, Rules, ScoringTile,
    Skye, Tablet, TileId, Tiles,
};
use engine::{Game, Seat, Turn};

use crate::drawing::{HEADER, build};

/// Scoring tiles that award nothing as long as nobody has a sheep, whisky or cattle.
pub const QUIET: [ScoringTile; 4] =
    [ScoringTile::Sheep, ScoringTile::MostWhisky, ScoringTile::RoadCattle, ScoringTile::BuildingSets];

pub fn seat(index: usize) -> Seat {
    Seat::new(index)
}

/// Four different scoring tiles at random.
pub fn random_scoring(rng: &mut Random) -> [ScoringTile; 4] {
    let mut all = ScoringTile::BASE.to_vec();
    std::array::from_fn(|_| all.swap_remove(below(rng, all.len() as u32) as usize))
}

/// A game with these modules, and four different scoring tiles of their pool at random.
pub fn modules_at_random(players: usize, modules: Modules, rng: &mut Random) -> Skye {
    let mut pool = Rules::with_modules(players, modules).scoring_pool();
    let scoring = std::array::from_fn(|_| pool.swap_remove(below(rng, pool.len() as u32) as usize));
    Skye::printed_with(players, scoring, modules).expect("a valid set-up")
}

pub struct Table {
    pub game: Skye,
    pub position: Position,
    pub events: Vec<Event>,
}

impl Table {
    /// The printed game; seat 0 starts.
    #[track_caller]
    pub fn printed(players: usize, scoring: [ScoringTile; 4]) -> Self {
        Self::of(Skye::printed(players, scoring).expect("a valid set-up"))
    }

    /// A game of `rounds` rounds with the tiles of these rows; seat 0 starts.
    #[track_caller]
    pub fn made_up(players: usize, rounds: usize, scoring: [ScoringTile; 4], rows: &str) -> Self {
        let tiles = Tiles::parse(Path::new("made-up"), &format!("{HEADER}\n{rows}")).expect("valid tiles");
        let mut rules = Rules::printed(players);
        rules.rounds.truncate(rounds);
        Self::of(Skye::new(Arc::new(tiles), Arc::new(rules), scoring, players).expect("a valid set-up"))
    }

    pub fn of(game: Skye) -> Self {
        let position = game.start(seat(0));
        Self { game, position, events: Vec::new() }
    }

    #[track_caller]
    pub fn tile(&self, name: &str) -> TileId {
        self.game.tiles().by_name(name).unwrap_or_else(|| panic!("no tile {name}"))
    }

    /// Gives a seat a drawn territory, and takes its tiles out of the bag.
    #[track_caller]
    pub fn give(&mut self, index: usize, picture: &str) {
        let territory = build(self.game.tiles(), picture);
        self.position.set_up(|public| {
            territory.placements().skip(1).for_each(|laid| public.bag.take(laid.tile));
            public.players[index].territory = territory;
        });
    }

    /// Makes this seat the starting player once tiles are drawn.
    pub fn begin_with(&mut self, start: Seat) {
        self.position.set_up(|public| (public.start, public.phase) = (start, Phase::Price(start)));
    }

    /// Begins a round with these draws by seat.
    #[track_caller]
    pub fn draw(&mut self, names: &[[&str; 3]]) {
        let draws: Draws = names.iter().map(|three| three.iter().map(|name| self.tile(name)).collect()).collect();
        let events = &mut self.events;
        self.game.begin_round(&mut self.position, &draws, &mut |_, event| events.push(event));
    }

    /// A game of all its rounds with these modules; seat 0 starts.
    #[track_caller]
    pub fn with_modules(players: usize, scoring: [ScoringTile; 4], modules: &[Module]) -> Self {
        let modules = modules.iter().copied().collect();
        Self::of(Skye::printed_with(players, scoring, modules).expect("a valid set-up"))
    }

    /// The last of one round with these modules; seat 0 starts.
    #[track_caller]
    pub fn last_round(players: usize, scoring: [ScoringTile; 4], modules: &[Module]) -> Self {
        let modules: Modules = modules.iter().copied().collect();
        let mut rules = Rules::with_modules(players, modules);
        rules.rounds.truncate(1);
        let game = Skye::new(Tiles::printed_with(modules), Arc::new(rules), scoring, players);
        Self::of(game.expect("a valid set-up"))
    }

    /// Fills the dolmen board before the first round.
    #[track_caller]
    pub fn dolmen(&mut self, names: [&str; 5]) {
        let drawn = names.map(|name| self.tile(name)).into();
        let events = &mut self.events;
        self.game.fill_dolmen(&mut self.position, &drawn, &mut |_, event| events.push(event));
    }

    /// The seat to move buys from this space of the dolmen board, and the next tile is uncovered.
    #[track_caller]
    pub fn buy_druid(&mut self, space: u8, next: Option<&str>) {
        self.act(Action::BuyDruid { space });
        let Phase::Uncover(buyer) = self.position.phase else { panic!("{:?}", self.position.phase) };
        let next = next.map(|name| self.tile(name)).into_iter().collect();
        let events = &mut self.events;
        self.game.uncover_next(&mut self.position, buyer, &next, &mut |_, event| events.push(event));
    }

    /// The names on the dolmen board, from the left; nothing for an empty space.
    pub fn board(&self) -> [&str; 5] {
        self.position.dolmen.board.map(|tile| tile.map_or("", |tile| self.game.tiles().name(tile)))
    }

    /// Gives a seat a tablet.
    pub fn give_tablet(&mut self, index: usize, tablet: Tablet) {
        self.position.set_up(|public| public.players[index].tablets.add(tablet));
    }

    /// Gives every seat this gold.
    pub fn set_gold(&mut self, gold: &[u16]) {
        self.position
            .set_up(|public| public.players.iter_mut().zip(gold).for_each(|(player, &gold)| player.gold = gold));
    }

    /// Begins a round by chance.
    pub fn draw_by_chance(&mut self, seed: u64) {
        self.meet_chance(seed);
    }

    /// Lets chance decide what is due.
    pub fn meet_chance(&mut self, seed: u64) {
        let events = &mut self.events;
        self.game.resolve_chance_telling(&mut self.position, seed, &mut |_, event| events.push(event));
    }

    pub fn legal_actions(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        self.game.legal_actions(&self.position, &mut actions);
        actions
    }

    #[track_caller]
    pub fn act(&mut self, action: Action) {
        assert!(self.game.is_legal(&self.position, action), "{action:?} in {:?}", self.position.phase);
        assert!(self.legal_actions().contains(&action), "{action:?} is listed");
        let events = &mut self.events;
        self.game.apply_telling(&mut self.position, action, &mut |_, event| events.push(event));
    }

    /// The seat to move makes an offer; 0 stands for the discard.
    #[track_caller]
    pub fn offer(&mut self, prices: [u16; 3]) {
        self.act(Action::Offer(Offer::from_prices(prices).expect("one discard")));
    }

    #[track_caller]
    pub fn buy(&mut self, from: usize, name: &str) {
        let tile = self.tile(name);
        self.act(Action::Buy { from: seat(from), tile });
    }

    #[track_caller]
    pub fn pass(&mut self) {
        self.act(Action::Pass);
    }

    pub fn placement(&self, name: &str, (x, y): (i8, i8), degrees: u16) -> Placement {
        let rotation = Rotation::from_degrees(degrees).expect("a turn");
        Placement { tile: self.tile(name), place: Place { x, y }, rotation }
    }

    #[track_caller]
    pub fn place(&mut self, name: &str, at: (i8, i8), degrees: u16) {
        self.act(Action::Place(self.placement(name, at, degrees)));
    }

    /// Lays tiles anyhow as long as somebody has to.
    pub fn build_anyhow(&mut self) {
        while let Phase::Build(_) = self.position.phase {
            self.act(self.legal_actions()[0]);
        }
    }

    /// Everybody draws by chance, asks 1 gold twice, buys nothing and builds anyhow.
    pub fn play_quiet_round(&mut self, seed: u64) {
        self.draw_by_chance(seed);
        (0..self.position.seats()).for_each(|_| self.offer([0, 1, 1]));
        (0..self.position.seats()).for_each(|_| self.pass());
        self.build_anyhow();
    }

    pub fn turn(&self) -> Turn {
        self.game.turn(&self.position)
    }

    pub fn gold(&self) -> Vec<u16> {
        self.position.players.iter().map(|player| player.gold).collect()
    }

    pub fn vp(&self) -> Vec<u16> {
        self.position.players.iter().map(|player| player.vp).collect()
    }

    /// The names of the tiles that a seat has to lay.
    pub fn to_build(&self, index: usize) -> Vec<&str> {
        self.position.players[index].to_build.iter().map(|&tile| self.game.tiles().name(tile)).collect()
    }

    /// Whether this tile is in the bag.
    #[track_caller]
    pub fn is_in_bag(&self, name: &str) -> bool {
        self.position.bag.has(self.tile(name))
    }
}
