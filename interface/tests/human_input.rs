//! What people see and type, in whole games of both games with all modules.

#[path = "common/games.rs"]
mod games;

use anstream::adapter::strip_str;
use engine::skye::Offer;
use engine::{Game, Seat};
use games::{all_of_skye, all_of_tipperary, each_decision, skye};
use interface::human_input::{HumanInput, WIDTH, listed};
use interface::record_format::RecordFormat;
use interface::session::Session;

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
fn check_screen<G: HumanInput>(game: &G, position: &G::Position, seat: Seat) {
    let (names, view) = (names(game.seats()), game.view(position, seat));
    let (rebuilt, _) = game.read_view(game.write_view(&view).get()).unwrap();
    let again = game.view(&rebuilt, seat);
    let shown = |view: &G::View<'_>| {
        let looks = Seat::all(game.seats()).flat_map(|other| game.look(view, &names, &other.to_string()).unwrap());
        let mut lines: Vec<String> = game.screen(view, &names).into_iter().chain(looks).collect();
        lines.extend(game.possible(view, &names));
        lines.push(game.question(view));
        lines
    };
    let lines = shown(&view);
    check_width(&lines);
    assert_eq!(lines, shown(&again));
    assert!(!lines.last().unwrap().is_empty());
}

/// Every legal action is read from its line, in capitals or not.
fn check_lines<G: HumanInput>(game: &G, position: &G::Position, seat: Seat) {
    let view = game.view(position, seat);
    let all = listed(game, &view);
    for (action, line) in all.iter().step_by((all.len() / 7).max(1)) {
        assert_eq!(game.read(&view, line), Ok(*action), "{line}");
        assert_eq!(game.read(&view, &format!("  {} ", line.to_lowercase())), Ok(*action), "{line}");
        for bad in [format!("{line} {line}"), format!("{line} 1"), format!("x{line}"), line.replace(' ', "")] {
            let read = game.read(&view, &bad);
            assert!(read.as_ref().is_err_and(|fault| fault.contains("accepted: ")) || &bad == line, "{bad}: {read:?}");
        }
    }
    for bad in ["", "fly", "99 L21", "-", "L99 1, L98 1", "9 9 9 9 9", "\u{1b}[2J", "pass pass", "keep", "a a a"] {
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
                check_screen(&game, position, seat);
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
                check_screen(&game, position, seat);
            }
        });
    }
}

#[test]
fn a_letter_with_the_turn_means_the_same_placement() {
    let mut checked = 0;
    let games = all_of_skye();
    for game in &games {
        each_decision(game, 3..4, |position, seat| {
            let view = game.view(position, seat);
            // As listed: a tile, then letters with their turns.
            for line in game.possible(&view, &names(game.seats())) {
                let Some((tile, places)) = line.split_once("fits at") else { continue };
                for place in places.split(',') {
                    let mut words = place.split_whitespace();
                    let Some(letter) = words.next().filter(|letter| *letter != "no") else { continue };
                    for turn in words {
                        let action = game.read(&view, &format!("{} {letter} {turn}", tile.trim())).unwrap();
                        assert!(game.is_legal(position, action));
                        checked += 1;
                    }
                }
            }
        });
    }
    assert!(checked > 1000, "{checked}");
}

/// All that happened in a game fits, told at once or one by one.
fn check_news<G: HumanInput + RecordFormat>(game: &G, seed: u64) {
    let mut session = Session::new(game.clone(), Seat::new(0));
    let mut rng = engine::random::random(seed);
    loop {
        session.draw(seed);
        let Some(action) = session.random_action(&mut rng) else { break };
        session.act(action).unwrap();
    }
    let (events, names) = (session.events(None), names(game.seats()));
    let news = game.news(&names, &events);
    assert!(news.len() > events.len() / 4);
    check_width(&news);
    events.iter().for_each(|event| check_width(&game.news(&names, std::slice::from_ref(event))));
    check_width(&game.end(session.position(), &names));
    check_width(&game.legend());
    let view = session.view(Seat::new(0));
    check_width(&game.screen(&view, &names));
}

#[test]
fn news_and_results_fit() {
    all_of_skye().iter().for_each(|game| check_news(game, 5));
    all_of_tipperary().iter().for_each(|game| check_news(game, 5));
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
                    [game.screen(&view, &names), game.possible(&view, &names), vec![game.question(&view)]]
                };
                assert_eq!(shown(position), shown(&changed));
                checked += usize::from(new.is_some());
            }
        });
    }
    assert!(checked > 300, "{checked}");
}

#[test]
fn what_can_be_looked_at_is_told() {
    let game = skye(2, &[], 1);
    let mut position = game.start(Seat::new(0));
    game.resolve_chance(&mut position, 4);
    let view = game.view(&position, Seat::new(0));
    let names = names(2);
    for what in ["2", "L99", "everything", ""] {
        let fault = game.look(&view, &names, what).unwrap_err();
        assert!(fault.contains("a seat from 0 to 1, or the id of a tile"), "{fault}");
    }
    assert!(game.look(&view, &names, "l21").unwrap().iter().any(|line| line.contains("L21")));
}
