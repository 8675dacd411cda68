//! Tipperary on a page.

use agents::AgentKind;
use engine::tipperary::{Action, Cover, Event, Phase, Place, Placement, Public, Rules, Score, Tipperary, View};
use engine::{Game, Seat};
use serde_json::{Map, Value};

use super::hometowns::{HOMETOWNS, HometownDeal};
use super::picture;
use super::rules;
use super::sheets::{Library, TILES};
use super::stage::edges;
use crate::json::Keys;
use crate::picture_play::{BoardTarget, PicturePlay, PieceGroup, RuleField, Target};
use crate::rule;
use crate::stage::PlacedPiece;

impl PicturePlay for Tipperary {
    const KINDS: &'static [AgentKind<Self>] = &agents::tipperary::KINDS;

    const DEALT: &'static str = HOMETOWNS;

    fn deal(
        keys: &mut Map<String, Value>,
        _: &[String],
        players: usize,
        library: &Library,
        seed: u64,
    ) -> Result<(), String> {
        if !keys.contains_key(HOMETOWNS) {
            let components = library.components(&Keys::parse(&Value::from(keys.clone()).to_string(), &[TILES])?)?;
            let dealt = HometownDeal::of(&components, &components.deal(players, seed));
            keys.insert(HOMETOWNS.to_owned(), dealt.ids().collect());
        }
        Ok(())
    }

    fn treatment(&self) -> String {
        HometownDeal::of(self.components(), self.hometowns()).to_string()
    }

    fn changed_rules(&self) -> Option<Value> {
        rules::to_record(self.rules(), self.seats())
    }

    fn rule_fields(players: usize, _: &[String]) -> Vec<RuleField> {
        rule::fields(&Rules::printed(players))
    }

    fn rules_of_form(values: Map<String, Value>, _: usize, _: &[String]) -> Value {
        values.into()
    }

    fn rounds(&self) -> usize {
        self.rules().rounds.into()
    }

    fn counters(&self, public: &Public, seat: Seat) -> Vec<i64> {
        let player = public.player(seat);
        let counted = [self.score(public, seat).vp(), player.barrel.into(), player.display.largest_flock()];
        counted.into_iter().chain([player.towers.into()]).map(i64::from).collect()
    }

    fn awards(&self, public: &Public) -> Vec<Vec<i64>> {
        let scores: Vec<[u16; Score::PARTS.len()]> =
            Seat::all(self.seats()).map(|seat| self.score(public, seat).parts()).collect();
        (0..Score::PARTS.len()).map(|part| scores.iter().map(|parts| parts[part].into()).collect()).collect()
    }

    fn award_times(&self, public: &Public) -> Vec<String> {
        let when = if public.phase == Phase::Over { "" } else { "at the end" };
        Score::PARTS.map(|_| when.to_owned()).to_vec()
    }

    fn target(&self, public: &Public, action: Action) -> Target {
        let seat = public.phase.seat().unwrap_or_default().index();
        let single = |place: Place, cover: Cover| {
            let piece = picture::space(cover, picture::ALL_SIDES);
            let placed = PlacedPiece { seat, x: place.x.into(), y: place.y.into(), piece, turns: 0 };
            Target::Board(BoardTarget::of_one(placed, String::new()))
        };
        match action {
            Action::Place(placement) => Target::Board(self.placed(placement)),
            Action::Sheep(place) => single(place, Cover::WoodenSheep),
            Action::Bonus(place) => {
                let cover = match public.phase {
                    Phase::Bonus(_, tile) => Cover::of(self.components().bonus(tile).space.feature),
                    _ => Cover::Meadow { bonus: true },
                };
                single(place, cover)
            }
            Action::Tower(place) => single(place, Cover::Tower),
            Action::Stop => Target::Button { piece: None },
        }
    }

    fn is_effect(&self, event: &Event) -> bool {
        match event {
            Event::Take { .. }
            | Event::Place { .. }
            | Event::Whiskey { .. }
            | Event::Tower { .. }
            | Event::Sheep { .. }
            | Event::BonusPlace { .. }
            | Event::TowerPlace { .. }
            | Event::Stop { .. } => true,
            Event::Round { .. }
            | Event::Fill { .. }
            | Event::Spin { .. }
            | Event::Bonus { .. }
            | Event::Lost { .. }
            | Event::Flocks { .. }
            | Event::Score { .. }
            | Event::Result { .. } => false,
        }
    }

    fn prompt(&self, view: &View<'_>) -> String {
        match view.public().phase {
            Phase::Place(_) => "Choose one of your two tiles and lay it in your county.".to_owned(),
            Phase::Sheep(_) => "Place a wooden sheep on a meadow.".to_owned(),
            Phase::Bonus(_, tile) => {
                let bonus = self.components().bonus(tile);
                format!("Place the bonus tile {} ({}).", bonus.name, bonus.space)
            }
            Phase::Tower(_) => "Place a tower, or stop.".to_owned(),
            Phase::Spin | Phase::DrawBonus(_) | Phase::Over => String::new(),
        }
    }

    fn middle(&self, _: &Public) -> Vec<PieceGroup> {
        Vec::new()
    }

    fn belongings(&self, public: &Public, seat: Seat) -> Vec<String> {
        let marker = (public.marker == Some(seat)).then(|| "marker of the largest flock".to_owned());
        marker.into_iter().collect()
    }
}

/// The spaces of a landscape tile where it is laid.
trait PlacedSpaces {
    /// The spaces with their outline.
    fn placed(&self, placement: Placement) -> BoardTarget;
}

impl PlacedSpaces for Tipperary {
    fn placed(&self, placement: Placement) -> BoardTarget {
        let Placement { tile, way, corner } = placement;
        let grid = self.components().landscape().tile(tile).lying(way).expect("a legal placement");
        let covers: Vec<(Place, Cover)> =
            grid.spaces.iter().map(|space| (corner.offset(space.x, space.y), Cover::of(space.space.feature))).collect();
        let places: Vec<Place> = covers.iter().map(|(place, _)| *place).collect();
        let shown = covers
            .iter()
            .map(|(place, cover)| (place.x.into(), place.y.into(), picture::space(*cover, edges(*place, &places)), 0));
        // The first space of the lowest row is clicked.
        let at = places[0];
        let flip = if way.flip() { " flip" } else { "" };
        BoardTarget {
            hand: picture::tile(tile),
            at: (at.x.into(), at.y.into()),
            way: format!("{}{flip}", way.degrees()),
            shown: shown.collect(),
        }
    }
}
