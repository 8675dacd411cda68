//! Scoring tiles that count features: `sheep`, `building-sets`, `farm-animals`.

use ScoringTile::{BuildingSets, FarmAnimals, Sheep};
use engine::skye::ScoringTile;

use crate::drawing::check;

#[test]
fn sheep_of_the_castle_alone_are_none() {
    check(Sheep, "castle", 0);
}

#[test]
fn sheep_count_one_by_one() {
    // L27 with three (pasture turned to the south), L19 with two (pasture to the north).
    check(
        Sheep,
        "L27/90
         castle
         L19",
        5,
    );
}

#[test]
fn sheep_count_in_every_area_of_a_tile() {
    // 2 north, 1 south, 3 inside.
    check(
        Sheep,
        "n = PMPM,,P,,sheep*2@N sheep@S sheep*3@inner
         n
         castle",
        6,
    );
}

#[test]
fn sheep_are_neither_cattle_nor_scrolls() {
    // L29 north: one sheep, one cattle. L34 south, its pasture turned to the north: a scroll of sheep and a farm.
    check(
        Sheep,
        "L29
         castle
         L34/270",
        1,
    );
}

#[test]
fn sheep_need_no_road_and_no_completed_area() {
    // Twice the same tile: 1 + 1, both open, without roads.
    check(
        Sheep,
        "n = PPPP,,,,sheep@N
         n
         n
         castle",
        2,
    );
}

#[test]
fn building_sets_are_limited_by_the_scarcest() {
    // 2 brochs, 3 farms, 1 lighthouse.
    check(
        BuildingSets,
        "w = PMPM,EW,,,broch*2@E farm@N
         n = PPPP,,,,farm*2@N
         e = WWWW,,,,lighthouse@N
         . n .
         w castle e",
        5,
    );
}

#[test]
fn building_sets_need_all_three() {
    // Brochs and farms, no lighthouse.
    check(
        BuildingSets,
        "w = PMPM,EW,,,broch*2@E farm*2@N
         w castle",
        0,
    );
}

#[test]
fn building_sets_need_not_lie_together() {
    // Two of each, on three tiles that do not touch one another.
    check(
        BuildingSets,
        "w = MMMM,,,,broch*2@N
         n = PPPP,,,,farm*2@N
         e = WWWW,,,,lighthouse*2@N
         . n .
         w castle e",
        10,
    );
}

#[test]
fn building_sets_on_one_tile() {
    // Broch inside, farm south, lighthouse west.
    check(
        BuildingSets,
        "n = PPPW,,M,,broch@inner farm@S lighthouse@W
         n
         castle",
        5,
    );
}

#[test]
fn building_sets_do_not_count_scrolls() {
    // A broch and a farm, but of lighthouses only the scroll.
    check(
        BuildingSets,
        "n = PPPP,,M,,broch@inner farm@N scroll:lighthouse@N
         n
         castle",
        0,
    );
}

#[test]
fn farm_animals_on_the_farm_tile() {
    // L29: sheep and cattle beside the farm.
    check(
        FarmAnimals,
        "L29
         castle",
        2,
    );
}

#[test]
fn farm_animals_on_another_pasture_of_the_farm_tile() {
    // The farm lies north, one sheep south, one cattle inside: other areas, but the same tile.
    check(
        FarmAnimals,
        "n = PMPM,,P,,farm@N sheep@S cattle@inner
         n
         castle",
        2,
    );
}

#[test]
fn farm_animals_around_the_farm() {
    // The farm lies at f. Beside it the three animals of a; diagonal to it the two of b; c is two columns away.
    check(
        FarmAnimals,
        "f = PPPP,,,,farm@N
         a = PPPP,,,,sheep*2@N cattle@N
         b = PPPP,,,,sheep*2@N
         c = PPPP,,,,cattle*4@N
         . b c
         f a c
         castle . .",
        5,
    );
}

#[test]
fn farm_animals_all_eight_neighbours() {
    // One sheep on each of the eight tiles around f, and on two in the second row north of it.
    check(
        FarmAnimals,
        "f = PPPP,,,,farm@N
         a = PPPP,,,,sheep@N
         . a a
         a a a
         a f a
         a a a
         . castle .",
        8,
    );
}

#[test]
fn farm_animals_at_two_farms_count_once() {
    // a lies between two farms.
    check(
        FarmAnimals,
        "f = PPPP,,,,farm@N
         a = PPPP,,,,sheep@N cattle@N
         f
         a
         f
         castle",
        2,
    );
}

#[test]
fn farm_animals_need_a_farm_nearby() {
    // No farm at all; then one two rows away.
    check(
        FarmAnimals,
        "a = PPPP,,,,sheep@N
         a
         castle",
        0,
    );
    check(
        FarmAnimals,
        "f = PPPP,,,,farm@N
         a = PPPP,,,,sheep@N
         a
         P
         f
         castle",
        0,
    );
}

#[test]
fn farm_animals_across_terrains() {
    // f and s touch only at a corner, and their pastures are different areas.
    check(
        FarmAnimals,
        "f = MMPM,,,,farm@S
         s = MMPW,,,,sheep@S
         f .
         castle s",
        1,
    );
}
