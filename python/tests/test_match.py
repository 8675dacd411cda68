"""Matches with intervals."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest
from conftest import sim
from test_play import careless

import boardlab


@pytest.mark.parametrize("game,players", [("skye", 2), ("skye", 3), ("tipperary", 4)])
def test_it_is_the_match_of_the_program(game: str, players: int) -> None:
    command = [sim(), "match", "rule-of-thumb" if game == "skye" else "area-first", "random", "--game", game, "--players", str(players),
               "--blocks", "20", "--seed", "7", "--json"]  # fmt: skip
    wanted = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    match = boardlab.match([command[2], "random"], boardlab.Game(game, players), blocks=20, seed=7, lineup="one-against")
    assert match.table.column_names == ["agent", "win_share", "ci_lo", "ci_hi", "vp_mean"] and match.games == wanted["games"]
    for row, agent in zip(match.table.to_pylist(), wanted["agents"], strict=True):
        assert row["agent"] == agent["name"]
        for mine, theirs in [("win_share", "win_share"), ("ci_lo", "ci_lo"), ("ci_hi", "ci_hi"), ("vp_mean", "vp_mean")]:
            assert row[mine] == pytest.approx(agent[theirs], abs=1e-4), mine


def test_functions_play_the_same_match_as_ever() -> None:
    agents: list[Any] = [careless, ("copy", careless), "random"]
    tables = [boardlab.match(agents, blocks=8, seed=3, threads=threads) for threads in (None, 1, 3)]
    assert all(other.table.equals(tables[0].table) and other.pairs.equals(tables[0].pairs) for other in tables)
    assert tables[0].table["agent"].to_pylist() == ["careless", "copy", "random"] and tables[0].games == 24
    assert tables[0].pairs.num_rows >= 3 and set(tables[0].pairs["agent"].to_pylist()) == {"careless", "copy"}
    text = str(tables[0])
    assert text.startswith("24 games\n") and "careless: wins" in text and " to " in text


def test_a_function_is_asked_of_the_game_that_is_played() -> None:
    """A view knows the scoring tiles of its game, and a match has the games of an experiment: each seed has its own."""
    seen = set()

    def listening(view: boardlab.View, legal: dict[str, Any], seed: int) -> dict[str, Any]:
        seen.add(json.dumps((view.game.set_up or {})["scoring"]))
        return careless(view, legal, seed)

    boardlab.match([listening, "random"], blocks=4)
    assert len(seen) == 4
    seen.clear()
    boardlab.match([listening, "random"], boardlab.Game(players=2, scoring=["sheep", "squares", "columns", "harbours"]), blocks=3)
    assert len(seen) == 1 and "sheep" in seen.pop()


def test_lineups() -> None:
    four = boardlab.Game(players=4)
    assert boardlab.match(["random", "rule-of-thumb"], four, blocks=2).games == 8, "each among copies of the other"
    assert boardlab.match(["random", "a=random", "b=random"], blocks=2).games == 6, "rotate"
    assert boardlab.match(["random", "a=random", "b=random"], boardlab.Game(players=2), blocks=3).games == 6, "round-robin"
    assert boardlab.match(["random", "a=random"], blocks=2, lineup="fixed").games == 2
    assert boardlab.match(["random"], four, blocks=2, lineup="self-play").games == 2


def test_what_is_no_match() -> None:
    position = boardlab.Game(players=2).start(1)
    wrong: list[tuple[list[Any], dict[str, Any], type[Exception], str]] = [
        (["random", "random"], {}, ValueError, "agents.1: found \"random\" twice"),
        (["random", "gredy"], {}, ValueError, "did you mean `greedy`"),
        (["random", "greedy"], {"lineup": "all"}, ValueError, "lineup: found `all`; accepted: rotate"),
        (["random", "greedy"], {"blocks": 0}, ValueError, "blocks"),
        (["random", "greedy"], {"blocks": 1.5}, TypeError, "blocks"),
        (["random", "greedy"], {"blocks": 3, "game": boardlab.Game(players=3)}, ValueError, "a multiple of 2"),
        (["random"], {"game": boardlab.Game(players=3)}, ValueError, "agents: found 1; accepted: 3"),
        (["random", "greedy"], {"game": position.game}, ValueError, "game: found the game of a position"),
        (["random", "greedy"], {"threads": 0}, ValueError, "threads"),
    ]  # fmt: skip
    for agents, keys, kind, message in wrong:
        with pytest.raises(kind, match=message):
            boardlab.match(agents, **keys)

    def broken(view: boardlab.View, legal: dict[str, Any], seed: int) -> dict[str, Any]:
        raise ZeroDivisionError("on purpose")

    with pytest.raises(ZeroDivisionError, match="on purpose"):
        boardlab.match([broken, "random"], blocks=2)
