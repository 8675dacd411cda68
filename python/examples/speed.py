"""All rates of the package on one core: steps of environments, decisions of agents, rows to imitate, searches with functions; beside
PettingZoo's own environments.

    python speed.py            about two minutes; needs pettingzoo[classic] for the comparison

Processor time counts, not the clock, so that other work on the machine matters less. Choices are drawn at random in numpy; what that costs
is not counted for batches, and is for PettingZoo's environments, all of which are driven by the same loop.
"""

from __future__ import annotations

import os
import tempfile
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


def searches(game: boardlab.Game, settings: dict[str, Any]) -> tuple[float, float, float]:
    """Microseconds of a simulation with the built-in evaluation, and with a function that does nothing; and of the border for each leaf.

    A call with one leaf costs more than one of 64 for each leaf: by what a call costs. A 64th of that is what a leaf of 64 pays for the border.
    """
    leaves = 0

    def evaluate(observation: Any, seats: Any) -> Any:
        nonlocal leaves
        leaves += len(seats)
        return np.full((len(seats), game.players), 0.5, np.float32)

    positions = []
    for seed in range(8):
        position = game.start(seed)
        for number in range(3 * seed):
            position.apply_random(number)
        positions.append(position)

    def spent(**keys: Any) -> tuple[float, int]:
        begun, iterations = time.process_time(), 0
        for position in positions * 10:
            search = boardlab.search(position, 400, variant="flat", **settings, **keys)["search"]
            iterations += search["iterations"] if search else 0
        return 1e6 * (time.process_time() - begun), iterations

    (own, own_count), (one, _), (many, count) = spent(), spent(evaluate=evaluate, batch=1), spent(evaluate=evaluate, batch=64)
    border = (one - many) / (leaves / 2) / (1 - 1 / 64) / 64
    return own / own_count, many / count, border


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


def stepped(game: boardlab.Game, envs: int = 256, steps: int = 300) -> float:
    """Steps a second of the environment of gymnasium."""
    environment, inside = boardlab.vector_env(game, envs, 1), 0.0
    environment.reset()
    for _ in range(steps):
        choices = environment.action_masks().argmax(axis=1)
        before = time.process_time()
        environment.step(choices)
        inside += time.process_time() - before
    return envs * steps / inside


def asked(game: boardlab.Game, spec: str, games: int) -> tuple[float, float]:
    """Decisions a second of an agent that a batch asks, and of the same agent in games of the program."""
    # One game after the other, to play the same games as the program.
    batch, decisions, inside = boardlab.Batch(game, 1, 1, vector=False), 0, 0.0
    while batch.info["games"] < games:
        before = time.process_time()
        choices = batch.ask(spec)
        inside += time.process_time() - before
        # The first choices of decisions: a discard, a purchase or a pass, a tile to lay.
        decisions += int(((choices <= 2) | ((choices >= 53) & (choices <= 92))).sum())
        batch.step(choices)
    before = time.process_time()
    boardlab.play([spec] * game.players, game, games, seed=1, threads=1)
    return decisions / inside, decisions / (time.process_time() - before)


def imitated(spec: str, players: int, games: int = 300) -> tuple[float, float]:
    """Rows a second that are read from records, with and without the vector."""
    with tempfile.TemporaryDirectory() as folder:
        records = os.path.join(folder, "games.jsonl")
        boardlab.play([spec] * players, "skye", games, seed=1, threads=1, records=records)
        rates = []
        for has_vector in (True, False):
            begun, rows = time.process_time(), 0
            for piece in boardlab.decisions(records, vector=has_vector):
                rows += len(piece["choice"])
            rates.append(rows / (time.process_time() - begun))
    return rates[0], rates[1]


def listed(game: boardlab.Game, steps: int = 60) -> float:
    """Boards a second that are listed after a tile is laid."""
    batch, inside, rows = boardlab.Batch(game, 64, 1), 0.0, 0
    for _ in range(steps):
        before = time.process_time()
        rows += len(batch.afterstates()["env"])
        inside += time.process_time() - before
        batch.step(batch.observe()[1].argmax(axis=1).astype(np.int32))
    return rows / inside


def main() -> None:
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    for name, players in (("skye", 2), ("skye", 4), ("tipperary", 4)):
        game = boardlab.Game(name, players)
        for vector in (True, False):
            inside, whole = batches(game, vector)
            kind = "with the vector" if vector else "masks alone"
            print(f"Batch of 256, {name}, {players} players, {kind}: {inside:,.0f} steps/s; with random choices in numpy {whole:,.0f}")
    two, four = boardlab.Game(players=2), boardlab.Game(players=4)
    small = batches(four, True, envs=64, steps=2400)[0]
    print(f"Batch of 64, skye, 4 players, with the vector: {small:,.0f} steps/s")
    print(f"vector_env of 256, skye, 2 and 4 players: {stepped(two):,.0f} and {stepped(four):,.0f} steps/s")
    for spec, games in (("greedy", 100), ("mcts:iterations=24", 4)):
        own, program = asked(four, spec, games)
        print(f"Batch.ask, {spec}, 4 players: {own:,.0f} decisions/s, {own / program:.2f} of those in games of the program")
    for spec in ("greedy", "random"):
        full, masks = imitated(spec, 4)
        print(f"decisions of records of {spec}, 4 players: {full:,.0f} rows/s; without the vector {masks:,.0f}")
    print(f"Batch.afterstates, 2 players: {listed(two):,.0f} boards/s")
    for name in ("skye", "tipperary"):
        game = boardlab.Game(name, 2)
        for rounds in (2, 1):
            own, many, _ = searches(game, {"rounds": rounds})
            print(f"Search, {name}, 2 players, rounds={rounds}: {own:.1f} µs a simulation, with a function {many:.1f}")
        # With cheap simulations, the cost of the border is clearest.
        print(f"Border in batches of 64: {searches(game, {'rounds': 1, 'rollout': 'random'})[2]:.2f} µs a leaf")
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
