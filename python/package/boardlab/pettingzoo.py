"""Games as environments of PettingZoo, with one agent to act at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._extras import brought_by

with brought_by("learn"):
    import gymnasium
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

from ._native import Encoding, Game, Stepper, encoding

Observation = dict[str, NDArray[Any]]


def env(game: str | Game = "skye", players: int = 2, modules: Sequence[str] = (), **options: Any) -> AECEnv[str, Observation, int]:
    """Makes an environment with PettingZoo's usual wrappers: an illegal action ends the game for all agents, terminated and truncated at
    once, with a reward of -1 for its agent and 0 for the others. Learners that go on from the value of a truncated game use
    :class:`raw_env`, which raises an error instead.

    The arguments are those of :class:`raw_env`.
    """
    wrapped: Any = raw_env(game, players, modules, **options)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv[str, Observation, int], EzPickle):  # type: ignore[misc]
    """A game as a sequence of small choices, one agent at a time.

    Every decision is a sequence of numbered choices, as in :func:`boardlab.encoding`; forced choices are skipped, so an agent may act
    several times in a row, and some are skipped. Rewards are 0 until the game ends; then each agent gets its share of the win (1/k of k
    winners) minus 1/players.

    Args:
        game: its name, or a :class:`boardlab.Game`; then ``players``, ``modules`` and other keys are taken from it.
        players: 2 to 5.
        modules: expansions in play.
        render_mode: ``"svg"`` for drawings, ``"ansi"`` for text; by default nothing is rendered.
        **keys: other keys of :class:`boardlab.Game`, such as ``rules`` or ``scoring``.

    An observation is a dict: ``observation``, float32 of shape ``(n,)``, what the agent sees; ``action_mask``, int8 of shape ``(m,)``, 1 for
    what it can choose now, all 0 for agents that do not act. ``infos[agent]["masked"]`` counts the options that cannot be encoded.

    Raises:
        ValueError: if the game cannot be set up, or an action is not possible.
    """

    metadata = {
        "name": "boardlab_v1",
        "render_modes": ["svg", "ansi"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str | Game = "skye",
        players: int = 2,
        modules: Sequence[str] = (),
        *,
        render_mode: str | None = None,
        **keys: Any,
    ) -> None:
        EzPickle.__init__(self, game, players, modules, render_mode=render_mode, **keys)
        AECEnv.__init__(self)
        if render_mode not in (None, "svg", "ansi"):
            raise ValueError(f"render_mode: found {render_mode!r}; accepted: svg, ansi, None")
        self.render_mode = render_mode
        self.game: Game = game if isinstance(game, Game) else Game(game, players, modules, **keys)
        self.encoding: Encoding = encoding(self.game)
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        vector = spaces.Box(-np.inf, np.inf, (self.encoding.observation,), np.float32)
        mask = spaces.Box(0, 1, (self.encoding.actions,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": vector, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.encoding.actions) for agent in self.possible_agents}
        self._chance: np.random.Generator | None = None
        self._stepper: Stepper | None = None

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        """The observation space of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """The action space of an agent: numbers below ``m``, all but a few of which are masked."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a new game.

        Args:
            seed: determines this game and the following ones without a seed.
            options: ``{"game_seed": ...}`` plays the game of a record's ``seed``, or of any int or text.
        """
        if seed is not None or self._chance is None:
            self._chance = np.random.default_rng(seed)
        drawn = int(self._chance.integers(2**63))
        given = (options or {}).get("game_seed", drawn)
        self._stepper = Stepper(self.game, given)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"masked": 0} for agent in self.agents}
        self._pass_on()

    def _pass_on(self) -> None:
        stepper = self._begun()
        if stepper.mover is not None:
            self.agent_selection = self.possible_agents[stepper.mover]
            self.infos[self.agent_selection]["masked"] = stepper.outside

    def _begun(self) -> Stepper:
        if self._stepper is None:
            raise RuntimeError("call reset() first")
        return self._stepper

    def observe(self, agent: str) -> Observation:
        """What an agent sees now, without other agents' secret offers and the order of future draws."""
        stepper, seat = self._begun(), self._seats[agent]
        if stepper.mover == seat:
            mask = stepper.mask()
        else:
            mask = np.zeros(self.encoding.actions, np.int8)
        return {"observation": stepper.observe(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Chooses for the agent in ``agent_selection``; ``None`` when the game is over."""
        agent, stepper = self.agent_selection, self._begun()
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("action: found None; accepted: a whole number, since the game is not over")
        stepper.step(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        ending = stepper.rewards
        if ending is not None:
            points = stepper.points or []
            for seat, other in enumerate(self.possible_agents):
                self.rewards[other] = ending[seat]
                self.terminations[other] = True
                self.infos[other] = {"masked": 0, "vp": points[seat]}
            self.agent_selection = self.agents[0]
        else:
            self._pass_on()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The table without secrets: an SVG, or a line for each agent."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode")
            return None
        position = self._begun().position()
        if self.render_mode == "svg":
            return position.svg()
        view = position.view(0)
        lines = [f"{self.game.name}, round {view['round']} of {view['rounds']}, {view['phase']}"]
        for agent, player in zip(self.possible_agents, view["players"]):
            held = ", ".join(f"{key} {player[key]}" for key in ("vp", "gold", "barrel", "towers") if key in player)
            tiles = len(player.get("territory", player.get("tiles", [])))
            lines.append(f"{agent}: {held}, {tiles} tiles")
        return "\n".join(lines)

    def close(self) -> None:
        """Does nothing: no resources are open."""
