//! Whole numbers on the command line.

use std::ops::RangeInclusive;

/// A parser of the whole numbers in a range.
pub fn whole<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let accepted = || match (range.start(), range.end()) {
            (least, &u64::MAX) => format!("accepted: a whole number from {least}"),
            (least, most) => format!("accepted: a whole number from {least} to {most}"),
        };
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(accepted)
    }
}

/// A parser of master seeds.
pub fn seed() -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync + 'static {
    whole(0..=u64::MAX)
}
