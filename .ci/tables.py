"""Reads every table of three runs by the recipes of docs/tables.md, in Python and R, and its Parquet file, and compares each cell with the CSV.

usage: tables.py SIM

A reader that is not installed is SKIPPED. Runs are played by SIM. Some agents are renamed afterwards to what readers of tables take for
something else, and the last game of each run gets two winners.
"""
import ast
import csv
import importlib.util
import json
import math
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SIM = Path(sys.argv[1]).resolve()
WORDS = ["NA", "null", "nan", "007", "1e5", "true", "None"]
NUMBERS = ["007", "1e5", "1.50", "+3", "0", "12", "99999999999999999999"]
MODULES = 'game = "skye"\nmodules = ["druids", "tunnels", "bonus", "borderlands"]\n'
RUNS = {"base": ('game = "skye"\n', WORDS), "modules": (MODULES, NUMBERS), "tipperary": ('game = "tipperary"\n', WORDS)}
PAGE = (ROOT / "docs/tables.md").read_text(encoding="utf-8")
# Writes what R has read: texts marked, numbers with all their digits, and nothing where a value is missing.
WRITE_R = """
write <- function(read, file) {
  text <- function(cells) ifelse(is.na(cells), NA, if (is.character(cells)) paste0("text:", cells) else sprintf("%.17g", cells))
  write.csv(lapply(read, text), file, na = "", row.names = FALSE)
}
"""


def sim(*words, folder):
    return subprocess.run([SIM, *words], cwd=folder, check=True, capture_output=True, text=True).stdout


def cells(file):
    with open(file, newline="") as text:
        return list(csv.reader(text))


def play(name, folder):
    """Plays a run of 210 games, renames its agents, and writes the dictionary of its columns. Its manifest no longer has sums of its tables."""
    keys, names = RUNS[name]
    # A spec with a comma is quoted.
    specs = ["random"] * (len(names) - 1) + ["mcts:iterations=2,rounds=1"]
    agents = "".join(f'[[agents]]\nname = "agent-{i}"\nspec = "{spec}"\n' for i, spec in enumerate(specs))
    config = f'name = "{name}"\nplayers = 3\nblocks = 70\nlineup = "round-robin"\n'
    (folder / f"{name}.toml").write_text(keys + config + agents)
    sim("run", f"{name}.toml", "--out", name, "--quiet", folder=folder)
    for file in (folder / name).glob("*.csv"):
        rows = cells(file)
        for row in rows[1:]:
            row[:] = [names[int(cell[6:])] if re.fullmatch(r"agent-\d", cell) else cell for cell in row]
        if file.stem == "games":
            rows[-1][rows[0].index("winners")] = "s0+s1"
        with open(file, "w", newline="") as text:
            csv.writer(text, lineterminator="\n").writerows(rows)
    manifest = json.loads((folder / name / "manifest.json").read_text())
    for entry in manifest["tables"]:
        entry.pop("sha256", None)
    (folder / name / "manifest.json").write_text(json.dumps(manifest))
    (folder / f"{name}.columns").write_text(sim("list", "columns", "--game", "tipperary" if "tipperary" in keys else "skye", folder=folder))
    return sorted((folder / name).glob("*.csv"))


def recipe(language, word, file=None):
    """The block of docs/tables.md that has this word, for this table instead of the one that it names."""
    (text,) = [text for text in re.findall(rf"```{language}\n(.*?)```", PAGE, re.S) if word in text]
    for written, meant in {"runs/quickstart-1/games.csv": file, "columns.csv": file and f"{file.parent}.columns", "games": file and file.stem}.items():
        text = text.replace(f'"{written}"', f'"{meant}"')
    return text


def is_installed(module):
    found = importlib.util.find_spec(module) is not None
    if not found:
        print(f"SKIPPED: tables read with {module}, which is not installed")
    return found


def by_python(file, modules):
    """What each reader reads: its columns as lists."""
    scope = {}
    exec(recipe("python", "def types", file), scope)
    imports, *lines = ast.parse(recipe("python", "by_pandas =")).body
    for one in imports.names:
        if one.name.split(".")[0] in modules:
            exec(ast.unparse(ast.Import([one])), scope)
    for line in lines:
        reader = line.targets[0].id[3:]
        if reader in modules:
            exec(ast.unparse(line), scope)
            yield reader, as_lists(scope[f"by_{reader}"])


def by_parquet(file, modules):
    """What each reader reads from the Parquet file of a table, and this package from the table."""
    import boardlab
    import pyarrow.parquet

    parquet, run = str(file.with_suffix(".parquet")), boardlab.read_run(file.parent)
    yield "pyarrow", as_lists(pyarrow.parquet.read_table(parquet))
    yield "boardlab", as_lists(run.table(file.stem))
    if "pandas" in modules:
        yield "pandas", as_lists(importlib.import_module("pandas").read_parquet(parquet, dtype_backend="numpy_nullable"))
        yield "boardlab's pandas", as_lists(run.pandas(file.stem))
    if "polars" in modules:
        yield "polars", as_lists(importlib.import_module("polars").read_parquet(parquet))
        yield "boardlab's polars", as_lists(run.polars(file.stem))
    if "duckdb" in modules:
        yield "duckdb", as_lists(importlib.import_module("duckdb").read_parquet(parquet))


def as_lists(read):
    """The columns of a table of any of these libraries."""
    library = type(read).__module__.split(".")[0].lstrip("_")
    if library == "pandas":
        missing = importlib.import_module("pandas").isna
        return {name: [None if missing(cell) else cell for cell in read[name].tolist()] for name in read}
    if library == "polars":
        return read.to_dict(as_series=False)
    if library == "pyarrow":
        return read.to_pydict()
    rows = read.fetchall()
    return {name: [row[place] for row in rows] for place, name in enumerate(read.columns)}


def by_r(files):
    """Reads all files in R; each reader leaves what it reads in FILE.READER."""
    script = 'quit(status = !all(sapply(c("data.table", "readr"), requireNamespace, quietly = TRUE)))'
    try:
        is_there = subprocess.run(["Rscript", "-e", script], capture_output=True).returncode == 0
    except FileNotFoundError:
        is_there = False
    if not is_there:
        print("SKIPPED: tables read in R with data.table and readr, which are not installed")
        return []
    lines = [recipe("r", "by_fread <-", file) + "".join(f'write(by_{name}, "{file}.{name}")\n' for name in ("fread", "readr")) for file in files]
    subprocess.run(["Rscript", "-"], input=WRITE_R + "".join(lines), text=True, check=True, stdout=subprocess.DEVNULL)
    return ["fread", "readr"]


def from_r(file):
    header, *rows = cells(file)
    value = lambda cell: None if cell == "" else cell[5:] if cell.startswith("text:") else float(cell)
    return {name: [value(row[place]) for row in rows] for place, name in enumerate(header)}


def is_same(found, expected, reader):
    """R has one type for numbers, and pandas for a column with missing ones; `fread` may miss the last bit."""
    if reader in ("fread", "readr", "boardlab's pandas") and isinstance(found, float) and isinstance(expected, (int, float)):
        return math.isclose(found, expected, rel_tol=3e-16)
    return type(found) is type(expected) and found == expected


def main():
    modules = [name for name in ("pandas", "polars", "duckdb", "pyarrow") if is_installed(name)]
    has_parquet = is_installed("boardlab")
    with tempfile.TemporaryDirectory() as place:
        files = [file for name in RUNS for file in play(name, Path(place))]
        for name in RUNS if has_parquet else ():
            importlib.import_module("boardlab").export(Path(place) / name)
        in_r, count, odd = by_r(files), 0, 0
        for file in files:
            header, *rows = cells(file)
            count += len(header) * len(rows)
            odd += sum(cell in WORDS or cell == "s0+s1" for row in rows for cell in row)
            _, *dictionary = cells(f"{file.parent}.columns")
            kinds = {name: {"text": str, "integer": int, "float": float}[kind] for table, name, kind, *_ in dictionary if table == file.stem}
            expected = {name: [kinds[name](row[at]) if row[at] else None for row in rows] for at, name in enumerate(header)}
            by_all = [*by_python(file, modules), *(by_parquet(file, modules) if has_parquet else ())]
            for reader, read in [*by_all, *((name, from_r(f"{file}.{name}")) for name in in_r)]:
                assert list(read) == header, (reader, file)
                for name in header:
                    assert len(read[name]) == len(rows), (reader, file)
                    for row, (found, wanted) in enumerate(zip(read[name], expected[name])):
                        assert is_same(found, wanted, reader), (reader, file.name, name, row, found, wanted)
        assert odd > 100, odd
        print(f"{len(files)} tables, {count} cells, {odd} of which look like something else: read as written by {', '.join([*modules, *in_r])}{' and from Parquet' * has_parquet}")


main()
