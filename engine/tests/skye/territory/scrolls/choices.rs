//! Which scroll is worth most: for the scoring tile `scroll-of-choice`, doubled, and for score-again tablets, not doubled.

use engine::skye::ScoringTile::ScrollOfChoice;

use crate::drawing::{check, draw};

/// Checks the best scroll with this gold: its tile and VP; first doubled where its area is completed, then not.
#[track_caller]
fn check_best(drawing: &str, gold: u16, doubled: Option<(&str, u16)>, single: Option<(&str, u16)>) {
    let drawn = draw(drawing);
    let survey = drawn.survey();
    let best = survey.best_scroll(gold).map(|scroll| (drawn.tiles.name(scroll.tile), scroll.vp));
    assert_eq!(best, doubled, "doubled, of {drawing}");
    let best = survey.best_single_scroll(gold).map(|scroll| (drawn.tiles.name(scroll.tile), scroll.single));
    assert_eq!(best, single, "not doubled, of {drawing}");
}

#[test]
fn without_a_scroll_there_is_no_choice() {
    check(ScrollOfChoice, "castle", 0);
    check_best("castle", 50, None, None);
}

#[test]
fn the_best_scroll_is_chosen_and_not_the_sum() {
    check(
        ScrollOfChoice,
        "a = PPPP,,,,scroll:flat-3@N; cost 0
         b = PPPP,,,,scroll:flat-4@N; cost 0
         a
         b
         castle",
        4,
    );
}

#[test]
fn a_completed_area_doubles_the_choice_and_not_the_scroll_scored_again() {
    // a's scroll lies in a closed pasture inside: 3 doubled is 6. b's is worth 4, and not doubled.
    check_best(
        "a = PPPP,,P,,scroll:flat-3@inner; cost 0
         b = PPPP,,,,scroll:flat-4@N; cost 0
         a
         b
         castle",
        0,
        Some(("a", 6)),
        Some(("b", 4)),
    );
}

#[test]
fn the_choice_is_rounded_down_before_it_is_doubled() {
    check_best(
        "a = PPPP,,P,,sheep*3@N scroll:sheep@inner
         a
         castle",
        0,
        Some(("a", 2)),
        Some(("a", 1)),
    );
}

#[test]
fn ruling_of_equal_scrolls_the_smallest_id_as_text_is_named() {
    let drawing = |first: &str, second: &str| {
        let row = "PPPP,,,,scroll:flat-3@N; cost 0";
        format!("{first} = {row}\n{second} = {row}\n{second}\n{first}\ncastle")
    };
    for (small, large) in [("a10", "a9"), ("D9", "L02x"), ("X", "x"), ("a-1", "a1")] {
        for text in [drawing(small, large), drawing(large, small)] {
            check_best(&text, 0, Some((small, 3)), Some((small, 3)));
        }
    }
}

#[test]
fn a_druid_tile_comes_before_a_landscape_tile_of_equal_worth() {
    // L24 counts cattle and L31 shows one; D26 is worth 3 at once, so two more cattle make them equal.
    check_best(
        "c = PPPP,,,,cattle*2@N
         D26
         c
         L31
         L24
         castle",
        0,
        Some(("D26", 3)),
        Some(("D26", 3)),
    );
}

#[test]
fn a_scroll_worth_nothing_is_still_named() {
    check_best(
        "a = PPPP,,,,scroll:farm@N
         a
         castle",
        0,
        Some(("a", 0)),
        Some(("a", 0)),
    );
}

#[test]
fn gold_scrolls_look_at_the_gold_held() {
    let drawing = "a = PPPP,,,,scroll:gold@N; cost 0
                   b = PPPP,,,,scroll:flat-3@N; cost 0
                   a
                   b
                   castle";
    check_best(drawing, 14, Some(("b", 3)), Some(("b", 3)));
    check_best(drawing, 15, Some(("a", 3)), Some(("a", 3)));
    check_best(drawing, 27, Some(("a", 5)), Some(("a", 5)));
}

#[test]
fn a_doubled_scroll_may_beat_one_that_is_worth_more() {
    check(
        ScrollOfChoice,
        "a = PPPP,,W,,scroll:farm@inner farm*3@N
         b = PPPP,,,,scroll:sheep@N sheep*9@N
         a
         b
         castle",
        6,
    );
}
