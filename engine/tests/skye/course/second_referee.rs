//! A second referee: random games with every set of modules, in which the second implementation of the rules of territories says what may
//! be laid, what is turned over, and what everything scores.

use std::collections::BTreeMap;

use engine::random::{Random, random};
use engine::skye::position::Player;
use engine::skye::{
    Action, Event, Module, Modules, Phase, Place, Placement, Rotation, Rules, ScoringTile, ScrollKind, Skye, Slot,
    Survey, Tiles,
};
use engine::{Game, Turn};

use crate::naive::{At, Held, NaiveSurvey, NaiveTerritory, NaiveTile, naive_tiles};
use crate::table::{Table, modules_at_random, seat};
use crate::territory::{areas_of, areas_without_scrolls, at, connected_places};

/// What the games have met, so that tests can tell that they were not in vain.
#[derive(Default, Debug)]
struct Met {
    flips: usize,
    beside_curves: usize,
    through_tunnels: usize,
    ended: usize,
    vp_barrels: usize,
    choices: usize,
}

struct Referee {
    tiles: BTreeMap<String, NaiveTile>,
    territories: Vec<NaiveTerritory>,
    vp: Vec<i32>,
    met: Met,
}

fn held(table: &Table, player: &Player) -> Held {
    let longest = Survey::of(table.game.tiles(), &player.territory).scroll_vp(ScrollKind::LongestRoad, 0);
    Held { gold: i32::from(player.gold), longest_road_vp: i32::from(longest) }
}

impl Referee {
    fn of(players: usize, modules: Modules) -> Self {
        let of_modules = Tiles::SHIPPED_FOR_MODULES.into_iter().filter(|&(module, _)| modules.has(module));
        let texts: Vec<&str> = [Tiles::SHIPPED[0].1].into_iter().chain(of_modules.map(|(_, text)| text)).collect();
        let tiles = naive_tiles(&texts);
        let territories = vec![NaiveTerritory::castle(&tiles); players];
        Self { tiles, territories, vp: vec![0; players], met: Met::default() }
    }

    /// Checks the legal actions of a building player against all that the second implementation would lay.
    fn check_choices(&mut self, table: &Table, index: usize) {
        let tiles = table.game.tiles();
        let player = &table.position.players[index];
        let laid_this_round = table.events.iter().rev().take_while(|event| !matches!(event, Event::Round { .. }));
        let has_laid_one = laid_this_round
            .filter(|event| matches!(event, Event::Place { seat, placement } if seat.index() == index && tiles.is_borderland(placement.tile)))
            .count()
            > 0;
        let ever_laid = |front| {
            let is_it = |event: &Event| matches!(event, Event::Place { seat, placement } if seat.index() == index && placement.tile == front);
            table.events.iter().any(is_it)
        };
        let ways = |tile| {
            let naive = self.territories[index].placements(&self.tiles[tiles.name(tile)]);
            naive.into_iter().map(move |(at, quarters)| Action::Place(placement(tile, at, quarters)))
        };
        let mut expected: Vec<Action> = player.to_build.iter().flat_map(|&tile| ways(tile)).collect();
        let must_lay = !expected.is_empty();
        if !has_laid_one {
            expected.extend(tiles.borderlands().filter(|&front| !ever_laid(front)).flat_map(ways));
        }
        if table.game.has(Module::Borderlands) && !must_lay {
            expected.push(Action::EndBuilding);
            self.met.ended += 1;
        }
        expected.sort_unstable();
        assert_eq!(table.legal_actions(), expected);
    }

    /// Lays what was just laid, and checks what was turned over and everything that follows from the territory.
    fn check_laid(&mut self, table: &Table, news: &[Event]) {
        let Some(&Event::Place { seat, placement: laid }) = news.first() else { return };
        let tiles = table.game.tiles();
        let naive = &mut self.territories[seat.index()];
        let flipped = naive.lay(&self.tiles[tiles.name(laid.tile)], at(laid), laid.rotation.quarter_turns());
        let told = news.iter().filter_map(|event| match *event {
            Event::Flip { seat: whose, tile } => {
                assert_eq!(whose, seat);
                Some(tiles.name(tile))
            }
            _ => None,
        });
        assert_eq!(told.collect::<Vec<_>>(), flipped);
        self.met.flips += flipped.len();
        let player = &table.position.players[seat.index()];
        let territory = &player.territory;
        self.met.beside_curves +=
            usize::from(territory.frontier().count() > 0 && lies_beside_a_curve(tiles, territory));
        let naive = NaiveSurvey::of(&self.territories[seat.index()]);
        let survey = Survey::of(tiles, territory);
        assert_eq!(areas_of(&survey), areas_without_scrolls(&naive));
        assert_eq!(connected_places(territory), naive.connected);
        let rules = |vp_barrels_earn_gold| Rules { vp_barrels_earn_gold, ..Rules::printed(2) };
        assert_eq!(i32::from(survey.barrel_income(&rules(false))), naive.connected_with(&["whisky"]));
        assert_eq!(i32::from(survey.barrel_income(&rules(true))), naive.connected_with(&["whisky", "vp"]));
        assert_eq!(i32::from(survey.vp_barrels()), naive.connected_with(&["vp"]));
        let held = held(table, player);
        for scoring in ScoringTile::ALL {
            let measured = survey.measure(scoring, player.gold);
            assert_eq!(i32::from(measured), naive.measure(scoring.name(), held), "{scoring}");
        }
        let mut scrolls: Vec<(String, String, i32, i32)> = survey
            .scrolls(player.gold)
            .map(|scroll| {
                (
                    tiles.name(scroll.tile).to_owned(),
                    scroll.kind.name().to_owned(),
                    i32::from(scroll.single),
                    i32::from(scroll.vp),
                )
            })
            .collect();
        scrolls.sort();
        let expected =
            naive.scrolls(held).into_iter().map(|scroll| (scroll.tile, scroll.kind, scroll.single, scroll.vp));
        assert_eq!(scrolls, expected.collect::<Vec<_>>());
        let best = |scroll: engine::skye::scoring::Scroll, vp: u16| (tiles.name(scroll.tile).to_owned(), i32::from(vp));
        let choice = survey.best_scroll(player.gold).map(|scroll| best(scroll, scroll.vp));
        assert_eq!(choice, naive.best(held, |scroll| scroll.vp));
        let again = survey.best_single_scroll(player.gold).map(|scroll| best(scroll, scroll.single));
        assert_eq!(again, naive.best(held, |scroll| scroll.single));
        // A road network without entrances shows whether tunnels mattered.
        let mut without = self.territories[seat.index()].clone();
        without.laid.values_mut().for_each(|tile| tile.tunnels.clear());
        self.met.through_tunnels += usize::from(NaiveSurvey::of(&without).connected != naive.connected);
    }

    /// Checks VP barrels and income of a round that has just begun.
    fn check_income(&mut self, table: &Table, news: &[Event]) {
        let track: &[i32] = if self.vp.len() == 5 { &[0, 0, 1, 2, 3] } else { &[0, 0, 1, 2, 3, 4] };
        for event in news {
            match *event {
                Event::VpBarrels { seat, vp, total } => {
                    let expected = NaiveSurvey::of(&self.territories[seat.index()]).connected_with(&["vp"]);
                    self.vp[seat.index()] += expected;
                    self.met.vp_barrels += usize::from(vp > 0);
                    assert_eq!((i32::from(vp), i32::from(total)), (expected, self.vp[seat.index()]));
                }
                Event::Income { seat, castle, whisky, catch_up, .. } => {
                    let earned = NaiveSurvey::of(&self.territories[seat.index()]).connected_with(&["whisky"]);
                    let ahead = self.vp.iter().filter(|&&other| other > self.vp[seat.index()]).count() as i32;
                    assert_eq!((castle, i32::from(whisky)), (5, earned));
                    assert_eq!(i32::from(catch_up), ahead * track[usize::from(table.position.round) - 1]);
                }
                _ => {}
            }
        }
    }

    /// Checks the scores of a round that has just ended, and of the game if it has.
    fn check_scores(&mut self, table: &Table, news: &[Event], round: u8) {
        let exchanged = |index: usize| {
            let gold = |event: &Event| match *event {
                Event::GoldVp { seat, gold, .. } if seat.index() == index => Some(gold),
                _ => None,
            };
            news.iter().find_map(gold)
        };
        let players = table.position.players.iter().enumerate();
        let held: Vec<Held> = players
            .map(|(index, player)| {
                let gold = exchanged(index).unwrap_or(player.gold);
                Held { gold: i32::from(gold), ..held(table, player) }
            })
            .collect();
        let surveys: Vec<NaiveSurvey<'_>> = self.territories.iter().map(NaiveSurvey::of).collect();
        for letter in scoring_letters(self.vp.len(), round).chars() {
            let slot = Slot::from_letter(letter).expect("a slot");
            let scoring = table.game.scoring_at(slot);
            let measured = surveys.iter().zip(&held).map(|(survey, &held)| survey.measure(scoring.name(), held));
            let awarded = naive_award(scoring.name(), &measured.collect::<Vec<_>>());
            self.vp.iter_mut().zip(awarded).for_each(|(own, more)| *own += more);
            for event in news {
                let Event::Score { seat, slot: told, scroll, .. } = *event else { continue };
                if told == slot {
                    let best = surveys[seat.index()].best(held[seat.index()], |scroll| scroll.vp);
                    let expected = best.filter(|_| scoring == ScoringTile::ScrollOfChoice).map(|(tile, _)| tile);
                    self.met.choices += usize::from(expected.is_some());
                    assert_eq!(scroll.map(|tile| table.game.tiles().name(tile).to_owned()), expected);
                }
            }
        }
        if table.position.phase == Phase::Over {
            for (index, survey) in surveys.iter().enumerate() {
                let tablets = news_of_tablets(table, index);
                let again = survey.best(held[index], |scroll| scroll.single).map_or(0, |(_, single)| single);
                self.vp[index] += survey.scroll_vp(held[index]) + tablets * again + held[index].gold / 5;
            }
        }
        assert_eq!(table.vp().into_iter().map(i32::from).collect::<Vec<_>>(), self.vp, "after round {round}");
    }
}

/// The score-again tablets that a seat took in the whole game.
fn news_of_tablets(table: &Table, index: usize) -> i32 {
    let is_it = |event: &&Event| matches!(event, Event::Tablet { seat, tablet: engine::skye::Tablet::ScoreAgain, .. } if seat.index() == index);
    table.events.iter().filter(is_it).count() as i32
}

fn placement(tile: engine::skye::TileId, (x, y): At, quarters: usize) -> Placement {
    Placement { tile, place: Place { x: x as i8, y: y as i8 }, rotation: Rotation::ALL[quarters] }
}

/// Whether the tile laid last lies with a curved side beside another curved side.
fn lies_beside_a_curve(tiles: &Tiles, territory: &engine::skye::Territory) -> bool {
    let last = territory.len() - 1;
    let tile = territory.tile(tiles, last);
    tile.special.curved.iter().any(|side| territory.neighbour(last, side).is_some())
}

/// VP of a scoring tile by seat, with majorities decided by sorting.
fn naive_award(scoring: &str, measured: &[i32]) -> Vec<i32> {
    if !scoring.starts_with("most-") {
        return measured.to_vec();
    }
    let mut sorted = measured.to_vec();
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    let second = if sorted[0] == sorted[1] { 0 } else { sorted[1] };
    let vp = |&count: &i32| {
        if count > 0 && count == sorted[0] {
            5
        } else if count > 0 && count == second {
            2
        } else {
            0
        }
    };
    measured.iter().map(vp).collect()
}

/// The letters that score in a round, written down once more.
fn scoring_letters(players: usize, round: u8) -> &'static str {
    let track: &[&str] =
        if players == 5 { &["AB", "AC", "BD", "ACD", "BCD"] } else { &["A", "B", "AC", "BD", "ACD", "BCD"] };
    track[usize::from(round) - 1]
}

/// Referees one random game.
fn referee(players: usize, modules: Modules, seed: u64) -> Met {
    let mut rng: Random = random(seed);
    let mut table = Table::of(modules_at_random(players, modules, &mut rng));
    table.position = table.game.start(seat(seed as usize % players));
    let mut referee = Referee::of(players, modules);
    loop {
        let (round, told) = (table.position.round, table.events.len());
        match table.turn() {
            Turn::Chance => table.meet_chance(seed),
            Turn::Seat(seat) => {
                if let Phase::Build(_) = table.position.phase {
                    referee.check_choices(&table, seat.index());
                }
                let action = table.game.random_action(&table.position, &mut rng);
                let Table { game, position, events } = &mut table;
                Skye::apply_telling(game, position, action, &mut |_, event| events.push(event));
            }
            Turn::Over => return referee.met,
        }
        let news = table.events[told..].to_vec();
        referee.check_laid(&table, &news);
        referee.check_income(&table, &news);
        if table.position.round != round || table.position.phase == Phase::Over {
            referee.check_scores(&table, &news, round);
        }
    }
}

/// Referees random games with every set of modules; returns what all of them have met.
fn referee_all(players: usize, games: u64) -> Met {
    let mut all = Met::default();
    for (number, modules) in Modules::all_sets().enumerate() {
        for seed in 0..games {
            let met = referee(players, modules, 1000 * number as u64 + seed);
            all.flips += met.flips;
            all.beside_curves += met.beside_curves;
            all.through_tunnels += met.through_tunnels;
            all.ended += met.ended;
            all.vp_barrels += met.vp_barrels;
            all.choices += met.choices;
        }
    }
    all
}

#[test]
fn a_second_referee_agrees_with_two_players() {
    let met = referee_all(2, 12);
    assert!(met.flips > 200 && met.beside_curves > 10 && met.ended > 50, "{met:?}");
    assert!(met.through_tunnels > 20 && met.vp_barrels > 10 && met.choices > 20, "{met:?}");
}

#[test]
fn a_second_referee_agrees_with_three_players() {
    assert!(referee_all(3, 4).flips > 100);
}

#[test]
fn a_second_referee_agrees_with_four_players() {
    assert!(referee_all(4, 3).flips > 100);
}

#[test]
fn a_second_referee_agrees_with_five_players() {
    assert!(referee_all(5, 3).flips > 100);
}
