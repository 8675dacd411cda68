"""The built-in search, guided by your own functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._native import Position
from ._view import View
from .playing import _whole

#: Evaluates positions: from observations float32 ``[n, k]`` and the seats int8 ``[n]`` that see them to the win probabilities of all players
#: in order of seats, float32 ``[n, players]``.
Evaluate = Callable[[NDArray[np.float32], NDArray[np.int8]], Any]

#: Weighs choices: from observations float32 ``[n, k]`` of seats that choose and masks int8 ``[n, m]`` to weights float32 ``[n, m]``.
Prior = Callable[[NDArray[np.float32], NDArray[np.int8]], Any]


def search(
    position: Position | View,
    iterations: int = 400,
    evaluate: Evaluate | None = None,
    prior: Prior | None = None,
    batch: int = 64,
    seed: SupportsIndex | str = 0,
    **settings: int | str,
) -> dict[str, Any]:
    """Searches the decision of the seat to move like the agent ``mcts``, with your own evaluation and candidates.

    Hidden information is sampled anew in every playout, and the functions see only such samples, never a secret.
    Deterministic functions give the same result for the same seed, whatever ``batch`` is.

    Args:
        position: a position, or a view of the seat to move.
        iterations: the number of playouts; 0 takes the best candidate.
        evaluate: ``(observation float32 [n, k], seats int8 [n]) -> float32 [n, players]``, the win probabilities of all players in
            order of seats. It evaluates playouts that stop before the game ends, as observed by the seat to move there
            (:func:`boardlab.encoding`). A finished game counts by its win shares. None: the evaluation of ``mcts``.
        prior: ``(observation float32 [n, k], mask int8 [n, m]) -> float32 [n, m]``, weights of the small choices of the seat that
            decides; only relative weights among those that the mask allows count. The actions with the largest products of weights are the
            candidates, at most ``candidates`` of them. The first is taken unless another is clearly better. None: the candidates of ``mcts``, which are
            strong already.
        batch: the maximum number of rows per call.
        seed: seeds the sampling.
        **settings: other settings of ``mcts`` (``docs/agents.md``), such as ``rounds=1``, after which ``evaluate`` is asked, or
            ``candidates=8``; ``time_ms`` for ``time-ms``. With a function, ``variant`` is
            ``flat`` unless given: ``tree`` asks for a value of each candidate at a time, ``pimc`` for one. With ``evaluate``, ``leaf`` and ``value`` have no effect.

    Returns:
        ``{"action", "search"}``, as from :meth:`Position.ask`.

    Raises:
        ValueError: if a setting, the position or what a function returns is not accepted.
        TypeError: if an argument or what a function returns has a wrong type or shape.
        An exception of a function ends the search and is passed on.
    """
    is_guided = evaluate is not None or prior is not None
    spec = _spec(_whole("iterations", iterations, 0), is_guided, settings)
    return _native.search(position, spec, evaluate, prior, _whole("batch", batch, 1), seed)


def _spec(iterations: int, is_guided: bool, settings: dict[str, int | str]) -> str:
    given = {name.replace("_", "-"): str(value) for name, value in settings.items()}
    if given.get("time-ms", "0") == "0":
        given["iterations"] = str(iterations)
    if is_guided and given.get("iterations") != "0":
        given.setdefault("variant", "flat")
    return "mcts:" + ",".join(f"{name}={value}" for name, value in given.items())


class SearchAgent:
    """An agent that decides by :func:`search`, for :func:`boardlab.play`, :func:`boardlab.match` and everything else that takes agents.

    Args:
        evaluate, prior, iterations, batch, **settings: as for :func:`search`.
    """

    def __init__(
        self,
        evaluate: Evaluate | None = None,
        prior: Prior | None = None,
        iterations: int = 400,
        batch: int = 64,
        **settings: int | str,
    ) -> None:
        self.evaluate = evaluate
        self.prior = prior
        self.iterations = iterations
        self.batch = batch
        self.settings = settings

    def search(self, position: Position | View, seed: SupportsIndex | str = 0) -> dict[str, Any]:
        """Searches the decision of the seat to move."""
        return search(position, self.iterations, self.evaluate, self.prior, self.batch, seed, **self.settings)

    def __call__(self, view: View, legal: dict[str, Any], seed: int) -> dict[str, Any]:
        return self.search(view, seed)
