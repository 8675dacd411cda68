"""Games played by agents of both kinds."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import boardlab
from boardlab.playing import PLAYED


def careless(view: boardlab.View, legal: dict[str, Any], seed: int) -> dict[str, Any]:
    """Decides by the seed alone."""
    chance = random.Random(seed)
    if "actions" in legal:
        return chance.choice(legal["actions"])
    discard, one, other = chance.sample(legal["tiles"], 3)
    return {"e": "price", "discard": discard, "prices": [[one, 1], [other, 1]]}


@pytest.mark.parametrize("game", ["skye", "tipperary"])
def test_functions_and_specs(game: str, tmp_path: Path) -> None:
    tables, files = [], []
    for number, threads in enumerate([None, 1, 3]):
        files.append(tmp_path / f"{number}.jsonl")
        table = boardlab.play([careless, "greedy", careless], game, 6, seed=4, threads=threads, records=files[-1])
        tables.append(table)
    table = tables[0]
    assert isinstance(table, pa.Table) and table.schema == PLAYED and table.num_rows == 18
    assert all(other.equals(table) for other in tables)
    assert len({path.read_bytes() for path in files}) == 1
    assert table["agent"].to_pylist()[:3] == ["careless", "greedy", "careless"]
    assert table["game"].to_pylist() == [game for game in range(6) for _ in range(3)]
    shares = table["win_share"].to_pylist()
    assert all(abs(sum(shares[first : first + 3]) - 1) < 1e-9 for first in range(0, 18, 3))
    again = boardlab.play([careless, "greedy", careless], game, 1, seed=table["seed"].to_pylist()[9])
    assert again["vp"].to_pylist() == table["vp"].to_pylist()[9:12]


def test_a_function_is_told_what_the_protocol_tells() -> None:
    heard: list[tuple[boardlab.View, dict[str, Any], int]] = []

    def listening(view: boardlab.View, legal: dict[str, Any], seed: int) -> dict[str, Any]:
        heard.append((view, legal, seed))
        return careless(view, legal, seed)

    boardlab.play([listening, "random"], games=2)
    assert all(view["seat"] == 0 and view["turn"] == 0 and 0 <= seed < 2**64 for view, _, seed in heard)
    assert len({seed for *_, seed in heard}) == len(heard)
    assert {tuple(sorted(legal)) for _, legal, _ in heard} == {("actions",), ("gold", "tiles")}
    assert heard[0][0].game.set_up != heard[-1][0].game.set_up, "every game has its own scoring tiles"


@pytest.mark.parametrize("threads", [None, 2])
def test_what_a_function_raises_is_passed_on(threads: int | None) -> None:
    class Odd(Exception):
        pass

    def broken(view: boardlab.View, legal: dict[str, Any], seed: int) -> dict[str, Any]:
        if view["round"] == 2:
            raise Odd("in the second round")
        return careless(view, legal, seed)

    with pytest.raises(Odd, match="in the second round"):
        boardlab.play([broken, "random"], games=50, threads=threads)
    wrong: list[tuple[Any, type[Exception]]] = [({"e": "pass", "x": 1}, ValueError), (None, ValueError), (5, ValueError), (object(), TypeError)]
    for answer, kind in wrong:
        with pytest.raises(kind) as error:
            boardlab.play(["random", lambda view, legal, seed: answer], games=3, threads=threads)  # noqa: B023
        assert "seat 1, decision price" in str(error.value) or kind is TypeError
    # Nothing is left behind that would spoil what comes next.
    assert boardlab.play(["random", "random"], games=3, threads=threads).num_rows == 6


def test_what_cannot_be_played() -> None:
    wrong: list[tuple[Any, dict[str, Any], type[Exception], str]] = [
        (["random"], {}, ValueError, "players"),
        (["random"] * 6, {}, ValueError, "players"),
        (["random", "gredy"], {}, ValueError, "did you mean `greedy`"),
        (["random", 5], {}, TypeError, "agents.1"),
        ("random", {}, TypeError, "agents"),
        (["random"] * 2, {"game": boardlab.Game(players=3)}, ValueError, "agents: found 2; accepted: 3"),
        (["random"] * 2, {"game": "chess"}, ValueError, "chess"),
        (["random"] * 2, {"games": -1}, ValueError, "games"),
        (["random"] * 2, {"games": 1.5}, TypeError, "games"),
        (["random"] * 2, {"games": float("nan")}, TypeError, "games"),
        (["random"] * 2, {"seed": None}, TypeError, "seed"),
        (["random"] * 2, {"threads": 0}, ValueError, "threads"),
        (["greedy", "area-first"], {}, ValueError, "area-first"),
    ]
    for agents, keys, kind, message in wrong:
        with pytest.raises(kind, match=message):
            boardlab.play(agents, **keys)
    assert boardlab.play(["random"] * 2, games=0).num_rows == 0


INTERRUPTED = """
import sys, boardlab
def slow(view, legal, seed):
    import time
    time.sleep(0.01)
    return legal["actions"][0] if "actions" in legal else {"e": "price", "discard": legal["tiles"][0],
        "prices": [[legal["tiles"][1], 1], [legal["tiles"][2], 1]]}
print("begun", flush=True)
try:
    %s
except KeyboardInterrupt:
    print("interrupted", boardlab.play(["random", "random"], games=4).num_rows, flush=True)
"""


@pytest.mark.parametrize(
    "work",
    [
        'boardlab.play(["greedy", "greedy"], games=10**7)',
        "boardlab.play([slow, slow], games=10**4)",
        "boardlab.play([slow, slow], games=10**4, threads=2)",
        'batch = boardlab.Batch(boardlab.Game(players=2), 512, 1, opponents=["mcts:iterations=100"])\n'
        "    while True: batch.step(batch.observe()[1].argmax(axis=1))",
    ],
)
def test_ctrl_c_ends_it(work: str) -> None:
    # What runs in the background of a shell is born deaf to Ctrl-C.
    process = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED % work],
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stdout is not None and process.stdout.readline() == "begun\n"
    time.sleep(1.0)
    begun = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert out == "interrupted 8\n" and process.returncode == 0
    assert time.monotonic() - begun < 30
