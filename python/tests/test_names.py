"""Names of agents, arguments of other kinds, and what is said of them."""

from __future__ import annotations

import functools
import threading
from typing import Any

import numpy as np
import pytest
from test_play import careless

import boardlab


class Player:
    """An agent with a setting."""

    def __init__(self, least: int) -> None:
        self.least = least

    def __call__(self, view: boardlab.View, legal: dict[str, Any], seed: int) -> dict[str, Any]:
        return careless(view, legal, seed + self.least)


def agents_of(agents: list[Any], **keys: Any) -> list[str]:
    names: list[str] = boardlab.play(agents, **keys)["agent"].to_pylist()
    return names


def test_names_are_given_or_found() -> None:
    one, two = Player(1), Player(2)
    assert agents_of([("one", one), ("two", two)]) == ["one", "two"]
    assert agents_of([one, ("best", "greedy")]) == ["Player", "best"]
    assert agents_of(["a=random", ("b", "random")]) == ["a", "b"]
    assert agents_of([functools.partial(careless), careless]) == ["partial", "careless"]


def test_a_name_is_of_one_agent() -> None:
    one, lazy = Player(1), functools.partial(careless)
    assert agents_of([one, one]) == ["Player", "Player"]
    assert agents_of(["greedy", "greedy"]) == agents_of([("greedy", "greedy"), "greedy=greedy"]) == ["greedy", "greedy"]
    wrong: list[list[Any]] = [
        [Player(1), Player(2)],
        [lambda view, legal, seed: careless(view, legal, seed), lambda view, legal, seed: careless(view, legal, 1)],
        [lazy, functools.partial(careless)],
        ["Player=greedy", Player(1)],
        ["greedy", "greedy=random"],
        [("x", "random"), ("x", "greedy")],
    ]
    for agents in wrong:
        with pytest.raises(ValueError, match=r"agents.1: found another agent called .* as is agents.0; accepted: a different name"):
            boardlab.play(agents)
        with pytest.raises(ValueError, match=r"agents.1: found another agent called"):
            boardlab.match(agents, blocks=2)


@pytest.mark.parametrize("agent,kind", [(("a b", "greedy"), ValueError), (("", "greedy"), ValueError), (("a", "greedy", 1), TypeError),
                                        ((1, "greedy"), TypeError), (("a", 5), TypeError), (("a",), TypeError)])  # fmt: skip
def test_what_is_no_named_agent(agent: Any, kind: type[Exception]) -> None:
    with pytest.raises(kind, match="agents.1"):
        boardlab.play(["random", agent])


def test_opponents_are_a_list_of_specs() -> None:
    for opponents, message in [("greedy", r"opponents: found a str; accepted: a list, such as \[\"greedy\"\]"),
                               ([careless], "opponents.0: found a function; accepted: a spec"), (5, "opponents: found a int"),
                               ([None], "opponents.0: found a NoneType")]:  # fmt: skip
        with pytest.raises(TypeError, match=message):
            boardlab.Batch(boardlab.Game(players=2), 2, 1, opponents=opponents)  # type: ignore[arg-type]


class Tensor:
    """What makes an array of itself, as tensors of other libraries do."""

    def __init__(self, values: Any) -> None:
        self.values = values

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return np.asarray(self.values, dtype)


def test_tensors_are_choices() -> None:
    batch = boardlab.Batch(boardlab.Game(players=2), 3, 1)
    for kind in (np.int64, np.int32, np.uint8):
        batch.step(Tensor(batch.observe()[1].argmax(axis=1).astype(kind)))
    assert batch.info["steps"] == 9
    for wrong in (np.zeros(3), np.zeros((3, 1), np.int64), np.array(["a"] * 3)):
        with pytest.raises(TypeError, match="actions: found a ndarray; accepted: 3 whole numbers, as int32"):
            batch.step(Tensor(wrong))


def test_what_another_thread_uses_is_said_to_be_in_use() -> None:
    batch, said, is_over = boardlab.Batch(boardlab.Game(players=2), 512, 1), list[str](), threading.Event()

    def ask() -> None:
        while not is_over.is_set():
            try:
                batch.ask("mcts:iterations=20")
            except RuntimeError as error:
                said.append(str(error))

    thread = threading.Thread(target=ask)
    thread.start()
    for _ in range(10**6):
        if said:
            break
        try:
            batch.observe()
        except RuntimeError as error:
            said.append(str(error))
    is_over.set()
    thread.join()
    assert set(said) == {"Batch: found it in use by another thread; accepted: one thread at a time, or one Batch for each"}


def test_messages_name_what_python_has(tmp_path: Any) -> None:
    config = {"name": "x", "players": 2, "blocks": 1, "agents": [{"name": name, "spec": "random"} for name in "ab"]}
    boardlab.run(config, tmp_path / "run", progress=False)
    changes: list[dict[str, Any]] = [{}, {"resume": True, "seed": 7}]
    for keys in changes:
        with pytest.raises(ValueError) as error:
            boardlab.run(config, tmp_path / "run", progress=False, **keys)
        assert "--" not in str(error.value) and "accepted: " in str(error.value)
    with pytest.raises(ValueError, match="accepted") as error:
        boardlab.run(config, tmp_path / "new", progress=False, shard="1/0")
    assert "--" not in str(error.value)
    with pytest.raises(ValueError, match="players") as error:
        boardlab.run(config, tmp_path / "new", progress=False, players=9)
    assert "--set" not in str(error.value)
