//! The meanings of a drawing's characters.

use anstyle::{AnsiColor, Style};
use engine::skye::Terrain;

/// The meaning of a character, which determines its colour.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Ink {
    /// A blank.
    Blank,
    /// A coordinate.
    Margin,
    /// The line between tiles.
    Border,
    /// A tile's id.
    Id,
    /// Land or water.
    Ground(Terrain),
    /// A road.
    Road,
    /// Something to be counted.
    Feature,
    /// A scroll whose area is completed.
    CompletedScroll,
}

impl crate::canvas::InkStyle for Ink {
    const BLANK: Self = Self::Blank;
    const BORDER: Self = Self::Border;

    fn style(self) -> Style {
        match self {
            Self::Blank => Style::new(),
            Self::Margin | Self::Border => AnsiColor::BrightBlack.on_default(),
            Self::Id => Style::new().bold(),
            Self::Ground(Terrain::Pasture) => AnsiColor::Green.on_default(),
            Self::Ground(Terrain::Mountain) => AnsiColor::Red.on_default(),
            Self::Ground(Terrain::Water) => AnsiColor::Blue.on_default(),
            Self::Road => AnsiColor::Yellow.on_default(),
            Self::Feature => AnsiColor::BrightWhite.on_default().bold(),
            Self::CompletedScroll => AnsiColor::BrightMagenta.on_default().bold(),
        }
    }
}
