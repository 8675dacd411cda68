//! A game of doors, for laws of searches.
//!
//! Seat 0 opens a door. If that is not a draw, a wheel is spun, and seat 0 goes left or right, which changes nothing.

use std::collections::BTreeSet;
use std::ops::Deref;
use std::sync::Mutex;

use agents::Agent;
use agents::search::{
    Mcts, SearchBudget, SearchDomain, SearchReport, UninformedDomain, Values, Variant, halving, pimc,
};
use engine::random::{Random, below, random};
use engine::{Ending, Game, RandomSource, Seat, Turn};

use crate::{planning, whole};

/// The result of a door for seat 0.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Door {
    Draw,
    /// Lost, whatever follows.
    Loss,
    /// Won with this chance in percent, otherwise lost.
    Wheel(u64),
}

/// The doors, by number.
#[derive(Clone, Debug)]
struct Doors(Vec<Door>);

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Way {
    door: Option<usize>,
    spin: Option<u64>,
    is_over: bool,
}

/// All is public.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Open(Way);

impl Deref for Open {
    type Target = Way;

    fn deref(&self) -> &Way {
        &self.0
    }
}

#[derive(Copy, Clone, PartialEq, Debug)]
struct View<'p>(Seat, &'p Way);

impl Game for Doors {
    type Public = Way;
    type Position = Open;
    type Action = usize;
    type View<'p> = View<'p>;
    type Event = ();
    type Chance = u64;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self, _: Seat) -> Open {
        Open(Way { door: None, spin: None, is_over: false })
    }

    fn turn(&self, way: &Way) -> Turn {
        match (way.door, way.spin) {
            _ if way.is_over => Turn::Over,
            (Some(_), None) => Turn::Chance,
            _ => Turn::Seat(Seat::new(0)),
        }
    }

    fn is_secret(&self, _: &Way) -> bool {
        false
    }

    fn legal_actions(&self, way: &Way, actions: &mut Vec<usize>) {
        actions.clear();
        if let Turn::Seat(_) = self.turn(way) {
            actions.extend(0..if way.door.is_none() { self.0.len() } else { 2 });
        }
    }

    fn is_legal(&self, way: &Way, action: usize) -> bool {
        let mut actions = Vec::new();
        self.legal_actions(way, &mut actions);
        actions.contains(&action)
    }

    fn random_action(&self, way: &Way, random: &mut Random) -> usize {
        let mut actions = Vec::new();
        self.legal_actions(way, &mut actions);
        below(random, actions.len() as u32) as usize
    }

    fn apply_telling(&self, Open(way): &mut Open, action: usize, _: &mut impl FnMut(&Open, ())) {
        way.is_over = way.door.is_some() || self.0[action] == Door::Draw;
        way.door.get_or_insert(action);
    }

    fn draw(&self, _: &Way, seed: u64) -> u64 {
        random(seed).next_u64()
    }

    fn settle_telling(&self, Open(way): &mut Open, &spin: &u64, _: &mut impl FnMut(&Open, ())) {
        way.spin = Some(spin);
    }

    fn outcome(&self, way: &Way) -> Ending {
        let points = match self.0[way.door.expect("a door is open")] {
            Door::Draw => 0,
            Door::Wheel(percent) if way.spin.is_some_and(|spin| spin % 100 < percent) => 1,
            Door::Loss | Door::Wheel(_) => -1,
        };
        Ending::ranked(&[points, 0], &[0, 0])
    }

    fn view<'p>(&self, open: &'p Open, seat: Seat) -> View<'p> {
        View(seat, &open.0)
    }

    fn viewer(&self, view: &View<'_>) -> Seat {
        view.0
    }

    fn public<'v>(&self, view: &'v View<'_>) -> &'v Way {
        view.1
    }

    fn determinize(
        &self,
        view: &View<'_>,
        _: &mut Random,
        _: &mut impl FnMut(&View<'_>, &mut Random) -> usize,
    ) -> Open {
        Open(*view.1)
    }
}

/// Knows only the rules, and notes the ends of all playouts.
#[derive(Default)]
struct Notes(Mutex<Vec<Way>>);

/// All doors are candidates, in random order.
const RULES: UninformedDomain = UninformedDomain { candidates: 1000 };

impl SearchDomain<Doors> for Notes {
    type Cache = ();

    fn cache(&self, _: &Way) {}

    fn candidates(&self, game: &Doors, view: &View<'_>, (): &mut (), random: &mut Random) -> Vec<usize> {
        RULES.candidates(game, view, &mut (), random)
    }

    fn policy(&self, game: &Doors, view: &View<'_>, (): &mut (), random: &mut Random) -> usize {
        RULES.policy(game, view, &mut (), random)
    }

    fn values(&self, game: &Doors, way: &Way, (): &mut ()) -> Values {
        self.0.lock().unwrap().push(*way);
        RULES.values(game, way, &mut ())
    }
}

/// Searches the choice of a door; also returns the ends of all playouts, in order.
fn search(game: &Doors, variant: Variant, budget: SearchBudget<'_>, seed: u64) -> (SearchReport<usize>, Vec<Way>) {
    let (open, notes, rng) = (game.start(Seat::new(0)), Notes::default(), &mut random(seed));
    let view = game.view(&open, Seat::new(0));
    let report = match variant {
        Variant::Tree => halving(game, &notes, &view, planning(budget), rng),
        Variant::Pimc => pimc(game, &notes, &view, budget, rng),
        Variant::Flat => halving(game, &notes, &view, whole(budget), rng),
    };
    (report, notes.0.into_inner().unwrap())
}

const VARIANTS: [Variant; 3] = [Variant::Flat, Variant::Tree, Variant::Pimc];

#[test]
fn doors_are_a_game() {
    let game = Doors(vec![Door::Draw, Door::Loss, Door::Wheel(40)]);
    (0..20).for_each(|seed| engine::contract::check(&game, seed));
}

/// Searches for as long as a clock is read this number of times.
fn timed(game: &Doors, variant: Variant, readings: u32, seed: u64) -> SearchReport<usize> {
    let reading = Mutex::new(0.0);
    let watch = || {
        *reading.lock().unwrap() += 1.0 / f64::from(readings);
        *reading.lock().unwrap() - 1.0 / f64::from(readings)
    };
    search(game, variant, SearchBudget::Time(&watch), seed).0
}

/// Checks that no loss is chosen if a draw is a candidate; returns whether a loss has more visits than the draw.
#[track_caller]
fn is_more_visited_loss_left(game: &Doors, report: &SearchReport<usize>) -> bool {
    let behind = |door: Door| report.arms.iter().filter(move |arm| game.0[arm.action] == door);
    let Some(draw) = behind(Door::Draw).next() else { return false };
    assert_ne!(game.0[report.chosen], Door::Loss, "{game:?}: {report:?}");
    behind(Door::Loss).any(|loss| loss.visits > draw.visits)
}

#[test]
fn a_draw_is_never_left_for_a_loss_even_if_that_is_more_visited() {
    let wheels = [[Door::Loss; 4], [Door::Wheel(10); 4]].concat();
    let mut more_visited = [0; 2];
    for others in [vec![Door::Loss], vec![Door::Loss; 7], wheels] {
        let game = Doors([others, vec![Door::Draw]].concat());
        for seed in 0..100 {
            for iterations in [4, 5, 8, 16, 36, 100, 400] {
                for variant in VARIANTS {
                    let (report, _) = search(&game, variant, SearchBudget::Iterations(iterations), seed);
                    more_visited[0] += u32::from(is_more_visited_loss_left(&game, &report));
                }
            }
            for readings in [20, 60, 200] {
                for variant in [Variant::Flat, Variant::Tree] {
                    let report = timed(&game, variant, readings, seed);
                    more_visited[1] += u32::from(is_more_visited_loss_left(&game, &report));
                }
            }
        }
    }
    assert!(more_visited.iter().all(|&times| times > 0), "{more_visited:?}");
}

#[test]
fn all_candidates_are_looked_at_with_two_iterations_or_more() {
    for variant in VARIANTS {
        for doors in [2, 3, 8, 40] {
            let game = Doors(vec![Door::Wheel(30); doors]);
            for iterations in 1..=200 {
                let (report, ends) = search(&game, variant, SearchBudget::Iterations(iterations), iterations);
                let context = format!("{variant:?}, {doors} doors, {iterations} iterations: {report:?}");
                // As many candidates as get four iterations each, but at least two.
                assert_eq!(report.arms.len(), doors.min((iterations as usize / 4).max(2)), "{context}");
                let unseen = report.arms.iter().filter(|arm| arm.visits == 0).count();
                assert_eq!(unseen, usize::from(iterations == 1), "{context}");
                for arm in &report.arms {
                    let played = ends.iter().filter(|way| way.door == Some(arm.action)).count();
                    assert_eq!(arm.visits, played as u64, "{context}");
                }
                assert_eq!(report.iterations, ends.len() as u64, "{context}");
                assert!(report.iterations <= iterations, "{context}");
            }
        }
    }
}

#[test]
fn a_candidate_that_is_not_looked_at_is_reported_without_a_value_and_not_chosen() {
    let game = Doors(vec![Door::Wheel(30); 40]);
    let open = game.start(Seat::new(0));
    for variant in VARIANTS {
        let report = timed(&game, variant, 20, 1);
        let visits: Vec<_> = report.arms.iter().map(|arm| arm.visits).collect();
        assert!(visits.len() == 40 && visits.contains(&0), "{variant:?}: {visits:?}");
        assert_eq!(visits.iter().sum::<u64>(), report.iterations, "{variant:?}");
        let chosen = report.arms.iter().find(|arm| arm.action == report.chosen).expect("a candidate");
        assert!(chosen.visits > 0, "{variant:?}: {report:?}");
        let once = Mcts { variant, iterations: 1, timer: None, early_stopping: false, threads: 1, domain: RULES };
        let found = once.explain(&game, &game.view(&open, Seat::new(0)), &mut random(1));
        let values: Vec<_> = found.weighed.iter().map(|weighed| weighed.value.is_some()).collect();
        assert_eq!(values, [true, false], "{variant:?}");
        assert_eq!(found.decision.action, found.weighed[0].action, "{variant:?}");
    }
}

#[test]
fn chance_is_drawn_anew_in_every_playout() {
    let game = Doors(vec![Door::Wheel(30); 8]);
    for variant in VARIANTS {
        let (mut together, mut separate) = (BTreeSet::new(), 0);
        for seed in 0..5 {
            let (report, ends) = search(&game, variant, SearchBudget::Iterations(400), seed);
            let spins = |door| ends.iter().filter(move |way| door == way.door).map(|way| way.spin);
            let distinct = |door| spins(door).collect::<BTreeSet<_>>().len() as u64;
            let all: BTreeSet<_> = ends.iter().map(|way| way.spin).collect();
            let visits = report.arms.iter().map(|arm| arm.visits);
            let expected = match variant {
                // Candidates are compared in the same scenarios.
                Variant::Tree | Variant::Flat => visits.max().expect("an arm"),
                // A world has one future; each gets four visits for every candidate.
                Variant::Pimc => 400 / (4 * 8),
            };
            assert_eq!(all.len() as u64, expected, "{variant:?}, seed {seed}: {report:?}");
            for arm in &report.arms {
                let wanted = if variant == Variant::Pimc { expected } else { arm.visits };
                assert_eq!(distinct(Some(arm.action)), wanted, "{variant:?}, seed {seed}: {arm:?}");
            }
            separate += all.len();
            together.extend(all);
        }
        assert_eq!(together.len(), separate, "{variant:?}: searches with different seeds have different chance");
    }
}

#[test]
fn in_a_won_position_the_chance_is_exactly_one() {
    let game = Doors(vec![Door::Wheel(100); 2]);
    for variant in VARIANTS {
        for iterations in [6, 98, 300, 586] {
            let (report, _) = search(&game, variant, SearchBudget::Iterations(iterations), 1);
            let is_exact = |arm: &agents::search::Arm<usize>| (arm.mean.chance, arm.standard_error) == (1.0, 0.0);
            assert!(report.arms.iter().all(is_exact), "{variant:?}: {report:?}");
        }
    }
}
