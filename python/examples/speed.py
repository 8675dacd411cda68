"""How many steps a second the environments take on one core, beside those of PettingZoo itself.

    python speed.py            about a minute; needs pettingzoo[classic] for the comparison

Processor time counts, not the clock, so that other work on the machine matters less. Choices are drawn at random in numpy; what that costs
is not counted for batches, and is for PettingZoo's environments, all of which are driven by the same loop.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

import boardlab
from boardlab.pettingzoo import env, raw_env


def batches(game: boardlab.Game, vector: bool, envs: int = 256, steps: int = 600) -> tuple[float, float]:
    """Steps a second of `observe` and `step` alone, and of the whole loop."""
    batch, chance = boardlab.Batch(game, envs, 1, vector=vector), np.random.default_rng(1)
    inside, begun = 0.0, time.process_time()
    for _ in range(steps):
        before = time.process_time()
        _, mask, _ = batch.observe()
        inside += time.process_time() - before
        choices = (chance.random(mask.shape, dtype=np.float32) * mask).argmax(axis=1).astype(np.int32)
        before = time.process_time()
        batch.step(choices)
        inside += time.process_time() - before
    return envs * steps / inside, envs * steps / (time.process_time() - begun)


def alone(environment: Any, seconds: float = 3.0) -> float:
    """Steps a second of an environment of PettingZoo."""
    chance, steps, begun = np.random.default_rng(1), 0, time.process_time()
    while time.process_time() - begun < seconds:
        environment.reset(seed=steps)
        for agent in environment.agent_iter():
            observation, _, is_over, is_cut, _ = environment.last()
            action = None if is_over or is_cut else int(chance.choice(np.flatnonzero(observation["action_mask"])))
            environment.step(action)
            steps += 1
    return steps / (time.process_time() - begun)


def main() -> None:
    for name, players in (("skye", 2), ("skye", 4), ("tipperary", 4)):
        game = boardlab.Game(name, players)
        for vector in (True, False):
            inside, whole = batches(game, vector)
            kind = "with the vector" if vector else "masks alone"
            print(f"Batch of 256, {name}, {players} players, {kind}: {inside:,.0f} steps/s; with random choices in numpy {whole:,.0f}")
    print(f"boardlab raw_env, 2 players: {alone(raw_env()):,.0f} steps/s; with the usual wrappers {alone(env()):,.0f}")
    try:
        from pettingzoo.classic import connect_four_v3, texas_holdem_v4
    except ImportError as error:
        print(f"no comparison: {error}")
        return
    for name, module in (("connect_four", connect_four_v3), ("texas_holdem", texas_holdem_v4)):
        print(f"PettingZoo {name} raw_env: {alone(module.raw_env()):,.0f} steps/s; with the usual wrappers {alone(module.env()):,.0f}")


if __name__ == "__main__":
    main()
