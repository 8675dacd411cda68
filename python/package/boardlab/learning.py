"""Decisions of many games as arrays, for those who learn to decide alike."""

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
    piece: int = 64,
    threads: int = 1,
    visits: bool = False,
) -> Iterator[dict[str, NDArray[Any]]]:
    """All small choices of games, as arrays with a row for each; pieces of some games at a time, so that any number fits into memory.

    Choices are those of :func:`boardlab.encoding`; forced ones are left out, and decisions that have no number.

    Args:
        source: a file of records, or records as texts, dicts or positions, all of one game; or with ``games`` a list of agents, as
            :func:`boardlab.play` takes them, which play that many games.
        games: how many games agents play.
        game: the game that agents play, or its name.
        seed: the master seed of these games.
        files: tile files besides the shipped ones that records may name.
        vector: whether observations are made; without, they have no columns.
        piece: how many games make a piece.
        threads: how many threads read records, and play if no agent is a function.
        visits: whether it is told what agents have searched. Records do not hold it, so agents have to play: ``mcts``,
            :class:`boardlab.SearchAgent` and functions that answer ``{"action", "search"}``.

    Yields:
        A dict of arrays for each piece: ``observation`` float32 ``[rows, n]``, ``mask`` int8 ``[rows, m]``, ``choice`` int32, ``seat`` int8,
        ``game`` int64 (its number in the source, from 0), and ``result`` float32: the seat's share of the win less 1/players, nan in a
        game without its end. With ``visits`` also ``visits`` int32 ``[rows, m]``: of the simulations of the decision's search how many
        began with an action that goes on with each choice; all 0 where nothing was searched.

    Raises:
        ValueError: the record with its number, and the first difference from the rules; or an argument that is not accepted.
        OSError: if the file cannot be read.
    """
    piece = _whole("piece", piece, 1)
    if games is not None:
        agents, games = _listed(source), _whole("games", games, 0)  # type: ignore[arg-type]
        return _played(agents, game, games, seed, vector, piece, threads, visits)
    if visits:
        raise ValueError("visits: found records, which hold none; accepted: agents, with `games`")
    return _recorded(source, list(files), vector, piece, threads)  # type: ignore[arg-type]


def _played(
    agents: list[AgentOrNamed], game: Game | str, games: int, seed: int | str, vector: bool, piece: int, threads: int, visits: bool
) -> Iterator[dict[str, NDArray[Any]]]:
    own = game if isinstance(game, Game) else Game(game, len(agents))
    files = own._files
    for first in range(0, games, piece):
        count = min(piece, games - first)
        _, lines, searches = _native.play(agents, own, None if games == 1 else first, count, seed, threads, True, None, visits)
        yield _native.decisions(lines or [], own.name, files, vector, threads, first, searches if visits else None)


def _recorded(
    source: str | os.PathLike[str] | Iterable[str | Mapping[str, Any] | Position], files: list[str], vector: bool, piece: int, threads: int
) -> Iterator[dict[str, NDArray[Any]]]:
    if isinstance(source, (str, os.PathLike)):
        with open(source, encoding="utf-8") as file:
            yield from _recorded((line for line in file if line.strip()), files, vector, piece, threads)
        return
    records, first, name = iter(source), 0, ""
    while lines := [_line(record) for record in islice(records, piece)]:
        if not name:
            name = _game_of(lines[0])
        yield _native.decisions(lines, name, files, vector, threads, first)
        first += len(lines)


def _game_of(line: str) -> str:
    """The name of the game of a record; what is wrong with the record is said when it is read."""
    try:
        record = json.loads(line)
    except ValueError:
        return _native.GAMES[0]
    name = record.get("game") if isinstance(record, dict) else None
    return name if name in _native.GAMES else _native.GAMES[0]
