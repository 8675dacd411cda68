//! Tables and sentences for people as plain data, independent of their presentation.

use super::numbers::{FALSE_FINDINGS, list};

/// A table with a title.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passage {
    /// The title above it.
    pub title: &'static str,
    /// The names of its columns.
    pub header: Vec<String>,
    /// The number of text columns, on the left; the others are numbers.
    pub texts: usize,
    /// Its cells, row by row.
    pub rows: Vec<Vec<String>>,
}

/// A sentence about a finding, or about its absence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The sentence.
    pub sentence: String,
    /// Whether it names significant items of a list, at [`FALSE_FINDINGS`].
    pub is_tested: bool,
}

impl Finding {
    /// Creates a sentence about a list of tests.
    pub fn tested(sentence: String) -> Self {
        Self { sentence, is_tested: true }
    }

    /// Creates a sentence without a test.
    pub fn told(sentence: String) -> Self {
        Self { sentence, is_tested: false }
    }
}

/// An estimated and tested effect, as used in sentences.
#[derive(Clone, Debug)]
pub struct TestedEffect {
    /// The name of the cause of the effect.
    pub name: String,
    /// The estimate.
    pub effect: f64,
    /// The half-width of its 95 % interval.
    pub half: f64,
    /// Its q value.
    pub q: f64,
}

/// The maximum number of effects named in a sentence.
const NAMED: usize = 5;

/// Returns a sentence with the largest significant effects of a list; `None` without effects.
///
/// `noun` names the effects, and `verb` what was not shown of the others.
pub fn standing_out(effects: &[TestedEffect], title: &str, decimals: usize, noun: &str, verb: &str) -> Option<String> {
    let mut found: Vec<&TestedEffect> = effects.iter().filter(|tested| tested.q < FALSE_FINDINGS).collect();
    found.sort_by(|one, two| two.effect.abs().total_cmp(&one.effect.abs()));
    match (effects.len(), found.len()) {
        (0, _) => None,
        (count, 0) => Some(format!("{title}: none of {count} {noun} is significant.")),
        (count, shown) => {
            let rest = if shown > NAMED { format!(" and {} smaller ones", shown - NAMED) } else { String::new() };
            let names =
                list(found.into_iter().take(NAMED).map(|TestedEffect { name, effect, half, .. }: &TestedEffect| {
                    format!(
                        "{name} {}{:.decimals$} ± {half:.decimals$}",
                        if *effect < 0.0 { '-' } else { '+' },
                        effect.abs()
                    )
                }));
            let others = if shown < count {
                format!("; {} of {count} not shown to {verb}", count - shown)
            } else {
                String::new()
            };
            Some(format!("{title}: {names}{rest}{others}."))
        }
    }
}

/// Returns the sentence on the error rate of each of this many lists.
pub fn promise(lists: usize) -> String {
    match lists {
        0 => "nothing was tested".to_owned(),
        _ => format!("false discovery rate {:.0} % within each list", 100.0 * FALSE_FINDINGS),
    }
}

/// Returns the sentence on the error rate of this many lists together; `None` for one list.
pub fn false_alarms(lists: usize) -> Option<String> {
    let percent = 100.0 * all_lists(lists);
    (lists > 1).then(|| {
        format!("If nothing differed, up to {percent:.0} % of runs would still report a finding in at least one of these {lists} lists.")
    })
}

/// The probability that at least one of this many independent lists reports a false finding.
pub fn all_lists(lists: usize) -> f64 {
    1.0 - (1.0 - FALSE_FINDINGS).powi(lists as i32)
}
