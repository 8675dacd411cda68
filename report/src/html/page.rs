//! The page: one file, without anything from elsewhere.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

use super::figure::{figure, prose};
use super::run_report::RunReport;
use super::viewer::staged::{PieceLook, Staged};
use super::viewer::{board, data, place};
use crate::figure::draw::closed;
use crate::figure::theme::{DARK, LIGHT, RULES};
use lab::figure::data::{COMPARISON, Figure, PANEL};

/// How the page looks.
const STYLE: &str = include_str!("style.css");

/// The viewer.
const SCRIPT: &str = include_str!("viewer.js");

/// A page about one run, or about several side by side; `command` is what makes it again.
pub fn of_runs(reports: &[RunReport], command: &str) -> String {
    let title = reports.iter().map(|report| format!("{}, seed {}", report.name, report.seed)).collect::<Vec<_>>();
    let title = title.join("; ");
    let look = reports.first().map(|report| &report.look);
    let games: Vec<(&Staged, String, String)> =
        reports.iter().enumerate().flat_map(|(run, report)| placed(run, &report.games)).collect();
    let body = html! {
        header {
            h1 { (title) }
            @if reports.len() > 1 { p { (reports.len()) " runs side by side, the first at the left." } }
        }
        (contents(reports))
        main {
            (side_by_side(reports, "runs", |run, report| head(run, report, reports.len() > 1)))
            @for section in sections(reports) {
                section {
                    h2 id={ "section-" (slug(section)) } { (section) }
                    @for name in names(reports, section) {
                        (side_by_side(reports, "", |run, report| of_name(run, report, name, reports.len() > 1)))
                    }
                }
            }
            @if reports.iter().any(|report| !report.games.is_empty() || !report.without_games.is_empty()) {
                section {
                    h2 id="section-games" { "Games" }
                    @for (run, report) in reports.iter().enumerate() {
                        @if reports.len() > 1 { h3 { (label(run, report)) } }
                        @for why in &report.without_games { p class="missing" { (prose(why)) } }
                    }
                    (played(&games, look))
                }
            }
            @if reports.iter().any(has_unanswered) {
                section {
                    h2 id="section-unanswered" { "Not answered here" }
                    (side_by_side(reports, "", |run, report| unanswered(run, report, reports.len() > 1)))
                }
            }
            (notes(command))
        }
    };
    document(&title, look.map_or(["", ""], |look| look.colours), &body, &games)
}

/// A page about a study of several variants: what it is, what it found in sentences, and its figures.
pub fn of_study(
    title: &str,
    facts: &[(&str, String)],
    findings: &[String],
    figures: &[Figure],
    command: &str,
) -> String {
    let body = html! {
        header { h1 { (title) } }
        main {
            section class="head" {
                h2 { "What was played" }
                dl { @for (name, fact) in facts { dt { (name) } dd { (prose(fact)) } } }
                h2 { "What holds" }
                ul class="findings" { @for finding in findings { li { (prose(finding)) } } }
            }
            section {
                h2 { "Figures" }
                @for shown in figures { (figure(shown, shown.name, None, true)) }
            }
            section {
                h2 { "Notes" }
                p { "Every number is one of a table beside this page, which the line under each figure names." }
                p { "Intervals are 95 % intervals over seeds: games of one seed share their luck and count as one." }
                p { "This page is made by " code { (command) } " and is the same each time." }
            }
        }
    };
    document(title, ["", ""], &body, &[])
}

/// A page about one game of the run or file of this name.
pub fn of_game(staged: &Staged, name: &str, look: &PieceLook) -> String {
    let title = format!("{name}, game {}: {}", staged.number, staged.players.join(", "));
    let games = [(staged, "game-0-0".to_owned(), "p0-".to_owned())];
    let body = html! {
        header { h1 { (title) } }
        main {
            @if let Some(caveat) = &staged.caveat { p class="warning" { (caveat) } }
            (played(&games, Some(look)))
        }
    };
    document(&title, look.colours, &body, &games)
}

/// Games with the id of each place and what the ids of its pieces begin with.
fn placed(run: usize, games: &[Staged]) -> impl Iterator<Item = (&Staged, String, String)> {
    let of = move |(index, game)| (game, format!("game-{run}-{index}"), format!("p{run}-"));
    games.iter().enumerate().map(of)
}

fn played(games: &[(&Staged, String, String)], look: Option<&PieceLook>) -> Markup {
    html! {
        p class="soft script" hidden {
            "Keys: left and right go step by step, with Shift turn by turn, Page up and down round by round, Home and End to the ends; space plays. \
             The address links to the step that is shown."
        }
        p class="missing astray" role="status" hidden {}
        noscript { p class="missing" { "Scripts are off: games are shown as they ended." } }
        @if let Some(look) = look { svg class="store" aria-hidden="true" width="0" height="0" { defs { (look.icons) } } }
        @if let Some(look) = look.filter(|look| !look.legend.is_empty()) { (legend(look)) }
        @for (prefix, pieces) in stores(games) {
            svg class="store" aria-hidden="true" width="0" height="0" { defs { (board::pieces(&pieces, prefix)) } }
        }
        @for (game, id, prefix) in games { (place::place(game, id, prefix)) }
    }
}

/// What is seen on pieces.
fn legend(look: &PieceLook) -> Markup {
    html! {
        details class="legend" {
            summary { "What is what on the tiles" }
            ul {
                @for (picture, meaning) in &look.legend {
                    li { svg viewBox="0 0 100 100" aria-hidden="true" { (picture) } (meaning) }
                }
            }
        }
    }
}

/// The pieces that games of one run share, by what their ids begin with.
fn stores<'a>(games: &'a [(&'a Staged, String, String)]) -> BTreeMap<&'a str, BTreeMap<usize, (String, Markup)>> {
    let mut stores: BTreeMap<&str, BTreeMap<usize, (String, Markup)>> = BTreeMap::new();
    for (game, _, prefix) in games {
        stores.entry(prefix).or_default().extend(game.pieces.clone());
    }
    stores
}

/// How a page begins.
pub const BEGINNING: &str = "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">\
    <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-";

/// The whole file. What may run and how it may look is named by hashes in its policy, and nothing may be fetched.
fn document(title: &str, [light, dark]: [&str; 2], body: &Markup, games: &[(&Staged, String, String)]) -> String {
    let style = format!(
        ":root{{{LIGHT}}}{light}@media (prefers-color-scheme:dark){{@media screen{{:root{{{DARK}}}{dark}}}}}{RULES}{}{STYLE}",
        board::RULES
    );
    let hash = |text: &str| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)));
    let policy = format!(
        "default-src 'none'; style-src {}; script-src {}; base-uri 'none'; form-action 'none'",
        hash(&style),
        hash(SCRIPT)
    );
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                style { (PreEscaped(&style)) }
            }
            body {
                (body)
                @if !games.is_empty() {
                    script type="application/json" id="games" { (PreEscaped(data::json(games))) }
                    script { (PreEscaped(SCRIPT)) }
                }
            }
        }
    };
    // Cells and rows end where the next begins: a thirtieth of a page. Texts and scripts have none of these.
    let ends = ["</td>", "</th>", "</tr>"];
    ends.iter().fold(closed(&page.into_string()), |page, end| page.replace(end, "")) + "\n"
}

/// One thing of each run, next to each other if there are several.
fn side_by_side(reports: &[RunReport], class: &str, of: impl Fn(usize, &RunReport) -> Markup) -> Markup {
    let several = if reports.len() > 1 { "beside " } else { "" };
    html! { div class={ (several) (class) } { @for (run, report) in reports.iter().enumerate() { div { (of(run, report)) } } } }
}

fn contents(reports: &[RunReport]) -> Markup {
    let has_games = reports.iter().any(|report| !report.games.is_empty() || !report.without_games.is_empty());
    html! {
        nav aria-label="Contents" {
            ul {
                @for section in sections(reports) { li { a href={ "#section-" (slug(section)) } { (section) } } }
                @if has_games { li { a href="#section-games" { "Games" } } }
                @if reports.iter().any(has_unanswered) { li { a href="#section-unanswered" { "Not answered here" } } }
                li { a href="#section-notes" { "Notes" } }
            }
        }
    }
}

/// The parts of the page in order.
fn sections(reports: &[RunReport]) -> Vec<&'static str> {
    unique(reports.iter().flat_map(shown).map(|figure| figure.section))
}

/// The names of the figures of a part in order.
fn names(reports: &[RunReport], section: &str) -> Vec<&'static str> {
    let of_section = |figure: &&Figure| figure.section == section;
    unique(reports.iter().flat_map(shown).filter(of_section).map(|figure| figure.name))
}

fn unique(all: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut kept = Vec::new();
    all.for_each(|one| {
        if !kept.contains(&one) {
            kept.push(one);
        }
    });
    kept
}

fn slug(section: &str) -> String {
    section.to_lowercase().replace(' ', "-")
}

fn id(run: usize, name: &str) -> String {
    if run == 0 { name.to_owned() } else { format!("{name}-{}", run + 1) }
}

fn of_name(run: usize, report: &RunReport, name: &str, are_several: bool) -> Markup {
    let found = shown(report).find(|figure| figure.name == name);
    let of_comparison =
        |figure: &Figure| Some(if figure.is_of_second() { "second run" } else { "first run" }.to_owned());
    let label = |figure: &Figure| match is_comparison(report) && figure.is_of_one_run() {
        _ if are_several => Some(label(run, report)),
        true => of_comparison(figure),
        false => None,
    };
    html! { @if let Some(found) = found { (figure(found, &id(run, name), label(found).as_deref(), !are_several)) } }
}

/// The figures that there is something to see of.
fn shown(report: &RunReport) -> impl Iterator<Item = &Figure> {
    report.figures.iter().filter(|figure| !figure.views.is_empty())
}

/// Whether the run is compared with another.
fn is_comparison(report: &RunReport) -> bool {
    report.figures.iter().any(|figure| figure.name == COMPARISON)
}

/// Whether questions of a run have no answer.
fn has_unanswered(report: &RunReport) -> bool {
    report.figures.iter().any(|figure| figure.views.is_empty())
}

/// The questions of a run without an answer, and why they have none.
fn unanswered(run: usize, report: &RunReport, are_several: bool) -> Markup {
    html! {
        @if are_several { h3 { (label(run, report)) } }
        dl {
            @for figure in report.figures.iter().filter(|figure| figure.views.is_empty()) {
                dt { (figure.question) }
                @for why in &figure.notes { dd { (prose(why)) } }
            }
        }
    }
}

/// What tells a run from those beside it.
fn label(run: usize, report: &RunReport) -> String {
    format!("Run {}: {}", run + 1, report.name)
}

/// What was played, and what holds.
fn head(run: usize, report: &RunReport, are_several: bool) -> Markup {
    let answers = report.figures.iter().filter_map(|figure| Some((figure, figure.views.first()?.answer.as_ref()?)));
    html! {
        section class="head" {
            @if are_several { h2 { (label(run, report)) } }
            @if let Some((figure, answer)) = answers.clone().find(|(figure, _)| figure.name == COMPARISON) {
                p class="answer" { a href={ "#" (id(run, figure.name)) } { "What the change does" } ": " (prose(answer)) }
            }
            h2 { "What was played" }
            @for warning in &report.warnings { p class="warning" { (warning) } }
            dl {
                @for (name, fact) in &report.facts { dt { (name) } dd { (prose(fact)) } }
                dt { "agents" }
                dd { ul { @for (name, spec) in &report.agents { li { strong { (name) } @if spec != name { ": " code { (spec) } } } } } }
            }
            details { summary { "Config" } pre class="scroll" tabindex="0" { (report.config) } }
            @if !report.missing.is_empty() {
                details { summary { "Tables that are not here" } ul { @for missing in &report.missing { li { (prose(missing)) } } } }
            }
            h2 { "Findings" }
            @if is_comparison(report) {
                p class="soft" {
                    "Of the first run, the one without the change"
                    @if report.figures.iter().any(|figure| figure.name == PANEL) { ", except what holds whoever plays" } ". " code { "sim report DIR/second" } " makes a page of the second one, "
                    code { "sim report DIR DIR/second" } " one of both side by side."
                }
            }
            ul class="findings" {
                @for (figure, answer) in answers.filter(|(figure, _)| figure.name != COMPARISON) {
                    li { a href={ "#" (id(run, figure.name)) } { (figure.question) } " " (prose(answer)) }
                }
            }
        }
    }
}

fn notes(command: &str) -> Markup {
    html! {
        section {
            h2 id="section-notes" { "Notes" }
            p { "Every number is one of a table in the run's folder, which the line under each figure names, or is counted from its raw tables." }
            p {
                "Intervals are 95 % intervals over seeds: blocks of one seed share their luck and count as one. They are not adjusted for how many \
                 there are; where something is called found, the false discovery rate is 5 % within its list, so of many lists in which nothing \
                 differs one in twenty finds something."
            }
            p { "What is not shown to be there may be there: a longer run has narrower intervals." }
            p { "This page is made by " code { (command) } " and is the same each time." }
        }
    }
}
