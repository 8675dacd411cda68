//! Commands that people can paste into a shell.

/// Quotes a word for a shell if necessary.
pub fn quoted(word: &str) -> String {
    if !word.is_empty() && word.chars().all(|letter| letter.is_alphanumeric() || "-_./=:+,@%".contains(letter)) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn words_are_quoted_where_a_shell_would_take_them_apart() {
        assert_eq!(
            ["plain", "a=b", "a b", "", "it's", "[\"x\"]"].map(quoted),
            ["plain", "a=b", "'a b'", "''", r"'it'\''s'", "'[\"x\"]'"]
        );
    }
}
