//! The script that pages with boards share: elements, boards, the table after a step, and controls to step.

/// The modules with their names, each after those that it imports.
pub const MODULES: [(&str, &str); 5] = [
    ("dom", include_str!("../page/dom.js")),
    ("pieces", include_str!("../page/pieces.js")),
    ("board", include_str!("../page/board.js")),
    ("table", include_str!("../page/table.js")),
    ("stepper", include_str!("../page/stepper.js")),
];

/// Joins modules, each after those that it imports, to one script.
///
/// Names are unique over all modules, so imports and exports are removed.
///
/// ```
/// # use interface::page_script::bundled;
/// let modules = ["export const a = 1;", "import { a } from \"./a.js\";\n// The sum.\n  f(a);"];
/// assert_eq!(bundled(modules), "const a = 1;\nf(a);\n");
/// ```
pub fn bundled<'a>(modules: impl IntoIterator<Item = &'a str>) -> String {
    let lines = modules.into_iter().flat_map(str::lines).filter(|line| !line.starts_with("import "));
    short(lines.map(|line| line.strip_prefix("export ").unwrap_or(line)))
}

/// A script of these lines without comment lines and indentation.
pub fn short<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let lines = lines.map(str::trim_start);
    let is_comment = |line: &str| line == "*" || ["//", "/*", "* ", "*/"].iter().any(|mark| line.starts_with(mark));
    lines.filter(|line| !line.is_empty() && !is_comment(line)).map(|line| line.to_owned() + "\n").collect()
}
