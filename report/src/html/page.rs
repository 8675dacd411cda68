//! Self-contained pages about runs, studies and games.

use std::collections::BTreeMap;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use interface::page_script::{MODULES, bundled};
use interface::stage::{Picture, Sign};
use lab::base::error::{Error, Result};
use lab::base::files::metadata;
use lab::base::output::check_ours;
use lab::run::manifest::MANIFEST;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::figure::{figure, prose};
use super::run_report::RunReport;
use super::viewer::board;
use super::viewer::staged::{PieceStyle, StagedGame};
use crate::figure::draw::closed;
use crate::figure::theme::{DARK, LIGHT, RULES};
use lab::figure::data::{COMPARISON, Figure, PANEL};

/// The stylesheet.
const STYLE: &str = include_str!("style.css");

/// The module of the viewer, after the shared ones.
const VIEWER: &str = include_str!("viewer.js");

/// The games of a run, for the script of the page.
#[derive(Serialize)]
struct ShownGames<'a> {
    /// The label of one of several runs.
    label: Option<String>,
    /// The pieces in these games.
    pieces: BTreeMap<usize, &'a Picture>,
    games: Vec<&'a StagedGame>,
}

impl<'a> ShownGames<'a> {
    fn of(games: impl IntoIterator<Item = &'a StagedGame>, label: Option<String>) -> Self {
        let games: Vec<&StagedGame> = games.into_iter().collect();
        let pieces = games.iter().flat_map(|game| &game.pieces).map(|(number, picture)| (*number, picture)).collect();
        Self { label, pieces, games }
    }
}

/// Serialises games as JSON that can be embedded in a page.
fn json(runs: &[ShownGames<'_>]) -> String {
    serde_json::to_string(runs).expect("plain data").replace("</", "<\\/").replace("<!", "\\u003c!")
}

/// Renders a page about one run, or about several next to each other.
///
/// `command` is the command that reproduces the page.
pub fn of_runs(reports: &[RunReport], command: &str) -> String {
    let title = reports.iter().map(|report| format!("{}, seed {}", report.name, report.seed)).collect::<Vec<_>>();
    let title = title.join("; ");
    let style = reports.first().map(|report| &report.style);
    let games = reports.iter().enumerate().filter(|(_, report)| !report.games.is_empty());
    let games =
        games.map(|(run, report)| ShownGames::of(&report.games, (reports.len() > 1).then(|| label(run, report))));
    let games: Vec<ShownGames<'_>> = games.collect();
    let body = html! {
        header {
            h1 { (title) }
            @if reports.len() > 1 { p { (reports.len()) " runs side by side, the first on the left." } }
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
                    @if let Some(style) = style.filter(|_| !games.is_empty()) { (viewer(style)) }
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
    document(&title, style.map_or(["", ""], |style| style.colours), &body, &games)
}

/// Renders a page about a study of several variants: its facts, its findings and its figures.
///
/// ```
/// # use report::html::page::of_study;
/// let facts = [("games", "400".to_owned())];
/// let page = of_study("Prices", &facts, &["Prices matter.".to_owned()], &[], "sim sensitivity prices.toml");
/// assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<li>Prices matter.</li>"));
/// ```
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
                h2 { "Findings" }
                ul class="findings" { @for finding in findings { li { (prose(finding)) } } }
            }
            section {
                h2 { "Figures" }
                @for shown in figures { (figure(shown, shown.name, None, true)) }
            }
            section {
                h2 { "Notes" }
                p { "Every number comes from a table in this page's folder, named under each figure." }
                p { "Intervals are 95 % intervals over seeds: games with the same seed share their luck and form one cluster." }
                p { "To reproduce this page exactly: " code { (command) } "." }
            }
        }
    };
    document(title, ["", ""], &body, &[])
}

/// Renders a page about one game of the run or file of this name.
pub fn of_game(staged: &StagedGame, name: &str, style: &PieceStyle) -> String {
    let title = format!("{name}, game {}: {}", staged.number, staged.players.join(", "));
    let body = html! {
        header { h1 { (title) } }
        main {
            @if let Some(caveat) = &staged.caveat { p class="warning" { (caveat) } }
            (viewer(style))
        }
    };
    document(&title, style.colours, &body, &[ShownGames::of([staged], None)])
}

/// Renders the place of the viewer, which the script fills, and what it needs around it.
fn viewer(style: &PieceStyle) -> Markup {
    html! {
        p class="soft script" hidden {
            "Keys: left and right move by one step, with Shift by one turn; Page Up and Page Down by one round; Home and End to the start and end; \
             space plays. Page keys, Home, End and space need the focus in the viewer. The address links to the step shown."
        }
        p class="missing astray" role="status" hidden {}
        noscript { p class="missing" { "Scripts are off: no games are shown. " code { "sim draw" } " draws one as a picture." } }
        svg class="store" aria-hidden="true" width="0" height="0" { defs { (style.icons) g id="pieces" {} } }
        @if !style.legend.is_empty() { (legend(style)) }
        div class="game" id="viewer" {}
    }
}

/// The legend of the pieces.
fn legend(style: &PieceStyle) -> Markup {
    html! {
        details class="legend" {
            summary { "Legend of the tiles" }
            ul {
                @for Sign { picture, meaning, modules } in &style.legend {
                    li {
                        svg viewBox="0 0 100 100" aria-hidden="true" { (picture) }
                        (meaning)
                        @if !modules.is_empty() { " (" (modules.join(", ")) ")" }
                    }
                }
            }
        }
    }
}

/// The first bytes of a page.
pub const BEGINNING: &str = "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">\
    <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-";

/// Renders the whole file.
///
/// Its content security policy allows its own style and script, by hash, and nothing else.
fn document(title: &str, [light, dark]: [&str; 2], body: &Markup, games: &[ShownGames<'_>]) -> String {
    let style = format!(
        ":root{{{LIGHT}}}{light}@media (prefers-color-scheme:dark){{@media screen{{:root{{{DARK}}}{dark}}}}}{RULES}{}{STYLE}",
        board::RULES
    );
    let script = bundled(MODULES.into_iter().map(|(_, text)| text).chain([VIEWER]));
    let [of_style, of_script] = [&style, &script].map(|text| STANDARD.encode(Sha256::digest(text)));
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{of_style}'; script-src 'sha256-{of_script}'; base-uri 'none'; form-action 'none'"
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
                    script type="application/json" id="games" { (PreEscaped(json(games))) }
                    script type="module" { (PreEscaped(&script)) }
                }
            }
        }
    };
    // HTML allows to omit these end tags: a thirtieth of a page. Texts and scripts have none of them.
    let ends = ["</td>", "</th>", "</tr>"];
    ends.iter().fold(closed(&page.into_string()), |page, end| page.replace(end, "")) + "\n"
}

/// Renders a part of each run, next to each other if there are several.
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

/// The sections of the page in order.
fn sections(reports: &[RunReport]) -> Vec<&'static str> {
    unique(reports.iter().flat_map(shown).map(|figure| figure.section))
}

/// The names of a section's figures in order.
fn names(reports: &[RunReport], section: &str) -> Vec<&'static str> {
    unique(reports.iter().flat_map(shown).filter(|figure| figure.section == section).map(|figure| figure.name))
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
    let Some(found) = shown(report).find(|figure| figure.name == name) else { return html! {} };
    let label = match is_comparison(report) && found.is_of_one_run() {
        _ if are_several => Some(label(run, report)),
        true => Some(if found.is_of_second() { "second run" } else { "first run" }.to_owned()),
        false => None,
    };
    figure(found, &id(run, name), label.as_deref(), !are_several)
}

/// The figures that could be drawn.
fn shown(report: &RunReport) -> impl Iterator<Item = &Figure> {
    report.figures.iter().filter(|figure| !figure.views.is_empty())
}

/// Returns whether the run is a comparison.
fn is_comparison(report: &RunReport) -> bool {
    report.figures.iter().any(|figure| figure.name == COMPARISON)
}

/// Returns whether figures of a run could not be drawn.
fn has_unanswered(report: &RunReport) -> bool {
    report.figures.iter().any(|figure| figure.views.is_empty())
}

/// Renders the questions of the figures that could not be drawn, with the reasons.
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

/// The label of one of several runs.
fn label(run: usize, report: &RunReport) -> String {
    format!("Run {}: {}", run + 1, report.name)
}

/// Renders the facts about a run and its findings.
fn head(run: usize, report: &RunReport, are_several: bool) -> Markup {
    let answers = report.figures.iter().filter_map(|figure| Some((figure, figure.views.first()?.answer.as_ref()?)));
    html! {
        section class="head" {
            @if are_several { h2 { (label(run, report)) } }
            @if let Some((figure, answer)) = answers.clone().find(|(figure, _)| figure.name == COMPARISON) {
                p class="answer" { a href={ "#" (id(run, figure.name)) } { "Effect of the change" } ": " (prose(answer)) }
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
                details { summary { "Missing tables" } ul { @for missing in &report.missing { li { (prose(missing)) } } } }
            }
            h2 { "Findings" }
            @if is_comparison(report) {
                p class="soft" {
                    "Of the first run, the one without the change"
                    @if report.figures.iter().any(|figure| figure.name == PANEL) { ", except the effects across kinds of players" } ". " code { "sim report DIR/second" } " makes a page about the second run, "
                    code { "sim report DIR DIR/second" } " a page with both side by side."
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
            p { "Every number comes from a table in the run's folder, named under each figure, or is counted from its raw tables." }
            p {
                "Intervals are 95 % intervals over seeds: blocks with the same seed share their luck and form one cluster. They are not adjusted for \
                 multiple comparisons. Findings have a false discovery rate of 5 % within their list: if nothing differs, one list in twenty still \
                 reports a finding."
            }
            p { "An effect that is not significant may still exist: a longer run has narrower intervals." }
            p { "To reproduce this page exactly: " code { (command) } "." }
        }
    }
}

/// Checks that a page can be written to this path.
///
/// # Errors
/// If its folder does not exist, its name is reserved for a run's files, or there is a file that is no such page.
pub fn check(path: &Path) -> Result<()> {
    let shown = path.display();
    let is_table = path.extension().is_some_and(|ending| ending == "csv");
    if is_table || path.file_name().is_some_and(|name| name == MANIFEST) {
        return Err(Error::input(&shown, "found the name of a file of the run", "another one for the page"));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
    if metadata(path)?.is_some_and(|found| found.is_dir()) {
        Err(Error::input(&shown, "found a folder", "a file for the page"))
    } else if !metadata(folder).map_err(|error| error.at(&shown))?.is_some_and(|found| found.is_dir()) {
        Err(Error::input(&shown, format_args!("found no folder {}", folder.display()), "a file in one that exists"))
    } else {
        check_ours(path, BEGINNING)
    }
}
