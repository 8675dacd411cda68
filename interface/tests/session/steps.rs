//! Forth, back, and what a seat may know.

use engine::skye::{Event, Module};
use engine::{Game, Seat, Turn};
use interface::record_format::RecordFormat;
use interface::session::{Session, Step, StepError};

use crate::{Set, county, isle};

/// Every position of a game is reached again, forth and back, and none is changed by looking at it.
fn check_steps<G: RecordFormat>(set: &Set<G>) {
    let played = set.played(1);
    let mut again = Session::new(set.game.clone(), Seat::new(1 % set.game.seats()));
    let mut positions = vec![again.position().clone()];
    for step in played.steps() {
        match step {
            Step::Chance(_) => again.draw(1),
            Step::Action(seat, action) => {
                assert_eq!(again.turn(), Turn::Seat(*seat));
                again.act(*action).unwrap();
            }
        }
        positions.push(again.position().clone());
    }
    assert_eq!(again.position(), played.position());
    for at in (0..positions.len()).rev().chain(0..positions.len()).step_by(7) {
        again.go_to(at);
        assert_eq!((again.at(), again.position()), (at, &positions[at]));
        assert_eq!(again.steps().len(), played.steps().len());
    }
}

#[test]
fn every_step_is_taken_back_and_again() {
    check_steps(&isle(3, &[]));
    check_steps(&isle(2, &Module::ALL));
    check_steps(&county(4));
}

#[test]
fn another_decision_forgets_what_came_after() {
    let set = isle(2, &[]);
    let mut session = set.played(2);
    let whole = session.steps().len();
    session.go_to(10);
    let actions = session.legal_actions();
    session.act(actions[actions.len() - 1]).unwrap();
    assert!(session.steps().len() == 11 && whole > 11);
    session.go_to(1000);
    assert_eq!(session.at(), 11);
}

#[test]
fn what_is_not_allowed_changes_nothing() {
    let set = county(2);
    let mut session = Session::new(set.game.clone(), Seat::new(0));
    session.draw(5);
    let before = session.position().clone();
    let illegal = engine::tipperary::Action::Stop;
    assert_eq!(session.act(illegal), Err(StepError::Illegal));
    assert_eq!(session.position(), &before);
    let mut over = set.played(5);
    let action = engine::tipperary::Action::Stop;
    assert_eq!(over.act(action), Err(StepError::NobodysTurn));
    assert!(over.ending().is_some() && session.ending().is_none());
}

#[test]
fn offers_are_for_their_seats_until_all_are_in() {
    let set = isle(3, &[]);
    let mut session = set.played(4);
    let offers = |session: &Session<_>, seat| {
        let is_offer = |event: &Event| matches!(event, Event::Price { .. });
        session.events(seat).iter().filter(|event| is_offer(event)).count()
    };
    for (at, [all, first, second, third]) in
        [(1, [0, 0, 0, 0]), (2, [1, 0, 1, 0]), (3, [2, 0, 1, 1]), (4, [3, 3, 3, 3])]
    {
        session.go_to(at);
        // Seat 1 begins.
        let of = |seat| offers(&session, Some(Seat::new(seat)));
        assert_eq!([offers(&session, None), of(0), of(1), of(2)], [all, first, second, third], "{at}");
    }
    session.go_to(2);
    assert_eq!(session.game().view(session.position(), Seat::new(0)).own_offer(), None);
}

#[test]
fn only_secrets_are_replaced() {
    let set = isle(3, &[]);
    let mut session = set.played(4);
    // Seats 1 and 2 have made their offers; the turn is seat 0's.
    session.go_to(3);
    let Step::Action(seat, own) = session.steps()[1] else { panic!("an offer") };
    let mut before = session.clone();
    before.go_to(1);
    let other = before.legal_actions().into_iter().find(|action| *action != own).unwrap();
    let changed = session.with_secrets(&[(seat, other)]);
    assert_eq!(changed.steps()[1], Step::Action(seat, other));
    assert_eq!((&changed.steps()[0], &changed.steps()[2]), (&session.steps()[0], &session.steps()[2]));
    assert_eq!(changed.view(Seat::new(0)), session.view(Seat::new(0)));
    assert_ne!(changed.view(seat), session.view(seat));
    // What is revealed is no secret any more.
    session.go_to(4);
    assert_eq!(session.with_secrets(&[(seat, other)]).steps(), &session.steps()[..4]);
}
