//! Names of things, and hints for unknown names.

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

/// Defines an enum whose variants have names: with a list of all, and both ways between a variant and its name.
#[macro_export]
macro_rules! named {
    ($(#[$meta:meta])* $visibility:vis enum $named:ident { $($(#[$doc:meta])* $variant:ident = $name:literal,)* }) => {
        $(#[$meta])*
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        $visibility enum $named { $($(#[$doc])* $variant,)* }

        impl $named {
            /// All, in the order of their indices.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$variant),*];

            /// The name in files, configs, records and tables.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// The one with this name.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|named| named.name() == name)
            }
        }

        impl std::fmt::Display for $named {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}
