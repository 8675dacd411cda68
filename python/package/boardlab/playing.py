"""Games played by agents, and records of games."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from . import _native
from ._native import Game, Position
from ._progress import Progress
from ._view import View

#: A Python agent: a function from its seat's view, its legal actions and this decision's seed to an action. ``legal`` is as in
#: the protocol: ``{"actions": [...]}``, or ``{"tiles": [...], "gold": g}`` for a price. It may also answer ``{"action", "search"}``, as
#: :func:`boardlab.search` does, for those who want the visits.
Agent = Callable[[View, dict[str, Any], int], Mapping[str, Any]]

#: An agent: a spec, a function, or either with a name.
AgentOrNamed = str | Agent | tuple[str, str | Agent]

#: The columns of the table that :func:`play` returns.
PLAYED = pa.schema(
    [
        pa.field("game", pa.int64()),
        pa.field("seat", pa.int64()),
        pa.field("agent", pa.string()),
        pa.field("vp", pa.int64()),
        pa.field("rank", pa.int64()),
        pa.field("win_share", pa.float64()),
        pa.field("seed", pa.string()),
    ]
)


def play(
    agents: Sequence[AgentOrNamed],
    game: Game | str = "skye",
    games: int = 1,
    seed: int | str = 1,
    threads: int | None = None,
    *,
    records: str | os.PathLike[str] | None = None,
    progress: bool = False,
) -> pa.Table:
    """Plays games and returns their results.

    The games are those of ``sim play`` with the same agents and seed, whatever the number of threads.

    Args:
        agents: one for each seat, in order: a spec such as ``"greedy"`` or ``"mine=mcts:iterations=100"``, or a function
            ``(view, legal, seed) -> action``. A function may be called for any game at any time, and gets a separate seed for
            each decision; the same functions and seeds give the same games if it has no other randomness. ``("name", agent)`` names
            either; otherwise a function has its own name or that of its class. Different agents need different names.
        game: the game or its name; a name means as many players as agents.
        games: the number of games.
        seed: the master seed, any int or text. With ``games=1`` the ``seed`` of a record gives the game of that record.
        threads: the number of threads; all cores by default. Functions are called in the calling thread, one game at a time,
            unless a number above 1 is given.
        records: a new file for the records of the games, one per line.
        progress: whether to show a progress bar, on a terminal or in a notebook.

    Returns:
        A row for each seat of each game: ``game`` from 0, ``seat`` from 0, ``agent``, ``vp``, ``rank`` (winners have 1, ties share a rank),
        ``win_share`` (1/k for each of k winners, else 0), ``seed`` (which reproduces the game).

    Raises:
        ValueError: if an agent, the game or a number is not accepted, or a function returns an illegal action.
        TypeError: if an argument has a wrong type.
        FileExistsError: if the file already exists.
        KeyboardInterrupt: after Ctrl-C, once the games in progress are over.
        An exception of a function ends all games and is passed on.
    """
    agents = _listed(agents)
    games = _whole("games", games, 0)
    path = None if records is None else Path(records)
    if path is not None and path.exists():
        raise FileExistsError(f"{path}: found a file; accepted: a new one")
    with Progress("games", progress) as bar:
        columns, lines, _ = _native.play(agents, game, None, games, seed, threads, path is not None, bar.watch)
    if path is not None and lines is not None:
        _write(path, lines)
    return pa.table(columns, schema=PLAYED)


def _listed(agents: Sequence[AgentOrNamed]) -> list[AgentOrNamed]:
    if isinstance(agents, str):
        raise TypeError("agents: found a text; accepted: a list with an agent for each seat")
    return list(agents)


def _whole(name: str, value: Any, least: int) -> int:
    """Checks that a whole number is in the range of native code."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name}: found a {type(value).__name__}; accepted: a whole number")
    number = int(value.__index__())
    if not least <= number < 2**63:
        raise ValueError(f"{name}: found {number}; accepted: a whole number from {least}")
    return number


def _write(path: Path, lines: Iterable[str]) -> None:
    """Writes lines to a new file, whole or not at all."""
    staging = path.with_name(f".{path.name}.partial")
    staging.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    os.replace(staging, path)


def read_record(record: str | Mapping[str, Any], files: Sequence[str] = ()) -> Position:
    """Reads the game of a record up to its end, and checks it against the rules.

    Args:
        record: the record as a text or as a dict. It may end anywhere; its ``seed`` determines chance after its end.
        files: tile files that it may use, in addition to the shipped ones.

    Raises:
        ValueError: if it breaks the rules, with the first difference, or cannot be read.
    """
    return _native.read_record(record, list(files))


def read_records(path: str | os.PathLike[str], files: Sequence[str] = ()) -> Iterator[Position]:
    """Yields the games of a record file.

    Raises:
        ValueError: if a record breaks the rules, with its line and the first difference.
        OSError: if the file cannot be read.
    """
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                yield read_record(line, files)
            except ValueError as error:
                raise ValueError(f"{os.fspath(path)}:{number}: {error}") from None


def write_records(path: str | os.PathLike[str], records: Iterable[Mapping[str, Any] | Position]) -> None:
    """Writes records to a new file, one per line.

    Args:
        path: a new file.
        records: dicts from :meth:`Position.record`, or positions.

    Raises:
        FileExistsError: if the file already exists.
    """
    path = Path(path)
    if path.exists():
        raise FileExistsError(f"{path}: found a file; accepted: a new one")

    _write(path, map(_line, records))


def _line(record: str | Mapping[str, Any] | Position) -> str:
    """A record as a line of a file, without its end."""
    if isinstance(record, Position):
        return record.record_text()
    if isinstance(record, str):
        return record
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def moves(record: str | Mapping[str, Any] | Position, files: Sequence[str] = ()) -> Iterator[tuple[Position, dict[str, Any]]]:
    """Yields the decisions of a game, each with the position before it.

    Args:
        record: the record of a game, finished or not; or a position.
        files: tile files that it may use, in addition to the shipped ones.

    Raises:
        ValueError: if it breaks the rules, with the first difference, or cannot be read.
    """
    position = record if isinstance(record, Position) else read_record(record, files)
    yield from _native.moves(position)
