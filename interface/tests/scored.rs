//! What pictures point out for a scoring tile is what the rules pay for.

#[path = "common/games.rs"]
mod games;

use engine::skye::{Countable, Pays, Position, ScoringTile, Skye, Survey};
use engine::{Game, Seat};
use games::{all_of_skye, all_of_tipperary, each_decision};
use interface::narrate::Narrate;
use interface::stage::{ScoredGroup, ScoringExample};

/// Points on the groups, all together.
fn sum(groups: &[ScoredGroup]) -> u16 {
    groups.iter().filter_map(|group| group.vp).sum()
}

/// Makes sure that every group shows something, and that no points would be cut off at the edge of the board.
#[track_caller]
fn check_drawable(example: &ScoringExample, [west, east, south, north]: [i16; 4]) {
    for group in &example.groups {
        assert!(!group.shapes.is_empty() && group.shapes.iter().all(|path| path.starts_with('M')), "{group:?}");
        assert!(group.shapes.iter().all(|path| path.ends_with('z')), "{group:?}");
        let (left, right) = (100.0 * f64::from(west), 100.0 * f64::from(east + 1));
        let (top, bottom) = (-100.0 * f64::from(north), 100.0 - 100.0 * f64::from(south));
        let (x, y) = group.at;
        assert!(left + 5.0 < x && x < right - 5.0 && top + 5.0 < y && y < bottom - 5.0, "{group:?}");
    }
}

#[track_caller]
fn check_skye(game: &Skye, position: &Position, seat: Seat) -> u32 {
    let player = position.player(seat);
    let survey = Survey::of(game.tiles(), &player.territory);
    let places = || player.territory.placements().map(|laid| laid.place);
    let low = |of: fn(i8, i8) -> i8, axis: fn(engine::skye::Place) -> i8| {
        i16::from(places().map(axis).reduce(of).expect("a castle"))
    };
    let bounds = [low(i8::min, |at| at.x), low(i8::max, |at| at.x), low(i8::min, |at| at.y), low(i8::max, |at| at.y)];
    let mut paid = 0;
    for tile in ScoringTile::ALL {
        let part = tile.printed().parts[0];
        let example = game.scoring_example(position, seat, tile.name());
        if part.tally == Countable::Gold {
            assert!(example.unwrap_err().contains("scores gold"));
            continue;
        }
        let example = example.unwrap_or_else(|error| panic!("{tile}: {error}"));
        check_drawable(&example, bounds);
        let measured = survey.measure(tile, player.gold);
        if let Pays::Most(points) = part.pays {
            assert!(
                example.groups.is_empty() == (measured == 0) && sum(&example.groups) == example.vp,
                "{tile}: {example:?}"
            );
            assert!(points.contains(&example.vp) || example.vp == 0);
            continue;
        }
        let shown = [example.vp, sum(&example.groups)];
        assert_eq!(shown, [measured; 2], "{tile} in {:?}: {example:?}", player.territory);
        paid += u32::from(measured > 0);
    }
    let scrolls = game.scoring_example(position, seat, "scrolls").expect("a name");
    check_drawable(&scrolls, bounds);
    let expected: u16 = survey.scrolls(player.gold).map(|scroll| scroll.vp).sum();
    assert_eq!([scrolls.vp, sum(&scrolls.groups)], [expected; 2]);
    paid
}

#[test]
fn what_is_pointed_out_in_a_territory_is_what_is_paid() {
    let mut paid = 0;
    for game in all_of_skye() {
        let mut count = 0;
        each_decision(&game, 0..2, |position, seat| {
            count += 1;
            if count % 5 == 0 {
                paid += check_skye(&game, position, seat);
            }
        });
    }
    assert!(paid > 5000, "{paid} scorings");
}

#[test]
fn what_is_pointed_out_in_a_county_is_what_is_paid() {
    let mut paid = [0; 4];
    for game in all_of_tipperary() {
        each_decision(&game, 0..2, |position, seat| {
            let display = &position.player(seat).display;
            let (low, high) = display.bounds();
            let explored = if display.is_explored(game.hometown(seat)) { game.rules().exploration_vp } else { 0 };
            let expected = [
                ("area", display.largest_rectangle().area()),
                ("flock", display.largest_flock()),
                ("exploration", explored),
                ("stones", display.stones()),
            ];
            for (number, (name, vp)) in expected.into_iter().enumerate() {
                let example = game.scoring_example(position, seat, name).expect("a name");
                assert_eq!([example.vp, sum(&example.groups)], [vp; 2], "{name}: {example:?}");
                paid[number] += u32::from(vp > 0);
                if vp > 0 {
                    check_drawable(&example, [low.x, high.x, low.y, high.y]);
                }
            }
        });
    }
    // Nobody explores who plays at random.
    let [area, flock, _, stones] = paid;
    assert!([area, flock, stones].iter().all(|paid| *paid > 0), "{paid:?}");
}

#[test]
fn slots_have_letters_and_wrong_names_say_what_is_accepted() {
    let game = &all_of_skye()[0];
    let position = game.start(Seat::new(0));
    let named = |name: &str| game.scoring_example(&position, Seat::new(1), name);
    for slot in engine::skye::Slot::ALL {
        let tile = game.scoring_at(slot);
        if tile != ScoringTile::MostGold {
            assert_eq!(named(&slot.letter().to_string()), named(tile.name()));
        }
    }
    let error = named("sheeps").unwrap_err();
    assert!(error.contains("sheep") && error.ends_with("scrolls, or a slot from A to D"), "{error}");
    let game = &all_of_tipperary()[0];
    let error = game.scoring_example(&game.start(Seat::new(0)), Seat::new(0), "whiskey").unwrap_err();
    assert_eq!(error, "found `whiskey`; accepted: area, flock, exploration, stones");
}
