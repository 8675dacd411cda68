//! Druids: the second buy turn of phase 4, and the dolmen board.

use crate::random::chance;
use crate::skye::course::Tell;
use crate::skye::course::position::{Dolmen, Found, Uncovered};
use crate::skye::{Bag, DOLMEN_SPACES, Event, PRICED, Phase, Position, Public, Skye, TileId};
use crate::{Seat, below};

/// The round of the chance event that orders the face-down Druid tiles: before the first.
const BEFORE_THE_GAME: u8 = 0;

/// The number of that chance event within its round.
const STACK: u32 = 0;

/// The number within its round of the first bag action's chance event.
///
/// The others follow in turn order.
const FIRST_BAG_ACTION: u32 = 1;

impl Skye {
    /// Returns the cost of the tile on this space of the dolmen board.
    ///
    /// `None` if the space is empty or the seat lacks the gold.
    #[inline]
    pub fn affordable_druid(&self, position: &Public, seat: Seat, space: usize) -> Option<u16> {
        position.dolmen.price(self.tiles(), space).filter(|&price| price <= position.player(seat).gold)
    }

    /// The Druid tiles that this seat could buy now, from the left: space, tile and price.
    pub fn affordable_druids(&self, position: &Public, seat: Seat) -> impl Iterator<Item = (u8, TileId, u16)> {
        (0..DOLMEN_SPACES).filter_map(move |space| {
            let price = self.affordable_druid(position, seat, space)?;
            Some((space as u8, position.dolmen.board[space]?, price))
        })
    }

    /// Returns whether this seat may draw from the bag.
    ///
    /// The seat needs the gold, and the bag more tiles than the remaining draws need.
    #[inline]
    pub fn may_draw_from_bag(&self, position: &Public, seat: Seat) -> bool {
        let rounds_left = self.rules().round_count() - usize::from(position.round);
        // Ruling: the bag keeps two tiles a round for every seat, all that it draws for the last round; none after it.
        let last = usize::from(self.rules().tiles_drawn);
        let reserve = if rounds_left == 0 { 0 } else { position.seats() * (PRICED * (rounds_left - 1) + last) };
        let player = position.player(seat);
        player.gold >= player.tablets.bag_cost() && position.bag.len() > reserve
    }

    /// Fills the dolmen board before the first round and moves it on before every other one.
    ///
    /// Moving it on is the end of the previous round.
    pub(super) fn prepare_dolmen(&self, position: &mut Position, uncovered: &Uncovered, tell: &mut impl Tell) {
        if position.round == 1 {
            self.fill_dolmen(position, uncovered, tell);
        } else {
            self.move_dolmen(position, uncovered, tell);
        }
    }

    /// Fills the dolmen board with its first tiles, from the left.
    ///
    /// # Panics
    /// If the tiles are not five face-down ones.
    pub fn fill_dolmen(&self, position: &mut Position, drawn: &Uncovered, tell: &mut impl FnMut(&Position, Event)) {
        let dolmen = &mut position.public.dolmen;
        assert_eq!(drawn.len(), DOLMEN_SPACES, "a tile for every space");
        for (space, &tile) in drawn.iter().enumerate() {
            uncover(dolmen, space, tile);
        }
        let board = dolmen.board;
        tell(position, Event::Dolmen { removed: None, drawn: *drawn, board });
    }

    /// Moves the dolmen board on at the end of a round.
    ///
    /// The tile on the last space leaves the game, the others move on, and the next one is uncovered.
    pub fn move_dolmen(&self, position: &mut Position, next: &Uncovered, tell: &mut impl FnMut(&Position, Event)) {
        let dolmen = &mut position.public.dolmen;
        let removed = dolmen.close_up(DOLMEN_SPACES - 1);
        self.uncover_first(position, removed, next, tell);
    }

    /// Uncovers the next tile after a purchase, and ends the seat's turn.
    pub fn uncover_next(
        &self,
        position: &mut Position,
        seat: Seat,
        next: &Uncovered,
        tell: &mut impl FnMut(&Position, Event),
    ) {
        self.uncover_first(position, None, next, tell);
        self.end_second_turn(position, seat, tell);
    }

    fn uncover_first(&self, position: &mut Position, removed: Option<TileId>, next: &Uncovered, tell: &mut impl Tell) {
        let dolmen = &mut position.public.dolmen;
        assert_eq!(next.len(), usize::from(!dolmen.stack.is_empty()), "a tile is uncovered if there is one");
        if let Some(&tile) = next.first() {
            uncover(dolmen, 0, tile);
        }
        let board = dolmen.board;
        tell(position, Event::Dolmen { removed, drawn: *next, board });
    }

    /// The next `count` tiles that this seed uncovers; fewer if fewer are face down.
    pub(super) fn next_druids(&self, position: &Public, seed: u64, count: usize) -> Uncovered {
        self.stack_order(seed, position.dolmen.stack).take(count).collect()
    }

    /// The order in which a seed uncovers these Druid tiles.
    ///
    /// It is the order of first appearance in a stream of uniform draws, the same stream throughout a game. So the same seed uncovers the same tiles, no matter
    /// who buys what.
    fn stack_order(&self, seed: u64, mut stack: Bag) -> impl Iterator<Item = TileId> {
        let first = self.tiles().druids().next().expect("Druid tiles are in play").index();
        let count = self.tiles().druids().count() as u32;
        let mut order = chance(seed, BEFORE_THE_GAME, STACK);
        std::iter::from_fn(move || {
            while !stack.is_empty() {
                let tile = TileId::new(first + below(&mut order, count) as usize);
                if stack.has(tile) {
                    stack.take(tile);
                    return Some(tile);
                }
            }
            None
        })
    }

    /// Buys the Druid tile on one space of the dolmen board.
    pub(super) fn buy_druid(&self, position: &mut Position, seat: Seat, space: u8, tell: &mut impl Tell) {
        let index = usize::from(space);
        let price = self.affordable_druid(position, seat, index).expect("a tile and the gold for it");
        let tile = position.public.dolmen.board[index].take().expect("a tile on the space");
        position.public.dolmen.close_up(index);
        let player = position.public.player_mut(seat);
        player.gold -= price;
        player.to_build.push(tile);
        let surcharge = Dolmen::surcharge(index);
        position.public.phase = Phase::Uncover(seat);
        tell(position, Event::BuyDruid { seat, space, tile, cost: price - surcharge, surcharge });
    }

    /// Pays for the bag action, before the tiles are seen.
    pub(super) fn pay_for_bag_action(&self, position: &mut Position, seat: Seat) {
        let player = position.public.player_mut(seat);
        player.gold = player.gold.checked_sub(player.tablets.bag_cost()).expect("gold for the bag action");
        position.public.phase = Phase::DrawFromBag(seat);
    }

    /// The tiles that this seed draws for the bag action of this seat.
    pub(super) fn bag_action(&self, position: &Public, seat: Seat, seed: u64) -> Found {
        let place = position.turn_order().position(|other| other == seat).expect("a seat of the game") as u32;
        let mut order = chance(seed, position.round, FIRST_BAG_ACTION + place);
        let mut bag = position.bag;
        let count = self.tiles().len() as u32;
        let mut found = Found::new();
        for _ in 0..position.player(seat).tablets.bag_tiles().min(bag.len()) {
            let mut stream = std::iter::repeat_with(|| TileId::new(1 + below(&mut order, count) as usize));
            let tile = stream.find(|&tile| bag.has(tile)).expect("the bag is not empty");
            bag.take(tile);
            found.push(tile);
        }
        found
    }

    /// Takes these tiles out of the bag for the seat to choose one.
    ///
    /// # Panics
    /// If a tile is not in the bag.
    pub fn find_in_bag(&self, position: &mut Position, seat: Seat, found: Found) {
        for &tile in &found {
            assert!(position.bag.has(tile), "tile {} is not in the bag", self.tiles().name(tile));
            position.public.bag.take(tile);
        }
        position.public.found = found;
        position.public.phase = Phase::KeepDrawn(seat);
    }

    /// Keeps one of the tiles drawn from the bag; the others go back.
    pub(super) fn keep_drawn(&self, position: &mut Position, seat: Seat, kept: TileId, tell: &mut impl Tell) {
        let tiles = std::mem::take(&mut position.public.found);
        assert!(tiles.contains(&kept), "tile {} is among those drawn", self.tiles().name(kept));
        tiles.iter().filter(|&&tile| tile != kept).for_each(|&tile| position.public.bag.put(tile));
        let player = position.public.player_mut(seat);
        player.to_build.push(kept);
        let paid = player.tablets.bag_cost();
        tell(position, Event::Bag { seat, paid, tiles, kept });
        self.end_second_turn(position, seat, tell);
    }

    /// Ends a second buy turn: the next seat has its own, or building begins.
    pub(super) fn end_second_turn(&self, position: &mut Position, seat: Seat, tell: &mut impl Tell) {
        match position.next_in_turn(seat) {
            Some(next) => position.public.phase = Phase::BuyAgain(next),
            None => self.begin_building(position, position.start, tell),
        }
    }
}

/// Puts a face-down tile on a space of the dolmen board.
fn uncover(dolmen: &mut Dolmen, space: usize, tile: TileId) {
    assert!(dolmen.stack.has(tile) && dolmen.board[space].is_none(), "a face-down tile for a free space");
    dolmen.stack.take(tile);
    dolmen.board[space] = Some(tile);
}
