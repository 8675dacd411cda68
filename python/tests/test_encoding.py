"""Small steps and back."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import GAMES, MODULES, random_choice

import boardlab


def decisions(record: dict[str, Any]) -> list[dict[str, Any]]:
    """The actions that a record tells, in its order."""
    found: list[dict[str, Any]] = []
    for event in record["events"]:
        kind = event["e"]
        kept: tuple[str, ...] = {
            "price": ("e", "discard", "prices"),
            "buy": ("e", "from", "tile"),
            "buy_own": ("e", "tile"),
            "pass": ("e",),
            "buy_druid": ("e", "space"),
            "place": ("e", "tile", "x", "y", "rotation", "flip"),
            "sheep": ("e", "x", "y"),
            "bonus_place": ("e", "tile", "x", "y"),
            "tower_place": ("e", "x", "y"),
            "stop": ("e",),
            "take": ("e", "area"),
            "bag": ("e", "kept"),
        }.get(kind, ())
        if not kept:
            continue
        action = {key: event[key] for key in kept if key in event}
        if found and found[-1]["e"] == "take":
            action = {"e": "place", "area": found.pop()["area"], **{k: v for k, v in action.items() if k != "e"}}
        if kind == "bag":
            found += [{"e": "bag"}, {"e": "kept", "tile": action["kept"]}]
        else:
            found.append(action)
    return found


def played_again(record: dict[str, Any], game: boardlab.Game) -> tuple[boardlab.Position, int, int]:
    """The game of a record, every action of which goes through the encoding and back; decisions, and those without numbers."""
    encoding = boardlab.encoding(game)
    position = game.start(record["seed"])
    count = without = 0
    ahead = decisions(record)
    while position.turn == "seat":
        # That nothing more is laid is no event: then what comes next is of another kind or tile.
        legal = position.legal()
        if "actions" in legal and {"e": "done"} in legal["actions"] and (not ahead or ahead[0] not in legal["actions"]):
            action: dict[str, Any] = {"e": "done"}
        else:
            action = ahead.pop(0)
        count += 1
        try:
            indices = encoding.encode(position, action)
        except ValueError as error:
            assert "cannot be encoded" in str(error)
            without += 1
        else:
            action = encoding.decode(position, indices)
        position.apply(action)
    return position, count, without


@pytest.mark.parametrize(
    "name,players,modules,games",
    [("skye", 2, (), 250), ("skye", 3, (), 200), ("skye", 4, (), 240), ("skye", 5, (), 170), ("skye", 3, MODULES, 100), ("tipperary", 2, (), 40)],
)
def test_records_of_greedy_games_are_the_same_through_the_encoding(
    name: str, players: int, modules: tuple[str, ...], games: int, tmp_path: Path
) -> None:
    game, path = boardlab.Game(name, players, modules), tmp_path / "games.jsonl"
    boardlab.play(["greedy"] * players, game=game, games=games, seed=5, records=path)
    total = missing = 0
    for line in path.read_text().splitlines():
        record = json.loads(line)
        position, count, without = played_again(record, game)
        total, missing = total + count, missing + without
        del record["specs"]
        again = position.record_text(players=record["players"])
        assert again == json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    print(f"\n{name}, {players} players, {len(modules)} modules: {games} games, {total} decisions, {missing} without numbers")
    assert missing * 1000 <= total


def test_names_and_numbers_are_fixed() -> None:
    skye, tipperary = boardlab.encoding("skye"), boardlab.encoding("tipperary")
    assert (skye.name, skye.actions, skye.observation, skye.planes) == ("learn-1", 386, 1018, (26, 17, 17))
    assert (tipperary.name, tipperary.actions, tipperary.observation) == ("tipperary-1", 636, 875)
    position = boardlab.Game(players=4, rules={"castle-income": 40}).start(1)
    tiles = position.legal()["tiles"]
    offer: dict[str, Any] = {"e": "price", "discard": tiles[1], "prices": [[tiles[0], 3], [tiles[2], 20]]}
    assert skye.encode(position, offer) == [1, 5, 22]
    assert skye.decode(position, [1, 5, 22]) == offer
    # The prices may stand in any order.
    assert skye.encode(position, {**offer, "prices": offer["prices"][::-1]}) == [1, 5, 22]
    for wrong in ([], [1], [1, 5], [1, 5, 42], [9, 5, 22], [1, 5, 22, 0], [-1, 5, 22], [2**62, 0, 0]):
        with pytest.raises(ValueError, match="indices"):
            skye.decode(position, wrong)
    nonsense: list[Any] = [None, "a", [1.5], ["a"], 7]
    for odd in nonsense:
        with pytest.raises(TypeError):
            skye.decode(position, odd)
    with pytest.raises(ValueError, match="found one of skye"):
        tipperary.encode(position, offer)


def test_what_does_not_fit_is_refused_and_counted() -> None:
    game = boardlab.Game(players=2, rules={"castle-income": 50})
    encoding, position = boardlab.encoding(game), game.start(1)
    for _ in range(2):
        position.apply(position.legal_actions()[0])
    while position.decision != "price":
        position.apply(random_choice(position, random.Random(1)))
    tiles, gold = position.legal()["tiles"], position.legal()["gold"]
    assert gold > 60
    dear = {"e": "price", "discard": tiles[0], "prices": [[tiles[1], 51], [tiles[2], 1]]}
    with pytest.raises(ValueError, match="cannot be encoded"):
        encoding.encode(position, dear)
    batch, chance = boardlab.Batch(game, 8, 1), np.random.default_rng(1)
    while batch.info["games"] < 8:
        _, mask, _ = batch.observe()
        batch.step((chance.random(mask.shape) * mask).argmax(axis=1))
    assert batch.info["masked_choices"] > 0 and batch.info["unencoded_decisions"] == 0


@pytest.mark.parametrize("name,players,modules", GAMES)
def test_decisions_from_views(name: str, players: int, modules: tuple[str, ...]) -> None:
    game = boardlab.Game(name, players, modules)
    encoding, position, chance = boardlab.encoding(game), game.start(8), random.Random(8)
    while position.turn == "seat":
        assert position.seat is not None
        decision = encoding.decide(position.view(position.seat))
        numbers: list[int] = []
        while (action := decision.action) is None:
            assert decision.mask.sum() > 1 and decision.mask.dtype == np.int8
            numbers.append(chance.choice(np.flatnonzero(decision.mask)))
            decision.choose(numbers[-1])
        assert decision.mask.sum() == 0
        with pytest.raises(ValueError, match="it is decided"):
            decision.choose(0)
        assert encoding.encode(position, action) == numbers
        assert encoding.decode(position, numbers) == action
        position.apply(action)
    with pytest.raises(ValueError, match="turn"):
        encoding.decide(position.view(0))


@pytest.mark.parametrize("name,players,modules", GAMES[::2])
def test_a_view_shows_what_the_environment_shows(name: str, players: int, modules: tuple[str, ...]) -> None:
    """A player trained in an environment sees the same when it is asked by its view."""
    game = boardlab.Game(name, players, modules)
    encoding, stepper, chance = boardlab.encoding(game), boardlab.Stepper(game, 4), random.Random(4)
    batch, decision = boardlab.Batch(game, 1, 4, planes=True), None
    while (mover := stepper.mover) is not None:
        if decision is None or decision.action is not None:
            decision = encoding.decide(stepper.position().view(mover))
        assert decision.mask.tobytes() == stepper.mask().tobytes()
        assert decision.observation.tobytes() == stepper.observe(mover).tobytes()
        assert decision.planes.shape == encoding.planes and decision.planes.tobytes() == batch.planes().tobytes()
        boards, rows = decision.afterstates(), batch.afterstates()
        assert {*boards} == {*rows} - {"env"} and all((boards[key] == rows[key]).all() for key in boards)
        choice = chance.choice(np.flatnonzero(decision.mask))
        decision.choose(choice)
        stepper.step(choice)
        batch.step([choice])
        assert decision.action is None or not len(decision.afterstates()["board"]), "nothing is left to choose"
    assert stepper.rewards is not None and abs(sum(stepper.rewards)) < 1e-9
    assert stepper.position().results()[0]["vp"] == (stepper.points or [])[0]


def test_views_that_are_damaged_or_plain_are_refused() -> None:
    view = boardlab.Game(players=2).start(1).view(0)
    encoding = boardlab.encoding("skye")
    with pytest.raises(TypeError, match="boardlab.View"):
        encoding.decide(dict(view))  # type: ignore[arg-type]
    for key in list(view):
        damaged = boardlab.View({other: value for other, value in view.items() if other != key}, view.game)
        try:
            encoding.decide(damaged)
        except ValueError:
            pass
    values: list[Any] = [None, -1, 10**9, "x", [], {}]
    for value in values:
        for key in view:
            try:
                encoding.decide(boardlab.View({**view, key: value}, view.game))
            except ValueError:
                pass
