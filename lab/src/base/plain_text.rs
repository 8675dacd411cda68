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

/// Words that CSV readers interpret as missing values, booleans or numbers, in any case.
pub const MISREAD_WORDS: [&str; 15] =
    ["f", "false", "inf", "infinity", "n", "n.a", "na", "nan", "nil", "no", "none", "null", "t", "true", "yes"];

/// Words not listed in [`MISREAD_WORDS`]: texts without letters, and numbers written with some.
///
/// It is a regular expression; [`is_misread_by_csv_readers`] implements the same check.
pub const NUMBERS: &str = r"[^A-Za-z]+|[0-9]+\.?[0-9]*[DEde][-+]?[0-9]+|0[Xx][0-9A-Fa-f]+";

/// Returns whether CSV readers (pandas, polars, R) parse this name as a number, date or boolean.
pub fn is_misread_by_csv_readers(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    if MISREAD_WORDS.contains(&name.as_str()) || !name.contains(|letter: char| letter.is_ascii_alphabetic()) {
        return true;
    }
    let has_exponent = name.split_once(['d', 'e']).is_some_and(|(amount, exponent)| {
        is_amount(amount) && is_digits(exponent.strip_prefix(['-', '+']).unwrap_or(exponent))
    });
    has_exponent
        || name
            .strip_prefix("0x")
            .is_some_and(|text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_amount(text: &str) -> bool {
    let (before, after) = text.split_once('.').unwrap_or((text, ""));
    is_digits(before) && (after.is_empty() || is_digits(after))
}

/// The accepted names, for errors about a name that would be misread.
pub const ACCEPTED_NAMES: &str =
    "a name that table readers cannot mistake for a number, a date, true, false or a missing value, such as `agent-7`";

/// Escapes a text for a terminal: control characters appear as in Rust.
///
/// So a name from a foreign file cannot move the cursor or imitate another line. Tables in files keep names unchanged.
pub fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(char::is_control) {
        return text.into();
    }
    text.chars()
        .flat_map(|letter: char| if letter.is_control() { letter.escape_default().collect() } else { vec![letter] })
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
        for name in [
            "NA",
            "na",
            "N.A",
            "null",
            "NULL",
            "nan",
            "NaN",
            "None",
            "nil",
            "true",
            "TRUE",
            "False",
            "T",
            "f",
            "yes",
            "No",
            "n",
            "Inf",
            "infinity",
            "007",
            "7",
            "1e5",
            "1E-5",
            "1.5e+3",
            "1.e5",
            "2d3",
            "0x1F",
            "1.5",
            "1_000",
            "0+1",
            "2026-01-02",
            "12:30",
        ] {
            assert!(is_misread_by_csv_readers(name), "{name}");
        }
        for name in [
            "a",
            "b",
            "x",
            "NA-1",
            "nano",
            "nulls",
            "true-greedy",
            "agent-7",
            "7th",
            "1e5x",
            "e5",
            "1e",
            "mcts-400",
            "0x",
            "0xg",
            "infinite",
            "mcts:iterations=5",
            "2026-Jan",
            "none-of-these",
        ] {
            assert!(!is_misread_by_csv_readers(name), "{name}");
        }
    }

    #[test]
    fn control_characters_are_shown_and_not_done() {
        assert_eq!(escaped("plain äöü"), "plain äöü");
        assert_eq!(escaped("a\tb\r\u{7}\u{1b}]0;c\u{9b}2J\nd"), "a\\tb\\r\\u{7}\\u{1b}]0;c\\u{9b}2J\\nd");
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
