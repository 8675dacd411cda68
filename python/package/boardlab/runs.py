"""Experiments: from a config to tables."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import webbrowser
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.csv

from . import _native
from ._extras import brought_by
from ._progress import Progress

_TYPES = {"integer": pa.int64(), "float": pa.float64(), "text": pa.string()}


@lru_cache(maxsize=None)
def _dictionary(game: str) -> dict[str, dict[str, tuple[str, str, str]]]:
    """By table and column: type, unit, meaning."""
    tables: dict[str, dict[str, tuple[str, str, str]]] = {}
    for table, name, kind, unit, meaning in _native.columns(game):
        tables.setdefault(table, {})[name] = (kind, unit, meaning)
    return tables


class Run:
    """The folder of a complete run.

    Attributes:
        folder: where it is.
        manifest: its contents and origin, as in its ``manifest.json``.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        file = self.folder / "manifest.json"
        try:
            text = file.read_text(encoding="utf-8")
        except OSError as error:
            why = error.strerror or str(error)
            raise ValueError(f"{file}: {why}; accepted: the folder of a complete run") from None
        try:
            self.manifest: dict[str, Any] = json.loads(text)
            complete = self.manifest.get("complete") is True
        except (ValueError, AttributeError) as error:
            raise ValueError(f"{file}: {error}; accepted: the manifest of a complete run") from None
        if not complete:
            raise ValueError(f"{file}: found a run that is not complete; accepted: a complete one; `resume=True` resumes it")

    @property
    def game(self) -> str:
        """The game's name."""
        return str(self.manifest.get("game", _native.GAMES[0]))

    @property
    def tables(self) -> list[str]:
        """The names of its tables that are in the folder."""
        listed = self.manifest.get("tables", [])
        files = [str(entry["file"]) for entry in listed if (self.folder / str(entry["file"])).exists()]
        return [file.removesuffix(".gz").removesuffix(".csv") for file in files]

    def table(self, name: str, *, edited: bool = False) -> pa.Table:
        """One of its tables.

        Args:
            name: such as ``"agents"``, ``"games"`` or ``"seats"``; :attr:`tables` lists them.
            edited: whether to accept a table changed after the run.

        Returns:
            Its rows, with whole numbers as int64, others as float64 and texts as strings; empty cells are null. Each field's metadata
            has its ``unit`` and ``meaning``.

        Raises:
            ValueError: if the folder has no such table, it cannot be read, or it is not as the manifest says: of raw tables that has the
                SHA-256, of result tables the columns. ``sim verify`` checks all cells.
        """
        for ending in (".csv", ".csv.gz"):
            path = self.folder / f"{name}{ending}"
            if isinstance(name, str) and name in self.tables and path.exists():
                if not edited:
                    listed = {str(entry["file"]): entry for entry in self.manifest.get("tables", [])}
                    _check_kept(path, listed.get(path.name, {}), " (edited=True reads a changed table)")
                table = _read(path, _dictionary(self.game).get(name, {}))
                wanted = next((entry.get("columns") for entry in self.manifest["tables"] if entry["file"] == path.name), None)
                if wanted is not None and table.column_names != wanted and not edited:
                    found, accepted = ", ".join(table.column_names), ", ".join(wanted)
                    raise ValueError(f"{path}: found the columns {found}; accepted: {accepted} (edited=True reads a changed table)")
                return table
        raise ValueError(f"{self.folder}: found no table {name!r}; accepted: {', '.join(self.tables)}")

    def pandas(self, name: str, *, edited: bool = False) -> Any:
        """One of its tables as a pandas DataFrame; as :meth:`table`."""
        with brought_by("tables"):
            return self.table(name, edited=edited).to_pandas()

    def polars(self, name: str, *, edited: bool = False) -> Any:
        """One of its tables as a polars DataFrame; as :meth:`table`."""
        with brought_by("tables"):
            import polars

        return polars.from_arrow(self.table(name, edited=edited))

    def columns(self, name: str) -> pa.Table:
        """The columns of a table: ``name``, ``type``, ``unit``, ``meaning``."""
        entries = _dictionary(self.game).get(name)
        if entries is None:
            raise ValueError(f"found no table {name!r}; accepted: {', '.join(_dictionary(self.game))}")
        names = ("name", "type", "unit", "meaning")
        rows = [(column, *about) for column, about in entries.items()]
        return pa.table({key: [row[place] for row in rows] for place, key in enumerate(names)})

    def export(self, out: str | os.PathLike[str] | None = None, **options: Any) -> list[Path]:
        """The tables of this run as Parquet files; as :func:`export`."""
        return export(self.folder, out, **options)

    def report(self, **options: Any) -> Report:
        """The page of this run; as :func:`report`."""
        return report(self.folder, **options)

    def __repr__(self) -> str:
        games = self.manifest.get("games")
        return f"<boardlab.Run {self.folder}: {games} games of {self.game}>"


def _conversion(about: Mapping[str, tuple[str, str, str]]) -> pyarrow.csv.ConvertOptions:
    """How cells are read: by the types of the dictionary, empty ones as null."""
    types = {name: _TYPES[kind] for name, (kind, _, _) in about.items()}
    return pyarrow.csv.ConvertOptions(column_types=types, strings_can_be_null=True, null_values=[""])


def _described(schema: pa.Schema, about: Mapping[str, tuple[str, str, str]]) -> pa.Schema:
    """The same schema with units and meanings."""

    def field(plain: pa.Field) -> pa.Field:
        if plain.name not in about:
            return plain
        _, unit, meaning = about[plain.name]
        return plain.with_metadata({"unit": unit, "meaning": meaning})

    return pa.schema([field(plain) for plain in schema])


def _read(path: Path, about: Mapping[str, tuple[str, str, str]]) -> pa.Table:
    try:
        table = pyarrow.csv.read_csv(path, convert_options=_conversion(about))
    except (pa.ArrowInvalid, OSError) as error:
        raise ValueError(f"{path}: {error}") from None
    return table.cast(_described(table.schema, about))


def _settings(overrides: Mapping[str, Any]) -> Iterator[str]:
    """Values for keys of a config as the command line sets them; a dict is a section."""
    for key, value in overrides.items():
        name = key.replace("__", ".")
        if isinstance(value, Mapping):
            yield from (f"{name}.{setting}" for setting in _settings(value))
        else:
            yield f"{name}={_toml(value)}"


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(_toml(item) for item in value)}]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{json.dumps(str(key))} = {_toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, float):
        return repr(value)
    if hasattr(value, "__index__"):
        return str(value.__index__())
    raise TypeError(f"found a {type(value).__name__}; accepted: texts, numbers, True, False, lists and dicts")


def run(
    config: str | os.PathLike[str] | Mapping[str, Any],
    out: str | os.PathLike[str],
    *,
    threads: int | None = None,
    resume: bool = False,
    shard: str | None = None,
    progress: bool = True,
    **overrides: Any,
) -> Run:
    """Plays an experiment and writes its tables, byte for byte like ``sim run``.

    Args:
        config: the path of a config, or its content as a dict.
        out: a folder, new or without results; with ``resume`` that of the run to continue.
        threads: the number of threads; all cores by default.
        resume: whether to continue an interrupted run, or to extend a complete one with more ``blocks``.
        shard: a part of the experiment such as ``"2/8"``.
        progress: whether to show a progress bar, on a terminal or in a notebook.
        **overrides: new values for keys of the config, such as ``blocks=100``, ``seed=7``, ``rules={"castle-income": 4}``; two
            underscores stand for a dot.

    Returns:
        The run, to read its tables.

    Raises:
        ValueError: if the config or the folder is not accepted, with the message of the command line; nothing is written then.
        RuntimeError: if something cannot be written; finished blocks are kept, and ``resume=True`` continues.
        KeyboardInterrupt: after Ctrl-C; likewise.
    """
    if isinstance(config, Mapping):
        path, text = "config", "\n".join(f"{json.dumps(str(key))} = {_toml(value)}" for key, value in config.items())
    else:
        path, text = os.fspath(config), None
    settings = list(_settings(overrides))
    with Progress("games", progress) as bar:
        _native.run(path, text, os.fspath(out), settings, threads, resume, shard, bar.watch)
    return Run(out)


def read_run(folder: str | os.PathLike[str]) -> Run:
    """Opens the folder of a run by this package or by ``sim run``.

    Raises:
        ValueError: if it is not the folder of a complete run.
    """
    return Run(folder)


class Report:
    """A page about runs. Notebooks display it; ``os.fspath`` gives its path.

    Attributes:
        path: the file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def __fspath__(self) -> str:
        return str(self.path)

    def __repr__(self) -> str:
        return f"<boardlab.Report {self.path}>"

    def _repr_html_(self) -> str:
        import html

        page = html.escape(self.path.read_text(encoding="utf-8"), quote=True)
        return f'<iframe srcdoc="{page}" style="width:100%;height:40em;border:0" sandbox="allow-scripts"></iframe>'


def report(
    folders: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    out: str | os.PathLike[str] | None = None,
    *,
    games: int = 4,
    explain: str | None = None,
    threads: int | None = None,
    show: bool = True,
) -> Report:
    """Writes a page about one or more runs, with figures and games, and opens it.

    Args:
        folders: folders of complete runs; several are shown side by side.
        out: the file; ``report.html`` in the first folder by default.
        games: the number of games of each run on the page, 0 to 200.
        explain: an agent that explains every decision in these games.
        threads: the number of threads that replay these games.
        show: whether to open it in a browser. A notebook displays the result itself.

    Raises:
        ValueError: if a folder is not that of a complete run, or the page cannot be written there.
    """
    is_one = isinstance(folders, (str, os.PathLike))
    listed = [os.fspath(folders)] if is_one else [os.fspath(folder) for folder in folders]  # type: ignore[arg-type,union-attr]
    path = _native.report(listed, None if out is None else os.fspath(out), games, explain, threads)
    page = Report(Path(path))
    if show:
        webbrowser.open(page.path.resolve().as_uri())
    return page


def export(
    folder: str | os.PathLike[str],
    out: str | os.PathLike[str] | None = None,
    *,
    to: str = "parquet",
) -> list[Path]:
    """Writes the tables of a run in a format that other programs read faster.

    Args:
        folder: the folder of a complete run.
        out: a folder for the files; that of the run by default.
        to: the format. ``"parquet"``: ``NAME.parquet`` for each ``NAME.csv``, columns with types, units and meanings.

    Returns:
        The files, in the order of the tables.

    Raises:
        ValueError: if the folder is not that of a complete, unchanged run, or a file of that name has other content. Nothing is
            replaced then.
        RuntimeError: if something cannot be written.
        ModuleNotFoundError: if this build of pyarrow cannot write Parquet.
        KeyboardInterrupt: after Ctrl-C; nothing is replaced then.
    """
    if to != "parquet":
        raise ValueError(f"to: found {to!r}; accepted: 'parquet'")
    try:
        import pyarrow.parquet
    except ModuleNotFoundError as error:
        message = f"{error}; `pip install pyarrow` installs Parquet support"
        raise ModuleNotFoundError(message, name=error.name) from None
    run = Run(folder)
    notes = _native.notes(os.fspath(folder))
    into = run.folder if out is None else Path(out)
    found = [(name, _table_file(run.folder, name)) for name in _dictionary(run.game)]
    tables = [(name, path) for name, path in found if path is not None]
    if not tables:
        raise ValueError(f"{run.folder}: found no tables; accepted: the folder of a run with some")
    files = [into / f"{name}.parquet" for name, _ in tables]
    for file in files:
        _check_exported(file)
    listed = {str(entry["file"]): entry for entry in run.manifest.get("tables", [])}
    for _, path in tables:
        _check_kept(path, listed.get(path.name, {}))
    staged = [file.with_name(f".{file.name}.new") for file in files]
    try:
        into.mkdir(parents=True, exist_ok=True)
        for (name, path), new in zip(tables, staged):
            _write_parquet(path, new, _dictionary(run.game)[name], {"table": name, **dict(notes)})
        for new, file in zip(staged, files):
            new.replace(file)
    except OSError as error:
        raise RuntimeError(str(error)) from None
    finally:
        for new in staged:
            new.unlink(missing_ok=True)
    return files


def _table_file(folder: Path, name: str) -> Path | None:
    """The file of a table; none if the folder does not have it."""
    files = [folder / f"{name}{ending}" for ending in (".csv", ".csv.gz")]
    return next((file for file in files if file.exists()), None)


def _check_exported(file: Path) -> None:
    """Makes sure that nothing but an earlier export is replaced."""
    import pyarrow.parquet

    if not file.exists():
        return
    try:
        notes = pyarrow.parquet.read_metadata(file).metadata or {}
    except (pa.ArrowException, OSError):
        notes = {}
    if b"table" not in notes or b"columns" not in notes:
        raise ValueError(f"{file}: the file exists and is no earlier export; accepted: another folder")


def _check_kept(path: Path, entry: Mapping[str, Any], otherwise: str = "") -> None:
    """Makes sure that a table is as the run left it, if its manifest says how."""
    wanted = entry.get("sha256")
    if wanted is None:
        return
    content, found = (gzip.open if path.suffix == ".gz" else open)(path, "rb"), hashlib.sha256()
    try:
        with content:
            while piece := content.read(1 << 20):
                found.update(piece)
    except (OSError, EOFError) as error:
        raise ValueError(f"{path}: {error}") from None
    if found.hexdigest() != wanted:
        raise ValueError(f"{path}: found SHA-256 {found.hexdigest()}; accepted: {wanted}, as the run left it{otherwise}")


# Columns of whole numbers that never decrease: their differences compress very well.
_ASCENDING = ("block", "cluster", "game")


def _write_parquet(path: Path, file: Path, about: Mapping[str, tuple[str, str, str]], notes: Mapping[str, str]) -> None:
    """Writes a table, some thousand rows at a time."""
    import pyarrow.parquet

    try:
        with pyarrow.csv.open_csv(path, pyarrow.csv.ReadOptions(block_size=1 << 24), convert_options=_conversion(about)) as rows:
            names = rows.schema.names
            for name in names:
                if name not in about:
                    raise ValueError(f"{path}:1: found the column {name!r}; accepted: those of `sim list columns`")
            columns = [dict(zip(("name", "type", "unit", "meaning"), (name, *about[name]))) for name in names]
            schema = _described(rows.schema, about)
            ascending = [name for name in names if name in _ASCENDING]
            with pyarrow.parquet.ParquetWriter(
                file,
                schema.with_metadata({**notes, "columns": json.dumps(columns, ensure_ascii=False)}),
                use_dictionary=[name for name in names if name not in ascending],
                column_encoding={name: "DELTA_BINARY_PACKED" for name in ascending} or None,
            ) as writer:
                for batch in rows:
                    writer.write_table(pa.Table.from_batches([batch]).cast(schema))
    except pa.ArrowInvalid as error:
        raise ValueError(f"{path}: {error}") from None
