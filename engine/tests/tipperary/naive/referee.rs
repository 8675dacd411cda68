//! Follows a game by its events alone and checks that everything in them is right, by the naive counts.

use std::collections::{BTreeMap, BTreeSet};
use std::iter::Peekable;
use std::vec::IntoIter;

use engine::tipperary::{Components, Event, Lost, Place, Score, Tipperary};
use engine::{Game, Seat};

use super::{largest_flock, largest_rectangle, new_lines, new_sites, pairs, spaces};
use crate::drawing::Picture;

/// One player as the referee knows them.
#[derive(Default)]
struct Player {
    picture: Picture,
    bonus_meadows: BTreeSet<Place>,
    barrel: usize,
    towers: u8,
    stones: u16,
}

struct Referee<'a> {
    game: &'a Tipperary,
    events: Peekable<IntoIter<Event>>,
    players: Vec<Player>,
    bag: BTreeSet<usize>,
    areas: [Vec<usize>; 5],
    bonus: BTreeSet<usize>,
    sheep: u16,
    towers: u16,
    marker: Option<Seat>,
}

/// Checks all events of a game.
#[track_caller]
pub fn referee(game: &Tipperary, events: Vec<Event>) {
    let components = game.components();
    let mut referee = Referee {
        game,
        events: events.into_iter().peekable(),
        players: Seat::all(game.seats()).map(|seat| Player::of(components, game, seat)).collect(),
        bag: (0..components.landscape().len()).collect(),
        areas: Default::default(),
        bonus: (0..components.all_bonus().len()).collect(),
        sheep: game.rules().wooden_sheep,
        towers: game.rules().towers,
        marker: None,
    };
    referee.whole_game();
}

impl Player {
    fn of(components: &Components, game: &Tipperary, seat: Seat) -> Self {
        let hometown = components.hometown(game.hometowns()[seat.index()]);
        let mut player = Self::default();
        for (place, space) in &hometown.spaces {
            player.put(*place, &space.to_string());
        }
        player
    }

    fn put(&mut self, place: Place, entry: &str) {
        if let Some(vp) = entry.trim_end_matches('*').strip_prefix('C') {
            self.stones += vp.parse::<u16>().expect("a number");
        }
        self.picture.insert(place, entry.trim_end_matches('*').to_owned());
    }

    fn is_beside(&self, place: Place) -> bool {
        !self.picture.contains_key(&place) && place.neighbours().iter().any(|next| self.picture.contains_key(next))
    }
}

impl Referee<'_> {
    fn next(&mut self) -> Event {
        self.events.next().expect("more events")
    }

    fn whole_game(&mut self) {
        let seats = self.game.seats();
        let rounds = self.game.rules().rounds as u8;
        let mut first = None;
        for number in 1..=rounds {
            let Event::Round { round, start } = self.next() else { panic!("a round begins") };
            assert_eq!(round, number);
            let expected = first.map_or(start, |first: Seat| first.clockwise(usize::from(number) - 1, seats));
            first = first.or(Some(start));
            assert_eq!(start, expected, "the bag passes clockwise");
            self.fill(number);
            let Event::Spin { shift } = self.next() else { panic!("the wheel is spun") };
            Seat::in_turn_order(start, seats).for_each(|seat| self.turn(seat, shift));
            self.sheep_phase();
            if number == rounds {
                Seat::in_turn_order(start, seats).for_each(|seat| self.place_towers(seat));
            }
        }
        self.scoring();
        assert!(self.events.next().is_none(), "nothing follows the results");
    }

    fn fill(&mut self, round: u8) {
        for area in 0..5 {
            let due = 2 - self.areas[area].len();
            if due == 0 {
                continue;
            }
            let Event::Fill { area: told, tiles } = self.next() else { panic!("area {area} is filled") };
            assert_eq!((usize::from(told), tiles.len()), (area, due));
            assert!(round > 1 || due == 2);
            for tile in tiles {
                assert!(self.bag.remove(&tile.index()), "from the bag");
                self.areas[area].push(tile.index());
            }
        }
    }

    fn turn(&mut self, seat: Seat, shift: u8) {
        let wheel = self.game.hometown(seat).wheel;
        let Event::Take { seat: who, area, tile, left } = self.next() else { panic!("a tile is taken") };
        assert_eq!((who, usize::from(area)), (seat, (wheel + usize::from(shift)) % 5));
        let mut both = [tile.index(), left.index()];
        let mut there = self.areas[usize::from(area)].clone();
        both.sort_unstable();
        there.sort_unstable();
        assert_eq!(there, both);
        self.areas[usize::from(area)] = vec![left.index()];
        let Event::Place { seat: who, placement } = self.next() else { panic!("and laid") };
        assert_eq!((who, placement.tile), (seat, tile));
        let spaces = spaces(self.game.components(), placement);
        let player = &self.players[seat.index()];
        assert!(spaces.iter().all(|(place, _)| !player.picture.contains_key(place)), "on empty places");
        assert!(spaces.iter().any(|(place, _)| player.is_beside(*place)), "beside the display");
        let (mut sheep, mut bonus) = self.lay(seat, &spaces);
        self.due(seat, &mut sheep, &mut bonus);
    }

    /// Lays a tile and follows what it does at once; returns wooden sheep and bonus tiles due.
    fn lay(&mut self, seat: Seat, spaces: &[(Place, String)]) -> (usize, usize) {
        let player = &mut self.players[seat.index()];
        let before = player.picture.clone();
        spaces.iter().for_each(|(place, entry)| player.put(*place, entry));
        let after = player.picture.clone();
        let mut sheep = spaces.iter().filter(|(_, entry)| entry.ends_with('*')).count();
        let made = pairs(&after) - pairs(&before);
        if made > 0 {
            let track = &self.game.rules().whiskey_track;
            let to = (player.barrel + made).min(track.len() - 1);
            sheep += (player.barrel + 1..=to).filter(|&space| track[space].sheep).count();
            player.barrel = to;
            let expected = Event::Whiskey { seat, pairs: made as u8, space: to as u8, vp: track[to].vp };
            assert_eq!(self.next(), expected);
        }
        for _ in 0..new_lines(&before, &after) {
            let player = &mut self.players[seat.index()];
            let expected = if self.towers == 0 {
                Event::Lost { seat, what: Lost::Tower }
            } else {
                self.towers -= 1;
                player.towers += 1;
                Event::Tower { seat, towers: player.towers }
            };
            assert_eq!(self.next(), expected);
        }
        (sheep, new_sites(&before, &after))
    }

    fn due(&mut self, seat: Seat, sheep: &mut usize, bonus: &mut usize) {
        while *sheep > 0 || *bonus > 0 {
            if *sheep > 0 {
                *sheep -= 1;
                self.place_sheep(seat);
                continue;
            }
            *bonus -= 1;
            if self.bonus.is_empty() {
                assert_eq!(self.next(), Event::Lost { seat, what: Lost::Bonus });
                continue;
            }
            let Event::Bonus { seat: who, tile } = self.next() else { panic!("a bonus tile is drawn") };
            assert!(who == seat && self.bonus.remove(&tile.index()), "one of those left");
            let Event::BonusPlace { seat: who, tile: placed, place } = self.next() else { panic!("and placed") };
            assert_eq!((who, placed), (seat, tile));
            let player = &mut self.players[seat.index()];
            let is_meadow = player.picture.get(&place).is_some_and(|entry| entry == "M");
            assert!(player.is_beside(place) || is_meadow && !player.bonus_meadows.contains(&place));
            let entry = self.game.components().bonus(tile).space.to_string();
            if entry.starts_with('M') {
                player.bonus_meadows.insert(place);
            }
            let (more_sheep, more_bonus) = self.lay(seat, &[(place, entry)]);
            *sheep += more_sheep;
            *bonus += more_bonus;
        }
    }

    fn place_sheep(&mut self, seat: Seat) {
        let player = &mut self.players[seat.index()];
        if self.sheep == 0 || !player.picture.values().any(|entry| entry == "M") {
            assert_eq!(self.next(), Event::Lost { seat, what: Lost::Sheep });
            return;
        }
        self.sheep -= 1;
        let Event::Sheep { seat: who, place } = self.next() else { panic!("a sheep is placed") };
        assert_eq!(who, seat);
        let before = self.players[seat.index()].picture.insert(place, "s".to_owned());
        assert_eq!(before.as_deref(), Some("M"), "on a meadow without a sheep");
    }

    fn sheep_phase(&mut self) {
        let flocks: Vec<u16> = self.players.iter().map(|player| largest_flock(&player.picture)).collect();
        let largest = *flocks.iter().max().expect("players");
        let tied: Vec<Seat> = Seat::all(flocks.len()).filter(|seat| flocks[seat.index()] == largest).collect();
        self.marker = match self.marker {
            _ if tied.len() == 1 => Some(tied[0]),
            Some(holder) if tied.contains(&holder) => Some(holder),
            _ => None,
        };
        assert_eq!(self.next(), Event::Flocks { flocks: flocks.into_iter().collect(), holder: self.marker });
    }

    fn place_towers(&mut self, seat: Seat) {
        while self.players[seat.index()].towers > 0 {
            let player = &mut self.players[seat.index()];
            match self.events.next().expect("more events") {
                Event::TowerPlace { seat: who, place } => {
                    assert!(who == seat && player.is_beside(place));
                    player.picture.insert(place, "T".to_owned());
                    player.towers -= 1;
                }
                event => {
                    assert_eq!(event, Event::Stop { seat, towers: player.towers });
                    return;
                }
            }
        }
    }

    fn scoring(&mut self) {
        let rules = self.game.rules();
        let mut scores = BTreeMap::new();
        for (seat, player) in Seat::all(self.players.len()).zip(&self.players) {
            let hometown = self.game.hometown(seat);
            let home: BTreeSet<Place> = hometown.spaces.iter().map(|(place, _)| *place).collect();
            let is_covered = |place: &Place| player.picture.contains_key(place);
            let is_explored = home.iter().flat_map(|place| place.around()).all(|place| is_covered(&place));
            let score = Score {
                area: largest_rectangle(&player.picture.keys().copied().collect()),
                flock: largest_flock(&player.picture),
                marker: if self.marker == Some(seat) { rules.marker_vp } else { 0 },
                exploration: if is_explored { rules.exploration_vp } else { 0 },
                whiskey: rules.whiskey_track[player.barrel].vp,
                stones: player.stones,
            };
            scores.insert(seat, score);
        }
        for (&seat, &score) in &scores {
            assert_eq!(self.events.next(), Some(Event::Score { seat, score }));
        }
        for (&seat, &score) in &scores {
            let vp = score.vp();
            let rank = 1 + scores.values().filter(|other| other.vp() > vp).count() as u8;
            assert_eq!(self.events.next(), Some(Event::Result { seat, vp, rank }));
        }
    }
}
