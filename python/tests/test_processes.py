"""Objects that go to other processes, and processes that are forked."""

from __future__ import annotations

import copy
import multiprocessing
import os
import pickle
import random
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import GAMES, ROOT, random_choice

import boardlab

#: Ways to start processes.
METHODS = [method for method in ("fork", "spawn", "forkserver") if method in multiprocessing.get_all_start_methods()]


def again(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


@pytest.mark.parametrize("name,players,modules", GAMES)
def test_what_is_pickled_is_the_same(name: str, players: int, modules: tuple[str, ...]) -> None:
    game, chance = boardlab.Game(name, players, modules), random.Random(4)
    assert repr(again(game)) == repr(game) and again(game).start(3).record() == game.start(3).record()
    assert repr(again(boardlab.encoding(game))) == repr(boardlab.encoding(game))
    position, number = game.start(6), 0
    while position.turn == "seat":
        if number % 7 == 0 or position.decision == "keep_drawn":
            other = again(position)
            assert other.record() == position.record() and other.seed == position.seed
            assert [other.view(seat) for seat in range(players)] == [position.view(seat) for seat in range(players)]
            assert again(position.game).set_up == position.game.set_up
            one, same = position.copy(), other
            for step in range(8):
                if one.turn == "seat":
                    one.apply_random(step)
                    same.apply_random(step)
            assert one.record() == same.record(), "chance ahead is the same"
        position.apply(random_choice(position, chance))
        number += 1
    assert again(position).results() == position.results()


@pytest.mark.parametrize("name,players,modules", GAMES[:6])
def test_a_stepper_is_pickled_within_a_decision(name: str, players: int, modules: tuple[str, ...]) -> None:
    stepper, chance = boardlab.Stepper(boardlab.Game(name, players, modules), 4), random.Random(4)
    while stepper.mover is not None:
        other = again(stepper)
        assert other.mover == stepper.mover and (other.mask() == stepper.mask()).all()
        assert (other.observe(stepper.mover) == stepper.observe(stepper.mover)).all()
        stepper.step(chance.choice(np.flatnonzero(stepper.mask()).tolist()))
    assert again(stepper).points == stepper.points


def test_games_with_something_of_their_own_are_pickled(tmp_path: Path) -> None:
    tiles = tmp_path / "mine.csv"
    tiles.write_text((ROOT / "engine" / "data" / "landscape_tiles_other_reading.csv").read_text() + "\n")
    games = [
        boardlab.Game(players=3, scoring=["sheep", "squares", "columns", "harbours"]),
        boardlab.Game(players=2, rules={"castle-income": 4}),
        boardlab.Game("tipperary", 2, hometowns="H3A, H1B"),
        boardlab.Game(players=2, scoring={"exclude": ["sheep"]}),
        boardlab.Game(players=2, tiles=str(tiles)),
    ]
    for game in games:
        other, position = again(game), game.start(5)
        assert other.set_up == game.set_up and other.start(5).record() == position.record()
        assert again(position).record() == position.record()
        assert again(position.game).set_up == position.game.set_up
        assert again(boardlab.Stepper(game, 5)).position().record() == position.record()


def test_what_is_not_pickled_says_why() -> None:
    batch = boardlab.Batch(boardlab.Game(players=2), 2, 1)
    position = boardlab.Game(players=2).start(1)
    decision = boardlab.encoding().decide(position.view(position.seat or 0))
    for thing in (batch, batch.state(), decision):
        for use in (pickle.dumps, copy.deepcopy):
            with pytest.raises(TypeError, match=f"cannot pickle a {type(thing).__name__}, which lives in one process; accepted: "):
                use(thing)


def played(game: boardlab.Game, position: boardlab.Position, stepper: boardlab.Stepper, encoding: boardlab.Encoding) -> tuple[Any, ...]:
    """What a worker does."""
    position.apply_random(1)
    stepper.step(int(stepper.mask().argmax()))
    batch = boardlab.Batch(game, 70, 1, threads=2)
    batch.step(batch.observe()[1].argmax(axis=1))
    return position, stepper.position().record(), encoding.actions, batch.observe()[0].tobytes()


def things() -> tuple[Any, ...]:
    game = boardlab.Game(players=2)
    return game, game.start(1), boardlab.Stepper(game, 1), boardlab.encoding(game)


@pytest.mark.parametrize("method", METHODS)
def test_processes_take_and_give_them(method: str) -> None:
    with warnings.catch_warnings():
        # Newer versions of Python warn of forks beside threads.
        warnings.simplefilter("ignore", DeprecationWarning)
        with multiprocessing.get_context(method).Pool(2) as pool:
            found = pool.starmap(played, [things(), things()])
    wanted = played(*things())
    for position, *others in found:
        assert position.record() == wanted[0].record() and tuple(others) == wanted[1:]


@pytest.mark.skipif("fork" not in METHODS, reason="there is no fork")
def test_a_batch_that_was_used_works_after_a_fork() -> None:
    batch, same = (boardlab.Batch(boardlab.Game(players=2), 70, 1, threads=2) for _ in range(2))
    for each in (batch, same):
        each.step(each.ask("greedy"))
    wanted = (same.step(same.ask("greedy"))[0].tobytes(), same.observe()[0].tobytes())
    begin, end = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        try:
            found = (batch.step(batch.ask("greedy"))[0].tobytes(), batch.observe()[0].tobytes())
            boardlab.play(["random", "random"], games=4, threads=2)
            os.write(end, b"y" if found == wanted else b"n")
        finally:
            os._exit(0)
    os.close(end)
    import select

    ready, _, _ = select.select([begin], [], [], 60)
    if not ready:
        os.kill(child, 9)
    os.waitpid(child, 0)
    assert ready and os.read(begin, 1) == b"y"
    assert batch.step(batch.ask("greedy"))[0].tobytes() == wanted[0], "nor does the parent notice"


def test_ray_takes_them() -> None:
    ray = pytest.importorskip("ray")
    if sys.platform != "linux":
        pytest.skip("tried on Linux only")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, runtime_env={"env_vars": {"PYTHONPATH": os.path.dirname(__file__)}})
        try:
            position, *others = ray.get(ray.remote(played).remote(*things()), timeout=120)
        finally:
            ray.shutdown()
    wanted = played(*things())
    assert position.record() == wanted[0].record() and tuple(others) == wanted[1:]
