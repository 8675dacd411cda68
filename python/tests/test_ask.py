"""Built-in agents asked at any position, and positions invented from what a seat knows."""

from __future__ import annotations

import json
import random
import subprocess
import time
from collections import Counter
from typing import Any

import numpy as np
import pytest
from conftest import MODULES, random_choice, sim

import boardlab

WORD = 2**64


def finalize(word: int) -> int:
    """The output function of SplitMix64."""
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 % WORD
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB % WORD
    return word ^ (word >> 31)


def mix(*words: int) -> int:
    """How the program mixes words into a seed."""
    state = 0
    for word in words:
        state = finalize(state ^ finalize((word + 0x9E3779B97F4A7C15) % WORD))
    return state


@pytest.mark.parametrize("game,spec", [("skye", "greedy"), ("skye", "mcts:iterations=30"), ("tipperary", "mcts:iterations=30")])
def test_an_agent_says_what_it_does_in_a_game(game: str, spec: str, tmp_path: Any) -> None:
    path = tmp_path / "games.jsonl"
    table = boardlab.play([spec, "random"], game, seed=5, records=path)
    thinking = int(table["seed"][0].as_py().split("-")[1], 16)
    asked = 0
    for number, (position, action) in enumerate(boardlab.moves(path.read_text())):
        if position.seat == 0:
            answer = position.ask(spec, mix(thinking, 0, number))
            assert answer["action"] == action
            asked += 1
    assert asked > 10


def test_a_search_says_what_it_looked_at() -> None:
    position = boardlab.Game(players=3).start(3)
    answer = position.ask("mcts:iterations=200,variant=pimc", seed=4)
    assert answer == position.ask("mcts:iterations=200,variant=pimc", seed=4) and answer != position.ask("mcts:iterations=200,variant=pimc", seed=5)
    search = answer["search"]
    assert 150 < search["iterations"] == sum(entry["visits"] for entry in search["actions"]) <= 200
    assert set(search["actions"][0]) == {"action", "visits", "value", "weight"}
    assert abs(sum(entry["weight"] for entry in search["actions"]) - 1) < 1e-9
    assert all(entry["value"] is None or 0 <= entry["value"] <= 1 for entry in search["actions"])
    best = max(search["actions"], key=lambda entry: entry["weight"])
    assert best["action"] == answer["action"]
    position.copy().apply(answer["action"])
    assert position.ask("greedy")["search"] is None


def test_what_cannot_be_asked() -> None:
    position = boardlab.Game(players=2).start(1)
    with pytest.raises(ValueError, match="did you mean `greedy`"):
        position.ask("gredy")
    with pytest.raises(ValueError, match="area-first"):
        position.ask("area-first")
    chance = random.Random(1)
    while position.turn == "seat":
        position.apply(random_choice(position, chance))
    with pytest.raises(ValueError, match="over"):
        position.ask("greedy")


def test_the_program_serves_the_same_search() -> None:
    """`sim serve` answers as `ask` does with the seed of the question, and tells its search where it is asked to."""
    position = boardlab.Game(players=2).start(9)
    spec, seat = "mcts:iterations=60", position.seat
    assert seat is not None
    question = {
        "m": "choose", "id": 3, "game": 0, "seat": seat, "seed": f"{77:016x}", "decision": position.decision,
        "view": position.view(seat), "legal": position.legal(),
    }  # fmt: skip
    for options, tells in [({}, False), ({"search": "true"}, True), ({"search": "false"}, False)]:
        hello = {"m": "hello", "protocol": 1, "game": "skye", "options": options, "move_ms": 0}
        lines = [hello, {"m": "game", "game": 0, "set_up": position.game.set_up}, question, {"m": "quit"}]
        text = "".join(json.dumps(line) + "\n" for line in lines)
        done = subprocess.run([sim(), "serve", spec], input=text, capture_output=True, text=True, check=True)
        answer, mine = json.loads(done.stdout.splitlines()[1]), position.ask(spec, 77)
        assert answer["action"] == mine["action"] and answer["iterations"] == mine["search"]["iterations"]
        assert answer.get("search") == ({"actions": mine["search"]["actions"]} if tells else None)


def test_a_batch_asks_as_games_are_played() -> None:
    """An agent that is asked for every choice plays the games of `play`, for any number of threads."""
    game = boardlab.Game(players=2)
    table = boardlab.play(["greedy", "greedy"], game, 8, seed=6)
    wanted = np.array(table["vp"].to_pylist()).reshape(8, 2)
    for threads in (1, 2):
        batch, found = boardlab.Batch(game, 8, 6, threads=threads), dict[int, Any]()
        while len(found) < 8:
            choices = batch.ask("greedy")
            assert choices.dtype == np.int32 and (choices >= 0).all()
            _, done = batch.step(choices)
            for env in np.flatnonzero(done):
                found.setdefault(int(env), batch.points[env])
        assert (np.array([found[env] for env in range(8)]) == wanted).all()
    random_one = boardlab.Batch(game, 64, 6)
    assert (random_one.ask("random") == random_one.ask("random", 0)).all()
    assert (random_one.ask("random") != random_one.ask("random", 1)).any()


def test_a_batch_says_where_choices_lead_elsewhere() -> None:
    batch = boardlab.Batch(boardlab.Game(players=2), 4, 6)
    wanted, mask = batch.ask("greedy"), batch.observe()[1]
    assert all(mask[env, choice] for env, choice in enumerate(wanted))
    other = [next(index for index in np.flatnonzero(row) if index != choice) for row, choice in zip(mask, wanted)]
    batch.step(other)
    assert (batch.ask("greedy") == -1).all()
    with pytest.raises(ValueError, match="gredy"):
        batch.ask("gredy")


def knows(position: boardlab.Position, seat: int) -> str:
    return json.dumps([position.view(seat), position.events(seat)])


@pytest.mark.parametrize("offers", ["habits", "uniform"])
@pytest.mark.parametrize("players,modules", [(2, ()), (3, MODULES), (5, ())])
def test_a_seat_cannot_tell_an_invented_position(offers: str, players: int, modules: tuple[str, ...]) -> None:
    chance, position = random.Random(3), boardlab.Game(players=players, modules=modules).start(2)
    while position.turn == "seat":
        for seat in range(players):
            invented = position.determinize(seat, chance.randrange(10**6), offers)
            assert knows(invented, seat) == knows(position, seat)
            assert (invented.seat, invented.decision) == (position.seat, position.decision)
            assert invented.seed != position.seed
        invented.apply(random_choice(invented, chance))
        boardlab.read_record(invented.record())
        position.apply(random_choice(position, chance))


def after_one_offer(prices: int) -> boardlab.Position:
    """A position in which seat 0 or 1 has made one of two offers in secret."""
    position = boardlab.Game(players=2).start(4)
    tiles = position.legal()["tiles"]
    discard, one, two = tiles if prices == 1 else reversed(tiles)
    position.apply({"e": "price", "discard": discard, "prices": [[one, prices], [two, prices]]})
    return position


@pytest.mark.parametrize("offers", ["habits", "uniform"])
def test_search_on_invented_positions_sees_no_secret(offers: str) -> None:
    """Whatever another seat has offered, the copies and all that is searched there are the same to the last byte."""
    one, other = after_one_offer(1), after_one_offer(2)
    seat = one.seat
    assert seat is not None and knows(one, seat) == knows(other, seat) and one.record() != other.record()
    for seed in range(10):
        copies = [position.determinize(seat, seed, offers) for position in (one, other)]
        assert copies[0].record() == copies[1].record()
        assert copies[0].ask("mcts:iterations=30", seed) == copies[1].ask("mcts:iterations=30", seed)
        for step in range(20):
            for copy in copies:
                copy.apply_random(step)
        assert copies[0].record() == copies[1].record()


def test_invented_offers_and_draws_vary() -> None:
    position = after_one_offer(1)
    seat = position.seat
    assert seat is not None

    def offer(kind: str, seed: int) -> str:
        event = next(event for event in position.determinize(seat, seed, kind).events() if event["e"] == "price")
        return json.dumps([event["discard"], event["prices"]])

    uniform, usual = (Counter(offer(kind, seed) for seed in range(300)) for kind in ("uniform", "habits"))
    assert len(uniform) > 20, "30 offers are legal"
    assert len(usual) > 1 and usual.most_common(1)[0][1] > 2 * uniform.most_common(1)[0][1], "players prefer some offers"
    draws = set()
    for seed in range(10):
        invented = position.determinize(seat, seed)
        while invented.view(0)["round"] == 1:
            invented.apply_random(1)
        draws.add(json.dumps(invented.view(0)["players"][0]["drawn"]))
    assert len(draws) > 5, "what chance brings is not what it brings in the true game"


def test_the_own_offer_stays_when_a_position_is_invented() -> None:
    position = after_one_offer(1)
    mine = 1 - (position.seat or 0)
    assert position.determinize(mine, 1).record()["events"] == position.record()["events"]
    for wrong in (-1, 2, 7):
        with pytest.raises(ValueError, match="seat"):
            position.determinize(wrong, 1)
    with pytest.raises(ValueError, match='offers: found "often"'):
        position.determinize(0, 1, "often")


def test_asking_leaves_python_to_others() -> None:
    import threading

    position, counted, is_over = boardlab.Game(players=3).start(1), 0, threading.Event()

    def count() -> None:
        nonlocal counted
        while not is_over.is_set():
            counted += 1
            time.sleep(0)

    thread = threading.Thread(target=count)
    thread.start()
    position.ask("mcts:iterations=2000,variant=pimc")
    is_over.set()
    thread.join()
    assert counted > 100
