//! What people see and type, in whole games of both games with all modules.

#[path = "common/games.rs"]
mod games;

use anstream::adapter::strip_str;
use engine::skye::Offer;
use engine::{Game, Seat};
use games::{all_of_skye, all_of_tipperary, each_decision};
use interface::human_input::{HumanInput, WIDTH, listed};

fn names(seats: usize) -> Vec<String> {
    (0..seats).map(|seat| format!("somebody-called-{seat}")).collect()
}

/// No line is wider than a terminal.
#[track_caller]
fn check_width(lines: &[String]) {
    for line in lines {
        let plain = strip_str(line).to_string();
        assert!(plain.chars().count() <= WIDTH, "{plain}");
        assert!(!plain.contains(char::is_control), "{plain:?}");
    }
}

/// What a seat sees is made from its view alone, and fits.
fn check_table<G: HumanInput>(game: &G, position: &G::Position, seat: Seat) {
    let (names, view) = (names(game.seats()), game.view(position, seat));
    let (rebuilt, _) = game.read_view(game.write_view(&view).get()).unwrap();
    let shown = |view: &G::View<'_>| (game.table(view, &names), game.form(view));
    let (lines, form) = shown(&view);
    check_width(&lines);
    assert!(!lines.is_empty());
    assert_eq!((lines, form), shown(&game.view(&rebuilt, seat)));
}

/// Every legal action is read from its line, in capitals or not.
fn check_lines<G: HumanInput>(game: &G, position: &G::Position, seat: Seat) {
    let view = game.view(position, seat);
    let all = listed(game, &view);
    for (index, (action, line)) in all.iter().enumerate().step_by((all.len() / 7).max(1)) {
        assert_eq!(game.read(&view, line), Ok(*action), "{line}");
        let by_number = game.read(&view, &(index + 1).to_string());
        assert_eq!(by_number.ok(), Some(*action).filter(|_| game.form(&view).is_none()), "{index}");
        assert_eq!(game.read(&view, &format!("  {} ", line.to_lowercase())), Ok(*action), "{line}");
        for bad in [format!("{line} {line}"), format!("{line} 1"), format!("x{line}"), line.replace(' ', "_")] {
            let read = game.read(&view, &bad);
            assert!(read.as_ref().is_err_and(|fault| fault.contains("accepted: ")) || &bad == line, "{bad}: {read:?}");
        }
    }
    for bad in
        ["", "fly", "99 L21", "-", "L99 1, L98 1", "9 9 9 9 9", "\u{1b}[2J", "pass pass", "keep", "0", "100000", "-1"]
    {
        assert!(game.read(&view, bad).is_err_and(|fault| fault.contains("accepted: ")), "{bad}");
    }
}

#[test]
fn isle_of_skye_is_seen_and_played_by_lines() {
    for game in all_of_skye() {
        let mut number = 0;
        each_decision(&game, 0..1, |position, seat| {
            number += 1;
            if number % 2 == 0 {
                check_lines(&game, position, seat);
            }
            if number % 5 == 0 {
                check_table(&game, position, seat);
            }
        });
    }
}

#[test]
fn tipperary_is_seen_and_played_by_lines() {
    for game in all_of_tipperary() {
        let mut number = 0;
        each_decision(&game, 0..1, |position, seat| {
            number += 1;
            if number % 3 == 0 {
                check_lines(&game, position, seat);
            }
            if number % 5 == 0 {
                check_table(&game, position, seat);
            }
        });
    }
}

#[test]
fn what_is_clear_of_a_placement_may_be_left_out() {
    let (mut taken, mut refused) = (0, 0);
    for game in &all_of_skye() {
        each_decision(game, 3..4, |position, seat| {
            let view = game.view(position, seat);
            let all = listed(game, &view);
            for (action, line) in all.iter().filter(|_| game.form(&view).is_none()).step_by(9) {
                let words: Vec<&str> = line.split(' ').collect();
                let [tile, x, y, turn] = words[..] else { continue };
                let at = format!(" {x} {y} ");
                let same_tile = |other: &&(_, String)| other.1.starts_with(&format!("{tile}{at}"));
                let same_turn = |other: &&(_, String)| other.1.ends_with(&format!("{at}{turn}"));
                let tile_alone = (format!("{tile}{at}"), all.iter().filter(same_tile).count());
                let turn_alone = (format!("{at}{turn}"), all.iter().filter(same_turn).count());
                for (short, count) in [tile_alone, turn_alone] {
                    let read = game.read(&view, &short);
                    if count == 1 {
                        assert_eq!(read, Ok(*action), "{short}");
                        taken += 1;
                    } else {
                        assert!(read.is_err_and(|fault| fault.contains("it means several actions")), "{short}");
                        refused += 1;
                    }
                }
            }
        });
    }
    assert!(taken > 300 && refused > 100, "{taken}, {refused}");
}

#[test]
fn no_offer_of_another_seat_changes_what_is_shown() {
    let mut checked = 0;
    for game in all_of_skye() {
        let names = names(game.seats());
        each_decision(&game, 0..2, |position, seat| {
            for other in Seat::all(game.seats()).filter(|other| *other != seat && position.has_made_offer(*other)) {
                let mut changed = position.clone();
                let old = position.offer(other).unwrap();
                let new =
                    Offer::all(position.player(other).drawn.len(), position.player(other).gold, game.rules().prices)
                        .find(|offer| *offer != old);
                changed.replace_offer(other, new.unwrap_or(old));
                let shown = |position| {
                    let view = game.view(position, seat);
                    (game.table(&view, &names), game.form(&view))
                };
                assert_eq!(shown(position), shown(&changed));
                checked += usize::from(new.is_some());
            }
        });
    }
    assert!(checked > 300, "{checked}");
}
