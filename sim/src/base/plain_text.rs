//! Names that file names, tables and command lines can hold without quotes, and texts of any kind for people.

/// Checks a name; apart from letters and digits it may have these marks.
///
/// # Errors
/// What is accepted, if it is empty, too long or has other characters.
pub fn check(name: &str, marks: &str) -> Result<(), String> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || marks.contains(letter);
    let starts_well = name.starts_with(|letter: char| letter.is_ascii_alphanumeric());
    if starts_well && name.len() <= 60 && name.chars().all(is_plain) {
        return Ok(());
    }
    let marks: Vec<String> = marks.chars().map(|mark| format!("`{mark}`")).collect();
    Err(format!("1 to 60 letters, digits or {}, a letter or digit first", marks.join(" ")))
}

/// A text of bounded length without control characters, for errors that repeat what was found: line ends and the like are escaped as in
/// Rust, and only both ends of a very long text are kept.
pub fn one_line(text: &str) -> String {
    const HALF: usize = 500;
    let letters = text.chars().count();
    let is_shown = |index: usize| letters <= 2 * HALF || index < HALF || index >= letters - HALF;
    let mut shown = String::new();
    for (index, letter) in text.chars().enumerate().filter(|(index, _)| is_shown(*index)) {
        if index == letters.saturating_sub(HALF) && letters > 2 * HALF {
            shown.push('…');
        }
        if letter.is_control() { shown.extend(letter.escape_default()) } else { shown.push(letter) }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_stays_a_line() {
        assert_eq!(one_line("a\nb\u{1b}[31m `it's` ä"), "a\\nb\\u{1b}[31m `it's` ä");
        let long = one_line(&format!("begin{}end", "é".repeat(100_000)));
        assert!(long.starts_with("beginé") && long.ends_with("éend") && long.contains("é…é"));
        assert_eq!(long.chars().count(), 1001);
    }
}
