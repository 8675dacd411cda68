//! The features of a display that the appraisal measures.

use engine::tipperary::{Display, Hometown, Tipperary};

use super::land::{AgentKind, BOG, BONUS_MEADOW, DISTILLERY, EMPTY, GRAIN, Land, MEADOW, PASTURE};

/// The possessions of a seat besides its display.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Holdings {
    /// The barrel's space on the whiskey track.
    pub barrel: usize,
    /// Towers not yet placed.
    pub towers: i32,
    /// Wooden sheep due and not yet placed.
    pub sheep_due: i32,
    /// Bonus tiles due and not yet drawn.
    pub bonus_due: i32,
}

macro_rules! features {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// The features of a display; each has a weight of the same name.
        #[derive(Copy, Clone, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields, rename_all = "kebab-case")]
        pub struct Features {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Features {
            /// The names, as in data files but with underscores instead of hyphens.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            /// All numbers in order.
            pub fn numbers(&self) -> impl Iterator<Item = i32> + use<> {
                [$(self.$name),*].into_iter()
            }

            /// All numbers in order, mutably.
            pub fn numbers_mut(&mut self) -> impl Iterator<Item = &mut i32> {
                [$(&mut self.$name),*].into_iter()
            }

            /// The sum of products with weights.
            pub fn times(&self, weights: &Self) -> i32 {
                0 $(+ self.$name * weights.$name)*
            }
        }
    };
}

features! {
    /// Places of the largest rectangle with the towers at hand in its gaps.
    area,
    /// The largest score of a rectangle in quarters of a place, if each gap costs half a place.
    dense,
    /// The same if each gap costs a quarter of a place.
    loose,
    /// Covered places.
    spaces,
    /// Edges between a covered and an empty place.
    outline,
    /// Empty places with all four neighbours covered.
    holes,
    /// Pairs of adjacent empty places without another empty neighbour.
    slots,
    /// Other empty places with three neighbours covered.
    nooks,
    /// Sheep of the largest flock, with those due.
    flock,
    /// Empty places beside the largest flock.
    flock_open,
    /// Free meadows beside the largest flock.
    flock_meadows,
    /// Sheep of the second largest flock.
    second_flock,
    /// Free meadows.
    meadows,
    /// VP of the barrel's space.
    whiskey,
    /// Spaces left on the whiskey track, at most three.
    track_left,
    /// Edges between an empty place and a distillery, where a grain field would make whiskey.
    for_grain,
    /// Edges between an empty place and a grain field, where a distillery would make whiskey.
    for_distillery,
    /// Empty places where a ruin would complete a line.
    for_ruin,
    /// Empty places where a bog would create a protected site.
    for_bog,
    /// Towers at hand.
    towers,
    /// Bonus tiles due.
    bonus_due,
    /// Wooden sheep due for which there is no meadow.
    sheep_lost,
    /// Empty places around the hometown.
    unexplored,
    /// 1 if there are none, or no more than towers at hand.
    explored,
    /// VP of stone circles.
    stones,
}

impl Features {
    /// The named parts, each with its features.
    pub(super) const PARTS: [(&'static str, &'static [&'static str]); 8] = [
        ("rectangle", &["area", "dense", "loose", "spaces"]),
        ("place (edges, holes)", &["outline", "holes", "slots", "nooks"]),
        ("flocks", &["flock", "flock_open", "flock_meadows", "second_flock", "meadows", "sheep_lost"]),
        ("whiskey", &["whiskey", "track_left", "for_grain", "for_distillery"]),
        ("ruins and towers", &["for_ruin", "towers"]),
        ("bogs and bonus tiles", &["for_bog", "bonus_due"]),
        ("exploration", &["unexplored", "explored"]),
        ("stone circles", &["stones"]),
    ];

    /// The sum of products with weights, over the features with these names.
    pub(super) fn times_of(&self, names: &[&str], weights: &Self) -> i32 {
        let products = self.numbers().zip(weights.numbers()).map(|(number, weight)| number * weight);
        Self::NAMES.iter().zip(products).filter(|(name, _)| names.contains(name)).map(|(_, product)| product).sum()
    }
}

/// Sheep of each flock, and the flock of each place.
struct Flocks {
    /// By number of the place; 0 where there is no pasture.
    of: Vec<u8>,
    /// By flock, from 1.
    sheep: Vec<i32>,
}

impl Features {
    /// Measures a display. Due wooden sheep are placed where they make the largest flock.
    pub fn of(game: &Tipperary, hometown: &Hometown, display: &Display, owned: Holdings) -> Self {
        let mut land = Land::of(display);
        let mut features = Self { towers: owned.towers, bonus_due: owned.bonus_due, ..Self::default() };
        let mut flocks = Flocks::of(&land);
        for _ in 0..owned.sheep_due {
            match flocks.best_meadow(&land) {
                Some(meadow) => land.kinds[meadow] = PASTURE | 1,
                None => features.sheep_lost += 1,
            }
            flocks = Flocks::of(&land);
        }
        let track = &game.rules().whiskey_track;
        features.whiskey = i32::from(track[owned.barrel].vp);
        features.track_left = ((track.len() - 1 - owned.barrel) as i32).min(3);
        features.spaces = i32::from(display.spaces());
        features.stones = i32::from(display.stones());
        features.area = match owned.towers {
            0 => i32::from(display.largest_rectangle().area()),
            towers => land.largest_with_gaps(towers).0,
        };
        features.dense = land.densest(4, 2).0;
        features.loose = land.densest(4, 1).0;
        features.unexplored = hometown.around.iter().map(|&place| i32::from(display.at(place).is_none())).sum();
        features.explored = i32::from(features.unexplored <= owned.towers);
        features.add_flocks(&flocks);
        features.add_places(&land, &flocks);
        features
    }

    fn add_flocks(&mut self, flocks: &Flocks) {
        for &sheep in &flocks.sheep[1..] {
            let smaller = sheep.min(self.flock);
            self.flock = self.flock.max(sheep);
            self.second_flock = self.second_flock.max(smaller);
        }
    }

    fn add_places(&mut self, land: &Land, flocks: &Flocks) {
        let largest = flocks.largest();
        let is_beside_largest =
            |number: usize| largest > 0 && land.neighbours(number).into_iter().any(|next| flocks.of[next] == largest);
        for number in land.box_and_rim() {
            match land.kinds[number] {
                EMPTY => {
                    let contacts = land.contacts(number);
                    if contacts == 0 {
                        continue;
                    }
                    self.outline += contacts;
                    self.add_room(land, number, contacts);
                    self.for_grain += land.beside(number, DISTILLERY);
                    self.for_distillery += land.beside(number, GRAIN);
                    self.for_ruin += land.lines_completed(number);
                    self.for_bog += i32::from(land.beside(number, BOG) > 0 && land.creates_site(number));
                    self.flock_open += i32::from(is_beside_largest(number));
                }
                MEADOW | BONUS_MEADOW => {
                    self.meadows += 1;
                    self.flock_meadows += i32::from(is_beside_largest(number));
                }
                _ => {}
            }
        }
    }

    /// Adds the features of an empty place, by the empty places around it.
    fn add_room(&mut self, land: &Land, number: usize, contacts: i32) {
        if contacts == 4 {
            self.holes += 1;
        } else if contacts == 3 {
            let open = land.neighbours(number).into_iter().find(|&next| !land.is_covered(next));
            let is_slot = open.is_some_and(|open| land.contacts(open) == 3);
            // A slot is visited from both of its places.
            self.slots += i32::from(is_slot && open > Some(number));
            self.nooks += i32::from(!is_slot);
        }
    }
}

impl Flocks {
    fn of(land: &Land) -> Self {
        let mut flocks = Self { of: vec![0; land.kinds.len()], sheep: vec![0] };
        let mut open = Vec::new();
        for start in land.box_and_rim() {
            if !is_pasture(land.kinds[start]) || flocks.of[start] > 0 {
                continue;
            }
            let flock = flocks.sheep.len() as u8;
            let mut sheep = 0;
            flocks.of[start] = flock;
            open.push(start);
            while let Some(pasture) = open.pop() {
                sheep += i32::from(land.kinds[pasture] & !PASTURE);
                for next in land.neighbours(pasture) {
                    if is_pasture(land.kinds[next]) && flocks.of[next] == 0 {
                        flocks.of[next] = flock;
                        open.push(next);
                    }
                }
            }
            flocks.sheep.push(sheep);
        }
        flocks
    }

    /// The largest flock, the first of equal ones; 0 if there is none.
    fn largest(&self) -> u8 {
        let best = (1..self.sheep.len()).rev().max_by_key(|&flock| self.sheep[flock]);
        best.unwrap_or(0) as u8
    }

    /// The free meadow where a wooden sheep makes the largest flock; the first of equal ones.
    fn best_meadow(&self, land: &Land) -> Option<usize> {
        let meadows = land.box_and_rim().filter(|&number| matches!(land.kinds[number], MEADOW | BONUS_MEADOW));
        crate::choice::first_best(meadows, |&meadow| self.joined(land, meadow))
    }

    /// Returns the size of the flock that a wooden sheep on this meadow would join.
    fn joined(&self, land: &Land, meadow: usize) -> i32 {
        let mut met = [0; 4];
        let mut sheep = 1;
        for (index, next) in land.neighbours(meadow).into_iter().enumerate() {
            let flock = self.of[next];
            if !met[..index].contains(&flock) {
                sheep += self.sheep[usize::from(flock)];
            }
            met[index] = flock;
        }
        sheep
    }
}

fn is_pasture(kind: AgentKind) -> bool {
    kind & PASTURE != 0
}
