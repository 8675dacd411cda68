//! Sentences in a page.

use maud::{Markup, html};

/// A sentence with what stands between backticks as code.
pub fn prose(text: &str) -> Markup {
    html! {
        @for (index, piece) in text.split('`').enumerate() {
            @if index % 2 == 1 { code { (piece) } } @else { (piece) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_marked_and_the_rest_is_text() {
        assert_eq!(prose("see `a < b` there").into_string(), "see <code>a &lt; b</code> there");
        assert_eq!(prose("nothing").into_string(), "nothing");
    }
}
