"""The built-in search with an evaluation and a prior of one's own."""

from __future__ import annotations

import io
import json
import pickle
from typing import Any

import numpy as np
import pytest
from conftest import GAMES
from test_ask import after_one_offer, knows

import boardlab


def even(players: int) -> Any:
    """An evaluation that depends on every number that it is given."""

    def evaluate(observation: Any, seats: Any) -> Any:
        sums = observation.sum(axis=1, dtype=np.float64)[:, None] + seats[:, None]
        return ((sums * np.arange(1, players + 1)) % 1).astype(np.float32)

    return evaluate


def high(observation: Any, mask: Any) -> Any:
    """A prior that likes high numbers."""
    return mask * np.linspace(0.01, 1, mask.shape[1], dtype=np.float32)


def midway(name: str, players: int, modules: tuple[str, ...] = (), decisions: int = 9) -> boardlab.Position:
    position = boardlab.Game(name, players=players, modules=modules).start(5)
    for number in range(decisions):
        position.apply_random(number)
    return position


@pytest.mark.parametrize("name,players,modules", GAMES)
def test_a_search_without_functions_is_that_of_mcts(name: str, players: int, modules: tuple[str, ...]) -> None:
    position = midway(name, players, modules)
    for seed in (0, 7):
        asked = position.ask("mcts:iterations=60,rounds=1", seed)
        assert boardlab.search(position, 60, seed=seed, rounds=1) == asked
        assert position.seat is not None
        assert boardlab.search(position.view(position.seat), 60, seed=seed, rounds=1) == asked


@pytest.mark.parametrize("name,players,modules", GAMES)
def test_functions_guide_a_search(name: str, players: int, modules: tuple[str, ...]) -> None:
    position, encoding, rows = midway(name, players, modules), boardlab.encoding(name), list[int]()
    seat = position.seat
    assert seat is not None

    def evaluate(observation: Any, seats: Any) -> Any:
        assert observation.dtype == np.float32 and observation.shape == (len(seats), encoding.observation)
        assert seats.dtype == np.int8 and seats.min() >= 0 and seats.max() < players
        rows.append(len(seats))
        return even(players)(observation, seats)

    def prior(observation: Any, mask: Any) -> Any:
        assert observation.dtype == np.float32 and observation.shape == (len(mask), encoding.observation)
        assert mask.dtype == np.int8 and mask.shape == (len(mask), encoding.actions) and (mask.sum(axis=1) > 0).all()
        return high(observation, mask)

    found = [boardlab.search(position, 90, evaluate, prior, batch, seed=3, candidates=6) for batch in (64, 64, 1, 10)]
    assert found[0] == found[1] == found[2] == found[3], "the size of a batch changes nothing"
    assert rows and max(rows) <= 64
    actions = found[0]["search"]["actions"]
    assert 1 <= len(actions) <= 6 and found[0]["action"] in [entry["action"] for entry in actions]
    assert sum(entry["visits"] for entry in actions) == found[0]["search"]["iterations"]
    assert boardlab.search(position.view(seat), 90, evaluate, prior, seed=3, candidates=6) == found[0]
    assert boardlab.search(position, 90, even(players), seed=4) != boardlab.search(position, 90, even(players), seed=3)


def test_an_evaluation_decides_what_is_chosen() -> None:
    """Who is told that a simulation is worth what its seat has in gold chooses otherwise than who is told the opposite."""
    position = midway("skye", 2, decisions=6)
    seat, gold = position.seat, [feature[0] for feature in boardlab.encoding("skye").features].index("own seat: gold")

    def by_gold(sign: float) -> Any:
        def evaluate(observation: Any, seats: Any) -> Any:
            own = 0.5 + sign * (np.clip(observation[:, gold], 0, 2) / 2 - 0.5)
            return np.stack([np.where(seats == number, own, 1 - own) for number in range(2)], axis=1).astype(np.float32)

        return evaluate

    rich, poor = (boardlab.search(position, 200, by_gold(sign), rounds=1) for sign in (1, -1))
    assert seat is not None
    values = [{json.dumps(entry["action"]): entry["value"] for entry in found["search"]["actions"]} for found in (rich, poor)]
    same = [action for action in values[0] if action in values[1]]
    assert len(same) > 1 and all(0 <= value <= 1 for value in values[0].values())
    assert values[0] != values[1]


def test_a_search_without_simulations_is_refused() -> None:
    with pytest.raises(ValueError, match="accepted: a whole number from 1 to 1000000"):
        boardlab.search(boardlab.Game(players=2).start(1), 0)


def test_an_evaluation_sees_no_secret_of_others() -> None:
    """Whatever another seat has offered, the functions are given the same bytes, and the same is found."""
    one, other = after_one_offer(1), after_one_offer(2)
    seat = one.seat
    assert seat is not None and knows(one, seat) == knows(other, seat) and one.record() != other.record()
    for seed in range(5):
        seen: list[list[bytes]] = [[], []]
        found = []
        for position, bytes_seen in zip((one, other), seen):

            def evaluate(observation: Any, seats: Any, told: list[bytes] = bytes_seen) -> Any:
                told.append(observation.tobytes() + seats.tobytes())
                return even(2)(observation, seats)

            def prior(observation: Any, mask: Any, told: list[bytes] = bytes_seen) -> Any:
                told.append(observation.tobytes() + mask.tobytes())
                return high(observation, mask)

            found.append(boardlab.search(position, 100, evaluate, prior, seed=seed))
        assert found[0] == found[1] and seen[0] == seen[1] and seen[0]


class Tensor:
    """What makes an array of itself."""

    def __init__(self, values: Any) -> None:
        self.values = values

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return np.asarray(self.values, dtype)


def test_what_functions_return_is_checked() -> None:
    position = boardlab.Game(players=2).start(1)

    def returning(make: Any) -> Any:
        return lambda observation, other: make(len(observation), other)

    good = boardlab.search(position, 40, returning(lambda n, seats: np.full((n, 2), 0.5, np.float32)))
    for make in (lambda n, seats: np.full((n, 2), 0.5), lambda n, seats: Tensor(np.full((n, 2), 0.5)), lambda n, seats: np.full((2, n), 0.5).T):
        assert boardlab.search(position, 40, returning(make)) == good
    wrong: list[tuple[Any, type[Exception], str]] = [
        (lambda n, seats: None, TypeError, r"evaluate: found a NoneType; accepted: float32 \[\d+, 2\]"),
        (lambda n, seats: np.zeros((n, 3), np.float32), TypeError, r"evaluate: found float32 \[\d+, 3\]; accepted: float32 \[\d+, 2\]"),
        (lambda n, seats: np.zeros(n, np.float32), TypeError, r"evaluate: found float32 \[\d+\]; accepted"),
        (lambda n, seats: np.zeros((n, 2), np.int64), TypeError, r"evaluate: found int64 \[\d+, 2\]; accepted"),
        (lambda n, seats: np.full((n, 2), np.nan), ValueError, "evaluate: found NaN in row 0, column 0; accepted: chances from 0 to 1"),
        (lambda n, seats: np.full((n, 2), 1.5), ValueError, "evaluate: found 1.5 in row 0, column 0"),
        (lambda n, seats: 1 / 0, ZeroDivisionError, "division by zero"),
    ]
    for make, kind, message in wrong:
        with pytest.raises(kind, match=message):
            boardlab.search(position, 40, returning(make))
    weights: list[tuple[Any, type[Exception], str]] = [
        (lambda n, mask: mask, TypeError, r"prior: found int8 \[1, 386\]; accepted: float32 \[1, 386\]"),
        (lambda n, mask: mask - 2.0, ValueError, "prior: found -1 in row 0, column 0; accepted: finite weights from 0"),
        (lambda n, mask: mask * np.inf, ValueError, "prior: found (NaN|inf)"),
    ]
    for make, kind, message in weights:
        with pytest.raises(kind, match=message), np.errstate(invalid="ignore"):
            boardlab.search(position, 40, prior=returning(make))


def test_arguments_are_checked() -> None:
    position = boardlab.Game(players=2).start(1)
    wrong: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({"batch": 0}, ValueError, "batch: found 0; accepted: a whole number from 1"),
        ({"batch": 10**6}, ValueError, "batch: found 1000000; accepted: 1 to 65536"),
        ({"iterations": -1}, ValueError, "iterations: found -1"),
        ({"evaluate": 3}, TypeError, "evaluate: found a int; accepted: a function, or None"),
        ({"candidats": 3}, ValueError, "has no key `candidats`; did you mean `candidates`"),
    ]
    for keys, kind, message in wrong:
        with pytest.raises(kind, match=message):
            boardlab.search(position, **keys)
    with pytest.raises(TypeError, match="position: found a dict; accepted: a boardlab.Position or View"):
        boardlab.search({})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="not the turn of its seat"):
        boardlab.search(position.view(1 - (position.seat or 0)))
    while position.turn == "seat":
        position.apply_random(1)
    with pytest.raises(ValueError, match="the game is over"):
        boardlab.search(position)


@pytest.mark.parametrize("variant", ["tree", "pimc"])
def test_other_variants_ask_for_few_values_at_a_time(variant: str) -> None:
    rows = set()

    def evaluate(observation: Any, seats: Any) -> Any:
        rows.add(len(seats))
        return even(2)(observation, seats)

    boardlab.search(boardlab.Game(players=2).start(1), 40, evaluate, variant=variant)
    # A tree asks once for all candidates that are left.
    assert rows == {1} if variant == "pimc" else 1 < max(rows) <= 40 / 4


@pytest.mark.parametrize("name", ["skye", "tipperary"])
def test_a_search_is_an_agent(name: str) -> None:
    agent = boardlab.SearchAgent(even(2), high, iterations=20, candidates=4, rounds=1)
    one, other = (boardlab.play([agent, "greedy"], name, games=2, seed=3) for _ in range(2))
    assert one == other == boardlab.play([agent, "greedy"], name, games=2, seed=3, threads=2)
    assert one["agent"].to_pylist()[:2] == ["SearchAgent", "greedy"]
    unguided = boardlab.SearchAgent(iterations=20, rounds=1)
    table = boardlab.play([("x", unguided), "random"], name, games=2, seed=3)
    assert table["vp"] == boardlab.play(["x=mcts:iterations=20,rounds=1", "random"], name, games=2, seed=3)["vp"]
    match = boardlab.match([("guided", agent), "random"], name, blocks=2)
    assert match.table["agent"].to_pylist() == ["guided", "random"]


def test_a_search_agent_can_be_pickled_and_served() -> None:
    agent = pickle.loads(pickle.dumps(boardlab.SearchAgent(prior=high, iterations=30)))
    position = boardlab.Game(players=2).start(1)
    assert position.seat is not None
    view, set_up = position.view(position.seat), position.game.set_up
    question = {"m": "choose", "id": 3, "game": 1, "seat": 0, "seed": "5", "decision": "price", "view": view, "legal": position.legal()}
    lines = [{"m": "hello", "protocol": 1}, {"m": "game", "game": 1, "set_up": set_up}, question, {"m": "quit"}]
    out = io.StringIO()
    boardlab.serve(agent, "guided", lines=io.StringIO("".join(json.dumps(line) + "\n" for line in lines)), out=out)
    answer = json.loads(out.getvalue().splitlines()[1])
    found = boardlab.search(position, 30, prior=high, seed=5)
    assert answer == {"id": 3, "action": found["action"], "iterations": found["search"]["iterations"],
                      "search": {"actions": found["search"]["actions"]}}  # fmt: skip


@pytest.mark.parametrize("name", ["skye", "tipperary"])
def test_decisions_have_the_visits_of_searches(name: str) -> None:
    agent = boardlab.SearchAgent(even(2), high, iterations=24, candidates=4, rounds=1)
    tables: list[tuple[list[Any], set[int]]] = [([agent, "greedy"], {0}), (["random", "mcts:iterations=24,candidates=4,variant=pimc"], {1}), ([agent, agent], {0, 1})]
    for agents, searching in tables:
        pieces = list(boardlab.decisions(agents, games=3, game=name, seed=2, visits=True, piece=2))
        plain = list(boardlab.decisions(agents, games=3, game=name, seed=2, piece=2))
        assert len(pieces) == 2
        for piece, same in zip(pieces, plain):
            visits = piece.pop("visits")
            assert visits.dtype == np.int32 and visits.shape == piece["mask"].shape
            assert piece.keys() == same.keys() and all((piece[key] == same[key]).all() for key in same)
            assert (visits[piece["mask"] == 0] == 0).all()
            seats, sums = piece["seat"], visits.sum(axis=1)
            assert set(seats[sums > 0].tolist()) == searching
            # The visits of a decision are those of its search, and what is chosen was searched.
            assert (sums[sums > 0] <= 24).all() and (sums > 12).mean() > 0.2 * len(searching)
            chosen = visits[np.arange(len(sums)), piece["choice"]]
            assert (chosen[sums > 0] > 0).all()


def test_visits_are_those_of_the_search() -> None:
    """The first decision of a game, choice by choice."""
    game, encoding = boardlab.Game(players=2), boardlab.encoding()
    agent = boardlab.SearchAgent(prior=high, iterations=60)
    searched: list[dict[str, Any]] = []

    def asked(view: boardlab.View, legal: dict[str, Any], seed: int) -> dict[str, Any]:
        searched.append(agent(view, legal, seed))
        return searched[-1]

    agents: list[Any] = [asked, "random"]
    piece = next(boardlab.decisions(agents, games=1, game=game, seed=0, visits=True))
    position, wanted = game.start(0), np.zeros(encoding.actions, np.int32)
    assert position.seat == 0
    for entry in searched[0]["search"]["actions"]:
        wanted[encoding.encode(position, entry["action"])[0]] += entry["visits"]
    assert wanted.sum() == searched[0]["search"]["iterations"]
    assert piece["seat"][0] == 0 and (piece["visits"][0] == wanted).all()


def test_what_a_function_says_it_has_searched_is_checked() -> None:
    def wrong(search: Any) -> Any:
        return lambda view, legal, seed: {"action": boardlab.search(view, 1)["action"], "search": search}

    for search, message in [({}, r"search.actions: found something else; accepted: a list"),
                            ({"actions": [{"action": {"e": "pass"}, "visits": -1}]}, r"search.actions.0.visits"),
                            ({"actions": [{"visits": 1}]}, r"search.actions.0.action"),
                            ({"actions": [{"action": {"e": "what"}, "visits": 1}]}, "the agent of seat 0, decision price")]:  # fmt: skip
        with pytest.raises(ValueError, match=message):
            boardlab.play([("wrong", wrong(search)), "random"])
    assert boardlab.play([("right", wrong(None)), "random"]).num_rows == 2


def test_records_hold_no_visits() -> None:
    with pytest.raises(ValueError, match="visits: found records, which contain none; accepted: agents, with `games`"):
        next(boardlab.decisions([boardlab.Game(players=2).start(1)], visits=True))
