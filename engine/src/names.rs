//! Names that do not exist: what may have been meant, and what exists.

/// Words a hint for a name that does not exist.
///
/// It names the candidate that is close to it, if any, and all that are accepted.
pub fn hint(name: &str, candidates: &[&str]) -> String {
    let accepted = format!("accepted: {}", candidates.join(", "));
    match nearest(name, candidates) {
        Some(nearest) => format!("did you mean `{nearest}`? {accepted}"),
        None => accepted,
    }
}

/// The most similar candidate, unless it is too different to have been meant.
///
/// Of equally similar ones it is the first.
pub fn nearest<'a>(name: &str, candidates: &[&'a str]) -> Option<&'a str> {
    // Two typos in a short name, one in every three letters of a long one.
    let farthest = (name.chars().count() / 3).max(2);
    let distances = candidates.iter().map(|candidate| (strsim::damerau_levenshtein(name, candidate), *candidate));
    let nearest = distances.min_by_key(|(distance, _)| *distance);
    nearest.filter(|(distance, _)| *distance <= farthest).map(|(_, candidate)| candidate)
}
