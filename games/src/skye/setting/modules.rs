//! The modules in play, and their tile files as named in a config.

use engine::skye::{Module, Modules};
use interface::skye::tile_set::MODULE_TILES;

use lab::base::error::Result;
use lab::forms::section::{Field, Section};

/// The key of the modules in configs.
pub const MODULES: &str = "modules";

/// Reads the list of modules, in any order.
///
/// # Errors
/// If a module is unknown or listed twice.
pub fn modules(field: Field<'_>) -> Result<Modules> {
    let mut modules = Modules::NONE;
    for item in field.list()? {
        let module: Module = item.text()?.parse().map_err(|error| item.complaint(error))?;
        if modules.has(module) {
            return Err(item.fault(format!("`{module}` a second time"), "each module at most once"));
        }
        modules = modules.with(module);
    }
    Ok(modules)
}

/// Reads the tile files of modules in play, each as a name or path.
///
/// # Errors
/// If a key is not a module with tiles, or the module is not in play.
pub fn module_tiles<'a>(config: Section<'a>, modules: Modules) -> Result<Vec<(Module, Field<'a>)>> {
    let Some(field) = config.get(MODULE_TILES) else { return Ok(Vec::new()) };
    let section = field.section("module-tiles.")?.accept(&Module::WITH_TILES.map(Module::name))?;
    let mut named = Vec::new();
    for module in Module::WITH_TILES {
        let Some(field) = section.get(module.name()) else { continue };
        if !modules.has(module) {
            return Err(field.complaint(format!("it needs `{module}` among the `{MODULES}`")));
        }
        named.push((module, field));
    }
    Ok(named)
}
