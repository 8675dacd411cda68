//! What others will do in this round's trade, as far as the search can tell.
//!
//! The greedy player adds up what single tiles gain. Players that search see further, above all what tiles gain together: the one
//! just bought may take the place that a kept one needed. So purchases are weighed here by territories as they will be built.

mod joint_gains;
pub use joint_gains::JointGains;

mod trade;

mod purchases;
pub use purchases::{best_purchase, leads, likely_purchase};

mod offers;
pub use offers::responses;
