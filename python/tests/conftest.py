"""What several tests use."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import pytest

import boardlab

#: The project's folder.
ROOT = Path(__file__).resolve().parents[2]

#: All expansions.
MODULES = ("druids", "tunnels", "bonus", "borderlands")

#: Every game with every kind of set-up: name, players, modules.
GAMES: list[tuple[str, int, tuple[str, ...]]] = [
    *[("skye", players, ()) for players in range(2, 6)],
    *[("skye", 2 + place, (module,)) for place, module in enumerate(MODULES)],
    *[("skye", players, MODULES) for players in range(2, 6)],
    *[("tipperary", players, ()) for players in range(2, 6)],
]


def sim() -> str:
    """The command line's program, from the variable SIM or where cargo builds it."""
    program = os.environ.get("SIM", str(ROOT / "target" / "release" / "sim"))
    if not Path(program).exists():
        pytest.skip(f"{program} is not built")
    return program


def random_choice(position: boardlab.Position, chance: random.Random) -> dict[str, Any]:
    """One of the legal actions, without a list of all offers."""
    legal = position.legal()
    if "actions" in legal:
        return chance.choice(legal["actions"])
    discard, *others = chance.sample(legal["tiles"], 3)
    first = chance.randint(1, legal["gold"] - 1)
    second = chance.randint(1, legal["gold"] - first)
    return {"e": "price", "discard": discard, "prices": [[others[0], first], [others[1], second]]}
