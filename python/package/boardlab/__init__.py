"""A laboratory for the board games Isle of Skye and Tipperary.

Rules at Rust's speed, environments for learning, experiments as tables::

    import boardlab

    game = boardlab.Game(players=3)
    position = game.start(seed=7)
    while position.turn == "seat":
        position.apply(position.legal_actions()[0])
    print(position.results())

The package's README has examples of everything; each function says what it takes, returns and raises.
"""

from __future__ import annotations

import importlib
from types import ModuleType

from . import _check
from ._native import Batch, Decision, Encoding, Game, Position, Stepper, encoding
from ._view import View
from .playing import play, read_record, read_records, write_records
from .runs import Run, export, read_run, report, run
from .serving import serve

__version__ = _check.VERSION

__all__ = [
    "Batch",
    "Decision",
    "Encoding",
    "Game",
    "Position",
    "Run",
    "Stepper",
    "View",
    "encoding",
    "export",
    "play",
    "read_record",
    "read_records",
    "read_run",
    "report",
    "run",
    "serve",
    "write_records",
]

_check.compare_halves()

#: Parts that need other packages and are imported when they are first used.
_LATER = ("pettingzoo",)


def __getattr__(name: str) -> ModuleType:
    if name in _LATER:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_LATER])
