"""Experiments and their tables."""

from __future__ import annotations

import csv
import filecmp
import gzip
import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from conftest import sim

import boardlab

CONFIG: dict[str, Any] = {
    "name": "small",
    "players": 2,
    "blocks": 6,
    "agents": [{"name": "wild", "spec": "random"}, {"name": "quick", "spec": "rule-of-thumb"}],
}


def write(path: Path, blocks: int = 6) -> Path:
    """The same as a file."""
    path.write_text(
        f'name = "small"\nplayers = 2\nblocks = {blocks}\n'
        '[[agents]]\nname = "wild"\nspec = "random"\n[[agents]]\nname = "quick"\nspec = "rule-of-thumb"\n'
    )
    return path


def test_a_run_and_its_tables(tmp_path: Path) -> None:
    run = boardlab.run(CONFIG, tmp_path / "run", compress="gzip", seed=3, rules={"castle-income": 6})
    assert run.manifest["complete"] and run.manifest["seed"] == 3 and run.game == "skye"
    assert run.manifest["config"]["rules"]["castle-income"] == 6
    assert {"games", "seats", "offers", "agents", "pairs"} <= set(run.tables)
    for name in run.tables:
        table = run.table(name)
        assert isinstance(table, pa.Table)
        path = next(path for path in (tmp_path / "run").glob(f"{name}.csv*"))
        text = gzip.open(path, "rt").read() if path.suffix == ".gz" else path.read_text()
        rows = list(csv.DictReader(text.splitlines()))
        assert table.num_rows == len(rows) and table.schema.names == list(rows[0] if rows else table.schema.names)
        about = {entry["name"]: entry for entry in run.columns(name).to_pylist()}
        for field in table.schema:
            assert {"integer": pa.int64(), "float": pa.float64(), "text": pa.string()}[about[field.name]["type"]] == field.type
            assert field.metadata[b"meaning"].decode() == about[field.name]["meaning"]
            column = table[field.name].to_pylist()
            for value, row in zip(column, rows):
                assert (value is None) if row[field.name] == "" else str(value) == row[field.name] or float(value) == float(row[field.name])
    agents = run.table("agents").to_pylist()
    assert [agent["agent"] for agent in agents] == ["wild", "quick"]
    assert boardlab.read_run(tmp_path / "run").manifest == run.manifest
    assert len(run.pandas("seats")) == run.polars("seats").height == 4 * 6
    assert "small" not in repr(run) and "games of skye" in repr(run)


def test_the_bytes_are_those_of_the_program(tmp_path: Path) -> None:
    program, config = sim(), write(tmp_path / "c.toml")
    subprocess.run([program, "run", str(config), "--out", str(tmp_path / "theirs"), "--quiet"], check=True, capture_output=True)
    for threads in (1, 2):
        out = tmp_path / f"ours-{threads}"
        boardlab.run(config, out, threads=threads)
        files = sorted(path.name for path in (tmp_path / "theirs").iterdir() if path.name != "timing.json")
        assert files == sorted(path.name for path in out.iterdir() if path.name != "timing.json")
        differing = [name for name in files if not filecmp.cmp(tmp_path / "theirs" / name, out / name, shallow=False)]
        # Two builds may be of two revisions.
        assert differing in ([], ["manifest.json"])
        manifests = [boardlab.read_run(folder).manifest for folder in (tmp_path / "theirs", out)]
        for manifest in manifests:
            del manifest["revision"]
        assert manifests[0] == manifests[1]


def test_what_cannot_be_run_leaves_nothing_behind(tmp_path: Path) -> None:
    out = tmp_path / "run"
    wrong: list[tuple[Any, dict[str, Any], type[Exception], str]] = [
        (tmp_path / "none.toml", {}, ValueError, "none.toml"),
        ({"name": "x"}, {}, ValueError, "players"),
        ({**CONFIG, "blocks": 0}, {}, ValueError, "blocks"),
        (CONFIG, {"blocks": -1}, ValueError, "^blocks=-1: `blocks`: found -1"),
        (CONFIG, {"blocks": 1.5}, ValueError, "blocks"),
        (CONFIG, {"nothing": 1}, ValueError, "nothing"),
        (CONFIG, {"rules": {"castle-income": 99}}, ValueError, "castle-income"),
        (CONFIG, {"blocks": object()}, TypeError, "object"),
        (CONFIG, {"shard": "3/2"}, ValueError, "shard"),
        (CONFIG, {"threads": 0}, ValueError, "threads"),
        (5, {}, TypeError, "PathLike"),
    ]
    for config, keys, kind, message in wrong:
        with pytest.raises(kind, match=message):
            boardlab.run(config, out, **keys)
        assert not out.exists()
    run = boardlab.run(CONFIG, out)
    with pytest.raises(ValueError, match="already contains results"):
        boardlab.run(CONFIG, out)
    assert boardlab.run(CONFIG, out, resume=True).manifest == run.manifest
    longer = boardlab.run(CONFIG, out, resume=True, blocks=10)
    assert longer.manifest["blocks"] == 10
    for name in ("", "nothing", "../run", 5, None):
        with pytest.raises(ValueError, match="found no table"):
            run.table(name)  # type: ignore[arg-type]
    for folder in (tmp_path, tmp_path / "nothing", out / "agents.csv"):
        with pytest.raises(ValueError, match="complete run"):
            boardlab.read_run(folder)
    (out / "manifest.json").write_text("[]")
    with pytest.raises(ValueError, match="manifest"):
        boardlab.read_run(out)


def test_shards_and_the_page(tmp_path: Path) -> None:
    parts = [boardlab.run(CONFIG, tmp_path / f"part-{number}", shard=f"{number}/2") for number in (1, 2)]
    assert sum(part.manifest["games"] for part in parts) == 12
    run = boardlab.run(CONFIG, tmp_path / "run")
    page = run.report(show=False, games=1)
    assert page.path == tmp_path / "run" / "report.html"
    assert page.path.read_text().startswith("<!DOCTYPE html>") and "<iframe" in page._repr_html_()
    both = boardlab.report([tmp_path / "run", tmp_path / "run"], tmp_path / "both.html", games=0, show=False)
    assert Path(both).exists()
    nonsense: list[dict[str, Any]] = [{"folders": []}, {"folders": tmp_path}, {"folders": tmp_path / "run", "games": 999}]
    for wrong in nonsense:
        with pytest.raises((ValueError, OverflowError)):
            boardlab.report(**{"show": False, **wrong})


def test_exported_tables_have_the_same_cells_and_say_what_they_are(tmp_path: Path) -> None:
    import pyarrow.parquet

    run = boardlab.run(CONFIG, tmp_path / "run", compress="gzip")
    files = run.export(tmp_path / "ours")
    assert sorted(file.name for file in files) == sorted(f"{name}.parquet" for name in run.tables)
    for file in files:
        assert pyarrow.parquet.read_table(file).equals(run.table(file.stem)), file
        notes = pyarrow.parquet.read_metadata(file).metadata
        assert notes[b"table"].decode() == file.stem and notes[b"seed"].decode() == str(run.manifest["seed"])
        assert json.loads(notes[b"config"]) == run.manifest["config"]
        columns = {column["name"]: column for column in run.columns(file.stem).to_pylist()}
        assert json.loads(notes[b"columns"]) == [columns[name] for name in run.table(file.stem).column_names]
    theirs = [boardlab.export(run.folder) for _ in range(2)][1]
    assert [file.parent for file in theirs] == [run.folder] * len(files)
    names = [file.name for file in files]
    assert filecmp.cmpfiles(tmp_path / "ours", run.folder, names, shallow=False)[1:] == ([], [])
    wrong: list[dict[str, Any]] = [{"folder": tmp_path}, {"folder": run.folder, "to": "arrow"}]
    for nonsense in wrong:
        with pytest.raises(ValueError, match="accepted"):
            boardlab.export(**nonsense)
    (tmp_path / "ours" / "agents.parquet").write_text("somebody's own")
    with pytest.raises(ValueError, match="no earlier export"):
        run.export(tmp_path / "ours")
    (run.folder / "games.csv.gz").write_bytes(gzip.compress(b"altered\n"))
    with pytest.raises(ValueError, match="games.csv"):
        run.export(tmp_path / "other")
    assert not (tmp_path / "other").exists()
    for name in ("games", "seats", "offers", "scores"):
        (run.folder / f"{name}.csv.gz").unlink(missing_ok=True)
    assert len(run.export(tmp_path / "other")) == len(run.tables) and not list((tmp_path / "other").glob(".*"))
    agents = run.folder / "agents.csv"
    for changed, message in (("agency,", "agency"), ("agent,", "agents.csv")):
        text = agents.read_text()
        agents.write_text(text.replace("agent,", changed, 1) if changed != "agent," else text.replace(".", ".x", 1))
        with pytest.raises(ValueError, match=message):
            run.export(tmp_path / "other")
        agents.write_text(text)
    assert not list((tmp_path / "other").glob(".*"))


RUN = """
import sys, boardlab
print("begun", flush=True)
try:
    boardlab.run(sys.argv[1], sys.argv[2], progress=False)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def test_an_interrupted_run_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    config, out = write(tmp_path / "c.toml", blocks=200_000), tmp_path / "broken"
    process = subprocess.Popen([sys.executable, "-c", RUN, str(config), str(out)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline() == "begun\n"
    deadline = time.monotonic() + 60
    while not (out / ".partial" / "games.csv").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=120)
    assert output == "interrupted\n" and process.returncode == 0
    with pytest.raises(ValueError, match="complete"):
        boardlab.read_run(out)


def test_resumed_and_extended_runs_have_the_bytes_of_whole_ones(tmp_path: Path) -> None:
    whole = boardlab.run(CONFIG, tmp_path / "whole", blocks=40)
    boardlab.run(CONFIG, tmp_path / "grown", blocks=10)
    boardlab.run(CONFIG, tmp_path / "grown", blocks=40, resume=True)
    for name in [*whole.tables, "manifest"]:
        file = f"{name}.json" if name == "manifest" else f"{name}.csv"
        assert filecmp.cmp(tmp_path / "whole" / file, tmp_path / "grown" / file, shallow=False)


def test_progress_is_told(tmp_path: Path) -> None:
    from boardlab import _native

    told: list[tuple[int, int]] = []
    write(tmp_path / "c.toml")
    _native.run(str(tmp_path / "c.toml"), None, str(tmp_path / "run"), [], None, False, None, lambda *what: told.append(what))
    assert told[-1] == (12, 12) and told == sorted(told)

    class Odd(Exception):
        pass

    def broken(done: int, total: int) -> None:
        raise Odd

    with pytest.raises(Odd):
        _native.run(str(tmp_path / "c.toml"), None, str(tmp_path / "other"), [], None, False, None, broken)


def test_a_table_that_was_changed_is_not_read_without_a_word(tmp_path: Path) -> None:
    agents = [{"name": name, "spec": "random"} for name in "ab"]
    run = boardlab.run({"name": "x", "players": 2, "blocks": 2, "agents": agents}, tmp_path / "run", progress=False)
    games, agents_file = tmp_path / "run" / "games.csv", tmp_path / "run" / "agents.csv"
    games.write_text(games.read_text() + games.read_text().splitlines()[-1] + "\n")
    agents_file.write_text(agents_file.read_text().replace("win_share", "wins", 1))
    for name, message in [("games", "found SHA-256 .*; accepted: .*, as the run left it"), ("agents", "found the columns .*wins")]:
        for read in (run.table, run.pandas, run.polars):
            with pytest.raises(ValueError, match=message + r".* \(edited=True reads a changed table\)"):
                read(name)
        assert run.table(name, edited=True).num_rows == len(run.pandas(name, edited=True)) > 1
