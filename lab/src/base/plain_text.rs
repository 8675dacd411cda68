//! Names that need no quotes in file names, tables and command lines, and texts displayed safely.

use std::borrow::Cow;

/// Checks a name of letters, digits and these marks.
///
/// # Errors
/// A description of accepted names, if it is empty, too long or has other characters.
pub fn check(name: &str, marks: &str) -> Result<(), String> {
    let starts_well = name.starts_with(|letter: char| letter.is_ascii_alphanumeric());
    if starts_well
        && name.len() <= 60
        && name.chars().all(|letter: char| letter.is_ascii_alphanumeric() || marks.contains(letter))
    {
        return Ok(());
    }
    let marks: Vec<String> = marks.chars().map(|mark| format!("`{mark}`")).collect();
    Err(format!("1 to 60 letters, digits or {}, a letter or digit first", marks.join(" ")))
}

/// Checks the name of an agent, which tables contain.
///
/// # Errors
/// A description of accepted names, if it fails [`check`] or [`is_misread`].
pub fn check_name(name: &str, marks: &str) -> Result<(), String> {
    check(name, marks)?;
    if is_misread(name) { Err(ACCEPTED_NAMES.to_owned()) } else { Ok(()) }
}

/// Words that readers of tables interpret as missing values or booleans, in any case, and the row of all agents.
pub const MISREAD_WORDS: &str = "all|f|false|inf|infinity|n|n.a|na|nan|nil|no|none|null|off|on|t|true|yes";

/// Words that spreadsheets interpret as a date with a number after them, in any case.
pub const MONTHS: &str = "jan|january|feb|february|mar|march|apr|april|may|jun|june|jul|july|aug|august|sep|sept|september|\
                          oct|october|nov|november|dec|december";

/// Returns whether readers of tables (pandas, polars, R, spreadsheets) interpret this name as something else.
///
/// Whatever begins with a digit may be a number to one of them, such as `1f`, `0b11` and `1e`, or a date.
pub fn is_misread(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let (word, rest) = name.split_at(name.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(name.len()));
    let is_one_of = |words: &str, name: &str| words.split('|').any(|word| word == name);
    let is_date = is_one_of(MONTHS, word)
        && rest.contains(|letter: char| letter.is_ascii_digit())
        && !rest.contains(|letter: char| letter.is_ascii_alphabetic());
    word.is_empty() || is_date || is_one_of(MISREAD_WORDS, &name)
}

/// The accepted names, for errors about a name that would be misread.
pub const ACCEPTED_NAMES: &str = "a name that begins with a letter, and that table readers cannot mistake for a date, true, false, a missing value or \
                                  `all`, such as `agent-7`";

/// Returns whether a character may do something on a terminal: control characters, and those that reverse others.
pub fn is_active(letter: char) -> bool {
    let is_bidirectional =
        matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    letter.is_control() || is_bidirectional
}

/// Escapes a text for a terminal: characters that would do something appear as in Rust.
///
/// So a name from a foreign file cannot move the cursor or imitate another line. Tables in files keep names unchanged.
pub fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(is_active) {
        return text.into();
    }
    text.chars()
        .flat_map(|letter: char| if is_active(letter) { letter.escape_default().collect() } else { vec![letter] })
        .collect::<String>()
        .into()
}

/// Does the same for a text of several lines, which may contain tabs.
pub fn escaped_lines(text: &str) -> String {
    text.split_inclusive(['\n', '\t'])
        .flat_map(|part| {
            let (words, end) = part.split_at(part.trim_end_matches(['\n', '\t']).len());
            [escaped(words), end.into()]
        })
        .collect()
}

/// Escapes control characters in a text and bounds its length, for errors that quote input.
///
/// Line ends and the like are escaped as in Rust; only both ends of a very long text are kept.
pub fn one_line(text: &str) -> String {
    const HALF: usize = 500;
    let letters = text.chars().count();
    let mut shown = String::new();
    for (index, letter) in text.chars().enumerate() {
        if letters > 2 * HALF && (HALF..letters - HALF).contains(&index) {
            continue;
        }
        if index == letters.saturating_sub(HALF) && letters > 2 * HALF {
            shown.push('…');
        }
        shown.push(letter);
    }
    escaped(&shown).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_tables_would_lose_are_told_from_others() {
        let lost = "NA na N.A null NULL nan NaN None nil true TRUE False T f yes No n Inf infinity ALL on Off 007 7 1e5 1E-5 1.5e+3 \
                    2d3 0x1F 1.5 1_000 0+1 2026-01-02 12:30 1f 1e 1d 1L 0x1p3 1i 0b11 2+3 7th 2026-Jan Mar-1 MARCH1 sept2 \
                    dec.5 may-1-2026";
        for name in lost.split_whitespace() {
            assert!(is_misread(name), "{name}");
        }
        let kept = "a b x NA-1 nano nulls true-greedy agent-7 e5 mcts-400 infinite mcts:iterations=5 none-of-these may march \
                    may-flower mars-1 mar-1b ally on-1";
        for name in kept.split_whitespace() {
            assert!(!is_misread(name), "{name}");
        }
    }

    #[test]
    fn control_characters_are_shown_and_not_done() {
        assert_eq!(escaped("plain äöü"), "plain äöü");
        assert_eq!(escaped("a\tb\r\u{7}\u{1b}]0;c\u{9b}2J\nd"), "a\\tb\\r\\u{7}\\u{1b}]0;c\\u{9b}2J\\nd");
        assert_eq!(escaped("x\u{202e}y\u{2066}z\u{200f}\u{61c}"), "x\\u{202e}y\\u{2066}z\\u{200f}\\u{61c}");
        assert_eq!(escaped_lines("a\u{8}\n\tb\n"), "a\\u{8}\n\tb\n");
    }

    #[test]
    fn a_line_stays_a_line() {
        assert_eq!(one_line("a\nb\u{1b}[31m `it's` ä"), "a\\nb\\u{1b}[31m `it's` ä");
        let long = one_line(&format!("begin{}end", "é".repeat(100_000)));
        assert!(long.starts_with("beginé") && long.ends_with("éend") && long.contains("é…é"));
        assert_eq!(long.chars().count(), 1001);
    }
}
