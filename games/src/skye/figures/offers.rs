//! The figure of the prices asked in each round, by the fate of the tiles.

use super::prices::SECTION;
use crate::skye::notes::OFFERS;
use lab::base::error::Result;
use lab::figure::data::{Axis, Chart, Curve, DataSource, Figure, FigureView, Lines, Point, Subplot};
use lab::run::finished_run::FinishedRun;
use lab::tables::frame::TextTable;
use stats::{Estimate, Interval};

/// The fates of an offered tile, as named in the table.
const FATES: [&str; 2] = ["sold", "kept"];

/// The price at which higher prices are counted too.
const MOST: usize = 200;

/// The number of offers at each price.
type Counts = Vec<u64>;

/// Returns the figure of quartiles of prices by agent, round and fate; `None` without the raw table.
pub fn figure(run: &FinishedRun) -> Result<Option<Figure>> {
    let Some(counts) = counts(run)? else { return Ok(None) };
    let names: Vec<&str> = run.experiment.names().collect();
    let header = ["agent", "round", "outcome", "tiles", "median", "lower_quartile", "upper_quartile"];
    let mut table = TextTable { header: header.map(str::to_owned).into(), rows: Vec::new() };
    let mut panels = Vec::new();
    for (agent, rounds) in names.iter().zip(&counts) {
        let mut lines = [0, 1].map(|series| Curve { series, ..Curve::default() });
        for (index, fates) in rounds.iter().enumerate() {
            for (fate, prices) in fates.iter().enumerate() {
                let tiles: u64 = prices.iter().sum();
                let Some([low, middle, high]) = quartiles(prices) else { continue };
                let numbers = [middle, low, high].map(|price| format!("{:.6}", price as f64));
                let about = [(*agent).to_owned(), (index + 1).to_string(), FATES[fate].to_owned(), tiles.to_string()];
                table.rows.push(about.into_iter().chain(numbers).collect());
                let interval = Some(Interval { low: low as f64, high: high as f64 });
                let up = Estimate { value: Some(middle as f64), interval };
                let tip =
                    format!("round {}, {}: {middle} ({low} to {high}) gold, {tiles} tiles", index + 1, FATES[fate]);
                lines[fate].points.push(Point { across: (index + 1) as f64, up, tip });
            }
        }
        panels.push(Subplot { title: (*agent).to_owned(), lines: lines.into() });
    }
    let chart = Lines {
        across: Axis::plain("round"),
        up: Axis::plain("price asked, gold"),
        series: FATES.map(str::to_owned).into(),
        panels,
        ..Lines::default()
    };
    let view = FigureView {
        label: String::new(),
        answer: None,
        chart: Chart::Lines(chart),
        table,
        source: DataSource::Raw(OFFERS),
    };
    let note = "Lines are medians, bands the interquartile range of prices: their spread, not their uncertainty.";
    Ok(Some(Figure {
        name: "offers",
        section: SECTION,
        question: "Which prices are paid, and which are refused?".to_owned(),
        views: vec![view],
        notes: vec![note.to_owned()],
    }))
}

/// Counts offers by agent, round and fate.
fn counts(run: &FinishedRun) -> Result<Option<Vec<Vec<[Counts; 2]>>>> {
    let Some(mut offers) = run.stream(OFFERS)? else { return Ok(None) };
    let wanted = ["agent", "round", "price", "outcome"].map(|name| offers.column(name));
    let [Some(agent), Some(round), Some(price), Some(outcome)] = wanted else { return Ok(None) };
    let names: Vec<&str> = run.experiment.names().collect();
    let rounds = run.experiment.subject.rounds();
    let mut counts = vec![vec![[vec![0; MOST + 1], vec![0; MOST + 1]]; rounds]; names.len()];
    while offers.advance()? {
        let cell = offers.cell(outcome);
        let Some(fate) = FATES.iter().position(|fate| fate.as_bytes() == cell) else { continue };
        let place = names.iter().position(|name| name.as_bytes() == offers.cell(agent));
        let place = place.ok_or_else(|| offers.fault(agent, &format!("one of {}", names.join(", "))))?;
        let at = offers.number(round)?;
        let at = usize::try_from(at - 1).ok().filter(|at| *at < rounds);
        let at = at.ok_or_else(|| offers.fault(round, &format!("1 to {rounds}")))?;
        let asked = usize::try_from(offers.number(price)?).map_err(|_| offers.fault(price, "a price"))?;
        counts[place][at][fate][asked.min(MOST)] += 1;
    }
    Ok(Some(counts))
}

/// Returns the quartiles of prices; `None` without offers.
fn quartiles(prices: &Counts) -> Option<[usize; 3]> {
    let tiles: u64 = prices.iter().sum();
    (tiles > 0).then(|| {
        [1, 2, 3].map(|quarters| {
            let mut before = 0;
            let price = prices.iter().position(|count| {
                before += count;
                4 * before >= quarters * tiles
            });
            price.unwrap_or(MOST)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_are_prices_that_were_asked() {
        let mut prices = vec![0; 12];
        for price in [2, 2, 3, 5, 5, 5, 9, 11] {
            prices[price] += 1;
        }
        assert_eq!(quartiles(&prices), Some([2, 5, 5]));
        assert_eq!(quartiles(&vec![0; 12]), None);
    }
}
