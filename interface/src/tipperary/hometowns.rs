//! The hometowns of the seats.

use std::fmt;
use std::str::FromStr;

use engine::MAX_SEATS;
use engine::tipperary::{Components, HometownId};

/// The key of fixed hometowns in configs, and of all hometowns in records.
pub const HOMETOWNS: &str = "hometowns";

/// The most letters of a hometown's id in a component file.
const MOST_LETTERS: usize = 32;

/// The id of one side of a hometown, such as `H3A`.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
struct Id {
    letters: [u8; MOST_LETTERS],
    length: u8,
}

impl Id {
    /// Reads an id; `None` if it cannot be one.
    fn new(text: &str) -> Option<Self> {
        let is_id = (1..=MOST_LETTERS).contains(&text.len())
            && text.bytes().all(|letter| letter.is_ascii_alphanumeric() || letter == b'-' || letter == b'_');
        is_id.then(|| {
            let mut letters = [0; MOST_LETTERS];
            letters[..text.len()].copy_from_slice(text.as_bytes());
            Self { letters, length: text.len() as u8 }
        })
    }

    fn text(&self) -> &str {
        std::str::from_utf8(&self.letters[..usize::from(self.length)]).expect("letters are plain")
    }
}

/// The hometowns of a game by seat, each by the id of its side: the treatment of clusters.
///
/// Its text has plus signs between the ids.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct HometownDeal {
    ids: [Id; MAX_SEATS],
    players: u8,
}

impl HometownDeal {
    /// These sides by seat.
    pub fn of(components: &Components, hometowns: &[HometownId]) -> Self {
        let mut dealt = Self { players: hometowns.len() as u8, ..Self::default() };
        for (id, &hometown) in dealt.ids.iter_mut().zip(hometowns) {
            *id = Id::new(&components.hometown(hometown).id).expect("a reader takes no other ids");
        }
        dealt
    }

    /// Number of players.
    pub fn players(&self) -> usize {
        self.players.into()
    }

    /// The id of a seat's hometown.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn id(&self, seat: usize) -> &str {
        self.ids[..self.players()][seat].text()
    }

    /// All ids by seat.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.ids[..self.players()].iter().map(Id::text)
    }

    /// The sides with these ids.
    ///
    /// # Errors
    /// The first id that is not among these components, or a number of ids other than the number of players.
    pub fn find(&self, components: &Components, players: usize) -> Result<Vec<HometownId>, String> {
        if self.players() != players {
            return Err(format!("found {} hometowns; accepted: {players}, one for each player", self.players));
        }
        self.ids().map(|id| components.hometown_by_name(id).ok_or_else(|| unknown(components, id))).collect()
    }
}

/// The error for an id that no side of a hometown has.
pub fn unknown(components: &Components, id: &str) -> String {
    let all: Vec<&str> = components.all_hometowns().map(|hometown| components.hometown(hometown).id.as_str()).collect();
    format!("found `{id}`; {}", engine::names::hint(id, &all))
}

impl fmt::Display for HometownDeal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.ids().collect::<Vec<_>>().join("+"))
    }
}

impl FromStr for HometownDeal {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let ids: Option<Vec<Id>> = text.split('+').map(Id::new).collect();
        let ids = ids
            .filter(|ids| (2..=MAX_SEATS).contains(&ids.len()))
            .ok_or_else(|| format!("found `{text}`; accepted: 2 to {MAX_SEATS} hometowns by seat, such as H3A+H1B"))?;
        let mut dealt = Self { players: ids.len() as u8, ..Self::default() };
        dealt.ids[..ids.len()].copy_from_slice(&ids);
        Ok(dealt)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hometowns_survive_as_text() {
        let components = Components::shipped();
        for seed in 0..50 {
            let dealt = HometownDeal::of(&components, &components.deal(2 + seed as usize % 4, seed));
            assert_eq!(dealt.to_string().parse(), Ok(dealt));
            assert_eq!(
                dealt.find(&components, dealt.players()).unwrap()[..],
                components.deal(dealt.players(), seed)[..]
            );
        }
    }

    #[test]
    fn what_is_no_list_of_hometowns_is_told() {
        for text in ["", "H1A", "H1A+", "H1A H2B", "H1A+H2A+H3A+H4A+H5A+H1B"] {
            assert!(text.parse::<HometownDeal>().unwrap_err().contains("2 to 5 hometowns by seat"), "{text}");
        }
        let dealt: HometownDeal = "H1A+H9B".parse().unwrap();
        let error = dealt.find(&Components::shipped(), 2).unwrap_err();
        assert!(error.contains("`H9B`") && error.contains("H5B"), "{error}");
        assert!(dealt.find(&Components::shipped(), 3).unwrap_err().contains("one for each player"));
    }
}
