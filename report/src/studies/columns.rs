//! The columns of the tables of studies, for the dictionary, without those of knobs and goals.
//!
//! Columns of knobs and goals are named after them.

use lab::forms::column::{ColumnEntry, ResultRow, Type, dictionary};
use lab::study::sensitivity::SensitivityRow;

/// A column: name, type, unit, meaning.
type Described = (&'static str, Type, &'static str, &'static str);

/// The columns of `candidates.csv` besides knobs and goals.
const CANDIDATES: [Described; 10] = [
    ("candidate", Type::Integer, "", "number of the candidate, from 1"),
    ("games", Type::Integer, "games", "games played in the search"),
    ("clusters", Type::Integer, "clusters", "seeds played in the search"),
    ("distance", Type::Float, "", "distance from the goals, a weighted sum over goals"),
    ("behind", Type::Float, "", "distance minus that of the closest candidate, over the same seeds"),
    ("behind_lo", Type::Float, "", "lower end of its 95 % interval over seeds"),
    ("behind_hi", Type::Float, "", "upper end of its 95 % interval over seeds"),
    ("dropped", Type::Integer, "", "round after which the candidate was dropped; empty for finalists"),
    ("worse", Type::Text, "", "`yes` if another candidate is significantly closer"),
    ("front", Type::Text, "", "`yes` if no other candidate is better in all goals"),
];

/// The columns of `verdict.csv` besides knobs.
const VERDICT: [Described; 14] = [
    ("goal", Type::Text, "", "measure of the goal; see `sim list measures`"),
    ("estimate", Type::Float, "unit of the measure", "mean over fresh seeds"),
    (
        "ci_lo",
        Type::Float,
        "unit of the measure",
        "lower end of its interval; all intervals have 95 % simultaneous coverage",
    ),
    ("ci_hi", Type::Float, "unit of the measure", "upper end of its interval"),
    ("met", Type::Text, "", "`yes`, `no` or `open`; empty for the targets `least` and `most`"),
    ("part", Type::Text, "", "place, agent or scoring tile; empty for a measure without parts"),
    ("target", Type::Text, "", "target of the goal"),
    ("unit", Type::Text, "", "unit of the measure"),
    ("candidate", Type::Integer, "", "number of the candidate; empty for the printed rules"),
    ("clusters", Type::Integer, "clusters", "number of fresh seeds"),
    ("games", Type::Integer, "games", "number of games on fresh seeds"),
    ("front", Type::Text, "", "`yes` if no other finalist is better in all goals; empty for the printed rules"),
    ("finalist", Type::Text, "", "rank among the finalists, 1 for the closest; `printed` for the printed rules"),
    ("games_to_decide", Type::Integer, "games", "approximate number of games to decide an open goal; empty if decided"),
];

/// Returns the tables of studies with their columns.
pub fn dictionaries() -> [(&'static str, Vec<ColumnEntry>); 3] {
    let entries = |columns: &[Described]| {
        let entry =
            |&(name, kind, unit, meaning): &Described| ColumnEntry { name: name.to_owned(), kind, unit, meaning };
        columns.iter().map(entry).collect()
    };
    [
        ("candidates", entries(&CANDIDATES)),
        ("verdict", entries(&VERDICT)),
        ("sensitivity", dictionary(SensitivityRow::COLUMNS)),
    ]
}
