"""Many games at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from conftest import GAMES, MODULES

import boardlab


def choose(mask: Any, chance: np.random.Generator) -> Any:
    """One possible choice for each row."""
    return (chance.random(mask.shape) * mask).argmax(axis=1).astype(np.int32)


@pytest.mark.parametrize("name,players,modules", GAMES)
def test_shapes_rewards_and_new_games(name: str, players: int, modules: tuple[str, ...]) -> None:
    game = boardlab.Game(name, players, modules)
    encoding, batch, chance = boardlab.encoding(game), boardlab.Batch(game, 6, 4), np.random.default_rng(4)
    assert (batch.envs, batch.players) == (6, players)
    ended = 0
    for _ in range(400):
        observation, mask, mover = batch.observe()
        assert observation.shape == (6, encoding.observation) and observation.dtype == np.float32
        assert mask.shape == (6, encoding.actions) and mask.dtype == np.int8 and mover.dtype == np.int8
        assert (mask.sum(axis=1) > 1).all() and np.isfinite(observation).all()
        assert ((0 <= mover) & (mover < players)).all()
        rewards, done = batch.step(choose(mask, chance))
        assert rewards.shape == (6, players) and rewards.dtype == np.float32 and done.dtype == np.bool_
        assert not rewards[~done].any()
        assert np.abs(rewards.sum(axis=1)).max() < 1e-6
        shares = rewards[done] + 1 / players
        assert (shares.max(axis=1) > 0.19).all() if done.any() else True
        points = batch.points
        assert points.shape == (6, players) and points.dtype == np.int32 and not points[~done].any()
        assert (points[done][shares > 0] >= points[done].max(axis=1).repeat((shares > 0).sum(axis=1))).all() if done.any() else True
        ended += int(done.sum())
    assert batch.info["games"] == ended > 0 and batch.info["steps"] == 2400


def test_without_vectors_and_with_planes() -> None:
    game = boardlab.Game(players=2, modules=MODULES)
    plain, rich = boardlab.Batch(game, 3, 1, vector=False), boardlab.Batch(game, 3, 1, planes=True)
    chance = np.random.default_rng(1)
    for _ in range(150):
        (nothing, mask, mover), (observation, other_mask, other_mover) = plain.observe(), rich.observe()
        assert nothing.shape == (3, 0) and observation.any()
        assert (mask == other_mask).all() and (mover == other_mover).all()
        planes = rich.planes()
        assert planes.shape == (3, 26, 17, 17) and planes.dtype == np.uint8
        assert (planes[:, 0, 8, 8] == 1).all(), "the castle"
        choices = choose(mask, chance)
        plain.step(choices)
        rich.step(choices)
    assert (planes[:, 0].sum(axis=(1, 2)) >= 1).all() and planes[:, 0].sum() > 6
    with pytest.raises(ValueError, match="planes=True"):
        plain.planes()


def test_threads_and_time_change_nothing() -> None:
    def course(threads: int) -> list[Any]:
        batch = boardlab.Batch(boardlab.Game(players=4), 70, "abc", threads=threads)
        chance, seen = np.random.default_rng(2), list[Any]()
        for _ in range(300):
            observation, mask, mover = batch.observe()
            seen.append((observation.tobytes(), mask.tobytes(), mover.tobytes()))
            rewards, done = batch.step(choose(mask, chance))
            seen.append((rewards.tobytes(), done.tobytes()))
        return [*seen, batch.info, batch.seeds]

    assert course(1) == course(3) == course(1)


def test_opponents_play_as_they_always_do() -> None:
    """The games of a batch are those of `play` with the same seed, whoever chooses for seat 0."""
    game, games = boardlab.Game(players=3), 4
    encoding = boardlab.encoding(game)

    def lowest(view: boardlab.View, legal: dict[str, Any], seed: int) -> dict[str, Any]:
        decision = encoding.decide(view)
        while (action := decision.action) is None:
            decision.choose(int(decision.mask.argmax()))
        return action

    table = boardlab.play([lowest, "greedy", "random"], game=game, games=games, seed=6)
    shares, points = (np.array(table[column].to_pylist()).reshape(games, 3) for column in ("win_share", "vp"))
    batch, found = boardlab.Batch(game, games, 6, opponents=["greedy", "random"]), dict[int, Any]()
    assert batch.seeds == table["seed"].to_pylist()[::3]
    while len(found) < games:
        _, mask, mover = batch.observe()
        assert not mover.any()
        rewards, done = batch.step(mask.argmax(axis=1).astype(np.int32))
        for env in np.flatnonzero(done):
            found.setdefault(int(env), (rewards[env], batch.points[env]))
    assert np.allclose([found[env][0] + 1 / 3 for env in range(games)], shares)
    assert (np.array([found[env][1] for env in range(games)]) == points).all()


def test_wrong_choices_change_nothing() -> None:
    batch = boardlab.Batch(boardlab.Game(players=2), 3, 1)
    _, mask, _ = batch.observe()
    good = mask.argmax(axis=1)
    nonsense: list[tuple[Any, type[Exception]]] = [
        ([0, 0], ValueError),
        ([0, 0, 0, 0], ValueError),
        ([0, 0, 53], ValueError),
        ([0, 0, -1], ValueError),
        ([0, 0, 386], ValueError),
        ([0, 0, 2**40], ValueError),
        ([0, 0, 2**70], TypeError),
        ([0.0, 0.0, 0.5], TypeError),
        ([0, 0, float("nan")], TypeError),
        (np.zeros(3, np.float32), TypeError),
        (np.zeros((3, 1), np.int32), TypeError),
        (np.zeros(3, "datetime64[s]"), TypeError),
        (None, TypeError),
        (7, TypeError),
        ("abc", TypeError),
    ]
    for wrong, kind in nonsense:
        with pytest.raises(kind, match="actions"):
            batch.step(wrong)
        assert batch.observe()[1].tobytes() == mask.tobytes()
    for array in (good.astype(np.int32), good.astype(np.int64), good.astype(np.uint8), list(good), good.astype(np.int32)[::-1][::-1]):
        again = boardlab.Batch(boardlab.Game(players=2), 3, 1)
        again.step(array)
    with pytest.raises(ValueError, match="actions.1: found 53; accepted: 0, 1, 2"):
        batch.step([0, 53, 0])


def test_what_cannot_be_a_batch() -> None:
    game = boardlab.Game(players=3)
    wrong: list[tuple[dict[str, Any], type[Exception]]] = [
        ({"envs": 0}, ValueError),
        ({"envs": 10**6}, ValueError),
        ({"envs": -1}, OverflowError),
        ({"envs": 1.5}, TypeError),
        ({"seed": None}, TypeError),
        ({"opponents": ["greedy"]}, ValueError),
        ({"opponents": ["greedy", "gredy"]}, ValueError),
        ({"opponents": ["greedy", 5]}, TypeError),
        ({"opponents": "random"}, TypeError),
        ({"threads": 0}, ValueError),
        ({"game": "sky"}, ValueError),
        ({"game": 5}, TypeError),
    ]
    for keys, kind in wrong:
        with pytest.raises(kind):
            boardlab.Batch(**{"game": game, "envs": 2, "seed": 1, **keys})
    assert boardlab.Batch("tipperary", 2, 1).players == 4
