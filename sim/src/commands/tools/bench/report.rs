//! What was measured, as tables or as JSON.

use serde::Serialize;

use crate::base::error::Result;
use crate::base::out;
use crate::base::spread::Spread;
use crate::lab::study::throughput::{Stage, Throughput};
use crate::report::terminal::summary::{heading, print_caveat};
use crate::report::terminal::table::PrintedTable;
use crate::skye::tools::bench::calls::Call;
use crate::skye::tools::bench::searches::SearchRate;
use crate::skye::tools::bench::timing::CallTime;

/// Everything measured. This is what `--json` prints; units are at the end of names.
#[derive(Serialize)]
pub struct BenchReport {
    version: &'static str,
    seed: u64,
    threads: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reconstructed: Vec<&'static str>,
    /// By agent, then number of players.
    pub games: Vec<Throughput>,
    /// By number of players, then call.
    pub calls: Vec<CallTime>,
    /// By number of players, then search.
    pub searches: Vec<SearchRate>,
}

impl BenchReport {
    /// With nothing measured yet; the components of these parts of the game are only reconstructed.
    pub fn new(stage: &Stage, reconstructed: Vec<&'static str>) -> Self {
        let version = env!("CARGO_PKG_VERSION");
        let (seed, threads) = (stage.seed, stage.threads());
        Self { version, seed, threads, reconstructed, games: Vec::new(), calls: Vec::new(), searches: Vec::new() }
    }

    /// Prints it.
    pub fn print(&self, as_json: bool) -> Result<()> {
        if as_json {
            return out::json(self);
        }
        self.print_games()?;
        if !self.calls.is_empty() {
            self.print_calls()?;
            self.print_searches()?;
        }
        print_caveat(&self.reconstructed)?;
        out::line("medians of several repeats, with the smallest and the largest")
    }

    fn print_games(&self) -> Result<()> {
        heading("Games of an agent among itself")?;
        let all = match self.threads {
            1 => "games/s, 1 thread again".to_owned(),
            threads => format!("games/s, {threads} threads"),
        };
        let header =
            ["agent", "players", "games/s, 1 thread", "decisions/s", "iterations/s", &all, "ratio", "processors"];
        let mut table = PrintedTable::new(&header, 1..header.len());
        for row in &self.games {
            table.add_row([
                row.agent.clone(),
                row.players.to_string(),
                with_ends(&row.one_thread.games_per_s),
                rounded(row.one_thread.decisions_per_s.median),
                searched(row.one_thread.iterations_per_s.median),
                with_ends(&row.all_threads.games_per_s),
                format!("{:.2} ({:.2} to {:.2})", row.ratio.median, row.ratio.min, row.ratio.max),
                format!("{:.2}", row.all_threads.processors.median),
            ]);
        }
        out::line(format_args!("{table}"))?;
        out::line(
            "processors: processor time per second with all threads; less than threads means that others used them too\n",
        )
    }

    /// Calls down, numbers of players across.
    fn print_calls(&self) -> Result<()> {
        heading("Calls in typical positions, ns")?;
        let mut table = by_players(&["call"], self.calls.iter().map(|row| row.players));
        for call in Call::ALL {
            let times = self.calls.iter().filter(|row| row.call == call.name());
            let name = call.name().replace('_', " ");
            table.add_row(std::iter::once(name).chain(times.map(|row| with_ends(&row.time_ns))));
        }
        out::line(format_args!("{table}\n"))
    }

    /// Searches down, numbers of players across.
    fn print_searches(&self) -> Result<()> {
        heading("Search from the first round, iterations per second of processor time")?;
        let mut table = by_players(&["continuations", "until the"], self.searches.iter().map(|row| row.players));
        let of_first = self.searches.iter().filter(|row| row.players == self.searches[0].players);
        for SearchRate { rollout, until, .. } in of_first {
            let rates = self.searches.iter().filter(|row| (row.rollout, row.until) == (*rollout, *until));
            let names = [*rollout, *until].map(str::to_owned);
            table.add_row(names.into_iter().chain(rates.map(|row| with_ends(&row.iterations_per_cpu_s))));
        }
        out::line(format_args!("{table}"))
    }
}

/// A table with a column for each number of players, after those of the names.
fn by_players(names: &[&str], players: impl Iterator<Item = usize>) -> PrintedTable {
    let mut counts: Vec<usize> = players.collect();
    counts.dedup();
    let counts = counts.iter().map(|count| format!("{count} players"));
    let header: Vec<String> = names.iter().map(|&name| name.to_owned()).chain(counts).collect();
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    PrintedTable::new(&header, names.len()..header.len())
}

fn with_ends(spread: &Spread) -> String {
    let [median, min, max] = [spread.median, spread.min, spread.max].map(rounded);
    format!("{median} ({min} to {max})")
}

fn searched(rate: f64) -> String {
    if rate > 0.0 { rounded(rate) } else { String::new() }
}

/// At least three significant figures.
fn rounded(number: f64) -> String {
    match number {
        number if number < 10.0 => format!("{number:.2}"),
        number if number < 100.0 => format!("{number:.1}"),
        _ => format!("{number:.0}"),
    }
}
