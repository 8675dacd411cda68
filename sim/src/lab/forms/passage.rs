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

/// What tests of so many lists promise, each alone and all together: the probability that one of them finds something where nothing
/// differs, if the lists are independent.
pub fn promise(lists: usize) -> String {
    let alone = format!("false discovery rate {:.0} % within each list", 100.0 * FALSE_FINDINGS);
    match lists {
        0 => "nothing was tested".to_owned(),
        1 => alone,
        _ => format!(
            "{alone}; where nothing differs, at least one of the {lists} lists finds something in up to {:.0} % of runs",
            100.0 * all_lists(lists)
        ),
    }
}

/// The probability that one of so many independent lists finds something where nothing differs.
pub fn all_lists(lists: usize) -> f64 {
    1.0 - (1.0 - FALSE_FINDINGS).powi(lists as i32)
}
