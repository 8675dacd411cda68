//! The sheep phase.

use engine::Seat;

use crate::table::Table;

/// One round in which every seat lays a pasture with these sheep apart from its hometown's; returns what is told at its end. A pasture of 0 is
/// a stone circle.
#[track_caller]
fn round(table: &mut Table, sheep: [usize; 3]) -> String {
    let mut told = Vec::new();
    for _ in 0..3 {
        let seat = table.position.phase.seat().expect("somebody decides").index();
        told = match sheep[seat] {
            0 => table.pass(),
            sheep => {
                let north = table.position.player(Seat::new(seat)).display.bounds().1.y;
                let column = (-9..9).find(|&x| {
                    let below = engine::tipperary::Place::new(x, north);
                    table.position.player(Seat::new(seat)).display.at(below).is_some()
                });
                table.lay(&format!("p{sheep}"), column.expect("a place"), north + 1)
            }
        };
    }
    told.into_iter().find(|line| line.starts_with("flocks")).expect("a sheep phase")
}

/// Stone circles with one pasture above, so that no flock meets another.
const PASTURES: [(&str, &str); 4] =
    [("p2", "C1 / 2 / C1"), ("p3", "C1 / 3 / C1"), ("p5", "C1 / 5 / C1"), ("p6", "C1 / 6 / C1")];

fn table() -> Table {
    let mut table = Table::new(3, &PASTURES, |_| {});
    // Hometowns without pastures: H3B has a meadow, a grain field and a ruin; H2A a meadow, a distillery and a bog.
    assert!(table.position.players.iter().all(|player| player.display.largest_flock() == 0));
    table.position.marker = None;
    table
}

#[test]
fn who_alone_has_the_largest_flock_takes_the_marker() {
    assert_eq!(round(&mut table(), [2, 3, 0]), "flocks [2, 3, 0] holder 1");
}

#[test]
fn in_a_tie_it_stays_in_the_supply() {
    assert_eq!(round(&mut table(), [3, 3, 2]), "flocks [3, 3, 2] holder none");
}

#[test]
fn in_a_tie_its_holder_keeps_it() {
    let mut table = table();
    table.position.marker = Some(Seat::new(0));
    assert_eq!(round(&mut table, [3, 3, 2]), "flocks [3, 3, 2] holder 0");
}

#[test]
fn in_a_tie_of_others_it_goes_back() {
    // Rulebook: flocks of 5, 6 and 6, the first being the holder's.
    let mut table = table();
    table.position.marker = Some(Seat::new(0));
    assert_eq!(round(&mut table, [5, 6, 6]), "flocks [5, 6, 6] holder none");
}

#[test]
fn it_changes_hands() {
    let mut table = table();
    assert_eq!(round(&mut table, [3, 0, 2]), "flocks [3, 0, 2] holder 0");
    table.begin_round();
    assert_eq!(round(&mut table, [0, 5, 0]), "flocks [3, 5, 2] holder 1");
    table.begin_round();
    assert_eq!(round(&mut table, [0, 0, 6]), "flocks [3, 5, 6] holder 2");
}

#[test]
fn it_stays_with_its_holder_without_a_rival() {
    let mut table = table();
    round(&mut table, [5, 3, 2]);
    table.begin_round();
    assert_eq!(round(&mut table, [0, 0, 0]), "flocks [5, 3, 2] holder 0");
}

#[test]
fn without_any_pasture_nobody_gets_it() {
    assert_eq!(round(&mut table(), [0, 0, 0]), "flocks [0, 0, 0] holder none");
}
