"""Games, positions and records."""

from __future__ import annotations

import copy
import json
import pickle
import random
import subprocess
import xml.etree.ElementTree
from pathlib import Path
from typing import Any

import pytest
from conftest import GAMES, MODULES, random_choice, sim

import boardlab


@pytest.mark.parametrize("name,players,modules", GAMES)
def test_a_whole_game_and_its_record(name: str, players: int, modules: tuple[str, ...]) -> None:
    game = boardlab.Game(name, players, modules)
    assert (game.name, game.players, game.modules) == (name, players, list(modules))
    position, chance = game.start(seed=3), random.Random(3)
    lengths = []
    while position.turn == "seat":
        assert position.seat in range(players) and position.decision and position.results() == []
        before, again = position.record(), position.copy()
        action = random_choice(position, chance)
        position.apply(action)
        assert again.record() == before
        again.apply(action)
        assert again.record() == position.record()
        lengths.append(len(position.events()))
    assert lengths == sorted(lengths)
    assert (position.turn, position.seat, position.decision) == ("over", None, None)
    results = position.results()
    assert [result["seat"] for result in results] == list(range(players))
    assert min(result["rank"] for result in results) == 1
    assert position.legal_actions() == []
    record = position.record(players=[f"p{seat}" for seat in range(players)])
    assert record["record"] == 1 and record["game"] == name and record["players"][0] == "p0"
    assert boardlab.read_record(record).record() == record
    assert boardlab.read_record(json.dumps(record)).results() == results
    # The seed of a record gives its game.
    begun = game.start(record["seed"]).record()
    assert begun["seed"] == record["seed"]
    assert begun["events"] == record["events"][: len(begun["events"])]


def test_records_of_games_that_are_not_over_go_on() -> None:
    position, chance = boardlab.Game(players=2).start("some words"), random.Random(1)
    for _ in range(20):
        position.apply(random_choice(position, chance))
    again = boardlab.read_record(position.record())
    assert again.view(0) == position.view(0) and again.events() == position.events()
    for _ in range(20):
        action = random_choice(position, chance)
        position.apply(action)
        again.apply(action)
    assert again.record() == position.record()


def test_files_of_records(tmp_path: Path) -> None:
    path, again = tmp_path / "games.jsonl", tmp_path / "again.jsonl"
    table = boardlab.play(["greedy", "random", "rule-of-thumb"], games=5, seed=2, records=path)
    games = list(boardlab.read_records(path))
    assert [[result["vp"] for result in game.results()] for game in games] == [
        table["vp"].to_pylist()[3 * game : 3 * game + 3] for game in range(5)
    ]
    boardlab.write_records(again, [game.record(players=["greedy", "random", "rule-of-thumb"]) for game in games])
    # What the agents are is no key of the format.
    for old, new in zip(path.read_text().splitlines(), again.read_text().splitlines()):
        kept = {key: value for key, value in json.loads(old).items() if key != "specs"}
        assert kept == json.loads(new)
    with pytest.raises(FileExistsError):
        boardlab.write_records(path, [])
    lines = path.read_text().splitlines()
    path.write_text(lines[0] + "\n" + lines[1].replace('"vp":', '"vp":1', 1) + "\n")
    with pytest.raises(ValueError, match=r"games.jsonl:2: event \d+: expected"):
        list(boardlab.read_records(path))


def test_the_program_accepts_records_and_plays_the_same(tmp_path: Path) -> None:
    program, ours, theirs = sim(), tmp_path / "ours.jsonl", tmp_path / "theirs.jsonl"
    boardlab.play(["greedy", "random"], game=boardlab.Game(players=2, modules=["druids"]), games=3, seed=9, records=ours)
    play = [program, "play", "greedy", "random", "--modules", "druids", "--games", "3", "--seed", "9", "--quiet"]
    subprocess.run([*play, "--record", str(theirs)], check=True, capture_output=True)
    assert ours.read_bytes() == theirs.read_bytes()
    subprocess.run([program, "check", str(ours)], check=True, capture_output=True)


def test_seeds_are_any_int_or_text() -> None:
    game = boardlab.Game(players=2)
    seeds: list[Any] = [0, 1, -1, 2**64 - 1, 2**64, 10**40, "", "a", "00ff", "ünï", True]
    drawn = [str(game.start(seed).record()["events"]) for seed in seeds]
    assert drawn[1] == drawn[-1] and len(set(drawn)) == len(seeds) - 1
    nonsense: list[Any] = [1.5, None, [], {}, b"a", float("nan")]
    for wrong in nonsense:
        with pytest.raises(TypeError, match="seed: found a"):
            game.start(wrong)
    record = game.start(1).record()["seed"]
    with pytest.raises(ValueError, match="first seat"):
        game.start(record[:34] + "4" + record[35:])
    with pytest.raises(ValueError, match="no scoring tile is called"):
        game.start(record[:36] + "sheeps+squares+columns+harbours")
    with pytest.raises(ValueError, match="other scoring tiles"):
        boardlab.Game(players=2, scoring=["sheep", "squares", "columns", "harbours"]).start(record)


def test_what_cannot_be_set_up_is_told_as_the_command_line_tells_it() -> None:
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"name": "sky"}, "did you mean `skye`"),
        ({"players": 6}, "`players`: found 6; accepted: a whole number from 2 to 5"),
        ({"players": "2"}, "`players`"),
        ({"modules": ["druid"]}, "did you mean `druids`"),
        ({"rules": {"castle-income": 1}}, "`rules.castle-income`: found 1; accepted: a whole number from 2 to 50"),
        ({"rules": {"nothing": 1}}, "rules"),
        ({"rules": 5}, "rules"),
        ({"scoring": ["sheep"]}, "found 1 scoring tiles"),
        ({"scoring": "sheep,sheep,columns,harbours"}, "a second time"),
        ({"scoring": {"design": "odd"}}, "scoring"),
        ({"tiles": "no-such-file.csv"}, "no-such-file.csv"),
        ({"hometowns": ["H1A"]}, "hometowns"),
        ({"name": "tipperary", "modules": ["druids"]}, "modules"),
        ({"name": "tipperary", "scoring": "sheep,squares,columns,harbours"}, "scoring"),
        ({"name": "tipperary", "hometowns": "H1A,H1A,H2A,H3A"}, "hometowns"),
    ]
    for keys, message in wrong:
        with pytest.raises(ValueError) as error:
            boardlab.Game(**keys)
        assert message in str(error.value), keys
    program = sim()
    sets = {"rules.castle-income=1": {"castle-income": 1}, "rules.gold-per-vp=0": {"gold-per-vp": 0}}
    for text, rules in sets.items():
        told = subprocess.run([program, "play", "random", "random", "--set", text], capture_output=True, text=True)
        with pytest.raises(ValueError) as error:
            boardlab.Game(players=2, rules=rules)
        assert told.returncode == 2
        # The command line also says which argument it was.
        assert str(error.value).split("`", 1)[1] in told.stderr


def test_rules_and_components_are_those_asked_for() -> None:
    rich = boardlab.Game(players=2, rules={"castle-income": 30}, scoring="sheep,squares,columns,harbours").start(1)
    assert rich.view(0)["players"][0]["gold"] == 30
    assert rich.record()["rules"]["castle-income"] == 30
    assert list(rich.record()["scoring"].values()) == ["sheep", "squares", "columns", "harbours"]
    homes = boardlab.Game("tipperary", 2, hometowns=["H3A", "H1B"]).start(1)
    assert homes.record()["hometowns"] == ["H3A", "H1B"]
    balanced = boardlab.Game(players=2, scoring={"design": "affine"})
    assert balanced.start(1).turn == "seat"
    # Limits of prices, and what scoring tiles pay, are seen by the encoding, too.
    strict = boardlab.Game(players=2, rules={"lowest-price": 2, "highest-price": 3, "castle-income": 9})
    position = strict.start(1)
    prices = {price for action in position.legal_actions() for _, price in action["prices"]}
    assert prices == {2, 3}
    stepper = boardlab.Stepper(strict, 1)
    stepper.step(0)
    assert [index for index, bit in enumerate(stepper.mask()) if bit] == [4, 5]
    set_up = rich.game.set_up
    assert set_up is not None and set_up["seats"] == 2 and set_up["rules"]["castle-income"] == 30


def test_equal_games_are_equal_and_hash_so() -> None:
    scoring = ["sheep", "squares", "columns", "harbours"]
    given: list[dict[str, Any]] = [
        {}, {"players": 2}, {"name": "tipperary"}, {"modules": ["druids"]}, {"rules": {"castle-income": 4}}, {"scoring": scoring},
        {"scoring": scoring[::-1]}, {"scoring": {"design": "fixed", "sets": [scoring]}},
    ]
    games = [boardlab.Game(**keys) for keys in given]
    assert len(set(games)) == len(games)
    for keys, game in zip(given, games):
        same = [boardlab.Game(**keys), copy.deepcopy(game), pickle.loads(pickle.dumps(game))]
        assert all(other == game and hash(other) == hash(game) for other in same)
    assert boardlab.Game("skye", 4, "druids", rules={}) == games[3] and boardlab.Game(rules={"castle-income": 5}) == games[0]
    others: list[Any] = ["skye", None, 4]
    assert games[0] not in others and games[0].start(1).game == games[0].start(1).game != games[0].start(2).game


def test_actions_that_are_not_legal_are_refused_and_change_nothing() -> None:
    position = boardlab.Game(players=2).start(1)
    tiles, before = position.legal()["tiles"], position.record_text()
    good = {"e": "price", "discard": tiles[0], "prices": [[tiles[1], 1], [tiles[2], 1]]}
    wrong: list[tuple[Any, type[Exception]]] = [
        ({}, ValueError),
        ({"e": "pass"}, ValueError),
        ({**good, "discard": "L99"}, ValueError),
        ({**good, "prices": [[tiles[1], 1], [tiles[2], 9]]}, ValueError),
        ({**good, "prices": [[tiles[1], 0], [tiles[2], 1]]}, ValueError),
        ({**good, "prices": [[tiles[1], 1.5], [tiles[2], 1]]}, ValueError),
        ({**good, "prices": [[tiles[1], float("nan")], [tiles[2], 1]]}, ValueError),
        ({**good, "prices": [[tiles[1], 10**30], [tiles[2], 1]]}, ValueError),
        ({**good, "more": 1}, ValueError),
        ({**good, 5: 1}, TypeError),
        ([], ValueError),
        (None, ValueError),
        ("pass", ValueError),
        ({**good, "prices": object()}, TypeError),
    ]
    for action, kind in wrong:
        with pytest.raises(kind):
            position.apply(action)
        assert position.record_text() == before
    loop: list[Any] = []
    loop.append(loop)
    with pytest.raises(ValueError, match="nested"):
        position.apply({"e": loop})
    position.apply(good)
    for seat in (2, -1, 10**30):
        with pytest.raises((ValueError, TypeError, OverflowError)):
            position.view(seat)


def test_views_know_their_game_and_are_plain_dicts_otherwise() -> None:
    view = boardlab.Game(players=3, modules=MODULES).start(5).view(1)
    assert isinstance(view, dict) and view["seat"] == 1 and json.loads(json.dumps(view)) == view
    again = pickle.loads(pickle.dumps(view))
    assert again == view and again.game.set_up == view.game.set_up
    assert view.game.players == 3


def test_copies_of_any_kind() -> None:
    position = boardlab.Game(players=2).start(5)
    for again in (copy.copy(position), copy.deepcopy(position)):
        again.apply(again.legal_actions()[0])
        assert position.events() != again.events()


@pytest.mark.parametrize("name,modules", [("skye", MODULES), ("tipperary", ())])
def test_drawings(name: str, modules: tuple[str, ...]) -> None:
    position, chance = boardlab.Game(name, 2, modules).start(4), random.Random(4)
    for number in range(30):
        drawing = position._repr_svg_()
        xml.etree.ElementTree.fromstring(drawing)
        assert drawing.count("<use") >= number // 20
        position.apply(random_choice(position, chance))
    assert position.svg() == position.svg(seat=None)


def test_a_drawing_shows_no_secret_offer() -> None:
    position = boardlab.Game(players=2).start(1)
    mover = position.seat
    assert mover is not None
    drawings = []
    for action in position.legal_actions()[:6]:
        other = position.copy()
        other.apply(action)
        drawings.append((other.svg(), other.svg(1 - mover), other.svg(mover)))
    public, others, own = (set(kind) for kind in zip(*drawings))
    assert len(public) == len(others) == 1 and len(own) == 6


def test_a_game_shows_how_it_differs_from_the_printed_one() -> None:
    assert repr(boardlab.Game(players=2)) == 'boardlab.Game("skye", players=2)'
    scoring = ["squares", "sheep", "columns", "harbours"]
    changed = boardlab.Game(players=3, modules=["druids"], rules={"castle-income": 4}, scoring=scoring)
    assert repr(changed) == (
        'boardlab.Game("skye", players=3, modules=["druids"], rules={"castle-income":4}, scoring=["squares", "sheep", "columns", "harbours"])'
    )
