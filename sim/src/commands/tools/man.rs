//! `sim man`: manual pages, of the program and of each command.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_mangen::Man;

use lab::base::error::{Error, Result};
use lab::base::out;
use lab::base::output::{check_ours, replace};

/// Arguments of `sim man`.
#[derive(Args, Debug)]
pub struct ManArgs {
    /// Print the page of this command, such as run or dev bench [default: sim]
    #[arg(value_name = "COMMAND", conflicts_with = "out")]
    pub command: Vec<String>,

    /// Write all pages into this folder instead, such as ~/.local/share/man/man1
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// Prints a page, or writes them all.
pub fn run(args: &ManArgs, mut program: Command) -> Result<()> {
    program.build();
    let pages = pages(&program)?;
    if let Some(folder) = &args.out {
        return write(folder, &pages);
    }
    let words = ["sim"].into_iter().chain(args.command.iter().map(String::as_str));
    let wanted = format!("{}.1", words.collect::<Vec<_>>().join("-"));
    let page = pages.iter().find(|(name, _)| *name == wanted);
    let (_, page) = page.ok_or_else(|| {
        let names: Vec<&str> =
            program.get_subcommands().map(Command::get_name).filter(|name| *name != "help").collect();
        let found = args.command.join(" ");
        Error::input("COMMAND", format_args!("found `{}`", found.escape_debug()), names.join(", "))
    })?;
    out::print(format_args!("{}", String::from_utf8_lossy(page)))
}

/// Returns the files of all pages with their content.
fn pages(program: &Command) -> Result<Vec<(String, Vec<u8>)>> {
    let items = all(program).into_iter().map(|command| {
        let name = command.get_display_name().unwrap_or("sim");
        let mut page = Vec::new();
        Man::new(command.clone().disable_help_subcommand(true)).render(&mut page).map_err(Error::of_machine)?;
        Ok((format!("{name}.1"), page))
    });
    items.collect()
}

/// Returns a command and all its subcommands, without those that print help.
fn all(command: &Command) -> Vec<&Command> {
    let below = command.get_subcommands().filter(|command| command.get_name() != "help");
    [command].into_iter().chain(below.flat_map(all)).collect()
}

/// Writes the pages over earlier ones.
fn write(folder: &Path, pages: &[(String, Vec<u8>)]) -> Result<()> {
    for (name, page) in pages {
        check_ours(&folder.join(name), &beginning(page))?;
    }
    fs::create_dir_all(folder).map_err(|error| Error::of_path(folder, &error, "a writable folder (--out)"))?;
    pages.iter().try_for_each(|(name, page)| replace(&folder.join(name), page))?;
    out::line(format_args!("{} pages in {}", pages.len(), folder.display()))
}

/// Returns the beginning of a page that is the same in every version of the program.
fn beginning(page: &[u8]) -> String {
    let text = String::from_utf8_lossy(page);
    let title = text.find("\n.TH ").map_or(0, |start| start + 1);
    let end = text[title..].find('"').map_or(title, |length| title + length);
    text[..end].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::cli::Cli;
    use clap::CommandFactory;

    #[test]
    fn there_is_a_page_for_every_command_and_only_pages_are_replaced() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("man1");
        let mut program = Cli::command();
        program.build();
        let pages = pages(&program).unwrap();
        let text = |name: &str| {
            let page = pages.iter().find(|(file, _)| file == name).unwrap_or_else(|| panic!("{name}"));
            String::from_utf8(page.1.clone()).unwrap()
        };
        assert!(
            text("sim.1").contains("sim\\-run(1)") && text("sim-run.1").contains("\\-\\-shard"),
            "{}",
            text("sim-run.1")
        );
        assert!(text("sim-dev-bench.1").contains("\\-\\-calls"));
        assert_eq!(pages.len(), all(&Cli::command()).len());
        let page = text("sim-run.1");
        assert!(beginning(page.as_bytes()).ends_with(".TH sim-run 1  "), "{page}");
        for _ in 0..2 {
            write(&folder, &pages).unwrap();
        }
        fs::write(folder.join("sim-plan.1"), "mine").unwrap();
        assert!(write(&folder, &pages).unwrap_err().to_string().contains("not written by this command"));
    }
}
