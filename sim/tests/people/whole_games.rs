//! Whole games by scripts, with every kind of line, and cut at every line.

use engine::skye::Module;
use interface::human_input::WIDTH;
use interface::picture_play::PicturePlay;
use interface::record::check_line;
use lab::people::SessionEnd;

use crate::table::{ExecOptions, HUMAN, Outcome, Table, county, isle};

#[track_caller]
fn check_over(outcome: &Outcome, record: &str) {
    assert_eq!(outcome.end, Ok(SessionEnd::Over), "{}", outcome.text);
    assert!(outcome.record == record, "another game:\n{}", outcome.text);
    // The final drawings are as wide as in games of agents.
    let (before_end, _) = outcome.text.split_once(" End of the game ").unwrap();
    for line in before_end.lines() {
        assert!(line.chars().count() <= WIDTH, "{line}");
    }
}

/// People who type what an agent decides play its game: the first one in which all these lines come.
#[track_caller]
fn check_whole<G: PicturePlay>(table: impl Fn(u64) -> Table<G>, wanted: &[&str]) {
    let has_all = |table: &Table<G>| {
        let session = table.played("random");
        let typed =
            [ExecOptions::Plain, ExecOptions::Chatty].map(|exec| table.script(&session, exec).join("\n")).concat();
        wanted.iter().all(|wanted| typed.contains(wanted))
    };
    let table = &(1..25).map(table).find(has_all).unwrap_or_else(|| panic!("{wanted:?} in no game"));
    let session = table.played("random");
    let record = session.record(&table.heading);
    check_line::<G>(&record, &table.library).unwrap();
    for exec in [ExecOptions::Plain, ExecOptions::Chatty] {
        let lines = table.script(&session, exec);
        let outcome = table.sit(table.fresh(), &lines, exec == ExecOptions::Plain);
        check_over(&outcome, &record);
        assert!(outcome.text.contains("Result\n"), "{}", outcome.text);
        if exec == ExecOptions::Chatty {
            assert!(outcome.text.contains("greedy would type `"), "{}", outcome.text);
            assert!(outcome.text.contains("taken back"), "{}", outcome.text);
        }
    }
    // A finished game is saved too.
    assert!(table.resumed().unwrap().record(&table.heading) == record);
}

#[test]
fn people_play_isle_of_skye() {
    check_whole(|number| isle(&[], &[HUMAN, "greedy"], number), &["undo", "pass", ", L"]);
    check_whole(|number| isle(&[], &["greedy", HUMAN, HUMAN, "random"], number), &["undo", "pass"]);
}

#[test]
fn people_play_with_all_modules() {
    let all = Module::ALL;
    check_whole(|number| isle(&all, &["random", HUMAN], number), &["undo", "druid D", "bag", "keep "]);
    check_whole(|number| isle(&all, &[HUMAN, "greedy", HUMAN, "random"], number), &["undo", "done"]);
}

#[test]
fn people_play_tipperary() {
    check_whole(|number| county(&[HUMAN, "greedy"], number), &["undo", "flip"]);
    check_whole(|number| county(&["random", HUMAN, "random", HUMAN], number), &["undo"]);
}

/// The input ends after every line in turn, and somebody goes on: the same record.
#[track_caller]
fn check_cuts<G: PicturePlay>(table: &Table<G>) {
    let session = table.played("random");
    let record = session.record(&table.heading);
    let lines = table.script(&session, ExecOptions::Plain);
    assert!(lines.len() > 12, "{}", lines.len());
    for count in 0..lines.len() {
        let first = table.sit(table.fresh(), &lines[..count], true);
        assert_eq!(first.end, Ok(SessionEnd::Left), "{}", first.text);
        let second = table.sit(table.resumed().unwrap(), &lines[count..], false);
        check_over(&second, &record);
        // Without a file to save it in, the game is lost.
        if count % 9 == 0 {
            let lost = table.sit(table.fresh(), &lines[..count], false);
            assert!(lost.end.is_err_and(|why| why.contains("there was no --save FILE")));
        }
    }
}

#[test]
fn a_game_cut_anywhere_goes_on_as_if_nothing_had_happened() {
    check_cuts(&isle(&[], &[HUMAN, "greedy"], 5));
    check_cuts(&isle(&Module::ALL, &["random", HUMAN], 6));
    check_cuts(&county(&["random", HUMAN], 7));
}
