//! Names: every one leads back to what it names, and a wrong one to the nearest, if one is near.

use std::collections::BTreeSet;

use engine::names::nearest;
use engine::skye::rules::Slots;
use engine::skye::{Feature, Rotation, SIDES, ScoringTile, ScrollKind, Side, Slot, Terrain};

#[test]
fn scoring_tiles_by_name() {
    let expected = [
        "squares",
        "completed-areas",
        "sheep",
        "large-areas",
        "mountain-brochs",
        "building-sets",
        "most-whisky",
        "most-ships",
        "most-gold",
        "farm-animals",
        "road-cattle",
        "harbours",
        "road-tiles",
        "columns",
        "largest-lake",
        "mountains",
    ];
    assert_eq!(ScoringTile::BASE.map(ScoringTile::name), expected);
    for scoring in ScoringTile::ALL {
        assert_eq!(scoring.name().parse(), Ok(scoring));
        assert_eq!(scoring.to_string(), scoring.name());
    }
    let texts: BTreeSet<&str> = ScoringTile::ALL.into_iter().map(ScoringTile::text).collect();
    assert_eq!(texts.len(), 24);
}

#[test]
fn scoring_tiles_are_padded_in_tables() {
    assert_eq!(format!("{:>8}|{:8}|", ScoringTile::Sheep, ScoringTile::Sheep), "   sheep|sheep   |");
}

#[test]
fn unknown_scoring_tiles_suggest_the_nearest_and_list_all() {
    let message = |name: &str| name.parse::<ScoringTile>().expect_err("no such name").to_string();
    let all = ScoringTile::ALL.map(ScoringTile::name).join(", ");
    for (found, nearest) in
        [("sheeps", "sheep"), ("most_whisky", "most-whisky"), ("habrours", "harbours"), ("Squares", "squares")]
    {
        let expected = format!("no scoring tile is called `{found}`; did you mean `{nearest}`? accepted: {all}");
        assert_eq!(message(found), expected);
    }
    assert_eq!(message("castles-in-spain"), format!("no scoring tile is called `castles-in-spain`; accepted: {all}"));
}

#[test]
fn features_by_name() {
    let expected = ["sheep", "cattle", "farm", "broch", "lighthouse", "ship", "whisky"];
    assert_eq!(Feature::ALL.map(Feature::name), expected);
    for feature in Feature::ALL {
        assert_eq!(Feature::from_name(feature.name()), Some(feature));
        assert_eq!(feature.to_string(), feature.name());
    }
    assert_eq!(Feature::from_name("castle"), None);
}

#[test]
fn kinds_of_scroll_by_name() {
    let expected = ["sheep", "cattle", "farm", "broch", "lighthouse", "ship", "whisky"];
    assert_eq!(ScrollKind::base().iter().map(|kind| kind.name()).collect::<Vec<_>>(), expected);
    for kind in ScrollKind::ALL {
        assert_eq!(ScrollKind::from_name(kind.name()), Some(kind));
        assert_eq!(kind.to_string(), kind.name());
    }
    assert_eq!(ScrollKind::from_name("castle"), None);
}

#[test]
fn letters_lead_back() {
    assert_eq!(Slot::ALL.map(Slot::letter), ['A', 'B', 'C', 'D']);
    assert_eq!(Slot::ALL.map(|slot| Slot::from_letter(slot.letter())), Slot::ALL.map(Some));
    assert_eq!(Slot::ALL.map(Slot::index), [0, 1, 2, 3]);
    assert_eq!(Slot::from_letter('E'), None);
    assert_eq!(Terrain::ALL.map(Terrain::letter), ['P', 'M', 'W']);
    assert_eq!(Terrain::ALL.map(|terrain| Terrain::from_letter(terrain.letter())), Terrain::ALL.map(Some));
    assert_eq!(Terrain::from_letter('p'), None);
    assert_eq!(SIDES.map(|side| Side::from_letter(side.letter())), SIDES.map(Some));
    assert_eq!(Side::from_letter('X'), None);
}

#[test]
fn letters_of_slots_are_different_and_in_order() {
    for letters in ["", "A", "ACD", "ABCD"] {
        let slots = Slots::from_letters(letters).expect("letters of slots");
        assert_eq!(slots.iter().map(Slot::letter).collect::<String>(), letters);
    }
    for letters in ["AA", "DC", "ABA", "E", "a", "A B"] {
        assert_eq!(Slots::from_letters(letters), None, "{letters}");
    }
}

#[test]
fn rotations_by_degrees() {
    assert_eq!(Rotation::ALL.map(Rotation::degrees), [0, 90, 180, 270]);
    assert_eq!(Rotation::ALL.map(|turn| Rotation::from_degrees(turn.degrees())), Rotation::ALL.map(Some));
    assert_eq!(Rotation::from_degrees(45), None);
    assert_eq!(Rotation::from_degrees(360), None);
}

#[test]
fn only_a_near_name_is_the_nearest() {
    let agents = ["random", "greedy", "mcts"];
    assert_eq!(nearest("greedy", &[]), None);
    assert_eq!(nearest("greddy", &agents), Some("greedy"));
    assert_eq!(nearest("", &agents), None);
    assert_eq!(nearest("mc", &agents), Some("mcts"));
    assert_eq!(nearest("xyz", &agents), None);
    // One slip in every three letters, but two in any name.
    assert_eq!(nearest("completed-ar", &["completed-areas"]), Some("completed-areas"));
    assert_eq!(nearest("completed", &["completed-areas"]), None);
}
