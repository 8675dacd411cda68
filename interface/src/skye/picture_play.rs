//! Isle of Skye on a page.

use agents::AgentKind;
use engine::skye::scoring::{Survey, pay};
use engine::skye::{Action, Event, Module, Modules, Phase, Public, ScoringTile, Skye, Slot, Tablet, TileId, View};
use engine::{Game, Seat};
use serde_json::{Map, Value};

use super::record::{SCORING_TILES, own_tiles};
use super::rules::{CATCH_UP, GameRules, NUMBERS, ROUNDS, RULES, joined_rounds, letters};
use super::scoring_set::{Scoring, random_set};
use super::stage::{income, laid_piece, listed};
use super::tile_set::Library;
use crate::human_input::joined;
use crate::json::Keys;
use crate::picture_play::{BoardTarget, PicturePlay, PieceGroup, RuleField, Target};
use crate::rule;

/// The key of the scoring tiles in records.
const SCORING: &str = "scoring";

impl PicturePlay for Skye {
    const KINDS: &'static [AgentKind<Self>] = &agents::skye::KINDS;

    const DEALT: &'static str = SCORING;

    fn deal(
        keys: &mut Map<String, Value>,
        modules: &[String],
        _: usize,
        library: &Library,
        seed: u64,
    ) -> Result<(), String> {
        let named_file = Keys::parse(&Value::from(keys.clone()).to_string(), &[SCORING_TILES])?;
        let mut pool = ScoringTile::pool(named(modules));
        pool.extend(own_tiles(&named_file, library)?);
        let set = random_set(&pool, seed);
        let slots = Slot::ALL.map(|slot| (slot.letter().to_string(), set[slot.index()].name().into()));
        keys.entry(SCORING).or_insert_with(|| Map::from_iter(slots).into());
        Ok(())
    }

    fn dealt_choices(modules: &[String]) -> Vec<(&'static str, String)> {
        ScoringTile::pool(named(modules)).into_iter().map(|tile| (tile.name(), tile.text().to_owned())).collect()
    }

    fn treatment(&self) -> String {
        Scoring(Slot::ALL.map(|slot| self.scoring_at(slot))).to_string()
    }

    fn changed_rules(&self) -> Option<Value> {
        let own = Slot::ALL.map(|slot| self.scoring_at(slot)).into_iter();
        let own: Vec<ScoringTile> = own.filter(|tile| matches!(tile, ScoringTile::Own(_))).collect();
        GameRules { players: self.seats(), rules: self.rules().clone(), own }.to_record()
    }

    fn canonical_rules(&self, keys: &Keys, library: &Library) -> Result<Option<Value>, String> {
        let mut rules = GameRules::printed(self.seats(), self.rules().modules, own_tiles(keys, library)?);
        if let Some(raw) = keys.raw(RULES) {
            rules.read_record(raw)?;
        }
        Ok(GameRules { rules: self.rules().clone(), ..rules }.to_record())
    }

    fn rule_fields(players: usize, modules: &[String]) -> Vec<RuleField> {
        rule::fields(&GameRules::printed(players, named(modules), &[]))
    }

    /// A record gives the rounds with their catch-up gold; in the base game it gives all numbers as well.
    fn rules_of_form(mut values: Map<String, Value>, players: usize, modules: &[String]) -> Value {
        let printed = GameRules::printed(players, named(modules), &[]);
        let rounds = &printed.rules.rounds;
        let scores = values.remove(ROUNDS).unwrap_or_else(|| rounds.iter().map(letters).collect());
        let gold = values.remove(CATCH_UP);
        let as_printed = |round: usize| rounds[round.min(rounds.len() - 1)].catch_up.into();
        let rounds = joined_rounds(&scores, |round| {
            gold.as_ref().map_or_else(|| as_printed(round), |gold| gold.get(round).cloned().unwrap_or_default())
        });
        let numbers = rule::values(&printed);
        for key in NUMBERS {
            values.entry(key).or_insert_with(|| numbers[key].clone());
        }
        values.insert(ROUNDS.to_owned(), rounds);
        values.into()
    }

    fn rounds(&self) -> usize {
        self.rules().round_count()
    }

    fn counters(&self, public: &Public, seat: Seat) -> Vec<i64> {
        let player = public.player(seat);
        vec![player.vp.into(), player.gold.into(), income(self, player).into()]
    }

    fn awards(&self, public: &Public) -> Vec<Vec<i64>> {
        let seats = public.players.iter().map(|player| (Survey::of(self.tiles(), &player.territory), player.gold));
        let by_slot =
            Slot::ALL.map(|slot| pay(self.payment_at(slot), seats.clone()).into_iter().map(i64::from).collect());
        let of_seats = |vp: &dyn Fn(Survey<'_>, u16) -> u16| {
            seats.clone().map(|(survey, gold)| i64::from(vp(survey, gold))).collect::<Vec<_>>()
        };
        let scrolls = of_seats(&|survey, gold| survey.scrolls(gold).map(|scroll| scroll.vp).sum());
        let gold = of_seats(&|_, gold| gold / self.rules().gold_per_vp);
        let barrels = has_barrels(self).then(|| of_seats(&|survey, _| survey.vp_barrels()));
        by_slot.into_iter().chain([scrolls, gold]).chain(barrels).collect()
    }

    fn award_times(&self, public: &Public) -> Vec<String> {
        let rounds = &self.rules().rounds;
        let slots = Slot::ALL.map(|slot| {
            let left = (1u8..).zip(rounds).filter(|(round, rule)| *round >= public.round && rule.scores.has(slot));
            let left: Vec<String> = left
                .map(|(round, _)| if round == public.round { format!("{round} (now)") } else { round.to_string() })
                .collect();
            match &left[..] {
                _ if public.phase == Phase::Over => String::new(),
                [] => "no longer scores".to_owned(),
                [only] => format!("in round {only}"),
                all => format!("in rounds {}", listed(all)),
            }
        });
        let end = || if public.phase == Phase::Over { String::new() } else { "at the end".to_owned() };
        let barrels = has_barrels(self).then(|| "each round".to_owned());
        slots.into_iter().chain([end(), end()]).chain(barrels).collect()
    }

    fn target(&self, public: &Public, action: Action) -> Target {
        match action {
            Action::Place(laid) => {
                let seat = public.phase.seat().unwrap_or_default();
                Target::Board(BoardTarget::of_one(laid_piece(seat, laid), laid.rotation.degrees().to_string()))
            }
            Action::Buy { from, tile } => Target::Card { seat: from.index(), piece: tile.index() },
            Action::TakeOwn { tile } => {
                Target::Card { seat: public.phase.seat().unwrap_or_default().index(), piece: tile.index() }
            }
            Action::BuyDruid { space } => {
                Target::Button { piece: public.dolmen.board[usize::from(space)].map(TileId::index) }
            }
            Action::KeepDrawn { tile } => Target::Button { piece: Some(tile.index()) },
            Action::Offer(_) | Action::Pass | Action::DrawFromBag | Action::EndBuilding => {
                Target::Button { piece: None }
            }
        }
    }

    fn is_effect(&self, event: &Event) -> bool {
        match event {
            Event::Price { .. }
            | Event::Buy { .. }
            | Event::BuyOwn { .. }
            | Event::BuyDruid { .. }
            | Event::Bag { .. }
            | Event::Pass { .. }
            | Event::Place { .. }
            | Event::Tablet { .. }
            | Event::Flip { .. } => true,
            Event::Round { .. }
            | Event::Dolmen { .. }
            | Event::VpBarrels { .. }
            | Event::Income { .. }
            | Event::Draw { .. }
            | Event::Keep { .. }
            | Event::Return { .. }
            | Event::Remove { .. }
            | Event::Score { .. }
            | Event::ScoreAgain { .. }
            | Event::Scroll { .. }
            | Event::GoldVp { .. }
            | Event::Result { .. } => false,
        }
    }

    fn prompt(&self, view: &View<'_>) -> String {
        let public = view.public();
        match public.phase {
            Phase::Price(_) if self.rules().tiles_drawn == 2 => "Price both tiles.".to_owned(),
            Phase::Price(_) => "Make your offer: price two tiles and discard the rest.".to_owned(),
            Phase::Buy(_) => "Buy one tile from another player, or pass.".to_owned(),
            Phase::BuyAgain(_) => "Buy a second time, from the dolmen board or the bag, or pass.".to_owned(),
            Phase::KeepDrawn(_) => "Keep one of the tiles drawn from the bag.".to_owned(),
            Phase::Build(_) => "Lay a tile in your territory.".to_owned(),
            Phase::Draw | Phase::Uncover(_) | Phase::DrawFromBag(_) | Phase::Over => String::new(),
        }
    }

    fn middle(&self, public: &Public) -> Vec<PieceGroup> {
        if !self.has(Module::Druids) || public.phase == Phase::Over {
            return Vec::new();
        }
        let spaces = public.dolmen.board.iter().enumerate();
        let pieces = spaces.filter_map(|(space, tile)| {
            let price = public.dolmen.price(self.tiles(), space)?;
            Some(((*tile)?.index(), format!("{price} gold")))
        });
        vec![PieceGroup { title: "Dolmen board, with surcharges".to_owned(), pieces: pieces.collect() }]
    }

    fn belongings(&self, public: &Public, seat: Seat) -> Vec<String> {
        let player = public.player(seat);
        let tablets: Vec<String> = Tablet::ALL
            .into_iter()
            .filter_map(|kind| match player.tablets.of(kind) {
                0 => None,
                1 => Some(kind.name().to_owned()),
                count => Some(format!("{count} {}", kind.name())),
            })
            .collect();
        let tablets = (!tablets.is_empty()).then(|| format!("tablets: {}", tablets.join(", ")));
        let left = self.has(Module::Borderlands).then(|| {
            let tiles = self.tiles().borderlands().enumerate().filter(|(number, _)| player.borderlands.has(*number));
            format!("borderland tiles left: {}", joined(tiles.map(|(_, tile)| self.tiles().name(tile)), "none"))
        });
        tablets.into_iter().chain(left).collect()
    }
}

fn named(modules: &[String]) -> Modules {
    Module::ALL.into_iter().filter(|module| modules.iter().any(|name| name == module.name())).collect()
}

fn has_barrels(game: &Skye) -> bool {
    game.has(Module::Tunnels) || game.has(Module::Borderlands)
}
