"""Many games at once as a vector environment of gymnasium."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._extras import brought_by

with brought_by("learn"):
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space

from ._native import Batch, BatchState, Encoding, Game, encoding

_Arrays = dict[str, Any]


class BatchVectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Games in small steps, side by side; made by :func:`boardlab.vector_env`.

    An observation is that of the seat that chooses, and a reward that of the seat that chose: 0 until its game ends, then its share of the
    win less 1/players. A game that ends gives way to a new one in the same step (``AutoresetMode.SAME_STEP``). ``infos`` has, of all
    environments, ``mover``, the seat that chooses now, ``rewards``, those of all seats, and ``vp``, the final VP of all seats of games
    that ended, 0 elsewhere.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self, game: Game | str, envs: int, seed: int | str, opponents: Sequence[str] | None = None, threads: int = 1
    ) -> None:
        self.game: Game | str = game
        self.encoding: Encoding = encoding(game)
        self._keys: dict[str, Any] = {"opponents": opponents, "threads": threads}
        self._batch = Batch(game, envs, seed, **self._keys)
        self._is_new = True
        self.num_envs = envs
        self.single_observation_space = spaces.Box(-np.inf, np.inf, (self.encoding.observation,), np.float32)
        self.single_action_space = spaces.Discrete(self.encoding.actions)
        self.observation_space = batch_space(self.single_observation_space, envs)
        self.action_space = batch_space(self.single_action_space, envs)
        self._look()

    def _look(self) -> None:
        self._observation, mask, self._mover = self._batch.observe()
        self._mask: NDArray[np.bool_] = mask.view(np.bool_)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[NDArray[np.float32], _Arrays]:
        """Begins new games.

        Args:
            seed: decides them and those that follow. Without one the first games are those of the seed that the environment was made
                with, and later ones are drawn anew.
            options: none are known.
        """
        super().reset(seed=seed)
        if seed is not None or not self._is_new:
            drawn = int(self.np_random.integers(2**63)) if seed is None else seed
            self._batch = Batch(self.game, self.num_envs, drawn, **self._keys)
        self._is_new = False
        self._look()
        return self._observation, {"mover": self._mover}

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[np.float32], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], _Arrays]:
        """Chooses everywhere.

        Raises:
            ValueError: the first choice that is not possible; nothing is chosen then.
        """
        rewards, done = self._batch.step(actions)
        own = rewards[np.arange(self.num_envs), self._mover].astype(np.float64)
        self._is_new = False
        self._look()
        infos = {"mover": self._mover, "rewards": rewards, "vp": self._batch.points}
        return self._observation, own, done, np.zeros_like(done), infos

    def action_masks(self) -> NDArray[np.bool_]:
        """What can be chosen now, as sb3-contrib expects it: bool ``[envs, m]``."""
        return self._mask

    def state(self) -> BatchState:
        """The moment now, for :meth:`restore`."""
        return self._batch.state()

    def restore(self, state: BatchState) -> tuple[NDArray[np.float32], _Arrays]:
        """Comes back to a moment; what :meth:`reset` returns."""
        self._batch.restore(state)
        self._look()
        return self._observation, {"mover": self._mover}

    def close_extras(self, **kwargs: Any) -> None:
        """Nothing is left open."""


def vector_env(
    game: Game | str, envs: int, seed: int | str, opponents: Sequence[str] | None = None, *, threads: int = 1
) -> BatchVectorEnv:
    """Makes a vector environment of gymnasium, with masks.

    Args:
        game: the game, or the name of one.
        envs: how many games at once.
        seed: any int or text.
        opponents: specs of agents for the seats 1, 2, …; then only seat 0 chooses. Without them all seats are chosen for, in turn.
        threads: how many threads step.

    Raises:
        ValueError: if a number, the game or a spec is not accepted.
        ModuleNotFoundError: without gymnasium.
    """
    return BatchVectorEnv(game, envs, seed, opponents, threads)
