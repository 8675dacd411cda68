//! Sentences on the user's own scoring tiles: VP compared with others, combinations and clashes.

use super::effects::{EffectRow, TermKind};
use super::findings::absent;
use super::passages::{FEWEST, known};
use lab::base::error::Result;
use lab::forms::column::Row;
use lab::forms::labels::ALL;
use lab::forms::numbers::{FALSE_FINDINGS, list, with_half_width};
use lab::forms::passage::TestedEffect;
use lab::subject::outcome::VP;
use lab::tables::frame::FrameRow;
use stats::{Estimate, Interval};

/// The VP from a scoring tile in a game, over all agents.
pub struct TilePay {
    tile: String,
    vp: Estimate,
    /// The half-width of its interval, 0 if it is the same on all seeds; `None` if they are too few.
    half: Option<f64>,
}

impl TilePay {
    fn new(tile: &str, vp: &Estimate, seeds: u64) -> Self {
        let vp = known(vp, seeds);
        let half = (seeds >= FEWEST).then(|| vp.interval.map_or(0.0, |ends| (ends.high - ends.low) / 2.0));
        Self { tile: tile.to_owned(), vp, half }
    }

    /// Extracts them from the rows of `scoring.csv`.
    pub fn of_rows(rows: &[Row]) -> Vec<Self> {
        let together = rows.iter().filter(|row| row.agent("agent").is_none());
        together.map(|row| Self::new(row.text("scoring"), &row.estimate("vp"), row.count("clusters"))).collect()
    }

    /// Extracts them from a table read from a file.
    ///
    /// # Errors
    /// If a cell was changed after the run.
    pub fn read(rows: &[FrameRow<'_>]) -> Result<Vec<Self>> {
        let together = rows.iter().filter(|row| row.text("agent") == ALL);
        together.map(|row| Ok(Self::new(row.text("scoring"), &row.estimate("vp")?, row.whole("clusters")?))).collect()
    }
}

/// The effect on VP of one scoring tile compared with an average one, or of two beyond each alone.
pub struct TileEffect {
    tile: String,
    /// The other tile; empty for a single tile.
    with: String,
    effect: TestedEffect,
}

impl TileEffect {
    /// Extracts them from the rows of `effects.csv`.
    pub fn of_rows(rows: &[EffectRow]) -> Vec<Self> {
        let of_tiles = rows.iter().filter(|row| row.outcome == VP && row.term.kind() != TermKind::Slot);
        let effect = |row: &EffectRow| Self {
            tile: row.term.tile().name().to_owned(),
            with: row.term.with(),
            effect: TestedEffect {
                name: String::new(),
                effect: row.effect,
                half: (row.effect_hi - row.effect_lo) / 2.0,
                q: row.q,
            },
        };
        of_tiles.map(effect).collect()
    }

    /// Extracts them from a table read from a file.
    ///
    /// # Errors
    /// If a cell was changed after the run.
    pub fn read(rows: &[FrameRow<'_>]) -> Result<Vec<Self>> {
        let of_tiles = rows.iter().filter(|row| row.text("outcome") == VP && row.text("kind") != TermKind::Slot.name());
        let read = of_tiles.map(|row| {
            let number = |name: &str| row.number(name)?.ok_or_else(|| row.fault(name, "a number"));
            let half = (number("effect_hi")? - number("effect_lo")?) / 2.0;
            let effect = TestedEffect { name: String::new(), effect: number("effect")?, half, q: number("q")? };
            Ok(Self { tile: row.text("tile").to_owned(), with: row.text("with").to_owned(), effect })
        });
        read.collect()
    }

    /// Returns the other tile of a pair with the given tile.
    fn partner(&self, tile: &str) -> Option<&str> {
        match (self.tile.as_str(), self.with.as_str()) {
            (_, "") => None,
            (one, other) if one == tile => Some(other),
            (one, other) => (other == tile).then_some(one),
        }
    }
}

/// Returns the findings on one of the user's own scoring tiles, whatever its rank.
pub fn sentence(tile: &str, pays: &[TilePay], effects: &[TileEffect], seeds: u64) -> String {
    let Some(own) = pays.iter().find(|pay| pay.tile == tile) else {
        return format!("Own scoring tile {tile}: never in play.");
    };
    let alone = effects.iter().find(|effect| effect.tile == tile && effect.with.is_empty());
    let alone = alone.map_or_else(String::new, |TileEffect { effect, .. }| {
        let open = if effect.q < FALSE_FINDINGS { "" } else { ", not significant" };
        format!(" Its effect on a player's final VP, relative to an average tile: {}{open}.", signed(effect))
    });
    format!(
        "Own scoring tile {tile} pays {} per game{}.{alone}{}",
        with_half_width(&own.vp, 1.0, 1, " VP"),
        against_others(own, pays),
        together(tile, pays.len(), effects, seeds)
    )
}

/// Compares the VP from a tile with the mean of the others.
///
/// The interval treats tiles as independent, because few games of one tile also have a particular other one.
fn against_others(own: &TilePay, pays: &[TilePay]) -> String {
    let others: Vec<&TilePay> = pays.iter().filter(|pay| pay.tile != own.tile).collect();
    let (Some(value), false) = (own.vp.value, others.is_empty()) else { return String::new() };
    let count = others.len() as f64;
    let mean = others.iter().filter_map(|pay| pay.vp.value).sum::<f64>() / count;
    let squares: Option<f64> = others.iter().map(|pay| Some((pay.half? / count).powi(2))).sum();
    let half = own.half.zip(squares).map(|(own, others)| (own * own + others).sqrt()).filter(|half| *half > 0.0);
    let more = value - mean;
    let interval = half.map(|half| Interval::around(more.abs(), half));
    let difference = Estimate { value: Some(more.abs()), interval };
    let rank = 1 + others.iter().filter(|pay| pay.vp.value > own.vp.value).count();
    format!(
        ", {} {} than the mean of the others (rank {rank} of {})",
        with_half_width(&difference, 1.0, 1, ""),
        if more < 0.0 { "less" } else { "more" },
        pays.len()
    )
}

/// Returns the tiles that a tile combines or clashes with, or why these are not known.
///
/// Without a significant one, it says how large they may be: the farthest end of an interval.
fn together(tile: &str, tiles: usize, effects: &[TileEffect], seeds: u64) -> String {
    let mut pairs: Vec<(&str, &TestedEffect)> =
        effects.iter().filter_map(|pair| Some((pair.partner(tile)?, &pair.effect))).collect();
    pairs.sort_by(|one, other| other.1.effect.abs().total_cmp(&one.1.effect.abs()));
    if pairs.is_empty() {
        return absent(TermKind::Pair, seeds, tiles).map_or_else(String::new, |why| format!(" {why}"));
    }
    let found = |sign: f64| {
        let found = pairs.iter().filter(|(_, effect)| effect.q < FALSE_FINDINGS && sign * effect.effect > 0.0);
        list(found.map(|(other, effect)| format!("{other} {}", signed(effect))))
    };
    let (count, open) = (pairs.len(), pairs.iter().filter(|(_, effect)| effect.q >= FALSE_FINDINGS).count());
    // The largest true effect lies beyond the ends of all intervals only if its own misses it.
    let largest = |sign: f64| pairs.iter().map(|(_, pair)| sign * pair.effect + pair.half).fold(0.0, f64::max);
    if open == count {
        return format!(
            " No significant interaction with any of {count} tiles; with 95 % confidence, none exceeds {:.1} VP beyond \
             the two tiles' own effects.",
            largest(1.0).max(largest(-1.0))
        );
    }
    let of = |sign: f64| match found(sign) {
        tiles if tiles.is_empty() => {
            format!("none significant (with 95 % confidence, none exceeds {:.1} VP)", largest(sign))
        }
        tiles => tiles,
    };
    format!(
        " Combines with: {}. Clashes with: {}. (VP beyond the two tiles' own effects; {open} of {count} pairs are not significant; all are in \
         effects.csv.)",
        of(1.0),
        of(-1.0)
    )
}

fn signed(effect: &TestedEffect) -> String {
    format!("{:+.1} ± {:.1}", effect.effect, effect.half)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pay(tile: &str, vp: f64) -> TilePay {
        let interval = (vp > 0.0).then(|| Interval::around(vp, 3.0));
        TilePay::new(tile, &Estimate { value: Some(vp), interval }, 100)
    }

    fn effect(tile: &str, with: &str, effect: f64, q: f64) -> TileEffect {
        let effect = TestedEffect { name: String::new(), effect, half: 1.0, q };
        TileEffect { tile: tile.to_owned(), with: with.to_owned(), effect }
    }

    #[test]
    fn an_own_tile_is_told_against_the_others() {
        // The mean of the nine others is 7, with an error of 3 / √9: the root of 9 + 1 is 3.2.
        let mut pays: Vec<TilePay> = (3..12).map(|vp| pay(&format!("t{vp}"), f64::from(vp))).collect();
        pays.push(pay("wool", 10.5));
        let effects = [
            effect("wool", "", 2.0, 0.3),
            effect("t3", "wool", -1.5, 0.01),
            effect("t4", "wool", 2.5, 0.01),
            effect("t5", "wool", 9.0, 0.2),
            effect("t3", "t4", 5.0, 0.01),
        ];
        let told = sentence("wool", &pays, &effects, 900);
        assert_eq!(
            told,
            "Own scoring tile wool pays 10.5 ± 3.0 VP per game, 3.5 ± 3.2 more than the mean of the others (rank 2 of 10). Its effect on a player's \
             final VP, relative to an average tile: +2.0 ± 1.0, not significant. Combines with: t4 +2.5 ± 1.0. Clashes with: t3 -1.5 ± 1.0. (VP \
             beyond the two tiles' own effects; 1 of 3 pairs are not significant; all are in effects.csv.)"
        );
        let told = sentence("wool", &pays, &effects[..2], 900);
        assert!(
            told.contains(
                " Combines with: none significant (with 95 % confidence, none exceeds 0.0 VP). Clashes with: t3 -1.5 ± 1.0. ("
            ),
            "{told}"
        );
        // The farthest end, which is not that of the largest effect.
        let mut open = [effect("wool", "t5", 2.0, 0.2), effect("t6", "wool", -1.0, 0.9)];
        open[1].effect.half = 2.5;
        let told = sentence("wool", &pays, &open, 900);
        let nothing = " No significant interaction with any of 2 tiles; with 95 % confidence, none exceeds 3.5 VP beyond the two tiles' own effects.";
        assert!(told.ends_with(nothing), "{told}");
        let told = sentence("wool", &pays, &[], 20);
        assert!(
            told.ends_with(" Pairs of scoring tiles: effects require at least 90 seeds; this run has 20."),
            "{told}"
        );
        assert_eq!(sentence("hay", &pays, &effects, 900), "Own scoring tile hay: never in play.");
    }

    #[test]
    fn a_tile_that_never_pays_keeps_the_intervals_of_others_and_has_one() {
        let pays = [pay("wool", 0.0), pay("hay", 6.0), pay("t1", 5.0), pay("t2", 7.0)];
        // The mean of the three others is 4 with an error of √(9 + 9) / 3, and 6 with √27 / 3.
        let told = sentence("hay", &pays, &[], 20);
        assert!(told.contains("6.0 ± 3.0 VP per game, 2.0 ± 3.3 more than the mean"), "{told}");
        let told = sentence("wool", &pays, &[], 20);
        assert!(told.contains("0.0 VP per game, 6.0 ± 1.7 less than the mean"), "{told}");
        // Nothing is known from few seeds.
        let few = TilePay::new("t3", &Estimate { value: Some(5.0), interval: None }, FEWEST - 1);
        let told = sentence("hay", &pays.into_iter().chain([few]).collect::<Vec<_>>(), &[], 20);
        assert!(told.contains("VP per game, 1.8 more than the mean"), "{told}");
    }
}
