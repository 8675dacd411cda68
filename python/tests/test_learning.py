"""Games as arrays, positions of records, numbers in words, vector environments, snapshots."""

from __future__ import annotations

import itertools
import pickle
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import GAMES, MODULES, random_choice

import boardlab


def records_of(path: Path, game: boardlab.Game, games: int, spec: str = "random") -> Path:
    boardlab.play([spec] * game.players, game, games, seed=3, records=path)
    return path


@pytest.mark.parametrize("name,players,modules", GAMES)
def test_rows_are_what_a_stepper_sees(name: str, players: int, modules: tuple[str, ...], tmp_path: Path) -> None:
    """Each row is the observation, mask, choice and seat of the same game played choice by choice."""
    game = boardlab.Game(name, players, modules)
    path = records_of(tmp_path / "games.jsonl", game, 3)
    pieces = list(boardlab.decisions(path, piece=2, planes=True))
    assert [piece["game"].max() for piece in pieces] == [1, 2] and "planes" not in next(boardlab.decisions(path))
    rows = {key: np.concatenate([piece[key] for piece in pieces]) for key in pieces[0]}
    assert rows["observation"].dtype == np.float32 and rows["mask"].dtype == np.int8 and rows["choice"].dtype == np.int32
    assert rows["seat"].dtype == np.int8 and rows["game"].dtype == np.int64 and rows["result"].dtype == np.float32
    encoding, row = boardlab.encoding(game), 0
    for number, final in enumerate(boardlab.read_records(path)):
        shares = [1.0 if entry["rank"] == 1 else 0.0 for entry in final.results()]
        for position, action in boardlab.moves(final):
            try:
                choices = encoding.encode(position, action)
            except ValueError:
                continue
            stepper = boardlab.Stepper(position)
            for choice in choices:
                mover = stepper.mover
                assert mover is not None and mover == position.seat == rows["seat"][row]
                assert (rows["mask"][row] == stepper.mask()).all() and rows["mask"][row, choice] == 1
                assert rows["choice"][row] == choice and rows["game"][row] == number
                assert (rows["observation"][row] == stepper.observe(mover)).all()
                assert (rows["planes"][row] == encoding.decide(position.view(mover)).planes).all()
                assert abs(rows["result"][row] - (shares[mover] / sum(shares) - 1 / players)) < 1e-6
                stepper.step(choice)
                row += 1
    assert row == len(rows["choice"]) > 50


def test_sources_and_threads_give_the_same_rows(tmp_path: Path) -> None:
    game = boardlab.Game(players=3)
    path = records_of(tmp_path / "games.jsonl", game, 5, "greedy")
    positions = list(boardlab.read_records(path))
    sources: list[Any] = [path, path.read_text().splitlines(), [position.record() for position in positions], iter(positions)]
    found = [list(boardlab.decisions(source, piece=2, threads=1 + place % 2)) for place, source in enumerate(sources)]
    found.append(list(boardlab.decisions(["greedy"] * 3, games=5, game=game, seed=3, piece=2)))
    for pieces in found[1:]:
        for one, other in zip(found[0], pieces, strict=True):
            assert all(one[key].tobytes() == other[key].tobytes() for key in one)
    bare = next(boardlab.decisions(path, vector=False))
    assert bare["observation"].shape == (len(bare["choice"]), 0) and bare["mask"].any()


def test_a_game_without_its_end_has_no_result() -> None:
    position = boardlab.Game(players=2).start(1)
    chance = random.Random(1)
    for _ in range(10):
        position.apply(random_choice(position, chance))
    (piece,) = boardlab.decisions([position])
    assert np.isnan(piece["result"]).all() and len(piece["choice"]) > 10


def test_what_are_no_records(tmp_path: Path) -> None:
    skye, tipperary = (boardlab.Game(name, 2).start(1).record_text() for name in ("skye", "tipperary"))
    for records, message in [([skye, "{}"], "record 1"), ([skye, tipperary], "record 1: found a game of tipperary"), (["x"], "record 0")]:
        with pytest.raises(ValueError, match=message):
            list(boardlab.decisions(records))
    with pytest.raises(ValueError, match="piece"):
        boardlab.decisions([skye], piece=0)
    with pytest.raises(TypeError, match="agents"):
        boardlab.decisions("greedy", games=1)
    for agents in (["greedy", "random"], [lambda view, legal, seed: legal], [("a", "greedy")]):
        with pytest.raises(ValueError, match="record 0: not a record; accepted: records, or agents with `games`"):
            boardlab.decisions(agents)
    assert list(boardlab.decisions([])) == []


@pytest.mark.parametrize("name,players,modules", GAMES)
def test_moves_lead_through_a_record(name: str, players: int, modules: tuple[str, ...]) -> None:
    position, chance, taken = boardlab.Game(name, players, modules).start(8), random.Random(8), list[Any]()
    while position.turn == "seat":
        action = random_choice(position, chance)
        taken.append((position.record(), action))
        position.apply(action)
    moves = list(boardlab.moves(position.record()))
    assert [before.record() for before, _ in moves] == [record for record, _ in taken]
    for (before, action), (_, other) in zip(moves, taken):
        one, same = before.copy(), before.copy()
        one.apply(action)
        same.apply(other)
        assert one.record() == same.record()


@pytest.mark.parametrize("name", ["skye", "tipperary"])
def test_choices_and_numbers_have_names(name: str) -> None:
    encoding = boardlab.encoding(name)
    words = [encoding.describe(choice) for choice in range(encoding.actions)]
    assert len(set(words)) == len(words) and all(words)
    for wrong in (-1, encoding.actions):
        with pytest.raises(ValueError, match="choice"):
            encoding.describe(wrong)
    features = encoding.features
    assert len(features) == encoding.observation and len({feature[0] for feature in features}) == len(features)
    low, high = (np.array([feature[place] for feature in features]) for place in (2, 3))
    for players, modules in [(2, ()), (4, MODULES if name == "skye" else ()), (5, ())]:
        for source in (["random"] * players, ["greedy"] * players):
            game = boardlab.Game(name, players, modules)
            for piece in boardlab.decisions(source, games=3, game=game, seed=players):
                observation = piece["observation"]
                assert (low <= observation).all() and (observation <= high).all()
                flags = observation[:, [feature[1] == "yes" for feature in features]]
                assert np.isin(flags, (0, 1)).all()


def test_names_say_what_the_numbers_are() -> None:
    encoding, position = boardlab.encoding("skye"), boardlab.Game(players=3, scoring=["sheep", "squares", "columns", "harbours"]).start(1)
    seat = position.seat
    assert seat is not None
    numbers = dict(zip([feature[0] for feature in encoding.features], encoding.observe(position, seat)))
    view = position.view(seat)
    assert numbers["own seat: gold"] == np.float32(view["players"][seat]["gold"] / 20) > 0
    assert numbers["round 1"] == numbers["3 players"] == numbers["phase: price"] == numbers["scoring tile A: sheep"] == 1
    assert numbers["2 players"] == numbers["module: druids"] == numbers["scoring tile B: sheep"] == 0
    choices = encoding.encode(position, {"e": "price", "discard": view["players"][seat]["drawn"][1],
                                         "prices": [[view["players"][seat]["drawn"][0], 2], [view["players"][seat]["drawn"][2], 1]]})  # fmt: skip
    assert [encoding.describe(choice) for choice in choices] == ["discard drawn tile 2", "price 2 gold", "price 1 gold"][: len(choices)]


@pytest.mark.parametrize("name,players,modules", GAMES)
def test_a_stepper_goes_on_from_any_position(name: str, players: int, modules: tuple[str, ...]) -> None:
    """The game is the same, whether it is stepped from its beginning or from positions in between."""
    game, chance = boardlab.Game(name, players, modules), random.Random(5)
    whole, parted = boardlab.Stepper(game, 5), boardlab.Stepper(game, 5)
    begun = 0
    while whole.mover is not None:
        other = boardlab.Stepper(parted.position())
        if (other.mask() == parted.mask()).all():
            # Nothing of the decision is chosen yet.
            parted, begun = other, begun + 1
        assert parted.mover == whole.mover and (parted.observe(whole.mover) == whole.observe(whole.mover)).all()
        choice = chance.choice(np.flatnonzero(whole.mask()).tolist())
        whole.step(choice)
        parted.step(choice)
    assert begun > 10 and parted.points == whole.points and parted.rewards == whole.rewards
    assert parted.position().record() == whole.position().record()


def test_a_copy_of_a_stepper_is_a_game_of_its_own() -> None:
    stepper = boardlab.Stepper(boardlab.Game(players=2), 5)
    stepper.step(0)
    copy, mask, mover = stepper.copy(), stepper.mask(), stepper.mover
    assert (copy.mask() == mask).all(), "what is chosen of a decision is copied, too"
    while copy.mover is not None:
        copy.step(int(np.flatnonzero(copy.mask())[0]))
    assert stepper.mover == mover and (stepper.mask() == mask).all()


def test_a_copy_with_a_seed_differs_in_later_draws_only() -> None:
    stepper, chance = boardlab.Stepper(boardlab.Game(players=2), 5), random.Random(1)
    for _ in range(3):
        drawn = stepper.draws
        while stepper.draws == drawn:
            before, choice = stepper.copy(), chance.choice(np.flatnonzero(stepper.mask()).tolist())
            stepper.step(choice)
            assert stepper.draws >= drawn, "chance is counted"
        copies = [before.copy(seed) for seed in (1, 2, 1)]
        copies[2] = pickle.loads(pickle.dumps(copies[2]))
        for copy in copies:
            assert copy.mover == before.mover and (copy.mask() == before.mask()).all() and copy.draws == 0
            assert (copy.observe(0) == before.observe(0)).all()
            copy.step(choice)
            assert copy.draws > 0
        first, other, again = (copy.position().view(0) for copy in copies)
        assert first == again != other
        stepper = copies[0]


def test_what_is_decided_in_secret() -> None:
    stepper = boardlab.Stepper(boardlab.Game(players=3), 5)
    while stepper.mover is not None:
        assert stepper.secret == (stepper.position().decision == "price")
        stepper.step(int(stepper.mask().argmax()))
    assert not stepper.secret


def test_a_stepper_takes_a_game_with_a_seed_or_a_position() -> None:
    position = boardlab.Game(players=2).start(1)
    with pytest.raises(ValueError, match="seed"):
        boardlab.Stepper(position, 3)
    with pytest.raises(TypeError, match="seed"):
        boardlab.Stepper("skye")


def choose(mask: Any, chance: np.random.Generator) -> Any:
    return (chance.random(mask.shape) * mask).argmax(axis=1).astype(np.int32)


@pytest.mark.parametrize("opponents", [None, ["greedy"]])
def test_a_batch_comes_back(opponents: list[str] | None) -> None:
    batch = boardlab.Batch(boardlab.Game(players=2), 16, 3, opponents=opponents)

    def course(steps: int, seed: int) -> list[bytes]:
        chance, seen = np.random.default_rng(seed), list[bytes]()
        for _ in range(steps):
            observation, mask, mover = batch.observe()
            rewards, done = batch.step(choose(mask, chance))
            seen += [observation.tobytes(), mask.tobytes(), mover.tobytes(), rewards.tobytes(), done.tobytes()]
        return seen

    course(150, 1)
    state, info, seeds = batch.state(), batch.info, batch.seeds
    first = course(200, 2)
    assert batch.info != info
    batch.restore(state)
    assert (batch.info, batch.seeds) == (info, seeds)
    assert course(200, 2) == first
    other = boardlab.Batch(boardlab.Game(players=2), 16, 99, opponents=opponents)
    other.restore(state)
    assert other.observe()[0].any()
    unlike = None if opponents else ["random"]
    for wrong in (
        boardlab.Batch(boardlab.Game(players=3), 16, 1),
        boardlab.Batch(boardlab.Game(players=2), 8, 1),
        boardlab.Batch("tipperary", 16, 1),
        boardlab.Batch(boardlab.Game(players=2), 16, 1, opponents=unlike),
    ):
        with pytest.raises(ValueError, match="state"):
            wrong.restore(state)


class TestVectorEnvironment:
    pytest.importorskip("gymnasium")

    def test_it_is_the_batch(self) -> None:
        game = boardlab.Game(players=2)
        environment, batch = boardlab.vector_env(game, 8, 3), boardlab.Batch(game, 8, 3)
        observation, infos = environment.reset()
        chance, ended = np.random.default_rng(1), 0
        assert environment.observation_space.contains(observation) and environment.num_envs == 8
        for _ in range(300):
            wanted, mask, mover = batch.observe()
            assert (observation == wanted).all() and (environment.action_masks() == mask).all() and (infos["mover"] == mover).all()
            choices = choose(mask, chance)
            assert environment.action_space.contains(choices.astype(np.int64))
            rewards, done = batch.step(choices)
            observation, own, terminated, truncated, infos = environment.step(choices)
            assert (own == rewards[np.arange(8), mover]).all() and (terminated == done).all() and not truncated.any()
            assert (infos["rewards"] == rewards).all() and (infos["vp"] == batch.points).all()
            ended += int(done.sum())
        assert ended > 4

    def test_planes_are_those_of_the_batch(self) -> None:
        game = boardlab.Game(players=2)
        environment, batch = boardlab.vector_env(game, 8, 3, planes=True), boardlab.Batch(game, 8, 3, planes=True)
        observation, _ = environment.reset()
        for _ in range(100):
            assert environment.observation_space.contains(observation)
            assert (observation["observation"] == batch.observe()[0]).all() and (observation["planes"] == batch.planes()).all()
            choices = environment.action_masks().argmax(axis=1).astype(np.int32)
            batch.step(choices)
            observation, *_ = environment.step(choices)
        assert observation["planes"].any(axis=(1, 2, 3)).all()

    def test_seeds_decide(self) -> None:
        environment = boardlab.vector_env("skye", 4, 3)
        first, other, again = (environment.reset(seed=seed)[0] for seed in (5, 6, 5))
        assert (first == again).all() and (first != other).any()
        assert (environment.reset()[0] != again).any(), "without a seed the games go on to others"

    def test_opponents_and_snapshots(self) -> None:
        environment = boardlab.vector_env("skye", 4, 3, opponents=["random", "greedy"])
        assert environment.reset()[1]["mover"].shape == (4,) and environment.step(environment.action_masks().argmax(axis=1))[4]["vp"].shape == (4, 3)
        _, infos = environment.reset(seed=1)
        assert not infos["mover"].any()
        state, seen = environment.state(), []
        for _ in range(2):
            observation, _ = environment.restore(state)
            for _ in range(50):
                observation, *_ = environment.step(environment.action_masks().argmax(axis=1))
            seen.append(observation.tobytes())
        assert seen[0] == seen[1]

    def test_gymnasiums_wrappers_take_it(self) -> None:
        from gymnasium.wrappers.vector import RecordEpisodeStatistics

        own = boardlab.vector_env(boardlab.Game(players=2), 4, 3, opponents=["random"])
        environment = RecordEpisodeStatistics(own)
        environment.reset(seed=1)
        steps, ended = np.zeros(4, int), 0
        for _ in itertools.takewhile(lambda _: ended < 12, range(4000)):
            *_, terminated, _, infos = environment.step(own.action_masks().argmax(axis=1))
            steps += 1
            if terminated.any():
                assert (infos["episode"]["l"][terminated] == steps[terminated]).all(), "every step of a game counts, the first game's and later ones'"
            ended += int(terminated.sum())
            steps[terminated] = 0
        assert ended >= 12

    def test_masks_are_those_that_gymnasium_samples_with(self) -> None:
        environment = boardlab.vector_env("skye", 4, 3)
        _, infos = environment.reset(seed=1)
        for _ in range(200):
            assert (infos["action_mask"] == environment.action_masks()).all() and environment.action_masks().dtype == np.bool_
            choices = np.array([environment.single_action_space.sample(mask) for mask in infos["action_mask"]])
            assert environment.action_masks()[np.arange(4), choices].all()
            *_, infos = environment.step(environment.action_space.sample(tuple(infos["action_mask"])))

    def test_the_checks_of_gymnasium(self) -> None:
        """Those of its checker that do not choose at random without a mask."""
        from gymnasium.utils import env_checker

        environment: Any = boardlab.vector_env(boardlab.Game(players=2), 4, 3)
        seeded = next(check for check in dir(env_checker) if check.startswith("check_reset_seed"))
        for check in (seeded, "check_reset_options", "check_reset_return_info_deprecation", "check_seed_deprecation", "check_reset_return_type"):
            getattr(env_checker, check)(environment)
        env_checker.check_space_limit(environment.action_space, "action")


@pytest.mark.parametrize("name,players,modules", GAMES)
def test_afterstates_are_the_boards_that_follow(name: str, players: int, modules: tuple[str, ...]) -> None:
    """Choices towards boards are those of the mask, and the board that a decision leads to is that of the observation after it."""
    batch, chance = boardlab.Batch(boardlab.Game(name, players, modules), 32, 5), np.random.default_rng(2)
    names = [feature[0] for feature in boardlab.encoding(name).features]
    is_skye, followed, known = name == "skye", 0, list[tuple[int, int, Any]]()
    turned = 382 if is_skye else 628
    for _ in range(150):
        observation, mask, mover = batch.observe()
        rows = batch.afterstates()
        for env, seat, board in known:
            own = observation[env, names.index("own seat: territory: tiles") :][:25]
            # Without a decision in between that was forced.
            if mover[env] == seat and observation[env, names.index("phase: build")] and own[0] == board[0]:
                assert (own == board[:25]).all()
                followed += 1
        assert (rows["tile"] >= -1).all() and (rows["seat"] < players).all()
        some = batch.afterstates([env == 2 for env in range(32)])
        assert all((some[key] == rows[key][rows["env"] == 2]).all() for key in rows)
        towards = rows["choice"] >= 0
        assert mask[rows["env"][towards], rows["choice"][towards]].all()
        builds = mask[:, 82:].any(axis=1) if is_skye else mask[:, :2].any(axis=1)
        assert (np.isin(np.arange(32), rows["env"][towards]) >= builds).all()
        choices = choose(mask, chance)
        taken = np.flatnonzero((rows["choice"] >= turned) & (rows["choice"] == choices[rows["env"]]))
        known = [(env, int(mover[env]), rows["board"][row]) for row in taken if is_skye for env in [int(rows["env"][row])]]
        _, done = batch.step(choices)
        known = [entry for entry in known if not done[entry[0]]]
    assert followed > 20 or not is_skye
    with pytest.raises(ValueError, match="envs"):
        batch.afterstates([True])
