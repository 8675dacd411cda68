"""A net that learns from the search that it guides: expert iteration, in one file of numpy beside `ppo.py`.

    python expert_iteration.py train model.npz      some fifteen minutes of one core; then it is tried on games of other seeds
    python expert_iteration.py try model.npz        the trials alone

The expert is the built-in search, `boardlab.search`: the net's policy names the candidates, and its value appraises where simulations end,
at the beginning of the next round. In between the built-in search plays both sides by its own quick rules. The net then learns from the
games of the expert: to choose what the search chose and visited, and how games end. It begins with a net that knows nothing.

The file has three nets: `untrained`, `first` (after the first games) and `last`. The trials say how much better the last one is, as a
player of its own and as the guide of a search.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# Before numpy: it keeps the matrices on one thread.
from ppo import Adam, Array, Net, Player, log_softmax  # isort: skip

import numpy as np

import boardlab


@dataclass
class Settings:
    """The settings of training."""

    game: str = "skye"
    players: int = 2
    seed: int = 1
    hidden: int = 128
    iterations: int = 16  # of the loop: play, learn
    games: int = 400  # in each
    window: int = 4  # iterations whose games are used for training
    epochs: int = 6
    minibatch: int = 256
    rate: float = 1e-3
    value: float = 2.0  # weight of the value's error


#: The settings of the expert: simulations, candidates, and rounds until the net is asked.
SIMULATIONS, CANDIDATES, ROUNDS = 64, 8, 1


def shared(own: Array, seats: Any, players: int) -> Array:
    """The chances of all players: those of the seats that observe are given, the others share the rest."""
    chances = np.repeat((1 - own[:, None]) / (players - 1), players, axis=1)
    chances[np.arange(len(own)), seats] = own
    return np.asarray(chances, np.float32)


class Guide:
    """A net as the functions that guide a search."""

    def __init__(self, net: Net, players: int) -> None:
        self.net, self.players = net, players

    def evaluate(self, observation: Array, seats: Any) -> Array:
        """The chances of all: what the net expects for the seat that observes; the others share the rest."""
        _, _, values = self.net.forward(self.net.scaled(observation))
        return shared(np.clip(values + 1 / self.players, 0, 1), seats, self.players)

    def prior(self, observation: Array, mask: Any) -> Array:
        """The net's probability of each choice."""
        return self.net.probabilities(self.net.scaled(observation), mask)[0]

    def expert(self) -> boardlab.SearchAgent:
        """The search that the net guides."""
        return boardlab.SearchAgent(self.evaluate, self.prior, SIMULATIONS, candidates=CANDIDATES, rounds=ROUNDS)


def gradients(net: Net, part: dict[str, Any], settings: Settings) -> dict[str, Array]:
    """The gradient of cross entropy to the expert's choices and of squared error to the results."""
    count = np.float32(len(part["observation"]))
    hidden, logits, values = net.forward(part["observation"])
    d_logits = (np.exp(log_softmax(logits, part["mask"])) - part["target"]) / count
    d_value = settings.value * 2 * (values - part["result"])[:, None] / count
    w = net.weights
    d_hidden = (d_logits @ w["policy"].T + d_value @ w["value"].T) * (1 - hidden**2)
    return {
        "w": part["observation"].T @ d_hidden,
        "b": d_hidden.sum(axis=0),
        "policy": hidden.T @ d_logits,
        "policy_b": d_logits.sum(axis=0),
        "value": hidden.T @ d_value,
        "value_b": d_value.sum(axis=0),
    }


def lessons(agent: Any, settings: Settings, number: int) -> dict[str, Any]:
    """Games of an expert as arrays. What is learned is half the choice and half the visits."""
    agents, game = [agent] * settings.players, boardlab.Game(settings.game, players=settings.players)
    seed = f"expert-{settings.seed}-{number}"
    pieces = list(boardlab.decisions(agents, games=settings.games, game=game, seed=seed, visits=True))
    whole = {name: np.concatenate([piece[name] for piece in pieces]) for name in pieces[0]}
    visits = whole.pop("visits").astype(np.float32)
    sums = visits.sum(axis=1, keepdims=True)
    chosen = np.zeros_like(visits)
    chosen[np.arange(len(visits)), whole["choice"]] = 1
    whole["target"] = np.where(sums > 0, 0.5 * chosen + 0.5 * visits / np.maximum(sums, 1), chosen)
    return whole


def learn(net: Net, adam: Adam, known: list[dict[str, Any]], settings: Settings, chance: np.random.Generator) -> float:
    """Some epochs over the games of some iterations; returns how many of the choices the net has right."""
    names = ("observation", "mask", "target", "result", "choice")
    whole = {name: np.concatenate([lesson[name] for lesson in known]) for name in names}
    size, right = len(whole["choice"]), 0
    for epoch in range(settings.epochs):
        order = chance.permutation(size)
        for first in range(0, size, settings.minibatch):
            rows = order[first : first + settings.minibatch]
            part = {name: values[rows] for name, values in whole.items()}
            part["observation"] = net.scaled(part["observation"])
            if epoch == settings.epochs - 1:
                right += int((net.probabilities(part["observation"], part["mask"])[0].argmax(axis=1) == part["choice"]).sum())
            adam.step(net.weights, gradients(net, part, settings), settings.rate)
    return right / size


def copy(net: Net) -> Net:
    return Net({name: weights.copy() for name, weights in net.weights.items()})


def train(settings: Settings) -> dict[str, Net]:
    """Alternates between playing and learning."""
    encoding, chance = boardlab.encoding(settings.game), np.random.default_rng(settings.seed)
    net = Net.new(encoding.observation, settings.hidden, encoding.actions, chance)
    nets, adam, known, begun = dict[str, Net](), Adam(net.weights), list[dict[str, Any]](), time.process_time()
    agents: list[Any] = ["random"] * settings.players
    net.look(np.concatenate([piece["observation"] for piece in boardlab.decisions(agents, games=64, game=settings.game)]))
    nets["untrained"] = copy(net)
    for number in range(settings.iterations):
        known.append(lessons(Guide(net, settings.players).expert(), settings, number))
        known = known[-settings.window :]
        right = learn(net, adam, known, settings, chance)
        nets.setdefault("first", copy(net))
        rows, seconds = len(known[-1]["choice"]), time.process_time() - begun
        print(f"{number + 1}: {settings.games} games, {rows:,} choices, {100 * right:.0f} % right; {seconds:.0f} s of processor time", flush=True)
    return {**nets, "last": net}


def save(nets: dict[str, Net], path: str | Path, settings: Settings) -> None:
    arrays = {f"{name} {key}": weights for name, net in nets.items() for key, weights in net.weights.items()}
    with open(path, "wb") as file:
        np.savez(file, game=settings.game, players=settings.players, **arrays)  # type: ignore[arg-type]


def load(path: str | Path) -> tuple[dict[str, Net], boardlab.Game]:
    with np.load(path) as kept:
        game = boardlab.Game(str(kept["game"]), players=int(kept["players"]))
        nets: dict[str, dict[str, Array]] = {}
        for name, key in (file.split() for file in kept.files if " " in file):
            nets.setdefault(name, {})[key] = kept[f"{name} {key}"]
    return {name: Net(weights) for name, weights in nets.items()}, game


def trials(nets: dict[str, Net], game: boardlab.Game, blocks: int) -> None:
    """Matches on seeds that nothing was learned from, with 95 % intervals."""
    players = {name: Player(net) for name, net in nets.items()}
    experts = {name: Guide(net, game.players).expert() for name, net in nets.items()}
    for title, pairs in (
        ("The net alone, its likeliest choice", [(players["last"], players[name]) for name in ("untrained", "first")] + [(players["last"], "greedy")]),
        ("The search with the net", [(experts["last"], experts[name]) for name in ("untrained", "first")] + [(experts["last"], "greedy")]),
    ):
        print(title)
        for (last, other), name in zip(pairs, ("untrained", "first", "greedy")):
            agents: list[Any] = [("last", last), (name, other) if callable(other) else other]
            match = boardlab.match(agents, game, blocks=blocks, seed="held-out")
            print(f"  {match.summary.splitlines()[1]}, against {name} in {match.games} games", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["train", "try"])
    parser.add_argument("model")
    parser.add_argument("--game", default=Settings.game)
    parser.add_argument("--players", type=int, default=Settings.players)
    parser.add_argument("--seed", type=int, default=Settings.seed)
    parser.add_argument("--iterations", type=int, default=Settings.iterations, help="how often to play and learn")
    parser.add_argument("--games", type=int, default=Settings.games, help="games of each iteration")
    parser.add_argument("--blocks", type=int, default=100, help="blocks of each trial")
    given = parser.parse_args()
    if given.command == "train":
        settings = Settings(given.game, given.players, given.seed, iterations=given.iterations, games=given.games)
        save(train(settings), given.model, settings)
    trials(*load(given.model), given.blocks)


if __name__ == "__main__":
    main()
