//! Scrolls that count what lies on tiles, or gold: `building-sets`, `animal-pairs`, `gold`, `flat-3`, `flat-4`.

use ScrollKind::{AnimalPairs, BuildingSets, Flat3, Flat4, Gold};
use engine::skye::ScrollKind;

use crate::drawing::check_scroll;

#[test]
fn building_sets_are_worth_two_each() {
    check_scroll(
        BuildingSets,
        "n = PMPW,,,,farm@N broch@E lighthouse@W
         n
         castle",
        0,
        2,
    );
}

#[test]
fn a_building_is_in_one_set_only() {
    // Three farms, two brochs, three lighthouses: two sets.
    check_scroll(
        BuildingSets,
        "n = PMPW,,,,farm*3@N broch*2@E lighthouse*3@W
         n
         castle",
        0,
        4,
    );
}

#[test]
fn without_one_of_the_buildings_there_is_no_set() {
    for features in ["farm@N broch@E", "farm@N lighthouse@W", "broch@E lighthouse@W"] {
        check_scroll(BuildingSets, &format!("n = PMPW,,,,{features}\nn\ncastle"), 0, 0);
    }
}

#[test]
fn buildings_of_a_set_may_be_far_apart() {
    check_scroll(
        BuildingSets,
        "w = MMMM,,,,broch@N
         e = WWWW,,,,lighthouse@N
         s = PPPP,,,,farm@N
         w castle e
         . s .",
        0,
        2,
    );
}

#[test]
fn animal_pairs_are_the_smaller_number() {
    for (sheep, cattle, expected) in [(1, 1, 1), (4, 2, 2), (2, 5, 2), (3, 3, 3)] {
        let drawing = format!("n = PPPP,,,,sheep*{sheep}@N cattle*{cattle}@N\nn\ncastle");
        check_scroll(AnimalPairs, &drawing, 0, expected);
    }
}

#[test]
fn animal_pairs_need_both() {
    check_scroll(
        AnimalPairs,
        "n = PPPP,,,,sheep*9@N
         n
         castle",
        0,
        0,
    );
    check_scroll(
        AnimalPairs,
        "n = PPPP,,,,cattle*9@N
         n
         castle",
        0,
        0,
    );
}

#[test]
fn animals_of_a_pair_may_stand_in_different_pastures() {
    check_scroll(
        AnimalPairs,
        "n = PMPM,EW,,,sheep*2@N cattle@S
         s = PMPM,EW,,,cattle*2@S
         n
         castle
         s",
        0,
        2,
    );
}

#[test]
fn animals_of_a_tile_turned_over_make_pairs() {
    // B5 shows a sheep and a cattle on its back only.
    check_scroll(
        AnimalPairs,
        "B5
         castle",
        0,
        0,
    );
    check_scroll(
        AnimalPairs,
        "P B5
         . castle",
        0,
        1,
    );
}

#[test]
fn gold_counts_whole_fives() {
    for (gold, expected) in [(0, 0), (4, 0), (5, 1), (9, 1), (10, 2), (64, 12)] {
        check_scroll(Gold, "castle", gold, expected);
    }
}

#[test]
fn flat_scrolls_do_not_depend_on_anything() {
    for drawing in ["castle", "M castle W"] {
        for gold in [0, 50] {
            check_scroll(Flat3, drawing, gold, 3);
            check_scroll(Flat4, drawing, gold, 4);
        }
    }
}
