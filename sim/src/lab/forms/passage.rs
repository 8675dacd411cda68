//! Tables and sentences for people, as plain data: the code that shows them decides how they look.

use super::numbers::FALSE_FINDINGS;

/// A table under a title.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passage {
    /// What stands above it.
    pub title: &'static str,
    /// The names of its columns.
    pub header: Vec<String>,
    /// How many columns, from the left, are texts; the others are numbers.
    pub texts: usize,
    /// Its cells, row by row.
    pub rows: Vec<Vec<String>>,
}

/// What was found, or was not, in a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The sentence.
    pub sentence: String,
    /// Whether it names what stands out of a list of tests, at [`FALSE_FINDINGS`].
    pub is_tested: bool,
}

impl Finding {
    /// What stands out of a list of tests.
    pub fn tested(sentence: String) -> Self {
        Self { sentence, is_tested: true }
    }

    /// What is told without a test.
    pub fn told(sentence: String) -> Self {
        Self { sentence, is_tested: false }
    }
}

/// What tests of so many lists promise, each alone.
pub fn promise(lists: usize) -> String {
    match lists {
        0 => "nothing was tested".to_owned(),
        _ => format!("false discovery rate {:.0} % within each list", 100.0 * FALSE_FINDINGS),
    }
}

/// What tests of so many lists promise all together; nothing of a single one.
pub fn false_alarms(lists: usize) -> Option<String> {
    let percent = 100.0 * all_lists(lists);
    (lists > 1).then(|| {
        format!("Were there nothing to find at all, at least one of these {lists} lists would find something in up to {percent:.0} % of runs.")
    })
}

/// The probability that one of so many independent lists finds something where nothing differs.
pub fn all_lists(lists: usize) -> f64 {
    1.0 - (1.0 - FALSE_FINDINGS).powi(lists as i32)
}
