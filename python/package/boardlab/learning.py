"""Decisions of many games as arrays, for imitation learning."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from numpy.typing import NDArray

from . import _native
from ._native import Game, Position
from .playing import AgentOrNamed, _line, _listed, _whole


def decisions(
    source: str | os.PathLike[str] | Iterable[str | Mapping[str, Any] | Position] | Sequence[AgentOrNamed],
    *,
    games: int | None = None,
    game: Game | str = "skye",
    seed: int | str = 1,
    files: Sequence[str] = (),
    vector: bool = True,
    planes: bool = False,
    piece: int = 64,
    threads: int = 1,
    visits: bool = False,
) -> Iterator[dict[str, NDArray[Any]]]:
    """Yields all small choices of games as arrays with a row for each, in chunks of games, so that any number fits in memory.

    Choices are those of :func:`boardlab.encoding`; forced ones and decisions that cannot be encoded are left out.

    Args:
        source: a file of records, or records as texts, dicts or positions, all of one game; or with ``games`` a list of agents, as
            :func:`boardlab.play` takes them, which play that many games.
        games: the number of games that agents play.
        game: the game that agents play, or its name.
        seed: the master seed of these games.
        files: tile files that records may use, in addition to the shipped ones.
        vector: whether to make observations; otherwise they have no columns.
        planes: whether to add the boards of the seats that choose.
        piece: the number of games in a chunk.
        threads: the number of threads that read records, and that play if no agent is a function.
        visits: whether to add search visits. Records do not contain them, so agents have to play: ``mcts``,
            :class:`boardlab.SearchAgent` and functions that return ``{"action", "search"}``.

    Yields:
        A dict of arrays for each chunk: ``observation`` float32 ``[rows, n]``, ``mask`` int8 ``[rows, m]``, ``choice`` int32, ``seat`` int8,
        ``game`` int64 (its number in the source, from 0), and ``result`` float32: the seat's share of the win minus 1/players, nan in an
        unfinished game. With ``planes`` also ``planes`` uint8 ``[rows, planes, rows of cells, columns]``, as :meth:`Batch.planes`. With
        ``visits`` also ``visits`` int32 ``[rows, m]``: the number of playouts of the decision's search that
        began with an action that continues with each choice; all 0 if nothing was searched.

    Raises:
        ValueError: if a record breaks the rules, with its number and the first difference; or if an argument is not accepted.
        OSError: if the file cannot be read.
    """
    piece = _whole("piece", piece, 1)
    if games is None and isinstance(source, (list, tuple)) and source and not _is_record(source[0]):
        raise ValueError("record 0: not a record; accepted: records, or agents with `games`, the number of games that they play")
    if games is not None:
        agents, games = _listed(source), _whole("games", games, 0)  # type: ignore[arg-type]
        return _played(agents, game, games, seed, piece, visits, vector=vector, planes=planes, threads=threads)
    if visits:
        raise ValueError("visits: found records, which contain none; accepted: agents, with `games`")
    return _recorded(source, list(files), piece, vector=vector, planes=planes, threads=threads)  # type: ignore[arg-type]


def _is_record(item: Any) -> bool:
    return item.lstrip().startswith("{") if isinstance(item, str) else isinstance(item, (Mapping, Position))


def _played(
    agents: list[AgentOrNamed], game: Game | str, games: int, seed: int | str, piece: int, visits: bool, threads: int, **arrays: bool
) -> Iterator[dict[str, NDArray[Any]]]:
    own = game if isinstance(game, Game) else Game(game, len(agents))
    files = own._files
    for first in range(0, games, piece):
        count = min(piece, games - first)
        _, lines, searches = _native.play(agents, own, None if games == 1 else first, count, seed, threads, True, None, visits)
        searched = searches if visits else None
        yield _native.decisions(lines or [], own.name, files, first=first, searches=searched, threads=threads, **arrays)


def _recorded(
    source: str | os.PathLike[str] | Iterable[str | Mapping[str, Any] | Position], files: list[str], piece: int, threads: int, **arrays: bool
) -> Iterator[dict[str, NDArray[Any]]]:
    if isinstance(source, (str, os.PathLike)):
        with open(source, encoding="utf-8") as file:
            yield from _recorded((line for line in file if line.strip()), files, piece, threads, **arrays)
        return
    records, first, name = iter(source), 0, ""
    while lines := [_line(record) for record in islice(records, piece)]:
        if not name:
            name = _game_of(lines[0])
        yield _native.decisions(lines, name, files, first=first, searches=None, threads=threads, **arrays)
        first += len(lines)


def _game_of(line: str) -> str:
    """The name of the game of a record; what is wrong with the record is said when it is read."""
    try:
        record = json.loads(line)
    except ValueError:
        return _native.GAMES[0]
    name = record.get("game") if isinstance(record, dict) else None
    return name if name in _native.GAMES else _native.GAMES[0]
