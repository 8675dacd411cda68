"""Matches between agents, with intervals."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pyarrow as pa
import pyarrow.csv

from . import _native
from ._native import Game
from .playing import AgentOrNamed, _listed, _whole
from .runs import _conversion, _described, _dictionary


class Match:
    """The result of a match.

    Attributes:
        table: a row for each agent: ``agent``, ``win_share`` (wins per seat), ``ci_lo`` and ``ci_hi`` (the ends of its 95 % interval over
            seeds; null with too few seeds or no variation) and ``vp_mean``.
        pairs: a row for each pair of agents, with the columns of ``pairs.csv`` of a run.
        games: the number of games.
    """

    def __init__(self, table: pa.Table, pairs: pa.Table, games: int) -> None:
        self.table = table
        self.pairs = pairs
        self.games = games

    @property
    def summary(self) -> str:
        """A line for each agent: its wins per seat with the interval, and its mean VP."""
        return "\n".join([f"{self.games} games", *(_line(**row) for row in self.table.to_pylist())])

    def __repr__(self) -> str:
        return self.summary


def _line(agent: str, win_share: float, ci_lo: float | None, ci_hi: float | None, vp_mean: float) -> str:
    interval = "" if ci_lo is None or ci_hi is None else f" ({100 * ci_lo:.1f} to {100 * ci_hi:.1f})"
    return f"{agent}: wins {100 * win_share:.1f} %{interval} of its seats, {vp_mean:.1f} VP"


def match(
    agents: Sequence[AgentOrNamed],
    game: Game | str = "skye",
    blocks: int = 100,
    seed: int | str = 1,
    threads: int | None = None,
    lineup: str | None = None,
) -> Match:
    """Plays agents against each other, each in every seat with the same draws, and estimates their strength.

    With two agents and ``lineup="one-against"`` the games are those of ``sim match`` with the same blocks and seed.

    Args:
        agents: specs, functions ``(view, legal, seed) -> action``, or ``("name", either)``, with different names.
        game: the game or its name; a name means as many players as agents, or 4 for more than 5 agents.
        blocks: the number of blocks, each with all seatings of a line-up on the same draws; a multiple of the number of line-ups.
        seed: the master seed, any int or text.
        threads: the number of threads; all cores by default. Functions are called from one thread, unless a number above 1 is given.
        lineup: a line-up as in configs. By default ``rotate`` if the agents fill the table, ``each-against`` (each among copies of the
            other) if there are two that do not, otherwise ``round-robin``.

    Returns:
        The result, with ``table`` and ``pairs``; its text is a summary.

    Raises:
        ValueError: if an agent, the game or a number is not accepted, two agents have the same name, or a function returns an illegal action.
        TypeError: if an argument has a wrong type.
        KeyboardInterrupt: after Ctrl-C.
        An exception of a function ends all games and is passed on.
    """
    tables, games = _native.compete(_listed(agents), game, _whole("blocks", blocks, 1), seed, threads, lineup)
    about = _dictionary(game.name if isinstance(game, Game) else game)
    read = {name: _read(tables[f"{name}.csv"], about[name]) for name in ("agents", "pairs")}
    columns = {"agent": "agent", "win_share": "win_share", "win_share_lo": "ci_lo", "win_share_hi": "ci_hi", "vp_mean": "vp_mean"}
    table = read["agents"].select(list(columns)).rename_columns(list(columns.values()))
    return Match(table, read["pairs"], games)


def _read(content: bytes, about: dict[str, tuple[str, str, str]]) -> pa.Table:
    table = pyarrow.csv.read_csv(io.BytesIO(content), convert_options=_conversion(about))
    return table.cast(_described(table.schema, about))
