//! The parts of a territory that count for a scoring tile, for highlighting in a picture.

use std::collections::BTreeMap;

use engine::skye::areas::Area;
use engine::skye::scoring::{Survey, broch_vp, pay};
use engine::skye::{
    Countable, Feature, PaymentPart, Pays, Place, Position, SIDES, ScoringTile, Side, Skye, Slot, Terrain, Territory,
    Tiles,
};
use engine::{Game, Seat};

use super::picture::{Thing, things};
use super::shapes::{circle, inner, of_side};
use crate::stage::{Point, ScoredGroup, ScoringExample, middle, nearest};

/// The name of the final scoring of scrolls.
const SCROLLS: &str = "scrolls";

/// The radius of the ring around a feature.
const RING: f64 = 13.0;

/// Finds the parts of a seat's territory that count for a scoring tile or for scrolls.
///
/// A scoring tile is given by its name or the letter of its slot.
///
/// # Errors
/// If there is no such tile, or it pays for nothing that lies in a territory.
pub fn scoring_example(game: &Skye, position: &Position, seat: Seat, name: &str) -> Result<ScoringExample, String> {
    let player = position.player(seat);
    let land = Land { tiles: game.tiles(), territory: &player.territory, gold: player.gold };
    if name == SCROLLS {
        let groups = land.scrolls(|_| true);
        let vp = groups.iter().filter_map(|group| group.vp).sum();
        return Ok(ScoringExample { name: name.to_owned(), vp, groups });
    }
    let in_play = Slot::ALL.map(|slot| game.scoring_at(slot));
    let own: Vec<ScoringTile> = in_play.into_iter().filter(|tile| matches!(tile, ScoringTile::Own(_))).collect();
    let by_slot = Slot::ALL.into_iter().find(|slot| name.eq_ignore_ascii_case(&slot.letter().to_string()));
    let tile = match by_slot {
        Some(slot) => game.scoring_at(slot),
        None => ScoringTile::named(name, &own).map_err(|error| format!("{error}, {SCROLLS}, or a slot from A to D"))?,
    };
    let payment = game.rules().payment(tile);
    let seats = Seat::all(game.seats()).map(|seat| position.player(seat));
    let paid = pay(payment, seats.map(|player| (Survey::of(game.tiles(), &player.territory), player.gold)));
    let vp = paid[seat.index()];
    let together = |part: &PaymentPart| match part.pays {
        // Payments for several together, or for a majority, belong to the whole group.
        Pays::Most(_) if payment.parts.len() == 1 => Some(vp),
        Pays::Each { per: 2.., .. } => Some(land.survey().measure_part(part, land.gold)),
        Pays::Each { .. } | Pays::Steps(_) | Pays::Most(_) => None,
    };
    let groups = payment.parts.iter().flat_map(|part| match (land.groups(part), together(part)) {
        (groups, Some(vp)) => merged(groups, vp),
        (groups, None) => groups,
    });
    let groups: Vec<ScoredGroup> = groups.collect();
    if groups.is_empty() && payment.parts.iter().all(|part| part.tally == Countable::Gold) {
        return Err(format!("found `{name}`, which scores gold; accepted: names that score something in a territory"));
    }
    Ok(ScoringExample { name: tile.name().to_owned(), vp, groups })
}

/// Merges all groups into one with these points.
fn merged(groups: Vec<ScoredGroup>, vp: u16) -> Vec<ScoredGroup> {
    let merged = groups.into_iter().reduce(|mut all, group| {
        all.shapes.extend(group.shapes);
        all
    });
    merged.into_iter().map(|group| ScoredGroup { vp: Some(vp), ..group }).collect()
}

/// A territory to be examined, and the gold of its owner.
struct Land<'a> {
    tiles: &'a Tiles,
    territory: &'a Territory,
    gold: u16,
}

impl Land<'_> {
    fn survey(&self) -> Survey<'_> {
        Survey::of(self.tiles, self.territory)
    }

    /// Lists the groups that a part of a scoring tile pays for.
    fn groups(&self, part: &PaymentPart) -> Vec<ScoredGroup> {
        let paid = |count: u16| match part.pays {
            Pays::Each { points, per: 1 } => Some(points * count),
            Pays::Each { .. } | Pays::Steps(_) | Pays::Most(_) => None,
        };
        let areas = |counts: &dyn Fn(&Area) -> Option<u16>| self.areas(|area| counts(area).map(paid));
        let largest = |terrain: Terrain, size: fn(&Area) -> u16, open: bool| {
            let all = self.territory.areas().iter().filter(|area| area.terrain() == terrain);
            let most = all.filter(|area| open || area.is_completed()).map(size).max().filter(|most| *most > 0);
            let is_largest =
                |area: &Area| area.terrain() == terrain && (open || area.is_completed()) && Some(size(area)) == most;
            // Only the first of several equal areas is paid.
            let mut found = self.areas(|area| is_largest(area).then(|| paid(size(area))));
            found.truncate(1);
            found
        };
        match part.tally {
            Countable::Gold => Vec::new(),
            Countable::Feature(feature) => self.features(|_| true, |other| other == feature, paid),
            Countable::Connected(feature) => {
                self.features(|index| self.territory.roads().has(index), |other| other == feature, paid)
            }
            Countable::FarmAnimals => {
                let is_animal = |feature| matches!(feature, Feature::Sheep | Feature::Cattle);
                let farms = self.features(|_| true, |feature| feature == Feature::Farm, |_| None);
                farms.into_iter().chain(self.features(|index| self.is_near_farm(index), is_animal, paid)).collect()
            }
            Countable::LakeHouses => {
                self.features(|index| self.is_at_lake(index), |other| other == Feature::Farm, paid)
            }
            Countable::Sets(set) => self.sets(&set.iter().collect::<Vec<_>>(), paid(1)),
            Countable::Squares => self.squares(paid(1)),
            Countable::Columns => self.lines(|place| (place.x, place.y), Side::North, paid(1)),
            Countable::Rows => self.lines(|place| (place.y, place.x), Side::East, paid(1)),
            Countable::Diagonal => self.diagonal(paid),
            Countable::RoadTiles => {
                let all: Vec<usize> = self.territory.roads().iter().collect();
                vec![self.whole(&all, paid(all.len() as u16))]
            }
            Countable::Areas(kind) => areas(&|area| area.is_of(&kind).then_some(1)),
            Countable::MountainsByBrochs => self.areas(|area| {
                let points = match part.pays {
                    Pays::Steps(points) => Some(broch_vp(area, points)),
                    Pays::Each { .. } | Pays::Most(_) => paid(1),
                };
                (area.terrain() == Terrain::Mountain && area.brochs() > 0).then_some(points)
            }),
            Countable::LargestLake => largest(Terrain::Water, Area::size, false),
            Countable::LargestRange => largest(Terrain::Mountain, Area::size, false),
            Countable::LargestHerd => largest(Terrain::Pasture, Area::cattle, true),
            Countable::OpenWater => self.open_water(paid),
            Countable::BestScroll => {
                let best = self.survey().best_scroll(self.gold);
                self.scrolls(|scroll| Some(*scroll) == best)
            }
        }
    }

    /// The upper left corner of a tile.
    fn corner(&self, index: usize) -> Point {
        let Place { x, y } = self.territory.placement(index).place;
        (100.0 * f64::from(x), -100.0 * f64::from(y))
    }

    /// The places of a tile's features that pass.
    fn places(&self, index: usize, passes: impl Fn(Thing) -> bool) -> Vec<Point> {
        let laid = self.territory.placement(index);
        let (left, top) = self.corner(index);
        let turned = |at: Point| (0..laid.rotation.quarter_turns()).fold(at, |(x, y), _| (100.0 - y, x));
        let all = things(self.tiles.as_printed(laid.tile)).into_iter().filter(|(thing, ..)| passes(*thing));
        all.map(|(_, at, _)| turned(at)).map(|(x, y)| (left + x, top + y)).collect()
    }

    /// Rings around these places, with the points in their middle.
    fn rings(&self, places: &[Point], vp: Option<u16>, at: Point) -> ScoredGroup {
        ScoredGroup { shapes: places.iter().map(|place| circle(*place, RING)).collect(), joined: Vec::new(), vp, at }
    }

    /// Whole tiles, with the points in the middle of one; not the castle, whose middle is occupied.
    fn whole(&self, tiles: &[usize], vp: Option<u16>) -> ScoredGroup {
        let corners: Vec<Point> = tiles.iter().map(|index| self.corner(*index)).collect();
        let free: Vec<Point> = corners.iter().copied().filter(|corner| *corner != (0.0, 0.0)).collect();
        let at = nearest(if free.is_empty() { &corners } else { &free }, middle(&corners));
        ScoredGroup { at: (at.0 + 50.0, at.1 + 50.0), ..ScoredGroup::squares(&corners, vp, (50.0, 50.0)) }
    }

    /// Lists the features of each tile that pass.
    fn features(
        &self,
        on: impl Fn(usize) -> bool,
        passes: impl Fn(Feature) -> bool,
        paid: impl Fn(u16) -> Option<u16>,
    ) -> Vec<ScoredGroup> {
        let tiles = (0..self.territory.len()).filter(|index| on(*index));
        let groups = tiles.filter_map(|index| {
            let is_barrel = |thing| thing == Thing::VpBarrel && passes(Feature::Whisky);
            let places = self.places(index, |thing| match thing {
                Thing::Feature(feature) => passes(feature),
                _ => is_barrel(thing),
            });
            let count: u16 = Feature::ALL
                .into_iter()
                .filter(|feature| passes(*feature))
                .map(|feature| self.territory.tile(self.tiles, index).features.of(feature))
                .sum();
            let (x, y) = self.corner(index);
            (count > 0).then(|| self.rings(&places, paid(count), (x + 50.0, y + 50.0)))
        });
        groups.collect()
    }

    fn is_near_farm(&self, index: usize) -> bool {
        let place = self.territory.placement(index).place;
        let tiles = self.territory.placements().zip(self.territory.tiles(self.tiles));
        tiles.into_iter().any(|(laid, tile)| tile.has_farm() && laid.place.is_near(place))
    }

    fn is_at_lake(&self, index: usize) -> bool {
        let parts = 0..self.territory.tile(self.tiles, index).areas.len();
        let areas = parts.map(|part| self.territory.areas().containing(index, part));
        areas.into_iter().any(|area| area.terrain() == Terrain::Water && area.is_completed())
    }

    /// Lists complete sets.
    ///
    /// Each has a feature of the first kind, in the order laid, and the nearest ones of the other kinds.
    fn sets(&self, kinds: &[Feature], vp: Option<u16>) -> Vec<ScoredGroup> {
        let of_kind = |kind: Feature| {
            let tiles = 0..self.territory.len();
            tiles.flat_map(move |index| self.places(index, |thing| thing == Thing::Feature(kind))).collect::<Vec<_>>()
        };
        let mut all: Vec<Vec<Point>> = kinds.iter().map(|kind| of_kind(*kind)).collect();
        let complete = all.iter().map(Vec::len).min().unwrap_or(0);
        let Some((first, others)) = all.split_first_mut() else { return Vec::new() };
        let sets = first.iter().take(complete).map(|&place| {
            let mut places = vec![place];
            for left in others.iter_mut() {
                let next = nearest(left, *places.last().unwrap_or(&place));
                left.retain(|other| *other != next);
                places.push(next);
            }
            ScoredGroup { joined: places.clone(), ..self.rings(&places, vp, middle(&places[..places.len().min(2)])) }
        });
        sets.collect()
    }

    fn squares(&self, vp: Option<u16>) -> Vec<ScoredGroup> {
        let begins = (0..self.territory.len()).filter(|&index| self.territory.begins_square(index));
        let squares = begins.map(|index| {
            let ((x, y), place) = (self.corner(index), self.territory.placement(index).place);
            let places = [place, place.offset(1, 0), place.offset(0, 1), place.offset(1, 1)];
            let tiles: Vec<usize> = places.into_iter().filter_map(|place| self.territory.at(place)).collect();
            ScoredGroup { at: (x + 100.0, y), ..self.whole(&tiles, vp) }
        });
        squares.collect()
    }

    /// Lists the runs of three or more in columns or rows, by a key of the line and the place in it.
    fn lines(&self, key: impl Fn(Place) -> (i8, i8), along: Side, vp: Option<u16>) -> Vec<ScoredGroup> {
        let is_amid = |index: usize| {
            self.territory.neighbour(index, along).is_some()
                && self.territory.neighbour(index, along.opposite()).is_some()
        };
        let mut lines: BTreeMap<i8, BTreeMap<i8, usize>> = BTreeMap::new();
        for amid in (0..self.territory.len()).filter(|index| is_amid(*index)) {
            let beside = [along, along.opposite()].map(|side| self.territory.neighbour(amid, side));
            for index in beside.into_iter().flatten().chain([amid]) {
                let (line, place) = key(self.territory.placement(index).place);
                lines.entry(line).or_default().insert(place, index);
            }
        }
        lines.into_values().map(|line| self.whole(&line.into_values().collect::<Vec<_>>(), vp)).collect()
    }

    /// The fullest diagonal; ties go to the first.
    fn diagonal(&self, paid: impl Fn(u16) -> Option<u16>) -> Vec<ScoredGroup> {
        let mut diagonals: BTreeMap<(bool, i8), Vec<usize>> = BTreeMap::new();
        for (index, laid) in self.territory.placements().enumerate() {
            let Place { x, y } = laid.place;
            for key in [(false, x - y), (true, x + y)] {
                diagonals.entry(key).or_default().push(index);
            }
        }
        let fullest = self.territory.fullest_diagonal();
        let found = diagonals.into_values().find(|tiles| tiles.len() == fullest);
        found.into_iter().map(|tiles| self.whole(&tiles, paid(tiles.len() as u16))).collect()
    }

    /// Lists the areas that are paid, with their own points, if any.
    fn areas(&self, points: impl Fn(&Area) -> Option<Option<u16>>) -> Vec<ScoredGroup> {
        let areas = self.territory.areas().iter().enumerate();
        let paid = areas.filter_map(|(number, area)| Some((number, points(area)?)));
        paid.map(|(number, vp)| self.area(number, vp)).collect()
    }

    fn area(&self, number: usize, vp: Option<u16>) -> ScoredGroup {
        let is_of = |index: usize, part: usize| self.territory.areas().index_of(index, part) == number;
        let (mut shapes, mut middles) = (Vec::new(), Vec::new());
        for index in 0..self.territory.len() {
            let parts = 0..self.territory.tile(self.tiles, index).areas.len();
            if let Some(middle) = parts.clone().find(|part| is_of(index, *part)).map(|part| self.middle(index, part)) {
                shapes.extend(self.area_on(index, |part| is_of(index, part)));
                middles.push(middle);
            }
        }
        ScoredGroup { at: nearest(&middles, middle(&middles)), shapes, joined: Vec::new(), vp }
    }

    /// The middle of an area on a tile; off the middle of the tile if it touches one side.
    fn middle(&self, index: usize, part: usize) -> Point {
        let area = self.territory.tile(self.tiles, index).areas[part];
        let (left, top) = self.corner(index);
        let tips: Vec<Point> = area.edges.iter().map(side_middle).collect();
        let (x, y) = if tips.is_empty() { (50.0, 50.0) } else { middle(&tips) };
        (left + 50.0 + 0.5 * (x - 50.0), top + 50.0 + 0.5 * (y - 50.0))
    }

    /// The shapes of the areas of a tile that pass.
    fn area_on(&self, index: usize, passes: impl Fn(usize) -> bool) -> Vec<String> {
        let (tile, corner) = (self.territory.tile(self.tiles, index), self.corner(index));
        let sides = SIDES.into_iter().filter(|side| passes(tile.area_at[side.index()].into()));
        let mut shapes: Vec<String> = sides.map(|side| of_side(tile, side, corner)).collect();
        // An area that joins two sides has one shape for both.
        shapes.sort_unstable();
        shapes.dedup();
        let inside = tile.areas.iter().enumerate().filter(|(_, area)| area.edges.is_empty());
        shapes.extend(inside.filter(|(part, _)| passes(*part)).map(|_| inner(corner)));
        shapes
    }

    fn open_water(&self, paid: impl Fn(u16) -> Option<u16>) -> Vec<ScoredGroup> {
        let groups = (0..self.territory.len()).filter_map(|index| {
            let tile = self.territory.tile(self.tiles, index);
            let is_open = |side: &Side| {
                tile.edges[side.index()] == Terrain::Water
                    && !tile.special.curved.has(*side)
                    && self.territory.neighbour(index, *side).is_none()
            };
            let sides: Vec<Side> = SIDES.into_iter().filter(is_open).collect();
            let (x, y) = self.corner(index);
            let shapes = sides.iter().map(|side| of_side(tile, *side, (x, y))).collect();
            let vp = paid(sides.len() as u16);
            (!sides.is_empty()).then(|| ScoredGroup { shapes, joined: Vec::new(), vp, at: (x + 50.0, y + 50.0) })
        });
        groups.collect()
    }

    /// Lists the scrolls that pass, each with its VP now.
    fn scrolls(&self, passes: impl Fn(&engine::skye::scoring::Scroll) -> bool) -> Vec<ScoredGroup> {
        let survey = self.survey();
        let scrolls = survey.scrolls(self.gold).filter(passes);
        let groups = scrolls.filter_map(|scroll| {
            let index = self.territory.placements().position(|laid| laid.tile == scroll.tile)?;
            let places = self.places(index, |thing| thing == Thing::Scroll(scroll.kind));
            let (left, top) = self.corner(index);
            let at = beside(*places.first()?, (left + 50.0, top + 50.0));
            Some(self.rings(&places, Some(scroll.vp), at))
        });
        groups.collect()
    }
}

/// The place for points beside a feature, towards the middle of its tile.
fn beside((x, y): Point, middle: Point) -> Point {
    let towards = |from: f64, to: f64| from + if to < from { -18.0 } else { 18.0 };
    (towards(x, middle.0), towards(y, middle.1))
}

/// The middle of a side of a tile.
fn side_middle(side: Side) -> Point {
    match side {
        Side::North => (50.0, 0.0),
        Side::East => (100.0, 50.0),
        Side::South => (50.0, 100.0),
        Side::West => (0.0, 50.0),
    }
}
