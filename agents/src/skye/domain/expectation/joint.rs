//! Joint guesses at the offers of all other seats.

use engine::skye::Offer;
use engine::{MAX_SEATS, Random, Seat};

use crate::{index_at, unit};

/// A seat's possible offers, with their chances.
pub(super) type Distribution = (Seat, Vec<(Offer, f64)>);

/// A guess at all other seats' offers.
#[derive(Clone, Debug)]
pub(super) struct JointGuess {
    /// An offer of each other seat.
    pub offers: Vec<(Seat, Offer)>,
    /// By seat, a number from 0 to 1 that decides its purchase where purchases are not summed.
    pub luck: [f64; MAX_SEATS],
    /// The number of times that it was drawn.
    pub count: u32,
    /// The number of guesses that were drawn before it first was.
    before: u64,
}

/// Guesses in an order in which every prefix is spread evenly over the possible offers.
///
/// They are drawn by a Kronecker sequence over all dimensions, whose steps are powers of the generalised golden ratio
/// (Roberts 2018, "The unreasonable effectiveness of quasirandom sequences"), from a random start.
pub(super) struct JointGuesses {
    offers: Vec<Distribution>,
    /// The seats whose purchases are decided by luck.
    buyers: Vec<Seat>,
    /// The next point, and the steps to the one after it.
    next: Vec<f64>,
    steps: Vec<f64>,
    /// Distinct guesses, in the order in which they were first drawn.
    pub found: Vec<JointGuess>,
    /// By offer, the index of its guess; only used if a single offer is all that differs.
    known: Vec<Option<usize>>,
    /// The number of guesses drawn so far, equal ones included.
    pub drawn: u64,
}

impl JointGuesses {
    /// Starts without guesses, for these offers of seats and the luck of these buyers.
    pub fn new(offers: Vec<Distribution>, buyers: Vec<Seat>, random: &mut Random) -> Self {
        let dimensions = offers.len() + buyers.len();
        // The root above 1 of x^(n+1) = x + 1.
        let root = (0..64).fold(2.0, |root: f64, _| libm::pow(1.0 + root, 1.0 / (dimensions + 1) as f64));
        let steps = (1..=dimensions).map(|power| libm::pow(root, -(power as f64))).collect();
        let next = (0..dimensions).map(|_| unit(random)).collect();
        let known = match &offers[..] {
            [(_, only)] if buyers.is_empty() => vec![None; only.len()],
            _ => Vec::new(),
        };
        Self { offers, buyers, next, steps, found: Vec::new(), known, drawn: 0 }
    }

    /// The number of draws that found only the first so many guesses.
    pub fn drawn_among(&self, first: usize) -> u64 {
        self.found.get(first).map_or(self.drawn, |next| next.before)
    }

    /// Draws until this many are drawn in total.
    pub fn extend(&mut self, to: u64) {
        while self.drawn < to {
            let mut guess = JointGuess { offers: Vec::new(), luck: [0.0; MAX_SEATS], count: 1, before: self.drawn };
            self.drawn += 1;
            let mut last = 0;
            let (of_offers, of_buyers) = self.next.split_at(self.offers.len());
            for ((seat, distribution), &point) in self.offers.iter().zip(of_offers) {
                let chances = distribution.iter().map(|(_, chance)| *chance);
                last = index_at(chances, point).unwrap_or(distribution.len() - 1);
                guess.offers.push((*seat, distribution[last].0));
            }
            self.buyers.iter().zip(of_buyers).for_each(|(seat, &point)| guess.luck[seat.index()] = point);
            for (next, step) in self.next.iter_mut().zip(&self.steps) {
                *next = (*next + step) % 1.0;
            }
            match self.known.get_mut(last) {
                Some(Some(known)) => self.found[*known].count += 1,
                new => {
                    new.into_iter().for_each(|new| *new = Some(self.found.len()));
                    self.found.push(guess);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::random::random;

    use super::*;

    /// A seat with one offer for each of these chances.
    fn seat(index: usize, chances: &[f64]) -> Distribution {
        let offers = chances.iter().zip(1..).map(|(&chance, price)| (Offer::new(0, [price, 1]), chance));
        (Seat::new(index), offers.collect())
    }

    #[test]
    fn every_beginning_holds_each_offer_of_one_seat_as_often_as_it_is_likely() {
        let chances = [0.3, 0.02, 0.18, 0.25, 0.05, 0.2];
        let mut guesses = JointGuesses::new(vec![seat(1, &chances)], Vec::new(), &mut random(5));
        for drawn in [64, 100, 1000, 1001] {
            guesses.extend(drawn);
            assert_eq!(guesses.found.iter().map(|guess| u64::from(guess.count)).sum::<u64>(), drawn);
            assert!(guesses.found.len() <= chances.len(), "equal guesses are one");
            assert_eq!(guesses.drawn_among(guesses.found.len()), drawn);
            for guess in &guesses.found {
                let (_, offer) = guess.offers[0];
                let expected = chances[usize::from(offer.priced()[0].1) - 1];
                let found = f64::from(guess.count) / drawn as f64;
                assert!((found - expected).abs() < 3.0 / drawn as f64, "{found} for {expected} of {drawn}");
            }
        }
    }

    #[test]
    fn guesses_that_are_drawn_again_tell_no_more_of_those_that_are_missing() {
        let mut guesses = JointGuesses::new(vec![seat(1, &[0.6, 0.2, 0.15, 0.05])], Vec::new(), &mut random(1));
        guesses.extend(4);
        let (found, among) = (guesses.found.len(), guesses.drawn_among(2));
        guesses.extend(1000);
        assert!(found < guesses.found.len() && among == guesses.drawn_among(2), "{among}");
    }

    #[test]
    fn offers_of_different_seats_are_joined_independently() {
        let chances = [[0.5, 0.3, 0.2], [0.1, 0.6, 0.3]];
        let seats = vec![seat(0, &chances[0]), seat(3, &chances[1])];
        let mut guesses = JointGuesses::new(seats, vec![Seat::new(0), Seat::new(3)], &mut random(2));
        guesses.extend(2000);
        let mut counts = [[0.0; 3]; 3];
        for guess in &guesses.found {
            let [first, second] = [0, 1].map(|number| usize::from(guess.offers[number].1.priced()[0].1) - 1);
            counts[first][second] += f64::from(guess.count);
            assert!((0.0..1.0).contains(&guess.luck[0]) && (0.0..1.0).contains(&guess.luck[3]));
        }
        for (first, counts) in counts.iter().enumerate() {
            for (second, count) in counts.iter().enumerate() {
                let expected = chances[0][first] * chances[1][second];
                assert!((count / 2000.0 - expected).abs() < 0.01, "{count} for {expected}");
            }
        }
    }
}
