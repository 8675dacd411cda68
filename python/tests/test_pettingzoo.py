"""Environments, by the tests of those who define what one is."""

from __future__ import annotations

import pickle
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from conftest import GAMES
from gymnasium.utils.env_checker import check_space_limit
from pettingzoo.test import api_test, seed_test

import boardlab
from boardlab.pettingzoo import env, raw_env

#: What any environment with masks gets that is not PettingZoo's own: its test knows the spaces of its own environments by their names.
OF_ANY = ("Observation space for each agent probably should be", "Observation is not a NumPy array")


@pytest.mark.parametrize("name,players,modules", GAMES)
def test_the_tests_of_pettingzoo(name: str, players: int, modules: tuple[str, ...]) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(env(name, players, modules), num_cycles=1000)
        api_test(raw_env(name, players, modules), num_cycles=1000)
        seed_test(lambda: env(name, players, modules), num_cycles=500)
    assert [str(warning.message) for warning in caught if not str(warning.message).startswith(OF_ANY)] == []


@pytest.mark.parametrize("name,players,modules", GAMES[::3])
def test_spaces_hold_what_is_observed(name: str, players: int, modules: tuple[str, ...]) -> None:
    environment = raw_env(name, players, modules)
    environment.reset(seed=5)
    for agent in environment.agents:
        space: Any = environment.observation_space(agent)
        check_space_limit(space["action_mask"], "observation")
        assert isinstance(space, gymnasium.spaces.Dict) and space is environment.observation_space(agent)
    chance = np.random.default_rng(5)
    while not all(environment.terminations.values()):
        for agent in environment.possible_agents:
            observation = environment.observe(agent)
            assert environment.observation_space(agent).contains(observation)
            assert bool(observation["action_mask"].any()) == (agent == environment.agent_selection)
        mask = environment.observe(environment.agent_selection)["action_mask"]
        action = int(chance.choice(np.flatnonzero(mask)))
        assert environment.action_space(environment.agent_selection).contains(action)
        assert not any(environment.rewards.values())
        environment.step(action)
    rewards = environment.rewards
    assert abs(sum(rewards.values())) < 1e-9 and max(rewards.values()) > 0
    assert all("vp" in info for info in environment.infos.values())
    for _ in environment.possible_agents:
        environment.step(None)
    assert environment.agents == []


def test_seeds_reach_the_games() -> None:
    def first(seed: int | None, environment: Any) -> bytes:
        environment.reset(seed=seed)
        return bytes(environment.observe(environment.agent_selection)["observation"].tobytes())

    environment = raw_env()
    assert first(1, environment) == first(1, raw_env()) != first(2, environment)
    # Games without a seed follow from the last one given.
    again = [first(7, environment), first(None, environment), first(None, environment)]
    other = raw_env()
    assert again == [first(7, other), first(None, other), first(None, other)] and len(set(again)) == 3
    environment.reset(options={"game_seed": 5})
    position = boardlab.Game(players=2).start(5)
    assert environment.observe(environment.agent_selection)["observation"].tobytes() == (
        boardlab.encoding("skye").observe(position, position.seat or 0).tobytes()
    )


def test_what_is_not_possible() -> None:
    environment = raw_env(players=3)
    with pytest.raises(RuntimeError, match="reset"):
        environment.observe("player_0")
    environment.reset(seed=1)
    for action in (-1, 53, 386, 10**9):
        with pytest.raises(ValueError, match="accepted"):
            environment.step(action)
    for odd in (None, 1.5, "a"):
        with pytest.raises((ValueError, TypeError)):
            environment.step(odd)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="render_mode"):
        raw_env(render_mode="human")
    with pytest.raises(ValueError, match="players"):
        raw_env(players=9)
    wrapped = env(players=3)
    wrapped.reset(seed=1)
    loser = wrapped.agent_selection
    wrapped.step(53)
    assert wrapped.rewards[loser] == -1 and sum(wrapped.rewards.values()) == -1
    assert all(wrapped.terminations.values()) and all(wrapped.truncations.values())


@pytest.mark.parametrize("name", ["skye", "tipperary"])
def test_pictures(name: str) -> None:
    for mode in ("svg", "ansi"):
        environment = raw_env(name, render_mode=mode)
        environment.reset(seed=1)
        text = environment.render()
        assert text is not None and ("<svg" in text) == (mode == "svg")


def test_environments_can_be_pickled() -> None:
    environment = pickle.loads(pickle.dumps(raw_env("skye", 3, ("druids",), rules={"castle-income": 6})))
    environment.reset(seed=1)
    assert environment.game.players == 3 and environment.game.modules == ["druids"]
