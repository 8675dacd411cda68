//! The search that asks its opponent.

use std::sync::{Arc, Mutex};

use agents::skye::{Insider, KINDS};
use agents::{Agent, AgentSpec, Decision};
use engine::random::{Random, random};
use engine::skye::{Action, Modules, Offer, Phase, Position, Rules, Skye, Tiles, View};
use engine::{Game, Seat, Turn};

use crate::QUICK;

/// Answers like a greedy player, and records each seat asked with its phase.
#[derive(Clone)]
struct Asked {
    answers: Arc<dyn Agent<Skye>>,
    questions: Arc<Mutex<Vec<(Seat, Phase)>>>,
}

impl Asked {
    fn new() -> Self {
        let greedy = AgentSpec::read(QUICK, &KINDS).expect("an agent").build(&KINDS);
        Self { answers: Arc::from(greedy), questions: Arc::default() }
    }

    fn taken(&self) -> Vec<(Seat, Phase)> {
        std::mem::take(&mut self.questions.lock().expect("one thread"))
    }
}

impl Agent<Skye> for Asked {
    fn choose(&self, game: &Skye, view: &View<'_>, random: &mut Random) -> Decision<Action> {
        self.questions.lock().expect("one thread").push((game.viewer(view), game.public(view).phase));
        self.answers.choose(game, view, random)
    }
}

fn game(players: usize) -> Skye {
    let scoring = std::array::from_fn(|slot| Rules::with_modules(players, Modules::NONE).scoring_pool()[slot]);
    Skye::printed_with(players, scoring, Modules::NONE).expect("a valid set-up")
}

/// Returns the first position in which this seat makes an offer, after those before it made this one.
fn priced(game: &Skye, seat: Seat, offer: Offer) -> Position {
    let mut position = game.start(Seat::new(0));
    loop {
        match game.turn(&position) {
            Turn::Seat(mover) if mover == seat => return position,
            Turn::Seat(_) => game.apply(&mut position, Action::Offer(offer)),
            Turn::Chance => game.resolve_chance(&mut position, 7),
            Turn::Over => unreachable!("nobody has decided yet"),
        }
    }
}

#[test]
fn it_asks_for_all_other_offers_and_for_no_hidden_one() {
    for players in [2, 3] {
        let (game, asked) = (game(players), Asked::new());
        let insider = Insider::search(Arc::new(asked.clone()), 40);
        for seat in Seat::all(players) {
            let choose = |offer| {
                let position = priced(&game, seat, offer);
                let action = insider.choose(&game, &game.view(&position, seat), &mut random(3)).action;
                (action, asked.taken())
            };
            let (action, questions) = choose(Offer::new(0, [1, 1]));
            let others = Seat::all(players).filter(|&other| other != seat);
            let expected: Vec<_> = others.flat_map(|other| vec![(other, Phase::Price(other)); 16]).collect();
            let mut sorted = questions.clone();
            sorted.sort_by_key(|(other, _)| *other);
            assert_eq!(sorted, expected);
            // The actual offers of earlier seats have no effect.
            assert_eq!(choose(Offer::new(1, [2, 1])), (action, questions));
        }
    }
}

/// Always makes this offer.
struct Offers(Offer);

impl Agent<Skye> for Offers {
    fn choose(&self, _: &Skye, _: &View<'_>, _: &mut Random) -> Decision<Action> {
        Decision { action: Action::Offer(self.0), iterations: 0 }
    }
}

#[test]
fn with_more_tiles_than_printed_it_expects_what_it_is_told() {
    let rules = Rules { tiles_drawn: 4, ..Rules::printed(2) };
    let game = Skye::new(Tiles::printed(), Arc::new(rules), game(2).scoring(), 2).expect("a valid set-up");
    let position = priced(&game, Seat::new(0), Offer::new(0, [1, 1]));
    let values = |answer| {
        let insider = Insider::search(Arc::new(Offers(answer)), 64);
        let explained = insider.explain(&game, &game.view(&position, Seat::new(0)), &mut random(3));
        explained.weighed.iter().map(|weighed| weighed.value).collect::<Vec<_>>()
    };
    assert_ne!(values(Offer::of([0, 1], [1, 1])), values(Offer::of([2, 3], [2, 3])));
}

#[test]
fn before_a_purchase_it_asks_the_later_seats() {
    let (game, asked) = (game(2), Asked::new());
    let insider = Insider::search(Arc::new(asked.clone()), 40);
    let mut position = priced(&game, Seat::new(1), Offer::new(0, [1, 2]));
    game.apply(&mut position, Action::Offer(Offer::new(2, [2, 1])));
    let Phase::Buy(first) = position.phase else { panic!("{:?}", position.phase) };
    let action = insider.choose(&game, &game.view(&position, first), &mut random(3)).action;
    assert!(game.is_legal(&position, action), "{action:?}");
    let other = first.clockwise(1, 2);
    let questions = asked.taken();
    // A pass or one of the other's two tiles, four times each.
    assert_eq!(questions, vec![(other, Phase::Buy(other)); 12]);
    game.apply(&mut position, Action::Pass);
    let last = insider.choose(&game, &game.view(&position, other), &mut random(3)).action;
    assert!(game.is_legal(&position, last) && asked.taken().is_empty(), "nobody follows");
}
