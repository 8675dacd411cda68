//! Play by people: a seat's view drawn as text, and lines of text as actions.

use anstyle::Style;
use engine::Seat;

use crate::narrate::Narrate;
use crate::protocol::Protocol;

/// The width in columns of the widest line that people see.
pub const WIDTH: usize = 80;

/// The style of headings.
pub const STRONG: Style = Style::new().bold();

/// A game that people play at a terminal, by typing lines.
pub trait HumanInput: Narrate + Protocol {
    /// Draws what a decision is about: the pieces to choose from, and the own board.
    ///
    /// Lines have at most [`WIDTH`] columns; colours are ANSI codes.
    fn table(&self, view: &Self::View<'_>, players: &[String]) -> Vec<String>;

    /// Explains the letters and symbols of drawings.
    fn glyphs(&self) -> Vec<&'static str>;

    /// Describes the accepted lines of a decision with too many actions to list; `None` for all others.
    fn form(&self, _view: &Self::View<'_>) -> Option<String> {
        None
    }

    /// The line that does this.
    fn line(&self, view: &Self::View<'_>, action: Self::Action) -> String;

    /// The legal action that a line means.
    ///
    /// # Errors
    /// The fault, and the accepted lines.
    fn read(&self, view: &Self::View<'_>, line: &str) -> Result<Self::Action, String> {
        read_listed(self, view, line)
    }
}

/// Seat and player.
pub fn name(players: &[String], seat: Seat) -> String {
    format!("{seat} {}", players[seat.index()])
}

/// Wraps a text without colours; lines after the first are indented by this much.
pub fn wrapped(text: &str, indent: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut left: Vec<char> = text.trim_end().chars().collect();
    let mut begin = left.iter().take_while(|letter| **letter == ' ').count();
    while left.len() > WIDTH {
        // Break after the last blank that fits; break a word that fits nowhere.
        let blank = (begin + 1..=WIDTH).rev().find(|&place| left[place] == ' ');
        let rest = left.split_off(blank.unwrap_or(WIDTH));
        lines.push(left.iter().collect::<String>().trim_end().to_owned());
        let rest = rest.into_iter().skip_while(|letter| *letter == ' ');
        left = std::iter::repeat_n(' ', indent).chain(rest).collect();
        begin = indent;
    }
    lines.push(left.into_iter().collect());
    lines
}

/// Wraps all of these texts.
pub fn all_wrapped(texts: impl IntoIterator<Item = String>, indent: usize) -> Vec<String> {
    texts.into_iter().flat_map(|text| wrapped(&text, indent)).collect()
}

/// All legal actions with their lines.
pub fn listed<G: HumanInput>(game: &G, view: &G::View<'_>) -> Vec<(G::Action, String)> {
    let mut actions = Vec::new();
    game.legal_actions(game.public(view), &mut actions);
    actions.into_iter().map(|action| (action, game.line(view, action))).collect()
}

/// The greatest number of lines that an error repeats.
const MOST_REPEATED: usize = 12;

/// Finds the legal action with this line, or with this number in the list, from 1.
///
/// Ignores case and the blanks between words. A placement may lack its piece and its orientation if the rest means only
/// one action; the line that lacks least is meant.
///
/// # Errors
/// The accepted lines: those that could be meant, or else all.
pub fn read_listed<G: HumanInput>(game: &G, view: &G::View<'_>, line: &str) -> Result<G::Action, String> {
    let all = listed(game, view);
    let numbered = line.trim().parse::<usize>().ok().and_then(|number| all.get(number.checked_sub(1)?));
    if let Some((action, _)) = numbered {
        return Ok(*action);
    }
    let typed = words(line);
    let lacks = |line: &str| missing_words(&typed, &words(line));
    let least = all.iter().filter_map(|(_, line)| lacks(line)).min();
    let meant: Vec<&(G::Action, String)> =
        all.iter().filter(|(_, line)| least.is_some() && lacks(line) == least).collect();
    if let [(action, _)] = meant[..] {
        return Ok(*action);
    }
    let (what, accepted) = match &meant[..] {
        [] => ("", all.iter().collect()),
        several => ("; it means several actions", several.to_vec()),
    };
    let found = format!("found `{}`{what}; accepted: ", shown(line));
    let count = all.len();
    let lines: Vec<String> = accepted.iter().take(MOST_REPEATED).map(|(_, line)| format!("`{line}`")).collect();
    let more = if accepted.len() > MOST_REPEATED { " and others" } else { "" };
    Err(format!("{found}{}{more}, or a number from 1 to {count}", lines.join(", ")))
}

fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_lowercase).collect()
}

/// Counts the words of an action's line that a typed line lacks; `None` if it does not mean that action.
///
/// In a line with two coordinates, its first two numbers, all other words may be missing.
fn missing_words(typed: &[String], line: &[String]) -> Option<usize> {
    let numbers: Vec<usize> = (0..line.len()).filter(|&at| line[at].parse::<i16>().is_ok()).collect();
    let mut left = typed.iter().peekable();
    for (at, word) in line.iter().enumerate() {
        let is_optional = numbers.len() > 1 && !numbers[..2].contains(&at);
        if left.next_if_eq(&word).is_none() && !is_optional {
            return None;
        }
    }
    left.next().is_none().then(|| line.len() - typed.len())
}

/// The part of a line that messages repeat, without control characters that terminals would obey.
pub fn shown(line: &str) -> String {
    const LONGEST: usize = 40;
    let mut shown: String = line.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if line.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}

/// A list of words; `none` if it is empty.
pub fn joined(words: impl IntoIterator<Item = impl AsRef<str>>, none: &str) -> String {
    let words: Vec<String> = words.into_iter().map(|word| word.as_ref().to_owned()).collect();
    if words.is_empty() { none.to_owned() } else { words.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_broken_and_never_too_wide() {
        let text = format!("  {} {} end", "word ".repeat(30), "x".repeat(200));
        let lines = wrapped(&text, 4);
        assert!(lines.len() > 4 && lines.iter().all(|line| line.chars().count() <= WIDTH), "{lines:?}");
        assert!(lines[1].starts_with("    ") && lines[0].starts_with("  word"));
        let letters = |text: &str| text.chars().filter(|letter| *letter != ' ').collect::<String>();
        assert_eq!(letters(&lines.concat()), letters(&text));
        assert_eq!(wrapped("short", 4), ["short"]);
    }

    #[test]
    fn placements_may_lack_what_is_clear() {
        let lines =
            ["L21 -1 0 0", "L21 -1 0 90", "L36 -1 0 180", "T14 2 3 0", "T14 2 3 0 flip", "T14 2 3 90 flip", "1 L21"];
        let meant = |typed: &str| {
            let lacks = lines.map(|line| missing_words(&words(typed), &words(line)));
            let least = lacks.iter().flatten().min().copied();
            (0..lines.len()).filter(|&number| least.is_some() && lacks[number] == least).collect::<Vec<_>>()
        };
        for (number, line) in lines.iter().enumerate() {
            assert_eq!(meant(line), [number], "{line}");
        }
        let cases: [(&str, &[usize]); 12] = [
            ("l21  -1 0 90", &[1]),
            ("L36 -1 0", &[2]),
            ("-1 0 180", &[2]),
            ("2 3 0", &[3]),
            ("2 3 0 FLIP", &[4]),
            ("2 3 90", &[5]),
            ("2 3 flip", &[4, 5]),
            ("-1 0", &[0, 1, 2]),
            ("L21", &[]),
            ("1", &[]),
            ("L21 -1 0 0 0", &[]),
            ("L21 5 5 0", &[]),
        ];
        for (typed, wanted) in cases {
            assert_eq!(meant(typed), wanted, "{typed}");
        }
    }
}
