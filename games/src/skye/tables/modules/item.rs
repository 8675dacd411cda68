//! The rows of `modules.csv`.

use engine::skye::tile_files::DOLMEN_SPACES;
use engine::skye::{Module, Modules, ScrollKind, Slot};

use crate::skye::notes::raw_columns::SeatNotes;
use stats::sum::impl_sum;

/// A use of a module, or a source of VP.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// Druid tiles bought from a space of the dolmen board.
    Space(usize),
    /// Druid tiles bought from any space.
    DruidTiles,
    /// Bag actions.
    Bag,
    /// Second buy turns without a purchase.
    Passes,
    /// Druid tiles that could not be placed.
    Removed,
    /// Purchases made cheaper by tablets.
    Discount,
    /// Own tiles taken with tablets.
    OwnTile,
    /// Tiles drawn in bag actions, including those added by tablets.
    BagTiles,
    /// Borderland tiles placed.
    Laid,
    /// Borderland tiles turned over.
    Flipped,
    /// VP from a slot.
    Slot(Slot),
    /// VP from VP barrels.
    VpBarrels,
    /// VP from scrolls.
    Scrolls,
    /// VP from scrolls that tablets score again.
    ScoreAgain,
    /// VP for gold.
    Gold,
    /// VP from one kind of scroll.
    Scroll(ScrollKind),
}

/// The amounts of an item for one player in one game; `None` where the item has no such amount.
#[derive(Copy, Clone, Default, Debug)]
pub struct Amounts {
    /// The number of times.
    pub count: Option<u64>,
    /// Gold paid or saved.
    pub gold: Option<u64>,
    /// VP.
    pub vp: Option<u64>,
    /// The sum of the numbers of the rounds in which it happened.
    pub rounds: Option<u64>,
}

impl_sum!(Amounts: count, gold, vp, rounds);

impl Amounts {
    fn done(count: u16) -> Self {
        Self { count: Some(count.into()), ..Self::default() }
    }

    fn paid(count: u16, gold: u16) -> Self {
        Self { gold: Some(gold.into()), ..Self::done(count) }
    }

    fn scored(vp: u16) -> Self {
        Self { vp: Some(vp.into()), ..Self::default() }
    }
}

impl Item {
    /// Returns all items for these modules, in the order of the table; empty in the base game.
    pub fn all(modules: Modules) -> Vec<Self> {
        let with = |module: Module, items: &[Self]| if modules.has(module) { items.to_vec() } else { Vec::new() };
        let spaces = if modules.has(Module::Druids) { DOLMEN_SPACES } else { 0 };
        let second_turn = [Self::DruidTiles, Self::Bag, Self::Passes, Self::Removed];
        let tablets = [Self::Discount, Self::OwnTile, Self::BagTiles];
        let slots = Slot::ALL.into_iter().filter(|_| !modules.is_empty()).map(Self::Slot);
        let rest: &[Self] = if modules.is_empty() { &[] } else { &[Self::Scrolls, Self::Gold] };
        let kinds = if modules.has(Module::Druids) { &ScrollKind::ALL[..] } else { &[] };
        let parts = [
            (0..spaces).map(Self::Space).collect(),
            with(Module::Druids, &second_turn),
            with(Module::Druids, &tablets),
            with(Module::Borderlands, &[Self::Laid, Self::Flipped]),
            slots.collect(),
            with(Module::Tunnels, &[Self::VpBarrels]),
            rest.to_vec(),
            with(Module::Druids, &[Self::ScoreAgain]),
            kinds.iter().copied().map(Self::Scroll).collect(),
        ];
        parts.concat()
    }

    /// Returns its group, as named in the table.
    pub fn about(self) -> &'static str {
        match self {
            Self::Space(_) | Self::DruidTiles | Self::Bag | Self::Passes | Self::Removed => "second-turn",
            Self::Discount | Self::OwnTile | Self::BagTiles => "tablets",
            Self::Laid | Self::Flipped => "borderlands",
            Self::Slot(_) | Self::VpBarrels | Self::Scrolls | Self::ScoreAgain | Self::Gold => "vp",
            Self::Scroll(_) => "scrolls",
        }
    }

    /// Returns its name in the table.
    pub fn name(self) -> String {
        match self {
            Self::Space(space) => format!("space-{space}"),
            Self::DruidTiles => "druid-tiles".to_owned(),
            Self::Bag => "bag".to_owned(),
            Self::Passes => "pass".to_owned(),
            Self::Removed => "removed".to_owned(),
            Self::Discount => "discount".to_owned(),
            Self::OwnTile => "own-tile".to_owned(),
            Self::BagTiles => "bag-tiles".to_owned(),
            Self::Laid => "laid".to_owned(),
            Self::Flipped => "flipped".to_owned(),
            Self::Slot(slot) => format!("slot-{}", slot.letter().to_ascii_lowercase()),
            Self::VpBarrels => "vp-barrels".to_owned(),
            Self::Scrolls => "scrolls".to_owned(),
            Self::ScoreAgain => "score-again".to_owned(),
            Self::Gold => "gold".to_owned(),
            Self::Scroll(kind) => kind.name().to_owned(),
        }
    }

    /// Returns the amounts for one player in a game of this many rounds.
    pub fn amounts(self, notes: &SeatNotes, rounds: usize) -> Amounts {
        match self {
            Self::Space(space) => Amounts::paid(notes.druids_by_space[space], notes.spent_by_space[space]),
            Self::DruidTiles => Amounts::paid(notes.druids, notes.spent_druids),
            Self::Bag => Amounts::paid(notes.bag_actions, notes.spent_bag),
            Self::Passes => Amounts::done((rounds as u16).saturating_sub(notes.druids + notes.bag_actions)),
            Self::Removed => Amounts::done(notes.removed),
            Self::Discount => Amounts::paid(notes.discounted, notes.saved),
            Self::OwnTile => Amounts::done(notes.taken),
            Self::BagTiles => Amounts::done(notes.bag_tiles),
            Self::Laid => Amounts { rounds: Some(rounds_laid(notes)), ..Amounts::done(notes.borderlands) },
            Self::Flipped => Amounts::done(notes.flips),
            Self::Slot(slot) => Amounts::scored(notes.vp_by_slot[slot.index()]),
            Self::VpBarrels => Amounts::scored(notes.vp_barrels),
            Self::Scrolls => Amounts::scored(notes.vp_scrolls),
            Self::ScoreAgain => Amounts::scored(notes.vp_again),
            Self::Gold => Amounts::scored(notes.vp_gold),
            Self::Scroll(kind) => Amounts::scored(notes.vp_by_scroll[kind as usize]),
        }
    }
}

/// Sums the round numbers of all borderland tiles placed.
fn rounds_laid(notes: &SeatNotes) -> u64 {
    notes.borderlands_by_round.iter().zip(1..).map(|(&laid, round)| u64::from(laid) * round).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_base_game_has_none_and_every_module_its_own() {
        assert_eq!(Item::all(Modules::NONE), []);
        let of = |module: Module| Item::all(Modules::NONE.with(module));
        assert_eq!(of(Module::Bonus).len(), 6);
        assert!(of(Module::Tunnels).contains(&Item::VpBarrels) && !of(Module::Bonus).contains(&Item::VpBarrels));
        assert!(of(Module::Druids).contains(&Item::Space(4)) && !of(Module::Druids).contains(&Item::Laid));
        let all: Vec<String> = Item::all(Module::ALL.into_iter().collect())
            .iter()
            .map(|item| format!("{}/{}", item.about(), item.name()))
            .collect();
        assert!(all.iter().enumerate().all(|(index, name)| !all[..index].contains(name)), "{all:?}");
    }
}
