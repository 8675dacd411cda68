//! Models of what players offer and buy.
//!
//! Both are choices among options, and a small net scores each option by what can be seen of it: what it gains whom, at what price, with how much gold left.
//! Chances are the softmax of the scores. The nets were fitted to decisions of strong players and know no player by name; how closely a seat keeps
//! to what they score highest is its inverse temperature, which its earlier trades suggest.

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
