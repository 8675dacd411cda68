//! Which placements are legal: exact counts by hand, and agreement with a second implementation on random territories.

use std::collections::BTreeMap;

use engine::random::{Random, below, random};
use engine::skye::{Feature, Place, Placement, Rotation, Rules, SIDES, ScoringTile, Survey, Territory, TileId, Tiles};

use super::{areas_of, areas_without_scrolls, at, connected_places};
use crate::drawing::{Drawing, draw};
use crate::naive::{At, Held, NaiveSurvey, NaiveTerritory, NaiveTile, naive_tiles};

fn count(drawn: &Drawing, name: &str) -> usize {
    let tile = drawn.tiles.by_name(name).expect("a tile");
    let counted = drawn.territory.count_placements(&drawn.tiles, tile);
    assert_eq!(drawn.territory.placements_of(&drawn.tiles, tile).count(), counted);
    assert_eq!(drawn.territory.can_place(&drawn.tiles, tile), counted > 0);
    counted
}

/// Checks in how many ways a tile can be laid.
#[track_caller]
fn check_count(drawing: &str, name: &str, expected: usize) {
    assert_eq!(count(&draw(drawing), name), expected, "{name} beside {drawing}");
}

/// Checks every way in which a tile can be laid: x, y, degrees.
#[track_caller]
fn check_ways(drawing: &str, name: &str, expected: &[(i8, i8, u16)]) {
    let drawn = draw(drawing);
    let tile = drawn.tiles.by_name(name).expect("a tile");
    let ways: Vec<_> = drawn
        .territory
        .placements_of(&drawn.tiles, tile)
        .map(|laid| (laid.place.x, laid.place.y, laid.rotation.degrees()))
        .collect();
    assert_eq!(ways, expected, "{name} beside {drawing}");
}

/// In how many ways these tiles can be laid one after another, in every order.
fn count_sequences(tiles: &Tiles, territory: &Territory, to_lay: &[TileId]) -> usize {
    if to_lay.is_empty() {
        return 1;
    }
    let mut sequences = 0;
    for (index, &tile) in to_lay.iter().enumerate() {
        let rest: Vec<TileId> =
            to_lay.iter().enumerate().filter(|&(other, _)| other != index).map(|(_, &tile)| tile).collect();
        for placement in territory.placements_of(tiles, tile).collect::<Vec<_>>() {
            let mut next = *territory;
            next.lay(tiles, placement);
            sequences += count_sequences(tiles, &next, &rest);
        }
    }
    sequences
}

#[track_caller]
fn check_sequences(made_up: &str, names: &[&str], expected: usize) {
    let drawn = draw(&format!("{made_up}\ncastle"));
    let to_lay: Vec<TileId> = names.iter().map(|name| drawn.tiles.by_name(name).expect("a tile")).collect();
    assert_eq!(count_sequences(&drawn.tiles, &drawn.territory, &to_lay), expected, "{names:?}");
}

#[test]
fn beside_the_castle_alone_by_hand() {
    // North and south of the castle pasture is needed, east water, west mountain. So a tile whose turns all differ has twice its pasture
    // edges + its water edges + its mountain edges; a tile that is the same half round has half of that.
    for (name, expected) in [
        ("L01", 6), // PPMM: 2*2 + 0 + 2
        ("L07", 5), // WWWP: 2*1 + 3 + 0
        ("L15", 4), // MMMW: 0 + 1 + 3
        ("L16", 5), // WPWM: 2*1 + 2 + 1
        ("L33", 7), // MPPP: 2*3 + 0 + 1, separate roads
        ("L24", 3), // PWPW, the same half round: (2*2 + 2) / 2
        ("L41", 3), // PWPW, the same half round
        ("L11", 6), // PWPW, but with a lighthouse at one of its waters: 2*2 + 2
        ("L60", 2), // MWMW, the same half round: (2 + 2) / 2
        ("L67", 2), // WMWM, the same half round
        ("L12", 6), // PMPM, one end of its road missing: 2*2 + 2
        ("P", 2),   // north and south, one turn each
        ("M", 1),
        ("W", 1),
    ] {
        check_count("castle", name, expected);
    }
}

#[test]
fn beside_the_castle_alone_all_tiles_by_their_letters() {
    for (shipped, text) in Tiles::SHIPPED {
        let tiles = Tiles::parse(shipped.as_ref(), text).expect("valid tiles");
        let territory = Territory::castle(&tiles);
        for row in text.lines().skip(1) {
            let columns: Vec<&str> = row.split(',').collect();
            let edges = |letter| columns[1].matches(letter).count();
            let ways = 2 * edges('P') + edges('W') + edges('M');
            let half = if ["L24", "L31", "L41", "L60", "L67"].contains(&columns[0]) { 2 } else { 1 };
            let tile = tiles.by_name(columns[0]).expect("a tile of the file");
            assert_eq!(territory.count_placements(&tiles, tile), ways / half, "{row}");
        }
    }
}

#[test]
fn beside_the_castle_alone_in_which_ways() {
    // L07 has pasture west only: it must face the castle, so north of it the west turns to the south (270 degrees), south of it to the
    // north (90). Water north, east and south: east of the castle one of them turns to the west: 270, 180, 90.
    check_ways("castle", "L07", &[(0, -1, 90), (0, 1, 270), (1, 0, 90), (1, 0, 180), (1, 0, 270)]);
    // L67, water north and south, mountain east and west: west of the castle as printed, east of it by a quarter turn. The other half is
    // the same.
    check_ways("castle", "L67", &[(-1, 0, 0), (1, 0, 90)]);
    check_ways("castle", "P", &[(0, -1, 0), (0, 1, 0)]);
}

#[test]
fn beside_two_tiles_in_which_ways() {
    // L17 is WPPW; by quarter turns WPPW, WWPP, PWWP, PPWW. Nothing fits west of the castle, which needs mountain.
    check_ways(
        "P .
         castle W",
        "L17",
        &[
            (-1, 1, 0), // west of P: pasture east
            (-1, 1, 270),
            (0, -1, 180), // south of the castle: pasture north
            (0, -1, 270),
            (0, 2, 0), // north of P: pasture south
            (0, 2, 90),
            (1, -1, 0), // south of W: water north
            (1, -1, 90),
            (1, 1, 180), // between P and W: pasture west and water south
            (2, 0, 0),   // east of W: water west
            (2, 0, 270),
        ],
    );
}

#[test]
fn between_three_neighbours() {
    // The place (1, 1) needs mountain east, water south and pasture west: in this order clockwise t has them, q and r have not.
    let drawn = draw(
        "b = PPWM
         t = MWPP
         q = MPWP
         r = PPPP
         P . b
         castle W W",
    );
    let turns = |name| {
        let tile = drawn.tiles.by_name(name).expect("a tile");
        let all = drawn.territory.placements_of(&drawn.tiles, tile);
        all.filter(|laid| laid.place == Place { x: 1, y: 1 }).map(|laid| laid.rotation.degrees()).collect::<Vec<_>>()
    };
    assert_eq!(turns("t"), [90]);
    assert_eq!([turns("q"), turns("r")], [[0; 0]; 2]);
}

#[test]
fn a_tile_that_fits_nowhere() {
    check_count(
        "w = PMPP
         w castle",
        "M",
        0,
    );
}

#[test]
fn sequences_of_two_bare_pastures() {
    // The first lies north or south of the castle. Beside it there are three free sides, and the castle's other side: 4. So 2 * 4 for
    // one order, and the same for the other.
    check_sequences("Q = PPPP", &["P", "Q"], 16);
}

#[test]
fn sequences_of_pasture_and_mountain() {
    // P first: 2, then M only west of the castle: 1. M first: 1, then P north or south: 2. M beside P never.
    check_sequences("", &["P", "M"], 4);
}

#[test]
fn sequences_of_pasture_and_water_and_mountain() {
    // Each terrain stays on its sides of the castle whatever lies there already: 2 * 1 * 1 in each of 6 orders.
    check_sequences("", &["P", "M", "W"], 12);
}

#[test]
fn sequences_of_two_printed_tiles() {
    // L24 (PWPW) and L67 (WMWM) are both the same half round.
    // L24 north as printed, with water east and west: L67 beside it twice (water to the side, 90), east of the castle (90), west (0): 4.
    // L24 south: the same, 4. L24 east of the castle as printed: L67 east of it (90), west of the castle (0): 2. Together 10.
    // L67 east of the castle (90: mountain north and south, water east): L24 north, south, and east of L67: 3.
    // L67 west of the castle (0: water north and south): L24 north, south and east of the castle, and north and south of L67 (90): 5.
    // Together 8, and 18 in all.
    check_sequences("", &["L24", "L67"], 18);
}

#[test]
fn example_water_next_to_pasture_is_illegal() {
    // East of P and north of W, west must be pasture and south water. L62 is PPWW; by quarter turns WPPW, WWPP and PWWP.
    let drawn = draw(
        "P .
         castle W",
    );
    let tile = drawn.tiles.by_name("L62").expect("a tile");
    let place = Place { x: 1, y: 1 };
    let allows = |rotation| drawn.territory.allows(&drawn.tiles, Placement { tile, place, rotation });
    assert_eq!(Rotation::ALL.map(allows), [false, false, false, true]);
}

#[test]
fn a_tile_is_not_laid_over_another_or_apart() {
    let drawn = draw(
        "P
         castle",
    );
    let tile = drawn.tiles.by_name("P").expect("a tile");
    let allows = |x, y| {
        drawn.territory.allows(&drawn.tiles, Placement { tile, place: Place { x, y }, rotation: Rotation::NONE })
    };
    assert!(!allows(0, 0) && !allows(0, 1), "taken");
    assert!(!allows(1, 2) && !allows(5, 5) && !allows(-1, -1), "a corner is no edge");
    assert!(allows(0, 2) && allows(1, 1) && allows(-1, 1) && allows(0, -1));
}

#[test]
fn the_larger_of_equal_turns_is_illegal() {
    let drawn = draw("castle");
    let tile = drawn.tiles.by_name("L24").expect("a tile");
    let allows = |degrees| {
        let rotation = Rotation::from_degrees(degrees).expect("a turn");
        drawn.territory.allows(&drawn.tiles, Placement { tile, place: Place { x: 0, y: 1 }, rotation })
    };
    assert_eq!([0, 90, 180, 270].map(allows), [true, false, false, false]);
}

/// Both implementations side by side.
struct Pair {
    tiles: Tiles,
    naive_tiles: BTreeMap<String, NaiveTile>,
    territory: Territory,
    naive: NaiveTerritory,
}

impl Pair {
    fn of(which: usize) -> Self {
        let (name, text) = Tiles::SHIPPED[which];
        let tiles = Tiles::parse(name.as_ref(), text).expect("valid tiles");
        let naive_tiles = naive_tiles(&[text]);
        let (territory, naive) = (Territory::castle(&tiles), NaiveTerritory::castle(&naive_tiles));
        Self { tiles, naive_tiles, territory, naive }
    }

    fn naive_tile(&self, tile: TileId) -> &NaiveTile {
        &self.naive_tiles[self.tiles.name(tile)]
    }

    /// Checks the legal placements of one tile and lays it at random.
    fn check_and_lay(&mut self, tile: TileId, rng: &mut Random) {
        let expected = self.naive.placements(self.naive_tile(tile));
        let all: Vec<Placement> = self.territory.placements_of(&self.tiles, tile).collect();
        let ways: Vec<(At, usize)> = all.iter().map(|&laid| (at(laid), laid.rotation.quarter_turns())).collect();
        assert_eq!(ways, expected, "{}", self.tiles.name(tile));
        assert_eq!(self.territory.count_placements(&self.tiles, tile), all.len());
        assert_eq!(self.territory.can_place(&self.tiles, tile), !all.is_empty());
        for (number, &placement) in all.iter().enumerate() {
            assert!(self.territory.allows(&self.tiles, placement));
            assert_eq!(self.territory.nth_placement(&self.tiles, tile, number), placement);
        }
        if !all.is_empty() {
            let placement = all[below(rng, all.len() as u32) as usize];
            self.territory.lay(&self.tiles, placement);
            let tile = self.naive_tile(tile).clone();
            self.naive.lay(&tile, at(placement), placement.rotation.quarter_turns());
        }
    }

    fn check_survey(&self, gold: u16) {
        let survey = Survey::of(&self.tiles, &self.territory);
        let naive = NaiveSurvey::of(&self.naive);
        assert_eq!(areas_of(&survey), areas_without_scrolls(&naive));
        assert_eq!(connected_places(&self.territory), naive.connected);
        assert_eq!(i32::from(survey.barrel_income(&Rules::printed(2))), naive.connected_with(&["whisky"]));
        let held = Held { gold: i32::from(gold), longest_road_vp: 0 };
        for scoring in ScoringTile::BASE {
            assert_eq!(i32::from(survey.measure(scoring, gold)), naive.measure(scoring.name(), held), "{scoring}");
        }
        assert_eq!(survey.scrolls(0).map(|scroll| i32::from(scroll.vp)).sum::<i32>(), naive.scroll_vp(held));
    }

    fn check_neighbours(&self) {
        for number in 0..self.territory.len() {
            let place = self.territory.placement(number).place;
            assert_eq!(self.territory.at(place), Some(number));
            for side in SIDES {
                assert_eq!(self.territory.neighbour(number, side), self.territory.at(place.neighbour(side)));
            }
        }
        assert!(self.territory.frontier().is_sorted());
        assert!(self.territory.frontier().all(|place| self.territory.at(place).is_none()));
    }
}

#[test]
fn random_territories_agree_with_the_second_implementation() {
    for seed in 0..300 {
        let mut rng = random(seed);
        let mut pair = Pair::of(seed as usize % 2);
        let mut left: Vec<TileId> = pair.tiles.landscape().collect();
        // Up to 18 tiles as in a game of six rounds, checked on the way.
        for _ in 0..18 {
            let tile = left.swap_remove(below(&mut rng, left.len() as u32) as usize);
            pair.check_and_lay(tile, &mut rng);
        }
        pair.check_survey(below(&mut rng, 30) as u16);
        pair.check_neighbours();
    }
}

#[test]
fn dense_territories_agree_with_the_second_implementation() {
    // The placement with most neighbours out of all is taken, so that areas close and meet.
    for seed in 0..60 {
        let mut rng = random(1000 + seed);
        let mut pair = Pair::of(seed as usize % 2);
        let mut left: Vec<TileId> = pair.tiles.landscape().collect();
        while pair.territory.len() < 28 && !left.is_empty() {
            let tile = left.swap_remove(below(&mut rng, left.len() as u32) as usize);
            let neighbours = |laid: &Placement| {
                SIDES.into_iter().filter(|&side| pair.territory.at(laid.place.neighbour(side)).is_some()).count()
            };
            let best = pair
                .territory
                .placements_of(&pair.tiles, tile)
                .max_by_key(|laid| (neighbours(laid), -i32::from(laid.place.x.abs() + laid.place.y.abs())));
            if let Some(placement) = best {
                pair.territory.lay(&pair.tiles, placement);
                let tile = pair.naive_tile(tile).clone();
                pair.naive.lay(&tile, at(placement), placement.rotation.quarter_turns());
            }
        }
        pair.check_survey(7);
        pair.check_neighbours();
        let tile = pair.tiles.landscape().nth(below(&mut rng, 73) as usize).expect("73 tiles");
        let expected = pair.naive.placements(pair.naive_tile(tile)).len();
        assert_eq!(pair.territory.count_placements(&pair.tiles, tile), expected);
    }
}

#[test]
fn features_of_a_territory_add_up() {
    let drawn = draw(
        "L31
         L24
         castle L60
         L29",
    );
    let survey = drawn.survey();
    // L31: cattle, whisky. L24: whisky. L60: 2 ships. L29: sheep, cattle, farm.
    let counts = Feature::ALL.map(|feature| survey.count(feature));
    assert_eq!(counts, [1, 2, 1, 0, 0, 2, 2]);
}
