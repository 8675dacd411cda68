//! Models of players' offers and purchases.
//!
//! Both are choices among options, and a small net scores each option by its visible features: gains by seat, price,
//! gold left. Chances are the softmax of the scores. The nets were fitted to decisions of strong players, whoever they
//! were; a seat's inverse temperature, estimated from its earlier trades, measures how closely it follows their scores.

mod facts;
pub use facts::Standings;

mod softmax;
pub(crate) use softmax::{chances_of, weighed};

mod habits;
pub use habits::{DISCARD, Habits, HabitsError, PRICE, PURCHASE};

mod offers;
pub use offers::{Offerer, Step};

mod purchases;
pub use purchases::Buyer;

mod inverse_temperature;
pub use inverse_temperature::InverseTemperature;

mod habitual;
pub use habitual::habitual_offer;
