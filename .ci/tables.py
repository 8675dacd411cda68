"""Reads every table of some runs with pandas and polars by the lines of docs/tables.md, and compares each cell with the CSV.

usage: tables.py SIM

Needs pandas and polars; without one of them it says SKIPPED and tries the other. Runs are played by SIM. Some agents are renamed afterwards to what
readers of tables take for something else, as runs of earlier versions may have them, and the last game of each gets two winners.
"""
import csv
import importlib.util
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SIM = Path(sys.argv[1]).resolve()
NAMES = ["NA", "null", "nan", "007", "1e5", "true", "None"]


def is_installed(module):
    if importlib.util.find_spec(module):
        return True
    print(f"SKIPPED: tables read with {module}, which is not installed")
    return False


def sim(*words, folder):
    return subprocess.run([SIM, *words], cwd=folder, check=True, capture_output=True, text=True).stdout


def play(game, folder):
    """A run of 120 games; its agents get other names afterwards."""
    agents = "".join(f'[[agents]]\nname = "agent-{i}"\nspec = "random"\n' for i in range(len(NAMES)))
    config = f'game = "{game}"\nname = "{game}"\nplayers = 2\nblocks = 63\nlineup = "round-robin"\n'
    (folder / f"{game}.toml").write_text(config + agents)
    run = folder / game
    sim("run", f"{game}.toml", "--out", game, "--quiet", folder=folder)
    for file in run.glob("*.csv"):
        with open(file, newline="") as text:
            rows = list(csv.reader(text))
        for row in rows[1:]:
            row[:] = [NAMES[int(cell[6:])] if re.fullmatch(r"agent-\d", cell) else cell for cell in row]
        if file.stem == "games":
            rows[-1][rows[0].index("winners")] = "0+1"
        with open(file, "w", newline="") as text:
            csv.writer(text, lineterminator="\n").writerows(rows)
    return run


def lines():
    """The two blocks of docs/tables.md."""
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "docs/tables.md").read_text(), re.S)
    of = {name: [block for block in blocks if f"by_{name} =" in block] for name in ("pandas", "polars")}
    assert all(len(found) == 1 for found in of.values()), of
    return {name: found[0] for name, found in of.items()}


def compare(file, header, rows, kinds, cell):
    for place, name in enumerate(header):
        for number, row in enumerate(rows):
            expected = row[place] or None
            if expected is not None and kinds[name] != "text":
                expected = int(expected) if kinds[name] == "integer" else float(expected)
            found = cell(name, number)
            assert type(found) is type(expected) and found == expected, (file.name, name, number, found, expected)


def main():
    blocks = {name: block for name, block in lines().items() if is_installed(name)}
    with tempfile.TemporaryDirectory() as place:
        folder, cells, odd = Path(place), 0, 0
        for game in ("skye", "tipperary"):
            run = play(game, folder)
            dictionary = sim("list", "columns", "--game", game, folder=folder)
            (folder / "columns.csv").write_text(dictionary)
            kinds = {}
            for row in csv.DictReader(dictionary.splitlines()):
                kinds.setdefault(row["table"], {})[row["name"]] = row["type"]
            for file in sorted(run.glob("*.csv")):
                with open(file, newline="") as text:
                    header, *rows = csv.reader(text)
                cells += len(header) * len(rows)
                odd += sum(cell in NAMES or cell == "0+1" for row in rows for cell in row)
                names = {"table": file.stem, "file": str(file)}
                code = {name: block.replace('"columns.csv"', f'"{folder}/columns.csv"') for name, block in blocks.items()}
                if "pandas" in blocks:
                    import pandas as pd

                    names["pd"] = pd
                    scope = dict(names)
                    exec(code["pandas"], scope)
                    read = scope["by_pandas"]
                    assert list(read.columns) == header and len(read) == len(rows), file
                    values = {name: [None if pd.isna(cell) else getattr(cell, "item", lambda c=cell: c)() for cell in read[name]] for name in header}
                    compare(file, header, rows, kinds[file.stem], lambda name, number: values[name][number])
                if "polars" in blocks:
                    import polars as pl

                    scope = {**names, "pl": pl}
                    exec(code["polars"], scope)
                    read = scope["by_polars"]
                    assert read.columns == header and len(read) == len(rows), file
                    compare(file, header, rows, kinds[file.stem], lambda name, number: read[name][number])
        assert odd > 100, odd
        if blocks:
            print(f"{cells} cells of all tables read rightly by the lines for {' and '.join(blocks)}; {odd} of them look like something else")


main()
