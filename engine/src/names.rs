//! Hints for unknown names.

/// Returns a hint for an unknown name.
///
/// It names the most similar candidate, if one is close, and lists all candidates.
pub fn hint(name: &str, candidates: &[&str]) -> String {
    let accepted = format!("accepted: {}", candidates.join(", "));
    match nearest(name, candidates) {
        Some(nearest) => format!("did you mean `{nearest}`? {accepted}"),
        None => accepted,
    }
}

/// The most similar candidate; `None` if it is too different to have been meant.
///
/// Ties go to the first.
pub fn nearest<'a>(name: &str, candidates: &[&'a str]) -> Option<&'a str> {
    // Allow two typos in a short name, and one per three letters in a long one.
    let farthest = (name.chars().count() / 3).max(2);
    let distances = candidates.iter().map(|candidate| (strsim::damerau_levenshtein(name, candidate), *candidate));
    let nearest = distances.min_by_key(|(distance, _)| *distance);
    nearest.filter(|(distance, _)| *distance <= farthest).map(|(_, candidate)| candidate)
}
