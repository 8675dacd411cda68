//! The price book: what players ask for tiles, and what another price would have brought.

use std::sync::Mutex;

use agents::search::SearchBudget;
use agents::skye::SkyeDomain;
use agents::skye::appraisal::{Appraisals, Judgements};
use agents::{Agent, AgentSpec, Decision};
use engine::Game;
use engine::random::{Random, mix, random};
use engine::skye::{Action, Offer, Rules, Skye, TileId, View};
use stats::{Estimate, Ratio};

use super::appraisal::TileValue;
use crate::skye::setting::Setting;
use lab::base::error::{Error, Result};
use lab::base::ordered::Workers;
use lab::base::progress::Progress;
use lab::base::time::clock;
use lab::experiment::Experiment;
use lab::play::arena;
use lab::play::exec_options::ExecOptions;
use lab::schedule::blocks::block;
use lab::subject::Setup;

/// The ranges of a tile's worth to its owner: the name, and the VP gain below which the next one begins.
const WORTHS: [(&str, f64); 4] =
    [("below 3 VP", 3.0), ("3 to 6 VP", 6.0), ("6 to 10 VP", 10.0), ("10 VP and more", f64::INFINITY)];

/// The budget for expecting the other offers, as of a search with this many iterations.
const ITERATIONS: u64 = 100;

/// Tiles offered in one round with one worth to their owners.
#[derive(Clone, Debug)]
pub struct BookRow {
    /// The round, from 1.
    pub round: usize,
    /// The worth of the tiles to their owners, as a range.
    pub worth: &'static str,
    /// The number of tiles offered.
    pub tiles: u64,
    /// The mean price in gold.
    pub asked: Estimate,
    /// The share of tiles that sold.
    pub sold: Estimate,
    /// The mean gold lost on a tile that did not sell.
    pub lost: Estimate,
    /// The mean price in gold at which selling to the best buyer and keeping are worth the same.
    pub safe: Estimate,
    /// The change of the owner's expected chance to win if the price is one gold higher.
    pub one_more: Estimate,
    /// The same for one gold less.
    pub one_less: Estimate,
}

/// Plays an experiment of self-play by this agent, and returns a row for each round and worth.
///
/// # Errors
/// If players draw more tiles than printed, threads cannot be created, or on Ctrl-C.
pub fn price_book(experiment: &Experiment, agent: &AgentSpec, exec: ExecOptions) -> Result<Vec<BookRow>> {
    let setting: &Setting = experiment.subject.setup();
    let (drawn, printed) = (setting.rules.tiles_drawn, Rules::PRINTED_TILES_DRAWN);
    if drawn != printed {
        let found = format!("found rules.tiles-drawn={drawn}");
        return Err(Error::input("rules", found, format!("{printed}, the number for which offers are compared")));
    }
    let domain = SkyeDomain::of_search();
    let workers = Workers::new(exec.threads)?;
    let progress = Progress::of_games(experiment.games(), exec.quiet);
    let mut cells = vec![[BookCell::default(); WORTHS.len()]; setting.rules.round_count()];
    workers.each_with(
        0..experiment.blocks,
        || agent.build_with(Setting::KINDS, clock),
        |agent, number| {
            let fixture = block(experiment, number).next().expect("one game per block");
            let game = setting.game(&experiment.treatment(&fixture));
            let seller =
                NotedSeller { agent: &**agent, domain: &domain, seed: fixture.seed.thinking, notes: Mutex::default() };
            let seats: Vec<&dyn Agent<Skye>> = vec![&seller; experiment.players];
            arena::play(&game, &fixture.seed, &seats, &mut ()).map_err(Error::undecided)?;
            Ok(seller.notes.into_inner().expect("no panic").tiles)
        },
        |played| {
            let mut sums = vec![[BookSums::default(); WORTHS.len()]; cells.len()];
            played.iter().for_each(|tile: &OfferedTile| sums[usize::from(tile.round) - 1][tile.worth()].add(tile));
            cells.iter_mut().flatten().zip(sums.iter().flatten()).for_each(|(cell, sums)| cell.push(sums));
            progress.add(1);
            Ok(())
        },
    )?;
    let rows = cells
        .iter()
        .enumerate()
        .flat_map(|(round, cells)| cells.iter().zip(WORTHS).map(move |(cell, (worth, _))| cell.row(round + 1, worth)));
    Ok(rows.collect())
}

/// A tile that a seat offered.
struct OfferedTile {
    round: u8,
    tile: TileId,
    value: TileValue,
    price: u16,
    is_sold: bool,
    /// The change of the owner's chance to win with one gold more; `None` if it does not have that much.
    one_more: Option<f64>,
    /// The same with one gold less; `None` if that is not allowed.
    one_less: Option<f64>,
}

impl OfferedTile {
    /// The index of its worth.
    fn worth(&self) -> usize {
        WORTHS.iter().position(|(_, end)| self.value.own_vp < *end).expect("the last range has no end")
    }
}

/// Sums over the tiles of one game in one cell.
#[derive(Copy, Clone, Default)]
struct BookSums {
    tiles: f64,
    price: f64,
    sold: f64,
    lost: f64,
    safe: f64,
    /// The sum of changes with one gold more and one gold less, each with the number of tiles that allow it.
    changes: [(f64, f64); 2],
}

impl BookSums {
    fn add(&mut self, tile: &OfferedTile) {
        let price = f64::from(tile.price);
        self.tiles += 1.0;
        self.price += price;
        self.safe += tile.value.safe_price;
        if tile.is_sold {
            self.sold += 1.0;
        } else {
            self.lost += price;
        }
        for ((sum, count), change) in self.changes.iter_mut().zip([tile.one_more, tile.one_less]) {
            if let Some(change) = change {
                *sum += change;
                *count += 1.0;
            }
        }
    }
}

/// A cell of the book, over games.
#[derive(Copy, Clone, Default)]
struct BookCell {
    tiles: u64,
    price: Ratio,
    sold: Ratio,
    lost: Ratio,
    safe: Ratio,
    changes: [Ratio; 2],
}

impl BookCell {
    fn push(&mut self, game: &BookSums) {
        self.tiles += game.tiles as u64;
        self.price.push(game.price, game.tiles);
        self.sold.push(game.sold, game.tiles);
        self.lost.push(game.lost, game.tiles - game.sold);
        self.safe.push(game.safe, game.tiles);
        self.changes.iter_mut().zip(game.changes).for_each(|(change, (sum, count))| change.push(sum, count));
    }

    fn row(&self, round: usize, worth: &'static str) -> BookRow {
        let [one_more, one_less] = self.changes.map(|change| change.estimate());
        BookRow {
            round,
            worth,
            tiles: self.tiles,
            asked: self.price.amount(),
            sold: self.sold.share(),
            lost: self.lost.amount(),
            safe: self.safe.estimate(),
            one_more,
            one_less,
        }
    }
}

/// An agent whose offers are noted, with what becomes of the tiles.
struct NotedSeller<'a> {
    agent: &'a dyn Agent<Skye>,
    domain: &'a SkyeDomain,
    /// The seed of guesses at other offers.
    seed: u64,
    notes: Mutex<SellerNotes>,
}

struct SellerNotes {
    tiles: Vec<OfferedTile>,
    gains: Appraisals,
}

impl Default for SellerNotes {
    fn default() -> Self {
        Self { tiles: Vec::new(), gains: Appraisals::by(Judgements::calibrated()) }
    }
}

impl Agent<Skye> for NotedSeller<'_> {
    fn choose(&self, game: &Skye, view: &View<'_>, rng: &mut Random) -> Decision<Action> {
        let decision = self.agent.choose(game, view, rng);
        let mut notes = self.notes.lock().expect("one thread");
        match decision.action {
            Action::Offer(offer) => notes.offered(self, game, view, offer),
            Action::Buy { tile, .. } => {
                let offered = notes.tiles.iter_mut().rev().find(|offered| offered.tile == tile);
                offered.expect("what is bought was offered").is_sold = true;
            }
            _ => {}
        }
        decision
    }
}

impl SellerNotes {
    fn offered(&mut self, seller: &NotedSeller<'_>, game: &Skye, view: &View<'_>, offer: Offer) {
        let (position, seat) = (game.public(view), game.viewer(view));
        let player = position.player(seat);
        let values = TileValue::of_drawn(game, position, seat, &mut self.gains);
        let priced = offer.priced();
        let moved = |place: usize, step: i32| {
            let prices = priced.map(|(other, price)| i32::from(price) + if other == place { step } else { 0 });
            if prices.contains(&0) {
                return None;
            }
            let offer = Offer::of(priced.map(|(place, _)| place), prices.map(|price| price as u16));
            offer.is_legal(player.drawn.len(), player.gold, game.rules().prices).then_some(offer)
        };
        // The offer, then for each of its tiles the offers with one gold more and one gold less.
        let others = priced.map(|(place, _)| [moved(place, 1), moved(place, -1)]);
        let compared: Vec<Offer> = [offer].into_iter().chain(others.into_iter().flatten().flatten()).collect();
        let mut rng = random(mix([seller.seed, self.tiles.len() as u64]));
        let chances = seller
            .domain
            .chances_with_offers(game, view, &compared, SearchBudget::Iterations(ITERATIONS), &mut rng)
            .expect("an offer of as many tiles as printed");
        let mut changes = chances[1..].iter().map(|chance| chance - chances[0]);
        for ((place, price), [more, less]) in priced.into_iter().zip(others) {
            let one_more = more.and_then(|_| changes.next());
            let one_less = less.and_then(|_| changes.next());
            self.tiles.push(OfferedTile {
                round: position.round,
                tile: player.drawn[place],
                value: values[place],
                price,
                is_sold: false,
                one_more,
                one_less,
            });
        }
    }
}
