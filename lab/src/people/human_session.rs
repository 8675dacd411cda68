//! A game with people at the terminal: input, display, hints, undo, saving and resuming.

use std::path::{Path, PathBuf};

use agents::{Agent, Decision};
use engine::random::{mix, random};
use engine::{Game, Seat, Turn};
use interface::human_input::{STRONG, all_wrapped, listed, name, shown};
use interface::picture_play::PicturePlay;
use interface::record::RecordHeading;
use interface::saved;
use interface::seeds::GameSeed;
use interface::session::{Session, Step, decide};
use interface::weighing::considered;

use super::terminal::Terminal;
use crate::base::error::{Error, Result};
use crate::base::output;
use crate::base::plain_text::escaped;

/// The player in a seat.
pub enum SessionPlayer<'a, G: Game> {
    /// A person at the terminal.
    Person,
    /// One of the game's agents, or an external program.
    Agent(&'a dyn Agent<G>),
}

/// An agent that people may ask for hints.
pub struct Adviser<G: Game> {
    /// The name.
    pub name: String,
    /// The agent.
    pub agent: Box<dyn Agent<G>>,
}

/// The end of a session.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum SessionEnd {
    /// The game is over.
    Over,
    /// A person typed `quit`, or the input ended after the game was saved.
    Left,
}

/// A game with people, with its state besides the steps played.
pub struct HumanSession<'a, G: Game> {
    /// The game so far.
    pub session: Session<G>,
    /// The seed of all random draws.
    pub seed: GameSeed,
    /// The first line of records and saved games.
    pub heading: RecordHeading,
    /// The players by seat.
    pub players: Vec<SessionPlayer<'a, G>>,
    /// The agent that gives hints.
    pub adviser: Adviser<G>,
    /// The file in which the game is saved after every decision of a person, if any.
    pub save: Option<PathBuf>,
    /// The players' names, shortened to the available space.
    names: Vec<String>,
    /// The number of lines of the narration that have been shown.
    told: usize,
    /// The number of steps when a person was last shown the table.
    shown: usize,
    /// A line that was typed before it was needed.
    ahead: Option<String>,
}

/// The maximum number of letters of a name that are displayed.
const LONGEST_NAME: usize = 20;

/// The number of actions in a hint.
const LISTED: usize = 5;

/// The number of possible decisions that are listed before anybody asks.
const LISTED_AT_ONCE: usize = 16;

/// The beginning of a code for colours, which drawings and headings have.
const ESCAPE: char = '\u{1b}';

/// The random stream for hints, separate from those of players.
const HINT: u64 = 0x6869_6e74;

/// The commands accepted at any time.
const ALWAYS: [(&str, &str); 6] = [
    ("?", "list the possible decisions; a number takes the one with this number"),
    ("legend", "explain letters and symbols"),
    ("hint", "show what an agent would do, and why"),
    ("undo", "take back the last decision, unless something new has been shown since"),
    ("save FILE", "save the game; `sim play --resume FILE` continues it"),
    ("quit", "leave the game"),
];

/// The result of a line.
enum LineResult {
    /// A decision was taken or undone.
    Acted,
    /// A decision is still required.
    Nothing,
    /// The session is over.
    Ended(SessionEnd),
}

impl<'a, G: PicturePlay> HumanSession<'a, G> {
    /// Creates a session, before anything is shown.
    pub fn new(
        session: Session<G>,
        seed: GameSeed,
        heading: RecordHeading,
        players: Vec<SessionPlayer<'a, G>>,
        adviser: Adviser<G>,
        save: Option<PathBuf>,
    ) -> Self {
        let names = heading.players.iter().map(|name| short_name(&escaped(name))).collect();
        Self { session, seed, heading, players, adviser, save, names, told: 0, shown: 0, ahead: None }
    }

    /// Plays until the game is over or a person leaves.
    ///
    /// # Errors
    /// If lines cannot be read or written, the game cannot be saved, the input ends in an unsaved game, or an agent
    /// fails to decide.
    pub fn play(&mut self, terminal: &mut Terminal<'_>) -> Result<SessionEnd> {
        loop {
            self.session.draw(self.seed.draws);
            let Turn::Seat(seat) = self.session.turn() else { break };
            match &self.players[seat.index()] {
                SessionPlayer::Agent(agent) => {
                    let action = decide(&self.session, &self.seed, seat, *agent).map_err(Error::undecided)?;
                    self.session.act(action).map_err(|error| Error::machine(format_args!("seat {seat}"), error))?;
                }
                SessionPlayer::Person => {
                    if let LineResult::Ended(end) = self.prompt(terminal, seat)? {
                        return Ok(end);
                    }
                    self.save.as_deref().map_or(Ok(()), |path| self.save_in(path))?;
                }
            }
        }
        self.tell_news(terminal)?;
        self.save.as_deref().map_or(Ok(()), |path| self.save_in(path))?;
        Ok(SessionEnd::Over)
    }

    /// Prompts a person until a decision is made.
    fn prompt(&mut self, terminal: &mut Terminal<'_>, seat: Seat) -> Result<LineResult> {
        let people = self.players.iter().filter(|player| matches!(player, SessionPlayer::Person)).count();
        let is_secret = self.session.game().is_secret(self.session.position());
        if people > 1 && is_secret && self.ahead.is_none() {
            terminal.clear()?;
            let who = name(&self.names, seat);
            terminal.say(&format!(
                "{who} decides in secret; the others look away. Press Enter to show the table, or type `undo` to go \
                 back."
            ))?;
            match terminal.ask()? {
                None => return self.end_of_input(),
                Some(line) if line.eq_ignore_ascii_case("undo") => return self.undo(terminal),
                Some(line) => self.ahead = Some(line).filter(|line| !line.is_empty()),
            }
        }
        self.tell_news(terminal)?;
        self.show_table(terminal, seat)?;
        loop {
            let line = match self.ahead.take() {
                Some(line) => line,
                None => match terminal.ask()? {
                    None => return self.end_of_input(),
                    Some(line) => line,
                },
            };
            match self.execute(terminal, seat, &line)? {
                LineResult::Nothing => {}
                said => return Ok(said),
            }
        }
    }

    /// Narrates what has happened since the last time.
    fn tell_news(&mut self, terminal: &mut Terminal<'_>) -> Result<()> {
        let mut lines = Vec::new();
        let say = Box::new(|line: &str| lines.push(line.to_owned()));
        self.session.show(&mut self.session.game().narrator(&self.names, "", say));
        // After decisions were taken back there are fewer lines.
        self.told = self.told.min(lines.len());
        for line in &lines[self.told..] {
            // Only prose is wrapped.
            if line.contains(ESCAPE) { terminal.show([line])? } else { terminal.say(line)? }
        }
        self.told = lines.len();
        Ok(())
    }

    /// Shows what a person needs for a decision, and asks for it.
    fn show_table(&mut self, terminal: &mut Terminal<'_>, seat: Seat) -> Result<()> {
        self.shown = self.session.at();
        let (game, view) = (self.session.game(), self.session.view(seat));
        terminal.show(all_wrapped(self.standings(game.public(&view)), 6))?;
        terminal.show(game.table(&view, &self.names))?;
        let several = self.players.iter().filter(|player| matches!(player, SessionPlayer::Person)).count() > 1;
        let who = if several { format!("{}: ", name(&self.names, seat)) } else { String::new() };
        let example = listed(game, &view).swap_remove(0).1;
        let possible = self.possible(seat);
        let is_short = possible.len() <= LISTED_AT_ONCE;
        let more = if is_short { "commands".to_owned() } else { format!("all {} decisions", possible.len()) };
        let question = format!("{who}{} Type a line such as `{example}`; `?` lists {more}.", game.prompt(&view));
        terminal.show(all_wrapped([question], 4).into_iter().map(|line| format!("{STRONG}{line}{STRONG:#}")))?;
        if is_short {
            terminal.show(all_wrapped(possible, 16))?;
        }
        Ok(())
    }

    /// Describes the points and the possessions of all seats.
    fn standings(&self, public: &G::Public) -> Vec<String> {
        let (game, awards) = (self.session.game(), self.session.game().awards(public));
        let stage = game.stage();
        let mut lines = vec![String::new()];
        for seat in Seat::all(game.seats()) {
            let counters = stage.counters.iter().zip(game.counters(public, seat));
            let counters = counters.map(|(counter, amount)| format!("{counter} {amount}"));
            let now =
                stage.awards.iter().zip(&awards).map(|((award, _), pay)| format!("{award} {}", pay[seat.index()]));
            let now = format!("now worth: {}", now.collect::<Vec<_>>().join(", "));
            let all = [counters.collect::<Vec<_>>().join(", "), now].into_iter().chain(game.belongings(public, seat));
            lines.push(format!("  {}  {}", name(&self.names, seat), all.collect::<Vec<_>>().join("; ")));
        }
        lines
    }

    /// Executes a line of input.
    fn execute(&mut self, terminal: &mut Terminal<'_>, seat: Seat, line: &str) -> Result<LineResult> {
        let (word, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()));
        match (word.to_lowercase().as_str(), rest) {
            ("", _) => Ok(LineResult::Nothing),
            ("?" | "help", "") => self.show_possible(terminal, seat),
            ("legend", "") => {
                let legend = self.session.game().glyphs().into_iter().map(|line| format!("  {line}"));
                terminal.show(all_wrapped(legend, 4)).map(|()| LineResult::Nothing)
            }
            ("hint", "") => self.hint(terminal, seat).map(|()| LineResult::Nothing),
            ("undo", "") => self.undo(terminal),
            ("quit", "") => self.quit(terminal),
            ("save", "") => terminal.say("found `save`; accepted: `save FILE`").map(|()| LineResult::Nothing),
            ("save", file) => {
                let path = Path::new(file);
                match output::check_ours(path, saved::BEGINNING).and_then(|()| self.save_in(path)) {
                    Ok(()) => terminal.say(&format!("saved in {}", shown(file)))?,
                    Err(error) => terminal.say(&error.in_one_line().to_string())?,
                }
                Ok(LineResult::Nothing)
            }
            _ => {
                let read = self.session.game().read(&self.session.view(seat), line);
                let acted = read.and_then(|action| self.session.act(action).map_err(|error| error.to_string()));
                match acted {
                    Ok(()) => Ok(LineResult::Acted),
                    Err(fault) => terminal.say(&format!("{fault}; `?` lists all")).map(|()| LineResult::Nothing),
                }
            }
        }
    }

    /// Lists the possible decisions, each with its number, its line and its meaning; or the form of their lines.
    fn possible(&self, seat: Seat) -> Vec<String> {
        let (game, view) = (self.session.game(), self.session.view(seat));
        if let Some(form) = game.form(&view) {
            return vec![format!("  {form}")];
        }
        // A position that looks the same to the seat, so that no word can reveal hidden information.
        let position = game.determinize_uniformly(&view, &mut random(HINT));
        let all = (1..).zip(listed(game, &view));
        all.map(|(number, (action, line))| {
            format!("  {number:>3}  {line:18}  {}", game.action(&position, seat, action))
        })
        .collect()
    }

    /// Lists the possible decisions and the other commands.
    fn show_possible(&self, terminal: &mut Terminal<'_>, seat: Seat) -> Result<LineResult> {
        terminal.show(all_wrapped(self.possible(seat), 16))?;
        terminal.show(all_wrapped(ALWAYS.iter().map(|(line, what)| format!("  {line:12}  {what}")), 16))?;
        Ok(LineResult::Nothing)
    }

    /// Writes the adviser's decision, based on what this seat may know.
    fn hint(&self, terminal: &mut Terminal<'_>, seat: Seat) -> Result<()> {
        let (game, view, agent) = (self.session.game(), self.session.view(seat), &self.adviser);
        let seed = mix([self.seed.thinking, seat.index() as u64, self.session.at() as u64, HINT]);
        let explanation = agent.agent.explain(game, &view, &mut random(seed));
        let Decision { action, iterations } = explanation.decision;
        let searched = if iterations == 0 { String::new() } else { format!(", after {iterations} iterations") };
        terminal.say(&format!("{} would type `{}`{searched}", shown(&agent.name), game.line(&view, action)))?;
        // Uses a position that looks the same to the seat, so that no word can reveal hidden information.
        let position = game.determinize_uniformly(&view, &mut random(seed));
        let weighed = considered(game, &position, seat, &view, &explanation);
        if weighed.is_empty() {
            return terminal.say("  it does not compare actions");
        }
        let visits = |count: u64| if count == 0 { String::new() } else { format!(", {count} visits") };
        let lines = weighed.iter().take(LISTED).map(|line| {
            let value = line.value.map_or_else(|| "    -".to_owned(), |value| format!("{value:9.3}"));
            let sold = line.sale_chances.iter().map(|(tile, chance)| format!(", {tile} sells {:.0} %", 100.0 * chance));
            format!("  {value}  {}{}{}", line.action, visits(line.visits), sold.collect::<String>())
        });
        terminal.say(&format!("  actions compared, by {}:", explanation.measure))?;
        terminal.show(all_wrapped(lines, 13))
    }

    /// Undoes a person's last decision, unless hidden information has been revealed since.
    fn undo(&mut self, terminal: &mut Terminal<'_>) -> Result<LineResult> {
        let at = self.session.at();
        let last = self.session.steps()[..at].iter().rposition(|step: &Step<G::Chance, G::Action>| {
            matches!(step, Step::Action(seat, _) if matches!(self.players[seat.index()], SessionPlayer::Person))
        });
        let Some(last) = last else {
            return terminal.say("there is no decision to undo").map(|()| LineResult::Nothing);
        };
        let mut before = self.session.clone();
        before.go_to(last);
        let game = self.session.game();
        let reveals = game.is_secret(before.position()) && {
            before.go_to(last + 1);
            !game.is_secret(before.position())
        };
        if self.shown > last && (last + 1 < at || reveals) {
            terminal.say("the last decision cannot be undone: hidden information has been shown since")?;
            return Ok(LineResult::Nothing);
        }
        self.session.go_to(last);
        terminal.say("taken back")?;
        Ok(LineResult::Acted)
    }

    fn quit(&self, terminal: &mut Terminal<'_>) -> Result<LineResult> {
        match &self.save {
            Some(path) => {
                self.save_in(path)?;
                terminal.say(&format!("saved in {}", path.display()))?;
            }
            None => terminal.say("left; the game was not saved")?,
        }
        Ok(LineResult::Ended(SessionEnd::Left))
    }

    /// Handles the end of the input before the end of the game.
    fn end_of_input(&self) -> Result<LineResult> {
        let Some(path) = &self.save else {
            return Err(Error::machine(
                "standard input ended before the game, and the game is lost",
                "there was no --save FILE",
            ));
        };
        self.save_in(path)?;
        Ok(LineResult::Ended(SessionEnd::Left))
    }

    /// Saves the game to this file atomically.
    fn save_in(&self, path: &Path) -> Result<()> {
        // Agents repeat their secret decisions when resumed, so these are not saved where they could be read.
        let line = saved::line(&self.session, &self.heading, |seat: Seat| {
            matches!(self.players[seat.index()], SessionPlayer::Agent(_))
        });
        output::replace(path, (line + "\n").as_bytes())
    }

    /// Returns the record of the game so far: one line without its line end.
    pub fn record(&self) -> String {
        self.session.record(&self.heading)
    }
}

/// Returns the name, shortened to the space on a line.
fn short_name(name: &str) -> String {
    match name.char_indices().nth(LONGEST_NAME) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}
