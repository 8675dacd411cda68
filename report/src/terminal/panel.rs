//! The effects of a panel in sentences.

use lab::forms::numbers::{amount, in_unit, in_unit_of_differences, list};
use lab::tables::panel::{Panel, PanelRow};
use stats::Interval;
use stats::random_effects::MIN_SOURCES;

/// Returns a sentence for each effect with a finding, followed by those without.
pub fn sentences(panel: &Panel) -> Vec<String> {
    let (found, open): (Vec<&PanelRow>, Vec<&PanelRow>) =
        panel.effects.iter().filter(|row| row.is_said).partition(|row| row.is_found);
    let mut sentences: Vec<String> = found.into_iter().map(sentence).collect();
    let mut others: Vec<(&str, Vec<&str>)> = Vec::new();
    for row in open {
        match others.iter_mut().find(|(finding, _)| *finding == row.finding) {
            Some((_, names)) => names.push(&row.name),
            None => others.push((&row.finding, vec![&row.name])),
        }
    }
    sentences.extend(others.into_iter().map(|(finding, names)| format!("{}: {}.", capitalised(finding), list(names))));
    sentences
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Returns a sentence on an effect, the kinds for which it holds, and the expectation for others.
fn sentence(row: &PanelRow) -> String {
    let PanelRow { name, unit, finding, agents, pooled, is_level, .. } = row;
    if pooled.value.is_none() {
        let why = match *agents {
            0 => "",
            1.. if (*agents as usize) < MIN_SOURCES => {
                " (a mean over kinds of players requires intervals for three of them)"
            }
            _ => " (no mean over kinds of players, because it is constant with some of them)",
        };
        return format!("{name}: {finding}{why}.");
    }
    let (factor, decimals, unit_text) = if *is_level { in_unit(unit) } else { in_unit_of_differences(unit) };
    let unseen = row.unseen().interval.map_or(String::new(), |Interval { low, high }| {
        let [low, high] = [low, high].map(|end| format!("{:.decimals$}", factor * end));
        format!("; unseen kinds {low} to {high}{unit_text}")
    });
    format!("{name}: {finding} (mean {}{unseen}).", amount(pooled, unit, !is_level))
}
