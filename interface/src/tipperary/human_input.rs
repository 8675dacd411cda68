//! Tipperary for people at a terminal: the screen, and the lines they type.

use engine::tipperary::{Action, Event, Grid, Phase, Place, Placement, Public, Score, TileId, Tipperary, View, Way};
use engine::{Game, Seat};

use super::drawing;
use super::words;
use crate::human_input::{
    HumanInput, LabelledPlacement, STRONG, WIDTH, all_wrapped, labelled, name, shown, title, unique, wrapped,
};

impl HumanInput for Tipperary {
    fn news(&self, players: &[String], events: &[Event]) -> Vec<String> {
        let mut lines = Vec::new();
        for event in events {
            match *event {
                Event::Round { round, start } => {
                    let start = name(players, start);
                    let text = format!("Round {round} of {}, starts with {start}", self.rules().rounds);
                    lines.extend([String::new(), title(&text)]);
                }
                Event::Fill { .. } | Event::Spin { .. } | Event::Result { .. } => {}
                _ => {
                    let (seat, words) = words::of(self, players, event);
                    let who = seat.map_or_else(String::new, |seat| format!("{}  ", name(players, seat)));
                    lines.extend(wrapped(&format!("  {who}{words}"), 4));
                }
            }
        }
        lines
    }

    fn screen(&self, view: &View<'_>, players: &[String]) -> Vec<String> {
        let (public, seat) = (view.public(), view.seat());
        let mut lines = vec![format!("{STRONG}{}{STRONG:#}", standings_head())];
        lines.extend(Seat::all(self.seats()).map(|other| standing(self, public, players, other, seat)));
        lines.extend(wrapped(&supplies(self, public, players), 4));
        if !matches!(public.phase, Phase::Tower(_) | Phase::Over) {
            let areas = Seat::all(self.seats()).map(|other| area(self, public, players, other));
            lines.extend(all_wrapped(areas, 4));
        }
        if let Phase::Place(mover) = public.phase
            && mover == seat
        {
            let tiles = public.areas[self.area(public, seat)];
            let drawn: Vec<(String, Grid)> =
                tiles.iter().map(|&tile| (self.tile_name(tile).to_owned(), *self.landscape(tile).front())).collect();
            lines.push(String::new());
            lines.extend(drawing::tiles(&drawn, WIDTH));
        }
        lines.push(String::new());
        match public.phase.seat() {
            Some(mover) if mover == seat => {
                lines.push(format!("{STRONG}Your county; letters mark places where something fits{STRONG:#}"));
                let marks = marks(&layings(self, public, seat), None);
                lines.extend(drawing::marked_county(self.components(), &public.player(seat).display, &marks, WIDTH));
                lines.extend(self.possible(view, players));
            }
            _ => lines.extend(county_of(self, public, players, seat)),
        }
        lines
    }

    fn look(&self, view: &View<'_>, players: &[String], what: &str) -> Result<Vec<String>, String> {
        let public = view.public();
        if let Some(seat) = Seat::all(self.seats()).find(|seat| seat.to_string() == what) {
            return Ok(county_of(self, public, players, seat));
        }
        let landscape = self.components().landscape();
        let tile = landscape.all().find(|tile| self.tile_name(*tile).eq_ignore_ascii_case(what));
        match tile {
            Some(tile) => Ok(look_at_tile(self, view, tile)),
            None => {
                let last = self.seats() - 1;
                let accepted = format!("a seat from 0 to {last}, or the id of a landscape tile");
                Err(format!("found `{}`; accepted: {accepted}", shown(what)))
            }
        }
    }

    fn legend(&self) -> Vec<String> {
        let more =
            "[ ] the space of a tile that goes where the letter is: the leftmost of its lowest row   * a sheep symbol";
        let lines = drawing::LEGEND.lines().chain([more]);
        all_wrapped(lines.map(|line| format!("  {line}")), 4)
    }

    fn question(&self, view: &View<'_>) -> String {
        let public = view.public();
        match public.phase {
            Phase::Place(seat) => {
                let tiles = public.areas[self.area(public, seat)];
                let tiles: Vec<&str> = tiles.iter().map(|&tile| self.tile_name(tile)).collect();
                format!("Which tile do you take and where do you lay it, {}?", tiles.join(" or "))
            }
            Phase::Sheep(_) => "On which meadow do you place a wooden sheep?".to_owned(),
            Phase::Bonus(_, tile) => {
                let bonus = self.components().bonus(tile);
                format!("Where do you place the bonus tile {} ({})?", bonus.name, bonus.space)
            }
            Phase::Tower(seat) => {
                format!("Where do you place a tower, or `stop`? Towers left: {}", public.player(seat).towers)
            }
            Phase::Spin | Phase::DrawBonus(_) | Phase::Over => String::new(),
        }
    }

    fn possible(&self, view: &View<'_>, _: &[String]) -> Vec<String> {
        let public = view.public();
        let Some(seat) = public.phase.seat() else { return Vec::new() };
        let all = layings(self, public, seat);
        let labels = |own: &[LabelledPlacement<Action>]| {
            let labels = LabelledPlacement::labels(own, None).into_iter();
            labels.map(|(label, _)| label).collect::<Vec<_>>().join(" ")
        };
        let texts: Vec<String> = match public.phase {
            Phase::Place(_) => unique(all.iter().map(|laying| (laying.tile.clone(), laying.way)))
                .into_iter()
                .map(|(tile, way)| {
                    let own = all.iter().filter(|laying| laying.tile == tile && laying.way == way);
                    let own: Vec<LabelledPlacement<Action>> = own.cloned().collect();
                    format!("  {tile} turned {:8} fits at  {}", own[0].turns(), labels(&own))
                })
                .collect(),
            Phase::Tower(_) => {
                let places = labels(&all);
                vec![format!("  a letter or X Y: {places}"), "  stop  forgoes the remaining towers".to_owned()]
            }
            _ => vec![format!("  a letter or X Y: {}", labels(&all))],
        };
        all_wrapped(texts, 16)
    }

    fn line(&self, view: &View<'_>, action: Action) -> String {
        let public = view.public();
        let Some(seat) = public.phase.seat().filter(|_| action != Action::Stop) else { return "stop".to_owned() };
        let all = layings(self, public, seat);
        all.iter().find(|laying| laying.action == action).map_or_else(String::new, LabelledPlacement::line)
    }

    fn read(&self, view: &View<'_>, line: &str) -> Result<Action, String> {
        let public = view.public();
        let Some(seat) = public.phase.seat() else { return Err("it is nobody's turn".to_owned()) };
        if line.trim().eq_ignore_ascii_case("stop") && self.is_legal(public, Action::Stop) {
            return Ok(Action::Stop);
        }
        LabelledPlacement::read(&layings(self, public, seat), line)
    }

    fn result(&self, position: &Public, seat: Seat) -> String {
        format!("{:3} VP", position.scores[seat.index()].vp())
    }
}

/// Short names of components.
trait TileNaming {
    /// One tile.
    fn landscape(&self, tile: TileId) -> &engine::tipperary::landscape::LandscapeTile;

    /// Its id.
    fn tile_name(&self, tile: TileId) -> &str {
        &self.landscape(tile).name
    }
}

impl TileNaming for Tipperary {
    fn landscape(&self, tile: TileId) -> &engine::tipperary::landscape::LandscapeTile {
        self.components().landscape().tile(tile)
    }
}

fn standings_head() -> String {
    format!("  {:20} area rectangle  flock  barrel  towers  {}  now", "seat", "stones")
}

/// Describes a player's standing: the parts of the present score.
fn standing(game: &Tipperary, public: &Public, players: &[String], seat: Seat, viewer: Seat) -> String {
    let player = public.player(seat);
    let own = if seat == viewer { '>' } else { ' ' };
    let who: String = name(players, seat).chars().take(20).collect();
    let rectangle = player.display.largest_rectangle();
    let rectangle = format!("{}x{}", rectangle.width, rectangle.height);
    let score: Score = game.score(public, seat);
    let (area, flock, barrel, stones) = (score.area, player.display.largest_flock(), score.whiskey, score.stones);
    let marker = if public.marker == Some(seat) { '!' } else { ' ' };
    let towers = player.towers;
    format!(
        "{own} {who:20} {area:>4} {rectangle:>9} {flock:>5}{marker} {barrel:>7} {towers:>7} {stones:>7} {:>4}",
        score.vp()
    )
}

/// Describes the remaining supplies, and the whiskey track.
fn supplies(game: &Tipperary, public: &Public, players: &[String]) -> String {
    let track: Vec<String> = game.rules().whiskey_track.iter().map(ToString::to_string).collect();
    let marker = public.marker.map_or_else(|| "nobody".to_owned(), |seat| name(players, seat));
    format!(
        "  left: {} wooden sheep, {} towers, {} bonus tiles; whiskey track {} (* gives a sheep); flock marker (!): {marker}",
        public.sheep,
        public.towers,
        public.bonus.len(),
        track.join(" ")
    )
}

/// The tiles that a seat may take or has left.
fn area(game: &Tipperary, public: &Public, players: &[String], seat: Seat) -> String {
    let number = game.area(public, seat);
    let tiles = public.areas[number];
    let tiles = tiles.iter().map(|&tile| format!("{} {}", game.tile_name(tile), game.landscape(tile).front()));
    let tiles: Vec<String> = tiles.collect();
    format!("  area {number} of {}: {}", name(players, seat), tiles.join("   "))
}

fn county_of(game: &Tipperary, public: &Public, players: &[String], seat: Seat) -> Vec<String> {
    let drawn = drawing::marked_county(game.components(), &public.player(seat).display, &[], WIDTH);
    std::iter::once(format!("{STRONG}County of {}{STRONG:#}", name(players, seat))).chain(drawn).collect()
}

/// Shows a tile in all orientations, and where it fits.
fn look_at_tile(game: &Tipperary, view: &View<'_>, tile: TileId) -> Vec<String> {
    let public = view.public();
    let turns = |way: Way| format!("{}{}", way.degrees(), if way.flip() { " flip" } else { "" });
    let ways: Vec<(String, Grid)> =
        game.landscape(tile).ways.iter().map(|lying| (turns(lying.way), lying.grid)).collect();
    let mut lines = drawing::tiles(&ways, WIDTH);
    if let Phase::Place(seat) = public.phase
        && seat == view.seat()
    {
        let marks = marks(&layings(game, public, seat), Some(game.tile_name(tile)));
        if marks.is_empty() {
            lines.extend(wrapped(&format!("  {} is not one of your tiles", game.tile_name(tile)), 4));
        } else {
            lines.extend(drawing::marked_county(game.components(), &public.player(seat).display, &marks, WIDTH));
        }
    }
    lines
}

/// Returns the place of a placement's letter: at the first space of the lowest row.
pub(super) fn anchor(game: &Tipperary, laid: Placement) -> Place {
    let grid = game.landscape(laid.tile).lying(laid.way);
    let first = grid.map_or((0, 0), |grid| (grid.spaces[0].x, grid.spaces[0].y));
    laid.corner.offset(first.0, first.1)
}

/// Everything that can be laid or placed, with letters from north to south and from west to east.
fn layings(game: &Tipperary, public: &Public, seat: Seat) -> Vec<LabelledPlacement<Action>> {
    let mut actions = Vec::new();
    if public.phase.seat() == Some(seat) {
        game.legal_actions(public, &mut actions);
    }
    let place = |action: Action| match action {
        Action::Place(laid) => Some(anchor(game, laid)),
        Action::Sheep(place) | Action::Bonus(place) | Action::Tower(place) => Some(place),
        Action::Stop => None,
    };
    let mut places: Vec<(i16, i16)> =
        actions.iter().filter_map(|&action| place(action)).map(|at| (-at.y, at.x)).collect();
    places.sort_unstable();
    places.dedup();
    let labels = labelled(places);
    let laying = |action: Action| {
        let anchor = place(action)?;
        let found = labels.binary_search_by_key(&(-anchor.y, anchor.x), |(_, at)| *at);
        let (label, anchor) = (labels[found.ok()?].0.clone(), (anchor.x, anchor.y));
        Some(match action {
            Action::Place(laid) => {
                let (tile, at) = (game.tile_name(laid.tile).to_owned(), (laid.corner.x, laid.corner.y));
                LabelledPlacement { action, tile, at, label, anchor, way: Some((laid.way.degrees(), laid.way.flip())) }
            }
            _ => LabelledPlacement { action, tile: String::new(), at: anchor, label, anchor, way: None },
        })
    };
    actions.into_iter().filter_map(laying).collect()
}

/// The letters of these placements, or of those of one tile.
fn marks(all: &[LabelledPlacement<Action>], tile: Option<&str>) -> Vec<drawing::Mark> {
    let labels = LabelledPlacement::labels(all, tile).into_iter();
    labels.map(|(label, (x, y))| (label, Place::new(x, y))).collect()
}
