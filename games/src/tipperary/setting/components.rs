//! Lookup of component files and hometowns named in a config or command.

use std::path::Path;

use engine::tipperary::{ComponentSheet, Components, HometownId};
use interface::components::ComponentFile;
use interface::tipperary::hometowns::{HometownDeal, unknown};
use interface::tipperary::sheets::{Library, NAMES, Sheets, TILES, built_in, key, shipped};

use lab::base::error::{Error, Result};
use lab::forms::section::{Field, Section};
use lab::subject::files::Files;

/// Reads the files named in a config, and the shipped ones for the rest.
///
/// # Errors
/// If a file cannot be read or is not valid.
pub fn sheets(config: Section<'_>, files: Files<'_>) -> Result<Sheets> {
    let Some(field) = config.get(TILES) else { return Ok(Sheets::reconstructed()) };
    let section = field.section("tiles.")?.accept(&NAMES)?;
    let mut found = Sheets::reconstructed().files;
    for sheet in ComponentSheet::ALL {
        let Some(named) = section.get(sheet.name()) else { continue };
        found[sheet as usize] =
            file(files.named_in(named), sheet, named.text()?).map_err(|error| named.complaint(error))?;
        // Check each file separately, so that an error is reported at its key.
        Sheets::of_users([&found[sheet as usize]]).map_err(|error| named.complaint(error))?;
    }
    Sheets::of(found).map_err(Error::of_input)
}

/// Finds a component file by the name of the shipped file, or by path.
///
/// # Errors
/// If the file does not exist or cannot be read.
pub fn file(files: Files<'_>, sheet: ComponentSheet, named: &str) -> Result<ComponentFile> {
    let shipped = shipped(sheet);
    match files.find(key(sheet), named, &shipped)? {
        Some(found) => Ok(found.into_component(key(sheet))),
        None => Ok(built_in(sheet, shipped.iter().position(|(name, _)| *name == named).unwrap_or(0))),
    }
}

/// Returns the shipped files together with the given ones.
///
/// A given file is its kind followed by a path or the name of a shipped file, such as `bonus=PATH`. Commas separate
/// several files.
///
/// # Errors
/// If a file cannot be found or read, or is not valid.
pub fn library(given: &[String]) -> Result<Library> {
    let mut library = Library::shipped();
    for named in given.iter().flat_map(|list| list.split(',')) {
        let fault = || {
            let accepted = format!("KIND=FILE, with KIND one of {}", NAMES.join(", "));
            Error::input("--tiles", format_args!("found `{named}`"), &accepted)
        };
        let (kind, path) = named.split_once('=').ok_or_else(fault)?;
        let sheet = ComponentSheet::ALL.into_iter().find(|sheet| sheet.name() == kind).ok_or_else(fault)?;
        let found = file(Files::From(Path::new("")), sheet, path)?;
        // Report an invalid file at once, not at the first record that names it.
        Sheets::of_users([&found]).map_err(Error::of_input)?;
        library.files[sheet as usize].push(found);
    }
    Ok(library)
}

/// Reads the hometowns fixed by a config, by seat.
///
/// # Errors
/// If one is unknown, two are sides of the same hometown, or their number differs from that of players.
pub fn hometowns(field: Field<'_>, components: &Components, players: usize) -> Result<HometownDeal> {
    let items = field.list()?;
    if items.len() != players {
        return Err(field.fault(format!("{} hometowns", items.len()), format!("{players}, one for each player")));
    }
    let mut hometowns: Vec<HometownId> = Vec::new();
    for item in items {
        let id = item.text()?;
        let found = components.hometown_by_name(id).ok_or_else(|| item.complaint(unknown(components, id)))?;
        let wheel = |hometown: HometownId| components.hometown(hometown).wheel;
        if let Some(&other) = hometowns.iter().find(|&&other| wheel(other) == wheel(found)) {
            let other = &components.hometown(other).id;
            return Err(item.fault(
                format!("`{id}`, a side of the same hometown as `{other}`"),
                "a different hometown for every player",
            ));
        }
        hometowns.push(found);
    }
    Ok(HometownDeal::of(components, &hometowns))
}
