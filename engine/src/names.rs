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

/// Declares an enum whose variants have names, and perhaps meanings.
///
/// It gets the list `ALL`, the methods `name`, `from_name` and (with meanings) `meaning`, and is displayed by its name.
///
/// ```
/// engine::named_enum! {
///     /// A hand in a game of chance.
///     pub enum Hand {
///         /// Beats scissors.
///         Rock = ("rock", "a fist"),
///         /// Beats paper.
///         Scissors = ("scissors", "two fingers"),
///     }
/// }
///
/// assert_eq!(Hand::from_name("scissors"), Some(Hand::Scissors));
/// assert_eq!(Hand::ALL.map(Hand::meaning), ["a fist", "two fingers"]);
/// assert_eq!(format!("{:>5}", Hand::Rock), " rock");
/// ```
#[macro_export]
macro_rules! named_enum {
    ($(#[$attribute:meta])* $visibility:vis enum $Enum:ident {
        $($(#[$of_variant:meta])* $Variant:ident = ($name:literal, $meaning:expr),)+
    }) => {
        $crate::named_enum! {
            $(#[$attribute])* $visibility enum $Enum { $($(#[$of_variant])* $Variant = $name,)+ }
        }

        impl $Enum {
            /// Describes it in a few words.
            pub fn meaning(self) -> &'static str {
                match self { $(Self::$Variant => $meaning,)+ }
            }
        }
    };
    ($(#[$attribute:meta])* $visibility:vis enum $Enum:ident {
        $($(#[$of_variant:meta])* $Variant:ident = $name:literal,)+
    }) => {
        $(#[$attribute])*
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        $visibility enum $Enum { $($(#[$of_variant])* $Variant,)+ }

        impl $Enum {
            /// All of them, in the order of their indices.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$Variant),+];

            /// The name in files and tables.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$Variant => $name,)+ }
            }

            /// The one with this name.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|one| one.name() == name)
            }
        }

        impl std::fmt::Display for $Enum {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}
