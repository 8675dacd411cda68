//! From a game's events to rows: an observer that counts while the game is played.

use engine::skye::action::DRAWN;
use engine::skye::rules::MAX_ROUNDS;
use engine::skye::{Event, Offer, Position, Skye, TileId};
use engine::{Outcome, Seat};

use crate::arena::Observer;
use crate::fixtures::Fixture;
use crate::rows::{Fate, GameRow, GameRows, OfferRow, ScoreRow, SeatRow, SeatSet};

/// Watches one game after the other and keeps the rows of the last.
pub struct Telemetry {
    rows: Option<GameRows>,
}

/// Watches one game.
pub struct Watch<'a> {
    round: u8,
    rows: &'a mut GameRows,
}

impl Telemetry {
    /// With buffers that later games use again.
    pub fn new() -> Self {
        Self { rows: None }
    }

    /// Plays a game by `play`, which is given the observer, and returns its rows.
    pub fn rows_of(
        &mut self,
        game: &Skye,
        fixture: &Fixture,
        play: impl FnOnce(&mut Watch<'_>) -> Outcome,
    ) -> &GameRows {
        let rows = self.rows.get_or_insert_with(|| empty_rows(*fixture));
        begin(rows, game, fixture);
        let outcome = play(&mut Watch { round: 0, rows });
        finish(rows, &outcome);
        rows
    }
}

impl Default for Telemetry {
    fn default() -> Self {
        Self::new()
    }
}

fn empty_rows(fixture: Fixture) -> GameRows {
    let game = GameRow {
        fixture,
        players: 0,
        rounds: 0,
        winners: SeatSet::default(),
        margin: 0,
        spread: 0,
        lead_changes: 0,
        last_lead_change: 0,
        leaders: [SeatSet::default(); MAX_ROUNDS],
    };
    GameRows { game, seats: Vec::new(), offers: Vec::new(), scores: Vec::new() }
}

fn begin(rows: &mut GameRows, game: &Skye, fixture: &Fixture) {
    use engine::Game;
    let (players, rounds) = (game.seats(), game.rules().round_count());
    rows.game = GameRow { players, rounds, ..empty_rows(*fixture).game };
    rows.seats.clear();
    rows.offers.clear();
    rows.scores.clear();
    let Fixture { block, game, agents, .. } = *fixture;
    let seat = |seat: usize| SeatRow { block, game, seat, agent: agents[seat], rounds, ..SeatRow::default() };
    rows.seats.extend((0..players).map(seat));
}

impl Observer for Watch<'_> {
    fn event(&mut self, event: &Event) {
        match *event {
            Event::Round { round, .. } => self.round = round,
            Event::Income { seat, castle, whisky, catch_up, gold } => {
                let row = self.seat(seat);
                row.castle_income += castle;
                row.whisky_income += whisky;
                row.catch_up_income += catch_up;
                self.set_gold(seat, gold);
            }
            Event::Draw { seat, tiles } => self.draw(seat, tiles),
            Event::Price { seat, offer, .. } => self.price(seat, offer),
            Event::Buy { seat, from, tile, price } => self.buy(seat, from, tile, price),
            Event::Pass { .. } => {}
            Event::Keep { seat, lost, .. } => {
                let row = self.seat(seat);
                row.kept += 1;
                row.burnt += lost;
                self.set_gold(seat, self.gold(seat) - lost);
            }
            Event::Place { seat, .. } => self.seat(seat).tiles += 1,
            Event::Return { seat, .. } => self.seat(seat).returned += 1,
            Event::Score { seat, slot, scoring, vp, total } => {
                let (round, row) = (self.round, self.seat(seat));
                row.vp_by_slot[slot.index()] += vp;
                let SeatRow { block, game, seat, agent, .. } = *row;
                self.rows.scores.push(ScoreRow { block, game, round, seat, agent, slot, scoring, vp, total });
            }
            Event::Scroll { seat, scroll } => self.seat(seat).vp_scrolls += scroll.vp,
            Event::GoldVp { seat, vp, .. } => self.seat(seat).vp_gold = vp,
            Event::Result { seat, vp, gold, rank } => {
                let row = self.seat(seat);
                (row.vp, row.gold_left, row.rank) = (vp, gold, rank);
            }
        }
    }

    fn decided(&mut self, seat: Seat, iterations: u64) {
        let row = self.seat(seat);
        row.decisions += 1;
        row.searched += u64::from(iterations > 0);
        row.iterations += iterations;
    }

    fn over(&mut self, position: &Position) {
        for (row, player) in self.rows.seats.iter_mut().zip(&position.players) {
            row.completed_areas = player.territory.areas().completed().count() as u16;
        }
    }
}

impl Watch<'_> {
    fn seat(&mut self, seat: Seat) -> &mut SeatRow {
        &mut self.rows.seats[seat.index()]
    }

    /// Gold held so far this round, stakes that may come back included.
    fn gold(&self, seat: Seat) -> u16 {
        self.rows.seats[seat.index()].gold_by_round[usize::from(self.round) - 1]
    }

    fn set_gold(&mut self, seat: Seat, gold: u16) {
        let round = usize::from(self.round) - 1;
        self.seat(seat).gold_by_round[round] = gold;
    }

    /// The offers of a seat this round. All seats draw in order, so every round has a fixed place for each.
    fn offers(&mut self, seat: Seat) -> &mut [OfferRow] {
        let first = DRAWN * ((usize::from(self.round) - 1) * self.rows.seats.len() + seat.index());
        &mut self.rows.offers[first..first + DRAWN]
    }

    fn draw(&mut self, seat: Seat, tiles: [TileId; DRAWN]) {
        let (round, gold) = (self.round, self.gold(seat));
        let SeatRow { block, game, seat, agent, .. } = *self.seat(seat);
        let offer = |tile| OfferRow { block, game, round, seat, agent, tile, price: 0, gold, fate: Fate::Discarded };
        self.rows.offers.extend(tiles.map(offer));
    }

    fn price(&mut self, seat: Seat, offer: Offer) {
        for (row, price) in self.offers(seat).iter_mut().zip(offer.prices()) {
            row.price = price;
            row.fate = if price == 0 { Fate::Discarded } else { Fate::Kept };
        }
    }

    fn buy(&mut self, seat: Seat, from: Seat, tile: TileId, price: u16) {
        let row = self.seat(seat);
        row.bought += 1;
        row.spent += price;
        // A buyer's own stakes count as held here, so the difference never goes below nothing.
        self.set_gold(seat, self.gold(seat) - price);
        let row = self.seat(from);
        row.sold += 1;
        row.earned += price;
        self.set_gold(from, self.gold(from) + price);
        if let Some(row) = self.offers(from).iter_mut().find(|row| row.tile == tile) {
            row.fate = Fate::Sold(seat);
        }
    }
}

/// What is known once the game is over.
fn finish(rows: &mut GameRows, outcome: &Outcome) {
    fill_vp_by_round(rows);
    conclude(rows, outcome);
}

/// What follows from how the game ended, and from the VP after each round; whatever these rows said of it before is replaced.
pub fn conclude(rows: &mut GameRows, outcome: &Outcome) {
    for (index, row) in rows.seats.iter_mut().enumerate() {
        let seat = Seat::new(index);
        row.win_share = outcome.win_share(seat);
        row.margin = outcome.margin(seat);
    }
    let mut points: Vec<i32> = outcome.points.to_vec();
    points.sort_unstable_by(|a, b| b.cmp(a));
    let game = &mut rows.game;
    game.margin = points[0] - points[1];
    game.spread = points[0] - points[points.len() - 1];
    game.winners = Seat::all(game.players).filter(|seat| outcome.ranks[seat.index()] == 1).collect();
    follow_the_lead(rows);
}

/// VP after each round, from the scores. A round in which nothing scores keeps the VP of the one before.
fn fill_vp_by_round(rows: &mut GameRows) {
    let mut scores = rows.scores.iter().peekable();
    let mut vp = [0; engine::MAX_SEATS];
    for round in 0..rows.game.rounds {
        while let Some(score) = scores.next_if(|score| usize::from(score.round) == round + 1) {
            vp[score.seat] = score.total;
        }
        for (row, vp) in rows.seats.iter_mut().zip(vp) {
            row.vp_by_round[round] = vp;
        }
    }
}

/// Who led after each round, and how often the sole leader changed, the final ranking included.
fn follow_the_lead(rows: &mut GameRows) {
    let GameRows { game, seats, .. } = rows;
    (game.lead_changes, game.last_lead_change) = (0, 0);
    let mut leader: Option<Seat> = None;
    for stage in 0..=game.rounds {
        let ahead = if stage == game.rounds { game.winners } else { leaders(seats, stage) };
        if stage < game.rounds {
            game.leaders[stage] = ahead;
        }
        let Some(sole) = ahead.iter().next().filter(|_| ahead.len() == 1) else { continue };
        if leader.is_some_and(|before| before != sole) {
            game.lead_changes += 1;
            game.last_lead_change = stage + 1;
        }
        leader = Some(sole);
    }
}

fn leaders(seats: &[SeatRow], round: usize) -> SeatSet {
    let most = seats.iter().map(|row| row.vp_by_round[round]).max();
    let leads = |row: &&SeatRow| Some(row.vp_by_round[round]) == most;
    seats.iter().filter(leads).map(|row| Seat::new(row.seat)).collect()
}
