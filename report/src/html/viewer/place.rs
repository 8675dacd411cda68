//! The element of a game in the page: its controls, and its final state for paper or without scripts.

use maud::{Markup, html};

use super::board;
use super::staged::StagedGame;
use super::table::TableState;
use crate::figure::COLOURS;

/// The buttons: action for the script, symbol, name and key.
const BUTTONS: [(&str, &str, &str, &str); 9] = [
    ("start", "|◀", "To the start", "Home"),
    ("round-back", "◀ round", "Back a round", "PageUp"),
    ("turn-back", "◀ turn", "Back a turn", "Shift+Left"),
    ("back", "◀ step", "Back a step", "Left"),
    ("play", "play", "Play or pause", "Space"),
    ("on", "step ▶", "Forward a step", "Right"),
    ("turn-on", "turn ▶", "Forward a turn", "Shift+Right"),
    ("round-on", "round ▶", "Forward a round", "PageDown"),
    ("end", "▶|", "To the end", "End"),
];

/// A game with its ids in the page.
pub struct PlacedGame<'a> {
    /// The game.
    pub game: &'a StagedGame,
    /// The id of its element.
    pub id: String,
    /// The prefix of the ids of its pieces.
    pub prefix: String,
}

/// Renders a game.
pub fn place(staged: &StagedGame, id: &str, prefix: &str) -> Markup {
    let last = staged.steps.len().saturating_sub(1);
    let end = staged.table(last);
    html! {
        section class="game" id=(id) {
            h3 {
                "Game " (staged.number)
                @if let Some(why) = &staged.why { ": " (why) }
            }
            p class="soft" { "Seed " code { (staged.seed) } }
            div class="controls" hidden role="group" aria-label={ "Steps of game " (staged.number) } {
                @for (action, sign, name, key) in BUTTONS {
                    button type="button" data-do=(action) title={ (name) " (" (key) ")" } aria-label=(name) { (sign) }
                }
                label class="slide" {
                    span class="unseen" { "Step" }
                    input type="range" min="0" max=(last) value="0" step="1";
                }
                output class="at" {}
                label hidden[staged.steps.iter().all(|step| !step.is_secret)] {
                    "secret choices "
                    select {
                        option value="all" { "shown" }
                        option value="none" { "hidden until revealed" }
                        @for (seat, player) in staged.players.iter().enumerate() {
                            option value=(seat) { "as " (seat) " " (player) " sees it" }
                        }
                    }
                }
            }
            p class="words" aria-live="polite" hidden {}
            div class="explained" hidden {}
            div class="players" {
                @for (seat, player) in staged.players.iter().enumerate() {
                    div class="player" data-seat=(seat) {
                        h4 {
                            (chip(seat)) (seat) " " (player)
                        }
                        p class="counts" { (board::counts(staged, &end, seat)) }
                        @if !end.boards[seat].is_empty() {
                            (board::in_page(&end.boards[seat], &format!("Board of {seat} {player}"), &format!("{id}-board-{seat}"), prefix))
                        }
                        div class="cards" {}
                    }
                }
            }
            @if !staged.stage.awards.is_empty() { (awards(staged, &end)) }
            div class="trend" hidden {}
            @if staged.stage.counters.is_empty() { (narration(staged)) }
        }
    }
}

/// Renders the colour of a player.
fn chip(seat: usize) -> Markup {
    html! { svg class="chip" viewBox="0 0 12 12" aria-hidden="true" { rect width="12" height="12" class={ "c" (seat % COLOURS) } {} } }
}

/// Renders the points by player and award.
fn awards(staged: &StagedGame, end: &TableState) -> Markup {
    html! {
        div class="scroll" tabindex="0" role="region" aria-label="Points by source" {
            table class="awards" {
                caption { "Points by source, " (staged.stage.counted) }
                thead {
                    tr {
                        th scope="col" { "for" }
                        @for (seat, player) in staged.players.iter().enumerate() {
                            th scope="col" { (chip(seat)) (seat) span class="who" { " " (player) } }
                        }
                    }
                }
                tbody {
                    @for (award, (name, text)) in staged.stage.awards.iter().enumerate() {
                        tr {
                            th scope="row" { (name) span class="why" { (text) } }
                            @for points in &end.awards { td { (points[award]) } }
                        }
                    }
                }
            }
        }
    }
}

/// Renders the whole game as text, for games without counters.
fn narration(staged: &StagedGame) -> Markup {
    html! { ol class="told" { @for step in &staged.steps { li { (step.words) } } } }
}
