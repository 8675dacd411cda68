"""A laboratory for the board games Isle of Skye and Tipperary.

Fast rules in Rust, environments for reinforcement learning, and experiments as tables::

    import boardlab

    game = boardlab.Game(players=3)
    position = game.start(seed=7)
    while position.turn == "seat":
        position.apply(position.legal_actions()[0])
    print(position.results())

The package's README has examples of everything; the docstrings describe arguments, results and exceptions.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from . import _check
from ._native import Batch, BatchState, Decision, Encoding, Game, Position, Stepper, encoding
from ._view import View
from .competing import Match, match
from .learning import decisions
from .playing import moves, play, read_record, read_records, write_records
from .runs import Run, export, read_run, report, run
from .searching import SearchAgent, search
from .serving import serve

if TYPE_CHECKING:
    from .vector import vector_env

__version__ = _check.VERSION

__all__ = [
    "Batch",
    "BatchState",
    "Decision",
    "Encoding",
    "Game",
    "Match",
    "Position",
    "Run",
    "SearchAgent",
    "Stepper",
    "View",
    "decisions",
    "encoding",
    "export",
    "match",
    "moves",
    "play",
    "read_record",
    "read_records",
    "read_run",
    "report",
    "run",
    "search",
    "serve",
    "vector_env",
    "write_records",
]

_check.compare_halves()

#: Parts that need other packages and are imported when they are first used, each with its module.
_LATER = {"openspiel": "openspiel", "pettingzoo": "pettingzoo", "vector_env": "vector"}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = importlib.import_module(f"{__name__}.{_LATER[name]}")
    return getattr(module, name, module)


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})
