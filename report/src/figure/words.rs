//! The widths of texts, estimated before they are drawn.

/// The width of a text in units of its font size.
///
/// Uses the widths of DejaVu Sans, the widest of the common sans-serif fonts, so that no other needs more.
pub fn width(text: &str) -> f64 {
    text.chars().map(width_of).sum()
}

fn width_of(letter: char) -> f64 {
    match letter {
        'i' | 'j' | 'l' | '\'' | '|' | '.' | ',' | ':' | ';' | '!' | ' ' | 'I' => 0.36,
        'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '-' | '/' => 0.42,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '…' | '—' => 1.0,
        'a'..='z' | '0'..='9' => 0.64,
        'A'..='Z' | '±' | '+' | '=' | '<' | '>' | '−' | '~' | '#' => 0.84,
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{fe00}'..='\u{fe0f}' => 0.0,
        '\u{0}'..='\u{2fff}' => 0.85,
        _ => 1.4,
    }
}

/// Shortens a text to this width and appends an ellipsis.
pub fn fitting(text: &str, most: f64) -> String {
    if width(text) <= most {
        return text.to_owned();
    }
    let mut used = width("…");
    let kept = text.chars().take_while(|letter| {
        used += width_of(*letter);
        used <= most
    });
    let kept: String = kept.collect();
    format!("{}…", kept.trim_end())
}

/// Breaks a text at spaces into lines of at most this width.
pub fn wrapped(text: &str, most: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(line) + width(" ") + width(word) <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(fitting(word, most)),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_cut_with_an_ellipsis() {
        assert_eq!(fitting("sheep", 5.0), "sheep");
        let cut = fitting("a name that is much too long", 6.0);
        assert!(cut.ends_with('…') && width(&cut) <= 6.0 && cut.len() > 8, "{cut}");
        assert_eq!(fitting("🐑🐑🐑", 3.0), "🐑…");
    }

    #[test]
    fn lines_are_broken_at_blanks() {
        assert_eq!(wrapped("one two three", 6.0), ["one two", "three"]);
        assert_eq!(wrapped("", 6.0), Vec::<String>::new());
    }
}
