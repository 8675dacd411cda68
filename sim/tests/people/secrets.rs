//! What a seat may not know is in no byte that its person is shown, nor in the file that the game is saved in.

use std::slice;

use engine::Seat;
use engine::skye::{Action, Module, Offer, Phase};
use interface::session::Step;
use rayon::prelude::*;
use serde_json::Value;

use crate::table::{ExecOptions, HUMAN, Table, isle};

/// Everything that can be asked for while others' offers are secret.
const ASKED: [&str; 3] = ["?", "legend", "hint"];

/// Searches what is shown up to every offer of a person for offers that were made before it.
fn check_hidden(table: &Table<engine::skye::Skye>) -> usize {
    let session = table.played("random");
    let lines = table.script(&session, ExecOptions::Plain);
    let (mut typed, mut found) = (0, 0);
    // Of the others in this round: tile and price.
    let mut secrets: Vec<(Seat, String, u16)> = Vec::new();
    session.show_decisions(|position, seat, action| {
        if !matches!(position.phase, Phase::Price(_)) {
            secrets.clear();
            typed += usize::from(table.is_person(seat));
            return;
        }
        if table.is_person(seat) {
            let asked = ASKED.map(str::to_owned);
            let shown = table.sit(table.fresh(), &[&lines[..typed], &asked].concat(), true);
            // What this person is shown, after whoever looked before.
            let begun =
                ["Round", "decides in secret"].iter().filter_map(|words| shown.text.rfind(words)).max().unwrap();
            let text = &shown.text[begun..];
            assert!(text.contains("would type `") || lines.is_empty(), "{text}");
            for (_, tile, price) in &secrets {
                for spelled in [format!("{tile} {price}"), format!("{tile} for {price}")] {
                    let is_said = text
                        .match_indices(&spelled)
                        .any(|(at, _)| !text[at + spelled.len()..].starts_with(|letter: char| letter.is_ascii_digit()));
                    assert!(!is_said, "`{spelled}` in {text}");
                }
                found += 1;
            }
            assert!(!text.contains(" offers "), "{text}");
            let saved: Value = serde_json::from_str(&std::fs::read_to_string(table.save()).unwrap()).unwrap();
            for (other, ..) in secrets.iter().filter(|(other, ..)| !table.is_person(*other)) {
                let offers = |decision: &&Value| decision[0] == other.index() && decision[1]["e"] == "price";
                let offers = saved["decisions"].as_array().unwrap().iter().filter(offers).count();
                assert_eq!(offers, usize::from(position.round) - 1, "{saved}");
            }
            typed += 1;
        }
        if let Action::Offer(offer) = action {
            let drawn = position.player(seat).drawn;
            for (&tile, price) in drawn.iter().zip(offer.prices()).filter(|(_, price)| *price > 0) {
                secrets.push((seat, table.game.tiles().name(tile).to_owned(), price));
            }
        }
    });
    found
}

#[test]
fn offers_of_others_are_in_no_byte_before_they_are_revealed() {
    let tables: [(&[Module], &[&str]); 3] = [
        (&[], &[HUMAN, "greedy"]),
        (&[], &["greedy", HUMAN, "random", HUMAN]),
        (&Module::ALL, &["random", "random", HUMAN]),
    ];
    let numbered = (1..).zip(tables).collect::<Vec<_>>();
    let found: usize =
        numbered.into_par_iter().map(|(seed, (modules, seats))| check_hidden(&isle(modules, seats, seed))).sum();
    assert!(found > 20, "{found}");
}

#[test]
fn another_offer_of_somebody_else_changes_no_byte_before_it_is_revealed() {
    let table = isle(&[], &[HUMAN, HUMAN, "greedy"], 3);
    let session = table.played("random");
    let lines = table.script(&session, ExecOptions::Plain);
    let first = match session.steps()[1] {
        Step::Action(seat, Action::Offer(offer)) => (seat, offer),
        ref step => panic!("{step:?}"),
    };
    assert!(table.is_person(first.0));
    let drawn = {
        let mut opening = session;
        opening.go_to(1);
        opening.position().player(first.0).drawn
    };
    let shown = |offer: Offer| {
        let priced = drawn.iter().zip(offer.prices()).filter(|(_, price)| *price > 0);
        let priced: Vec<String> =
            priced.map(|(&tile, price)| format!("{} {price}", table.game.tiles().name(tile))).collect();
        let asked: Vec<String> = [priced.join(", ")].into_iter().chain(ASKED.map(str::to_owned)).collect();
        table.sit(table.fresh(), &asked, true).text
    };
    let (_, offer) = first;
    let is_other = |other: &Offer| !other.discards(3).eq(offer.discards(3));
    let other = Offer::all(3, 5, table.game.rules().prices).find(is_other).unwrap();
    assert_eq!(shown(offer), shown(other));
    assert!(lines.len() > 10);
}

#[test]
fn people_hide_their_offers_from_each_other() {
    let table = isle(&[], &[HUMAN, HUMAN], 1);
    let lines = table.script(&table.played("random"), ExecOptions::Plain);
    // The screen is only shown after somebody has said that it is their turn to look.
    let before = table.sit(table.fresh(), &[], true).text;
    assert!(before.contains("decides in secret; the others look away") && !before.contains("draws"), "{before}");
    let ready = [String::new(), lines[0].clone()];
    let between = table.sit(table.fresh(), &ready, true).text;
    let hidden = between.rfind("decides in secret; the others look away").unwrap();
    assert!(!between[hidden..].contains("draws"), "{between}");
    // Until the next one looks, an offer can be taken back.
    let back = [&ready[..], &["undo".to_owned(), String::new()], &lines[..1]].concat();
    assert!(table.sit(table.fresh(), &back, true).text.contains("taken back"));
    assert_eq!(table.resumed().unwrap().at(), 2);
}

#[test]
fn what_was_shown_cannot_be_taken_back() {
    let table = isle(&[], &[HUMAN, "greedy"], 2);
    let lines = table.script(&table.played("random"), ExecOptions::Plain);
    let undo = "undo".to_owned();
    let at_once = table.sit(table.fresh(), slice::from_ref(&undo), true);
    assert!(at_once.text.contains("there is no decision to undo"), "{}", at_once.text);
    let after = table.sit(table.fresh(), &[lines[0].clone(), undo], true);
    assert!(after.text.contains("cannot be undone: hidden information has been shown since"), "{}", after.text);
}
