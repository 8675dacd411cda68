//! Names that can stand in file names, tables and command lines without quotes.

/// Checks a name; apart from letters and digits it may have these marks.
///
/// # Errors
/// What is accepted, if it is empty, too long or has something else.
pub fn check(name: &str, marks: &str) -> Result<(), String> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || marks.contains(letter);
    let starts_well = name.starts_with(|letter: char| letter.is_ascii_alphanumeric());
    if starts_well && name.len() <= 60 && name.chars().all(is_plain) {
        return Ok(());
    }
    let marks: Vec<String> = marks.chars().map(|mark| format!("`{mark}`")).collect();
    Err(format!("1 to 60 letters, digits or {}, a letter or digit first", marks.join(" ")))
}
