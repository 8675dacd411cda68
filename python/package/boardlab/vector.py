"""Many games at once as a vector environment for gymnasium."""

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
    """Games side by side, as sequences of small choices; made by :func:`boardlab.vector_env`.

    An observation is that of the seat that chooses, and a reward that of the seat that chose: 0 until its game ends, then its share of the
    win minus 1/players. A game that ends is replaced by a new one in the same step (``AutoresetMode.SAME_STEP``). ``infos`` contains, for all
    environments, ``mover``, the seat that chooses now, ``action_mask``, int8 ``[envs, m]``, as ``Discrete.sample(mask)`` takes it, and after
    a step ``rewards``, those of all seats, and ``vp``, the final VP of all seats of games that ended, 0 elsewhere. There is no ``final_obs``:
    a game that ends is over, not truncated, and its last position is worth its rewards. Behind wrappers, ``env.unwrapped.action_masks()``
    gives the masks as bool.

    Of gymnasium's vector wrappers, ``RecordEpisodeStatistics`` counts these games right from 1.4 on, as long as no mask of games is given to
    ``reset`` (which clears the counts of the others, too); ``NormalizeObservation`` refuses this way of resetting.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(self, game: Game | str, envs: int, seed: int | str, *, planes: bool = False, **keys: Any) -> None:
        self.game: Game | str = game
        self.encoding: Encoding = encoding(game)
        self._keys: dict[str, Any] = {"planes": planes, **keys}
        self._batch = Batch(game, envs, seed, **self._keys)
        self._is_new = True
        self.num_envs = envs
        self.single_observation_space: spaces.Space[Any] = spaces.Box(-np.inf, np.inf, (self.encoding.observation,), np.float32)
        if planes:
            boards = spaces.Box(0, 255, self.encoding.planes, np.uint8)
            self.single_observation_space = spaces.Dict({"observation": self.single_observation_space, "planes": boards})
        self.single_action_space = spaces.Discrete(self.encoding.actions)
        self.observation_space = batch_space(self.single_observation_space, envs)
        self.action_space = batch_space(self.single_action_space, envs)
        self._look()

    def _look(self) -> None:
        vector, mask, self._mover = self._batch.observe()
        self._observation: Any = vector
        if self._keys["planes"]:
            self._observation = {"observation": vector, "planes": self._batch.planes()}
        self._mask: NDArray[np.int8] = mask

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, _Arrays]:
        """Starts new games.

        Args:
            seed: determines these and later games. Without one, the first reset uses the seed that the environment was made with,
                later resets draw new seeds.
            options: ignored.
        """
        super().reset(seed=seed)
        if seed is not None or not self._is_new:
            drawn = int(self.np_random.integers(2**63)) if seed is None else seed
            self._batch = Batch(self.game, self.num_envs, drawn, **self._keys)
        self._is_new = False
        self._look()
        return self._seen()

    def _seen(self) -> tuple[Any, _Arrays]:
        return self._observation, {"mover": self._mover, "action_mask": self._mask}

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], _Arrays]:
        """Makes a choice in every game.

        Raises:
            ValueError: if a choice is not possible; no choice is made then.
        """
        rewards, done = self._batch.step(actions)
        own = rewards[np.arange(self.num_envs), self._mover].astype(np.float64)
        self._is_new = False
        self._look()
        observation, infos = self._seen()
        return observation, own, done, np.zeros_like(done), {**infos, "rewards": rewards, "vp": self._batch.points}

    def action_masks(self) -> NDArray[np.bool_]:
        """The current action masks, bool ``[envs, m]``: a row for each environment, as sb3-contrib asks a ``VecEnv`` for them."""
        return self._mask.view(np.bool_)

    def state(self) -> BatchState:
        """Returns a snapshot for :meth:`restore`."""
        return self._batch.state()

    def restore(self, state: BatchState) -> tuple[Any, _Arrays]:
        """Restores a snapshot; returns the same as :meth:`reset`."""
        self._batch.restore(state)
        self._look()
        return self._seen()

    def close_extras(self, **kwargs: Any) -> None:
        """Does nothing: no resources are open."""


def vector_env(
    game: Game | str, envs: int, seed: int | str, opponents: Sequence[str] | None = None, *, planes: bool = False, threads: int = 1
) -> BatchVectorEnv:
    """Makes a vector environment for gymnasium, with action masks.

    Args:
        game: the game, or the name of one: with opponents, of one more player than there are, otherwise of four.
        envs: the number of games at once.
        seed: any int or text.
        opponents: specs of agents for the seats 1, 2, …; then only seat 0 chooses. Without them, all seats choose in turn.
        planes: whether observations have the boards of the seats that choose, too: a dict of ``observation`` and ``planes``, uint8
            ``[envs, planes, rows, columns]``.
        threads: the number of threads that step.

    Raises:
        ValueError: if a number, the game or a spec is not accepted.
        ModuleNotFoundError: if gymnasium is not installed.
    """
    return BatchVectorEnv(game, envs, seed, opponents=opponents, planes=planes, threads=threads)
