"""Learning by MaskablePPO of sb3-contrib: from PettingZoo's environment as in PettingZoo's tutorial, and from many games at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import boardlab
from boardlab.pettingzoo import env

pytest.importorskip("sb3_contrib")
gymnasium = pytest.importorskip("gymnasium")
wrappers = pytest.importorskip("pettingzoo.utils")

from sb3_contrib import MaskablePPO  # noqa: E402
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported  # noqa: E402
from sb3_contrib.common.wrappers import ActionMasker  # noqa: E402
from stable_baselines3.common.vec_env import VecEnv, VecMonitor  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")


class Tutorial(wrappers.BaseWrapper, gymnasium.Env):  # type: ignore[misc, name-defined]
    """All players as one learner: the wrapper of PettingZoo's tutorial for this library."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        super().reset(seed, options)
        agent = self.possible_agents[0]
        self.observation_space, self.action_space = super().observation_space(agent)["observation"], super().action_space(agent)
        return self.observe(self.agent_selection), {}

    def step(self, action: int) -> Any:
        agent = self.agent_selection
        super().step(action)
        ends = self.terminations[agent], self.truncations[agent]
        return self.observe(self.agent_selection), self._cumulative_rewards[agent], *ends, self.infos[agent]

    def observe(self, agent: str) -> Any:
        return super().observe(agent)["observation"]

    def action_mask(self) -> Any:
        return super().observe(self.agent_selection)["action_mask"]


class Games(VecEnv):  # type: ignore[misc]
    """Many games as the vector environment of this library, which takes none of gymnasium's."""

    def __init__(self, games: Any) -> None:
        self.games = games
        super().__init__(games.num_envs, games.single_observation_space, games.single_action_space)

    def reset(self) -> Any:
        return self.games.reset()[0]

    def step_async(self, actions: Any) -> None:
        self.actions = actions

    def step_wait(self) -> Any:
        observation, rewards, terminated, _, _ = self.games.step(self.actions)
        return observation, rewards, terminated, [{} for _ in terminated]

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **keys: Any) -> list[Any]:
        return list(getattr(self.games, method_name)(*args, **keys))

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self.games, attr_name)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise NotImplementedError

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        self.games.close()


@pytest.mark.parametrize("name", ["skye", "tipperary"])
def test_it_learns_from_an_environment_of_pettingzoo(name: str) -> None:
    environment: Any = Tutorial(env(name, players=3))
    environment.reset(seed=1)
    environment = ActionMasker(environment, lambda wrapped: wrapped.action_mask())
    model = MaskablePPO("MlpPolicy", environment, n_steps=256, n_epochs=1, seed=1, device="cpu").learn(512)
    rewards = [round(episode["r"], 3) for episode in model.ep_info_buffer]
    # An illegal action would cost 1.
    assert len(rewards) >= 2 and set(rewards) <= {round(share - 1 / 3, 3) for share in (0, 1 / 3, 1 / 2, 1)}


@pytest.mark.parametrize("name", ["skye", "tipperary"])
def test_it_learns_from_many_games(name: str) -> None:
    games = boardlab.vector_env(boardlab.Game(name, players=2), 8, 1, opponents=["random"])
    environment = VecMonitor(Games(games))
    assert is_masking_supported(environment)
    masks = get_action_masks(environment)
    assert masks.dtype == np.bool_ and (masks == games.action_masks()).all()
    model = MaskablePPO("MlpPolicy", environment, n_steps=64, n_epochs=1, seed=1, device="cpu").learn(1024)
    episodes = list(model.ep_info_buffer)
    assert len(episodes) >= 8 and {float(episode["r"]) for episode in episodes} <= {-0.5, 0.0, 0.5}
    assert all(episode["l"] > 20 for episode in episodes)
