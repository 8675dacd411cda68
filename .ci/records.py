"""Writes game records back with the readers that docs/records.md names, and checks them as it says: records.py SIM"""
import importlib.util
import json
import subprocess
import sys
import tempfile
from pathlib import Path

SIM = Path(sys.argv[1]).resolve()
GAMES = {"base": "--seed=1", "modules": "--modules=druids,tunnels,bonus,borderlands", "tipperary": "--game=tipperary", "mixed": "--set=rules.castle-income=6"}
EXPECTED = {
    "pandas": dict.fromkeys(GAMES, "same") | {"mixed": "refused: rules"},
    "duckdb": dict.fromkeys(GAMES, "accepted") | {"mixed": "refused: rules"},
    "polars": dict.fromkeys(GAMES, "refused: prices") | {"tipperary": "accepted"},
    "pyarrow": dict.fromkeys(GAMES, "unreadable") | {"tipperary": "accepted"},
}


def there_and_back(reader, file, back):
    module = importlib.import_module("pyarrow.json" if reader == "pyarrow" else reader)
    if reader == "pandas":
        module.read_json(file, lines=True, dtype=False).to_json(back, orient="records", lines=True)
    elif reader == "duckdb":
        module.sql(f"COPY (FROM read_json('{file}')) TO '{back}' (FORMAT json)")
        assert " x HUGEINT, y HUGEINT" in "".join(map(str, module.read_json(file).types))
    elif reader == "polars":
        reads = [module.read_ndjson(file), module.read_ndjson(file, infer_schema_length=None)]
        assert ["rules" in read.columns for read in reads] == [False, file.endswith("mixed")]
        reads[0].write_ndjson(back)
    else:
        Path(back).write_text("\n".join(map(json.dumps, module.read_json(file).to_pylist())))


def outcome(reader, file):
    try:
        there_and_back(reader, file, f"{file}.{reader}")
    except ValueError as error:
        return "unreadable" if "/prices/" in str(error) else str(error)
    checked = subprocess.run([SIM, "check", f"{file}.{reader}"], capture_output=True, text=True)
    refused = checked.returncode and "refused: " + checked.stderr.split("`")[1]
    return refused or ("same" if Path(f"{file}.{reader}").read_bytes() == Path(file).read_bytes() else "accepted")


with tempfile.TemporaryDirectory() as folder:
    for name, setting in GAMES.items():
        subprocess.run([SIM, "play", "random", "random", "--games=110", f"--record={folder}/{name}", setting], check=True, stdout=subprocess.DEVNULL)
    Path(f"{folder}/mixed").write_text(Path(f"{folder}/base").read_text() + Path(f"{folder}/mixed").read_text())
    for reader in filter(importlib.util.find_spec, EXPECTED):  # Only those that are installed.
        assert (found := {name: outcome(reader, f"{folder}/{name}") for name in GAMES}) == EXPECTED[reader], (reader, found)
        print(f"{reader} treats records as docs/records.md says")
