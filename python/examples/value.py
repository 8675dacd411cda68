"""The shortest way to a strong player of your own: a value net, learned from games of `greedy`, guides the built-in search.

    python value.py train model.npz          a minute of one core; then it is tried against `greedy`
    python value.py try model.npz mcts:iterations=64

The net sees what a seat sees when it prices its tiles, and learns how likely that seat is to win. The search plays each candidate to that
moment of the next round, where it asks the net. Candidates and playouts are the built-in ones (`prior=None`), so part of the strength
is theirs: the trial also shows a search whose positions are all worth the same.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

# Before numpy: it keeps the matrices on one thread.
from ppo import Adam, Array, Net  # isort: skip
from expert_iteration import shared  # isort: skip

import numpy as np

import boardlab

#: Choices of `skye-1` that discard a tile: the first ones of a round.
DISCARDS = 3

QUICK = "quick=greedy:pricing=table,buying=surplus,building=tile-by-tile"


def round_starts(players: int, games: int, seed: str) -> tuple[Any, Array]:
    """What seats see when they price their tiles, and whether they win, from games of `greedy`; in half of them against a weaker player."""
    seen, won = [], []
    game = boardlab.Game("skye", players=players)
    for agents in (["greedy"] * players, ["greedy"] + [QUICK] * (players - 1)):
        for piece in boardlab.decisions(agents, games=games // 2, game=game, seed=seed):
            rows = piece["mask"][:, :DISCARDS].any(axis=1)
            seen.append(piece["observation"][rows].astype(np.float16))
            won.append(piece["result"][rows] + np.float32(1 / players))
    return np.concatenate(seen), np.concatenate(won)


def chances(net: Net, observation: Any) -> Array:
    """The estimated probability that the seat that sees this wins."""
    _, _, value = net.forward(net.scaled(observation))
    return np.asarray(1 / (1 + np.exp(-value)), np.float32)


def learn(seen: Any, won: Array, epochs: int = 6, minibatch: int = 1024, rate: float = 4e-3) -> Net:
    """Fits a net of one hidden layer by cross entropy; a tenth of the rows is held out."""
    chance = np.random.default_rng(1)
    net = Net.new(seen.shape[1], 64, 1, chance)
    net.look(seen[::5].astype(np.float32))
    held_out = np.arange(len(seen)) // 240 % 10 == 0  # rows of a game are together
    learned, adam = np.flatnonzero(~held_out), Adam(net.weights)
    parts = len(learned) // minibatch + 1
    for epoch in range(epochs):
        for rows in np.array_split(chance.permutation(learned), parts):
            scaled = net.scaled(seen[rows])
            hidden, _, value = net.forward(scaled)
            d_value = ((1 / (1 + np.exp(-value)) - won[rows]) / len(rows))[:, None].astype(np.float32)
            d_hidden = d_value @ net.weights["value"].T * (1 - hidden**2)
            gradients = {"w": scaled.T @ d_hidden, "b": d_hidden.sum(axis=0), "value": hidden.T @ d_value, "value_b": d_value.sum(axis=0)}
            adam.step(net.weights, gradients, rate * (1 - 0.95 * adam.count / (epochs * parts)))
        expected, found = chances(net, seen[held_out]).clip(1e-4, 1 - 1e-4), won[held_out]
        loss = -(found * np.log(expected) + (1 - found) * np.log(1 - expected)).mean()
        print(f"epoch {epoch + 1}: log loss {loss:.3f} of held-out rows", flush=True)
    return net


def searcher(net: Net | None, players: int, iterations: int) -> boardlab.SearchAgent:
    """The search that asks the net, or takes all positions for even."""

    def evaluate(observation: Array, seats: Any) -> Array:
        own = np.full(len(seats), 1 / players, np.float32) if net is None else chances(net, observation)
        return shared(own, seats, players)

    return boardlab.SearchAgent(evaluate, iterations=iterations, rounds=1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["train", "try"])
    parser.add_argument("model")
    parser.add_argument("opponent", nargs="?", default="greedy")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=20_000, help="games to learn from")
    parser.add_argument("--iterations", type=int, default=64, help="playouts of each decision in the trial")
    parser.add_argument("--blocks", type=int, default=150, help="blocks of the trial")
    given = parser.parse_args()
    if given.command == "train":
        begun = time.process_time()
        net = learn(*round_starts(given.players, given.games, "train"))
        net.save(given.model, "skye")
        print(f"{given.games:,} games, {time.process_time() - begun:.0f} s of processor time")
    net, _ = Net.load(given.model)
    for name, player in (("net", net), ("even", None)):
        agent = searcher(player, given.players, given.iterations)
        match = boardlab.match([(name, agent), given.opponent], boardlab.Game("skye", players=given.players), blocks=given.blocks, seed="held-out")
        print(f"  {match.summary.splitlines()[1]}, against {given.opponent} in {match.games} games", flush=True)


if __name__ == "__main__":
    main()
