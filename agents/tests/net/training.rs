//! Training of nets.

use agents::net::{ContestRow, Contests, Net, ONE, Training, chances, train};
use engine::random::{below, random};

/// Returns contests of two rows, of which the one wins whose two numbers differ in sign.
///
/// No score that is linear in the numbers can predict this.
fn signs(count: usize, seed: u64) -> Contests {
    let mut contests = Contests::new(2);
    let mut rng = random(seed);
    for _ in 0..count {
        let rows: [[i16; 2]; 2] =
            [(); 2].map(|()| [(); 2].map(|()| [-300, -100, 100, 300][below(&mut rng, 4) as usize]));
        let differ = rows.map(|[one, other]| f32::from(u8::from((one < 0) != (other < 0))));
        let share = 0.5 + 0.5 * (differ[0] - differ[1]);
        contests.add([
            ContestRow { row: &rows[0], given: 0.0, share },
            ContestRow { row: &rows[1], given: 0.0, share: 1.0 - share },
        ]);
    }
    contests
}

fn trained(contests: &Contests, training: &Training) -> Net {
    train(contests, training, |_, _| {}).expect("a net")
}

#[test]
fn a_hidden_layer_learns_what_no_linear_score_can() {
    let (known, fresh) = (signs(1000, 1), signs(500, 2));
    let best = fresh.loss(|row| if (row[0] < 0) == (row[1] < 0) { -20.0 } else { 20.0 });
    let training = Training { hidden: 8, epochs: 60, batch: 50, rate: 3e-2, ..Training::default() };
    let net = trained(&known, &training);
    assert!(fresh.loss_of(&net) < best + 0.05, "{} beside {best}", fresh.loss_of(&net));
    let of_one_neuron = trained(&known, &Training { hidden: 1, ..training });
    assert!(fresh.loss_of(&of_one_neuron) > best + 0.2, "{} beside {best}", fresh.loss_of(&of_one_neuron));
}

#[test]
fn given_offsets_need_not_be_learned() {
    let mut contests = Contests::new(1);
    for number in 0..200_i16 {
        let (row, wins) = ([number % 7], number % 4 == 0);
        let share = f32::from(u8::from(wins));
        contests.add([
            // Odds of three to one, which are right.
            ContestRow { row: &row, given: -1.098_612_3, share },
            ContestRow { row: &row, given: 0.0, share: 1.0 - share },
        ]);
    }
    let net = trained(&contests, &Training { epochs: 20, batch: 20, ..Training::default() });
    let worth = |number| net.score(&[number]) - net.score(&[0]);
    assert!((0..7).all(|number| worth(number).abs() < ONE), "{:?}", [0, 3, 6].map(worth));
    assert!((contests.loss_of(&net) - contests.loss(|_| 0.0)).abs() < 1e-9, "both rows are the same");
}

#[test]
fn the_same_contests_and_seed_make_the_same_net() {
    let contests = signs(200, 3);
    let training = Training { hidden: 6, epochs: 3, batch: 16, ..Training::default() };
    assert_eq!(trained(&contests, &training), trained(&contests, &training));
    assert_ne!(trained(&contests, &training), trained(&contests, &Training { seed: 2, ..training.clone() }));
}

#[test]
fn training_tells_how_it_goes() {
    let mut told = Vec::new();
    let training = Training { epochs: 4, batch: 20, rate: 1e-2, ..Training::default() };
    train(&signs(400, 4), &training, |epoch, loss| told.push((epoch, loss))).expect("a net");
    assert_eq!(told.iter().map(|(epoch, _)| *epoch).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert!(told[3].1 < told[0].1, "{told:?}");
}

#[test]
fn a_row_can_be_filled_in_piece_by_piece() {
    let net = trained(&signs(200, 5), &Training { hidden: 6, epochs: 2, ..Training::default() });
    for row in [[0, 0], [100, -300], [-2047, 2047]] {
        let mut begun = net.begin();
        net.add(&mut begun, 1, &row[1..]);
        let half = begun;
        net.add(&mut begun, 0, &row[..1]);
        assert_eq!(net.finish(&begun), net.score(&row));
        assert_eq!(net.finish(&half), net.score(&[0, row[1]]));
    }
}

#[test]
fn chances_are_in_proportion_to_the_exponential_of_scores() {
    let [one, other, third] = [0, ONE, 50 * ONE];
    let two: Vec<f64> = chances([one, other].into_iter(), 1.0, ONE).collect();
    assert!((two[1] / two[0] - std::f64::consts::E).abs() < 1e-12 && (two[0] + two[1] - 1.0).abs() < 1e-12);
    assert!(chances([one, other, third].into_iter(), 1.0, ONE).last().is_some_and(|last| last > 0.999));
}
