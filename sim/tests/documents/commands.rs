//! Commands in documents and in the comments of configs are understood by the program: their words, the configs and keys that they name, and
//! the agents.

use std::fs;

use clap::Parser;

use crate::page::{Page, Placed, documents, root};
use lab::base::error::{Error, Result};
use lab::config::{Config, Overrides};
use lab::schedule::contestant::PlayerSpec;
use lab::subject::GameInfo;
use sim::commands::args::{CommandArgs, SetupArgs};
use sim::commands::cli::{Cli, Command};

/// The commands of a page: in blocks of code, and in its sentences where they begin a piece of code.
fn commands(page: &Page) -> Vec<Placed<String>> {
    let mut commands: Vec<Placed<String>> = Vec::new();
    for block in page.blocks() {
        // A line that goes on is one with the next, whose number is lost.
        for (place, line) in block.what.text.replace("\\\n", " ").lines().enumerate() {
            commands.extend(command(line).map(|what| Placed { line: block.line + 1 + place, what }));
        }
    }
    for span in page.spans() {
        if span.what.starts_with("sim ") || span.what.starts_with("cargo run --release -- ") {
            commands.extend(command(&span.what).map(|what| Placed { line: span.line, what }));
        }
    }
    commands
}

/// The call of the program in a line of a shell, if there is one.
fn command(line: &str) -> Option<String> {
    let line = line.replace("cargo run --release -- ", "sim ");
    let start = line.match_indices("sim ").map(|(at, _)| at).find(|&at| {
        let before = line[..at].trim_end();
        before.is_empty() || ["$", "do", ";", "|", "&&", "#"].iter().any(|end| before.ends_with(end))
    })?;
    let mut end = line.len();
    let mut quote = None;
    for (at, one) in line.char_indices().skip_while(|(at, _)| *at < start) {
        match (quote, one) {
            (None, '\'' | '"') => quote = Some(one),
            (Some(open), _) if open == one => quote = None,
            (None, '|' | '>' | ';') => {
                end = at;
                break;
            }
            (None, '#') if line[..at].ends_with(' ') => {
                end = at;
                break;
            }
            _ => {}
        }
    }
    Some(line[start..end].trim().to_owned())
}

/// Whether a word stands for others: `CONFIG`, `blocks=N`, `$players`, `greedy …`.
fn stands_for_others(word: &str) -> bool {
    let is_capital = |part: &str| !part.is_empty() && part.chars().all(|one| one.is_ascii_uppercase() || one == '-');
    word.contains(['$', '…']) || word.split(['=', '/', '.', ',']).any(is_capital)
}

/// A word with a number or a shell in place of what stands for them.
fn example(word: &str) -> &str {
    match word {
        "B" | "G" | "I" | "K" | "N" | "P" | "S" => "2",
        "SHELL" => "bash",
        "$SLURM_ARRAY_TASK_ID/16" => "1/16",
        _ => word.trim_end_matches('…'),
    }
}

/// What is wrong with a command, if anything is.
fn fault(command: &str) -> Option<String> {
    let Some(words) = shlex::split(command) else { return Some("an open quotation".to_owned()) };
    let mut plain: Vec<&str> = words.iter().map(|word| example(word)).collect();
    // A command alone, or with more words than are shown, is mentioned and not called.
    let name = if words.get(1).is_some_and(|word| word == "dev") { 3 } else { 2 };
    if words.len() == name || words.iter().any(|word| word == "…") {
        plain.truncate(name);
        plain.push("--help");
    }
    let cli = match Cli::try_parse_from(&plain) {
        Ok(cli) => cli,
        Err(help) if !help.use_stderr() => return None,
        Err(error) => return Some(error.to_string().lines().next().unwrap_or_default().to_owned()),
    };
    if words.iter().any(|word| stands_for_others(word)) {
        return None;
    }
    let is_ours = |word: &&String| ["agents/", "configs/", "results/"].iter().any(|folder| word.starts_with(folder));
    if let Some(missing) = words.iter().filter(is_ours).find(|word| !root().join(word).exists()) {
        return Some(format!("no `{missing}`"));
    }
    understood(&cli.command).err().map(|error| error.to_string())
}

/// Reads the config that a command names, and its agents.
fn understood(command: &Command) -> Result<()> {
    match command {
        Command::Run(args) => config(&args.source.config, &args.source.set),
        Command::Plan(args) => config(&args.source.config, &args.source.set),
        Command::Match(args) => specs(&args.common.setup, &args.programs, &[&args.a, &args.b]),
        Command::Play(args) => {
            specs(&args.setup, &args.programs, &args.agents.iter().map(String::as_str).collect::<Vec<_>>())
        }
        Command::Exploit(args) => specs(&args.common.setup, &args.programs, &[&args.agent]),
        _ => Ok(()),
    }
}

fn config(path: &std::path::Path, set: &[String]) -> Result<()> {
    // What is a study's own lies beside the study, which the page's reader is told.
    let path = [root().join(path), root().join("results/pairing").join(path)].into_iter().find(|path| path.exists());
    let path = path.ok_or_else(|| Error::input("", "no such config", ""))?;
    // Files that a command names are relative to the folder where the reader types it.
    std::env::set_current_dir(root()).expect("the project's folder");
    let config = Config::load(&path, &Overrides { set: set.to_vec(), seed: None })?;
    experiment(games::of_config(&config)?, &config)
}

fn experiment(game: &'static GameInfo, config: &Config) -> Result<()> {
    config.experiment(game).map(drop)
}

fn specs(setup: &SetupArgs, programs: &CommandArgs, specs: &[&str]) -> Result<()> {
    let config = setup.config()?;
    read_specs(games::of_config(&config)?, programs, specs)
}

fn read_specs(game: &'static GameInfo, programs: &CommandArgs, specs: &[&str]) -> Result<()> {
    let programs = programs.programs(game)?;
    for text in specs {
        // A player by the name that it has in the game.
        let spec = text.split_once('=').filter(|(name, _)| !name.contains(':')).map_or(*text, |(_, spec)| spec);
        if spec == "human" {
            continue;
        }
        PlayerSpec::read(spec, &game.schemas(), &programs).map_err(|error| Error::input(text, &error, ""))?;
    }
    Ok(())
}

fn faults(page: &Page) -> Vec<String> {
    let wrong = |command: Placed<String>| {
        let fault = fault(&command.what)?;
        Some(format!("{}:{}: `{}`: {fault}", page.path, command.line, command.what))
    };
    commands(page).into_iter().filter_map(wrong).collect()
}

#[test]
fn all_commands_are_understood() {
    let pages = documents();
    let count: usize = pages.iter().map(|page| commands(page).len()).sum();
    assert!(count > 100, "{count} commands");
    let found: Vec<String> = pages.iter().filter(|page| page.path != "CHANGELOG.md").flat_map(faults).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn commands_in_comments_of_configs_are_understood() {
    let mut found = Vec::new();
    for entry in fs::read_dir(root().join("configs")).expect("the configs") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            let text = fs::read_to_string(&path).expect("a config");
            let text = text.replace("\\\n#", " ");
            let lines = text.lines().filter(|line| line.starts_with("#     ")).filter_map(command);
            found.extend(lines.filter_map(|line| Some(format!("{}: `{line}`: {}", path.display(), fault(&line)?))));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn commands_are_found_in_shells() {
    assert_eq!(
        command("for players in 2 3; do sim run x.toml --set players=$players; done").unwrap(),
        "sim run x.toml --set players=$players"
    );
    assert_eq!(command("$ sim draw g.jsonl > g.svg").unwrap(), "sim draw g.jsonl");
    assert_eq!(command("sim match a b   # who wins?").unwrap(), "sim match a b");
    assert_eq!(command("sim run c.toml --set 'a=[\"3;\"]' | head").unwrap(), "sim run c.toml --set 'a=[\"3;\"]'");
    assert_eq!(command("let sim be"), None);
}

#[test]
fn commands_that_are_not_understood_are_found() {
    for good in [
        "sim list agents",
        "sim verify DIR",
        "sim match",
        "sim run configs/ladder.toml --set blocks=N",
        "sim play greedy mcts:iterations=5",
    ] {
        assert_eq!(fault(good), None, "{good}");
    }
    for (bad, wanted) in [
        ("sim lists agents", "lists"),
        ("sim match greedy random --block 3", "--block"),
        ("sim match greedy random --players 9", "9"),
        ("sim match greedy rule-of-thumb --game tipperary", "rule-of-thumb"),
        ("sim play greedy x=mcts:iteration=5", "iteration"),
        ("sim run configs/lader.toml", "no `configs/lader.toml`"),
        ("sim dev plot results/ladder/9.csv --value vp --by agent", "no `results/ladder/9.csv`"),
        ("sim run configs/ladder.toml --set blocs=1", "blocs"),
        ("sim run configs/ladder.toml --set agents.0.spec=greddy", "greddy"),
    ] {
        let found = fault(bad).unwrap_or_default();
        assert!(found.contains(wanted), "{bad}: {found}");
    }
}
