//! Play by people: a seat's view drawn as text, and lines of text as actions.

use anstyle::Style;
use engine::Seat;

use crate::narrate::Narrate;
use crate::protocol::Protocol;

/// The width in columns of the widest line that people see.
pub const WIDTH: usize = 80;

/// The style of headings.
pub const STRONG: Style = Style::new().bold();

/// A game that people can play.
///
/// Displayed lines have at most [`WIDTH`] columns; colours are ANSI codes.
pub trait HumanInput: Narrate + Protocol {
    /// Describes the events for somebody who may know of them.
    ///
    /// Leaves out everything that the screen shows anyway.
    fn news(&self, players: &[String], events: &[Self::Event]) -> Vec<String>;

    /// Draws the table as the seat of this view sees it.
    fn screen(&self, view: &Self::View<'_>, players: &[String]) -> Vec<String>;

    /// Shows something on the table, by its name, in more detail.
    ///
    /// # Errors
    /// The names that can be shown.
    fn look(&self, view: &Self::View<'_>, players: &[String], what: &str) -> Result<Vec<String>, String>;

    /// Explains the letters and symbols on the screen.
    fn legend(&self) -> Vec<String>;

    /// Asks the seat to move for its decision, with an example of an accepted line.
    fn question(&self, view: &Self::View<'_>) -> String;

    /// Lists everything that the seat to move may do, each with its line.
    fn possible(&self, view: &Self::View<'_>, players: &[String]) -> Vec<String>;

    /// The line that does this.
    fn line(&self, view: &Self::View<'_>, action: Self::Action) -> String;

    /// The legal action that a line means.
    ///
    /// # Errors
    /// The fault, and the accepted lines.
    fn read(&self, view: &Self::View<'_>, line: &str) -> Result<Self::Action, String>;

    /// Describes the result of a seat in a finished game, such as its points.
    fn result(&self, position: &Self::Public, seat: Seat) -> String;

    /// Describes the end of a finished game: the result of every seat, the winners first.
    fn end(&self, position: &Self::Public, players: &[String]) -> Vec<String> {
        let mut ranked: Vec<(u8, Seat)> =
            self.outcome(position).ranks.into_iter().zip(Seat::all(self.seats())).collect();
        ranked.sort_unstable();
        let mut lines = vec![String::new(), format!("{STRONG}Result{STRONG:#}")];
        lines.extend(
            ranked
                .into_iter()
                .map(|(rank, seat)| format!("  {rank}.  {:22} {}", name(players, seat), self.result(position, seat))),
        );
        lines
    }
}

/// Seat and player.
pub fn name(players: &[String], seat: Seat) -> String {
    format!("{seat} {}", players[seat.index()])
}

/// Labels for places: `a`, `b` and so on, then two letters.
///
/// Letters that are easily confused with something else on the screen are left out.
pub fn labelled<P>(places: impl IntoIterator<Item = P>) -> Vec<(String, P)> {
    places.into_iter().enumerate().map(|(number, place)| (label(number), place)).collect()
}

fn label(number: usize) -> String {
    const LETTERS: [char; 22] =
        ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'n', 'p', 'q', 'r', 't', 'u', 'v', 'w', 'x', 'y', 'z'];
    match number.checked_sub(LETTERS.len()) {
        None => LETTERS[number].to_string(),
        Some(number) => {
            [number / LETTERS.len() % LETTERS.len(), number % LETTERS.len()].map(|n| LETTERS[n]).iter().collect()
        }
    }
}

/// A heading over the whole width.
pub fn title(text: &str) -> String {
    let text = format!(" {text} ");
    format!("{STRONG}{text:═^width$}{STRONG:#}", width = WIDTH - 2)
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

/// Finds the legal action with this line, in a game that lists all its actions.
///
/// Ignores case and the blanks between words.
///
/// # Errors
/// All accepted lines.
pub fn read_listed<G: HumanInput>(game: &G, view: &G::View<'_>, line: &str) -> Result<G::Action, String> {
    let wanted = normalized(line);
    let lines = listed(game, view);
    if let Some((action, _)) = lines.iter().find(|(_, line)| normalized(line) == wanted) {
        return Ok(*action);
    }
    let accepted: Vec<String> = lines.iter().map(|(_, line)| format!("`{line}`")).collect();
    Err(format!("found `{}`; accepted: {}", shown(line), accepted.join(", ")))
}

fn normalized(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// All legal actions with their lines.
pub fn listed<G: HumanInput>(game: &G, view: &G::View<'_>) -> Vec<(G::Action, String)> {
    let mut actions = Vec::new();
    game.legal_actions(game.public(view), &mut actions);
    actions.into_iter().map(|action| (action, game.line(view, action))).collect()
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

/// One way to lay a piece, in the form in which lines give it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LabelledPlacement<A> {
    /// The game's action.
    pub action: A,
    /// The piece's id; empty if there is no other piece.
    pub tile: String,
    /// Its place as in records: columns to the east, rows to the north.
    pub at: (i16, i16),
    /// Its letter on the screen.
    pub label: String,
    /// The place of that letter.
    pub anchor: (i16, i16),
    /// Degrees clockwise, and whether it is turned over first; `None` if it makes no difference.
    pub way: Option<(u16, bool)>,
}

/// The word for a piece that is turned over.
const FLIP: &str = "flip";

impl<A: Copy> LabelledPlacement<A> {
    /// Returns its orientation, as a line gives it.
    pub fn turns(&self) -> String {
        match self.way {
            Some((degrees, true)) => format!("{degrees} {FLIP}"),
            Some((degrees, false)) => degrees.to_string(),
            None => String::new(),
        }
    }

    /// The letters of these, or of those of one piece, each once with its place.
    pub fn labels(all: &[Self], tile: Option<&str>) -> Vec<(String, (i16, i16))> {
        let wanted = all.iter().filter(|laying| tile.is_none_or(|tile| laying.tile.eq_ignore_ascii_case(tile)));
        let mut labels: Vec<_> = wanted.map(|laying| (laying.label.clone(), laying.anchor)).collect();
        labels.sort_unstable_by(|(a, _), (b, _)| (a.len(), a).cmp(&(b.len(), b)));
        labels.dedup();
        labels
    }

    /// The line that does it, with coordinates.
    pub fn line(&self) -> String {
        let line = format!("{} {} {} {}", self.tile, self.at.0, self.at.1, self.turns());
        line.trim().to_owned()
    }

    /// Finds the only one of these that a line means.
    ///
    /// The line is `TILE X Y DEGREES` or `TILE LETTER DEGREES`. Tile and degrees may be left out if there is only one,
    /// and `flip` at the end turns the piece over.
    ///
    /// # Errors
    /// The fault, and the accepted lines.
    pub fn read(all: &[Self], line: &str) -> Result<A, String> {
        let found = format!("found `{}`", shown(line));
        let words: Vec<&str> = line.split_whitespace().collect();
        let (tile, rest) = match &words[..] {
            [tile, rest @ ..] if all.iter().any(|laying| laying.tile.eq_ignore_ascii_case(tile)) => (Some(*tile), rest),
            all => (None, all),
        };
        let (is_flipped, rest) = match rest {
            [rest @ .., flip] if flip.eq_ignore_ascii_case(FLIP) => (true, rest),
            all => (false, all),
        };
        let (spot, degrees) = match rest {
            [label, degrees @ ..] if label.chars().all(|letter| letter.is_ascii_alphabetic()) => {
                (PlacementSpot::Label(label.to_ascii_lowercase()), degrees)
            }
            [x, y, degrees @ ..] => match (x.parse(), y.parse()) {
                (Ok(x), Ok(y)) => (PlacementSpot::At(x, y), degrees),
                _ => return Err(format!("{found}; accepted: {}", Self::forms(all))),
            },
            _ => return Err(format!("{found}; accepted: {}", Self::forms(all))),
        };
        let degrees: Option<u16> = match degrees {
            [] => None,
            [degrees] if degrees.parse::<u16>().is_ok() => degrees.parse().ok(),
            _ => return Err(format!("{found}; accepted: {}", Self::forms(all))),
        };
        let here: Vec<&Self> = all
            .iter()
            .filter(|laying| tile.is_none_or(|tile| laying.tile.eq_ignore_ascii_case(tile)))
            .filter(|laying| match &spot {
                PlacementSpot::Label(label) => laying.label == *label,
                PlacementSpot::At(x, y) => laying.at == (*x, *y),
            })
            .collect();
        if here.is_empty() {
            let places = Self::labels(all, tile).into_iter().map(|(label, _)| label);
            let what = tile.map_or_else(|| "the piece".to_owned(), str::to_uppercase);
            let fits = joined(places, "nowhere");
            return Err(format!("{found}; {what} does not fit there; accepted: {fits}, or their coordinates"));
        }
        let meant: Vec<&&Self> = here
            .iter()
            .filter(|laying| match (laying.way, degrees) {
                (None, degrees) => degrees.is_none() && !is_flipped,
                (Some((own, flip)), Some(degrees)) => (own, flip) == (degrees, is_flipped),
                (Some((_, flip)), None) => flip || !is_flipped,
            })
            .collect();
        match &meant[..] {
            [only] => Ok(only.action),
            _ => {
                let why = if meant.is_empty() { "it does not fit this way" } else { "it fits in several ways" };
                let ways = here.iter().map(|laying| format!("`{}`", laying.line()));
                Err(format!("{found}; {why}; accepted: {}", joined(ways, "nothing")))
            }
        }
    }

    /// Words the forms of lines.
    fn forms(all: &[Self]) -> String {
        let Some(example) = all.first() else { return "nothing can be laid".to_owned() };
        let lettered = format!("{} {} {}", example.tile, example.label, example.turns());
        let tiles = unique(all.iter().map(|laying| laying.tile.clone()).filter(|tile| !tile.is_empty()));
        let tiles = if tiles.is_empty() { String::new() } else { format!(" of {}", tiles.join(", ")) };
        format!("a placement{tiles}, such as `{}` or, by its letter, `{}`", example.line(), lettered.trim())
    }
}

/// A place by its letter or its coordinates.
enum PlacementSpot {
    Label(String),
    At(i16, i16),
}

/// The distinct items, in the order of their first occurrence.
pub fn unique<T: PartialEq>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut kept = Vec::new();
    for one in all {
        if !kept.contains(&one) {
            kept.push(one);
        }
    }
    kept
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
    fn letters_go_on_after_the_last() {
        let labels: Vec<String> = labelled(0..60).into_iter().map(|(label, _)| label).collect();
        assert_eq!((labels[0].as_str(), labels[21].as_str(), labels[22].as_str()), ("a", "z", "aa"));
        assert_eq!(labels[44], "ba");
        let unique: std::collections::BTreeSet<&String> = labels.iter().collect();
        assert_eq!(unique.len(), 60);
    }

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

    /// Two tiles in a few ways.
    fn layings() -> Vec<LabelledPlacement<u8>> {
        let laying = |action, tile: &str, at, label: &str, way| LabelledPlacement {
            action,
            tile: tile.to_owned(),
            at,
            label: label.to_owned(),
            anchor: at,
            way: Some(way),
        };
        vec![
            laying(0, "L21", (-1, 0), "a", (0, false)),
            laying(1, "L21", (-1, 0), "a", (90, false)),
            laying(2, "L36", (-1, 0), "a", (180, false)),
            laying(3, "L36", (2, 3), "b", (0, true)),
        ]
    }

    #[test]
    fn placements_are_read_by_letters_or_numbers() {
        let read = |line: &str| LabelledPlacement::read(&layings(), line);
        for laying in layings() {
            assert_eq!(read(&laying.line()), Ok(laying.action), "{}", laying.line());
        }
        for (line, action) in [("l21  A 90", 1), ("L36 a", 2), ("a 180", 2), ("b", 3), ("2 3 0 flip", 3), ("b FLIP", 3)]
        {
            assert_eq!(read(line), Ok(action), "{line}");
        }
        for (line, wanted) in [
            ("", "such as `L21 -1 0 0` or, by its letter, `L21 a 0`"),
            ("L21", "a placement of L21, L36"),
            ("L22 -1 0 0", "a placement of L21, L36"),
            ("L21 a 0 0", "such as"),
            ("L21 a x", "such as"),
            ("L21 1 x", "such as"),
            ("L21 b", "L21 does not fit there; accepted: a"),
            ("L21 5 5 0", "does not fit there"),
            ("a", "it fits in several ways"),
            ("L21 a", "accepted: `L21 -1 0 0`, `L21 -1 0 90`"),
            ("L21 a 180", "it does not fit this way; accepted: `L21"),
            ("L21 a 0 flip", "it does not fit this way"),
            ("b 0", "it does not fit this way; accepted: `L36 2 3 0 flip`"),
            ("L21 99999 0 0", "such as"),
        ] {
            let error = read(line).unwrap_err();
            assert!(error.contains(wanted), "{line}: {error}");
        }
    }

    #[test]
    fn what_is_repeated_is_short_and_plain() {
        assert_eq!(shown("\u{1b}[2J"), "\\u{1b}[2J");
        assert_eq!(shown(&"a".repeat(100)).chars().count(), 41);
    }
}
