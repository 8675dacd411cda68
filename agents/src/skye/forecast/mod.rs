//! Which offers do well in a round's trade, as far as tables can tell: those that a search looks at.
//!
//! The greedy player adds up what single tiles gain. Players that search see further, above all what tiles gain together: the one
//! just bought may take the place that a kept one needed. So trades are weighed here by territories as they will be built.

mod joint_gains;
pub use joint_gains::JointGains;

mod trade;

mod offers;
pub use offers::responses;
