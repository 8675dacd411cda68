"""Two small networks of numpy that learn to decide like an agent of the laboratory.

    python clone.py train model.npz          some three minutes of one core; then it is tried against `greedy`
    python clone.py try model.npz greedy     how often it wins against an agent

The agent plays games against itself and names its choice at every step (`Batch.ask`). The first network says what a territory is worth. It sees
every territory that a tile could lead to (`Batch.afterstates`), and learns to find the one that the agent builds. The difference to the
territory as it is says what a tile gains whoever buys it. The second network offers and buys: it sees the observation and these gains, of the
own seat and of the others. One network that sees only the observation cannot tell which tile fits where: see the README beside this file.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path
from typing import Any

# The matrices are small: a second thread would cost more than it gains.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np  # noqa: E402
from numpy.typing import NDArray  # noqa: E402
from ppo import Adam, log_softmax  # noqa: E402

import boardlab  # noqa: E402

Array = NDArray[np.float32]
Ints = NDArray[Any]
Weights = dict[str, Array]

#: Choices up to here are about offers, those up to TRADES about purchases; the others lay tiles.
OFFERS, TRADES = 53, 82
#: The slots of the tiles to choose from that are drawn, on sale at the other player, or own ones.
SLOTS = (0, 1, 2, 8, 9)
#: The gain of a tile that fits nowhere, and the divisor of gains.
NO_PLACE, GAIN = -4.0, 4.0


def dense(rows: int, columns: int, chance: np.random.Generator, size: float = 1.0) -> Array:
    """Small random weights."""
    return np.asarray(chance.standard_normal((rows, columns)) * size * np.sqrt(2 / rows), np.float32)


class Features:
    """The indices of an observation's features."""

    def __init__(self, game: boardlab.Game) -> None:
        names = [name for name, *_ in boardlab.encoding(game).features]
        absent = tuple(f"seat {beside} place" for beside in range(game.players, 5))
        self.present = np.array([place for place, name in enumerate(names) if not name.startswith(absent)])
        self.scoring = np.array([place for place, name in enumerate(names) if name.startswith(("round", "scoring tile"))])
        self.left = np.array([place for place, name in enumerate(names) if name.endswith("scorings left")])
        self.discard = np.array([names.index(f"chosen: discard drawn tile {number}") for number in (1, 2, 3)])
        self.price = names.index("chosen: first price")
        begin = names.index("own seat: territory: tiles")
        #: The index of the scoring tiles' counts in a board, which begins like the own territory in an observation.
        self.measures = np.array([place - begin for place, name in enumerate(names) if name.startswith("own seat: territory: measure")])


class Network:
    """Dense layers with weights that learn."""

    def __init__(self, weights: Weights) -> None:
        self.weights, self.adam = weights, Adam(weights)

    def learn(self, gradients: Weights, rate: float) -> None:
        """One step of gradient descent."""
        self.adam.step(self.weights, gradients, rate)


class Boards(Network):
    """The value of a board, in a game with these scoring tiles and rounds left."""

    @staticmethod
    def new(board: int, context: int, chance: np.random.Generator, hidden: int = 64, last: int = 32) -> Boards:
        """Random weights."""
        return Boards({
            "board": dense(board, hidden, chance),
            "context": dense(context, hidden, chance, 0.3),
            "hidden_b": np.zeros(hidden, np.float32),
            "last": dense(hidden, last, chance),
            "last_b": np.zeros(last, np.float32),
            "worth": dense(last, 1, chance, 0.3),
        })  # fmt: skip

    def forward(self, boards: Array, contexts: Array, games: Ints) -> tuple[Array, tuple[Array, Array, Array]]:
        """The value of each board, and the layers; `games` has the context of each."""
        w = self.weights
        hidden = np.maximum(boards @ w["board"] + (contexts @ w["context"] + w["hidden_b"])[games], 0)
        last = np.maximum(hidden @ w["last"] + w["last_b"], 0)
        return (last @ w["worth"])[:, 0], (boards, hidden, last)

    def gradients(self, layers: tuple[Array, Array, Array], contexts: Array, games: Ints, error: Array) -> Weights:
        """The gradient of what is worth more by `error`."""
        boards, hidden, last = layers
        w, starts = self.weights, np.flatnonzero(np.diff(games, prepend=-1))
        d_last = (error[:, None] * w["worth"].T) * (last > 0)
        d_hidden = (d_last @ w["last"].T) * (hidden > 0)
        return {
            "board": boards.T @ d_hidden,
            "context": contexts[games[starts]].T @ np.add.reduceat(d_hidden, starts, axis=0),
            "hidden_b": d_hidden.sum(axis=0),
            "last": hidden.T @ d_last,
            "last_b": d_last.sum(axis=0),
            "worth": last.T @ error[:, None],
        }


class Trade(Network):
    """A weight for each offer and purchase."""

    @staticmethod
    def new(inputs: int, chance: np.random.Generator, hidden: int = 128) -> Trade:
        """Random weights."""
        return Trade({
            "first": dense(inputs, hidden, chance), "first_b": np.zeros(hidden, np.float32),
            "second": dense(hidden, hidden, chance), "second_b": np.zeros(hidden, np.float32),
            "choice": dense(hidden, TRADES, chance, 0.1), "choice_b": np.zeros(TRADES, np.float32),
        })  # fmt: skip

    def forward(self, inputs: Array) -> tuple[Array, tuple[Array, Array, Array]]:
        """The weights of the choices, and the layers."""
        w = self.weights
        first = np.maximum(inputs @ w["first"] + w["first_b"], 0)
        second = np.maximum(first @ w["second"] + w["second_b"], 0)
        return second @ w["choice"] + w["choice_b"], (inputs, first, second)

    def gradients(self, layers: tuple[Array, Array, Array], error: Array) -> Weights:
        """The gradient of choices that are likelier by `error`."""
        inputs, first, second = layers
        d_second = (error @ self.weights["choice"].T) * (second > 0)
        d_first = (d_second @ self.weights["second"].T) * (first > 0)
        return {
            "first": inputs.T @ d_first, "first_b": d_first.sum(axis=0),
            "second": first.T @ d_second, "second_b": d_second.sum(axis=0),
            "choice": second.T @ error, "choice_b": error.sum(axis=0),
        }  # fmt: skip


class Clone:
    """Both networks, and the gains of tiles in the games of one batch."""

    def __init__(self, game: boardlab.Game, boards: Boards, trade: Trade) -> None:
        self.game, self.features, self.boards, self.trade = game, Features(game), boards, trade
        self.gains: Array = np.zeros((0, 12, game.players), np.float32)

    @staticmethod
    def new(game: boardlab.Game, chance: np.random.Generator) -> Clone:
        """Untrained networks."""
        features, players = Features(game), game.players
        board = boardlab.Batch(game, 1, 0).afterstates()["board"].shape[1] + len(features.left)
        inputs = len(features.present) + (len(SLOTS) + 2) * players
        return Clone(game, Boards.new(board, len(features.scoring), chance), Trade.new(inputs, chance))

    def look(self, batch: boardlab.Batch) -> dict[str, Any]:
        """What the networks make of the games now: the worth of boards, and the weights of offers and purchases."""
        observation, mask, _ = batch.observe()
        if len(self.gains) != len(mask):
            self.gains = np.zeros((len(mask), 12, self.game.players), np.float32)
        is_trade = np.asarray(mask[:, :TRADES].any(axis=1))
        is_new = np.asarray(mask[:, :3].any(axis=1) | mask[:, OFFERS:TRADES].any(axis=1))
        # The gains of tiles are computed once for each decision.
        rows = batch.afterstates((is_new | ~is_trade).tolist())
        contexts, games = observation[:, self.features.scoring], rows["env"]
        measured = rows["board"][:, self.features.measures] * observation[:, self.features.left][games]
        worth, layers = self.boards.forward(np.concatenate([rows["board"], measured], axis=1), contexts, games)
        self._learn_gains(np.flatnonzero(is_new), rows, worth)
        trading = np.flatnonzero(is_trade)
        weights, trade_layers = self.trade.forward(self.inputs(observation[trading], self.gains[trading]))
        return {"observation": observation, "mask": mask, "rows": rows, "worth": worth, "layers": layers, "contexts": contexts,
                "trading": trading, "weights": weights, "trade_layers": trade_layers}  # fmt: skip

    def _learn_gains(self, new: Ints, rows: dict[str, Any], worth: Array) -> None:
        """By slot and seat the worth of the best board with a tile, less that of the board as it is."""
        is_trade = rows["choice"] < 0
        best = np.full((len(self.gains), 13, self.game.players), -np.inf, np.float32)
        slots, seats = rows["tile"][is_trade].astype(int) + 1, rows["seat"][is_trade].astype(int)
        np.maximum.at(best, (rows["env"][is_trade], slots, seats), worth[is_trade])
        gains = np.where(np.isfinite(best[new, 1:]), best[new, 1:] - best[new, :1], NO_PLACE)
        self.gains[new] = np.clip(gains / GAIN, -2, 4)

    def inputs(self, observation: Array, gains: Array) -> Array:
        """What offers and purchases depend on; first come the gains of the tile that is priced next, and of the other."""
        discard, every = observation[:, self.features.discard], np.arange(len(gains))
        place = discard.argmax(axis=1)
        pair = np.stack([np.where(place == 0, 1, 0), np.where(place == 2, 1, 2)])
        pair = np.where(observation[:, self.features.price] > 0, pair[::-1], pair)
        priced = np.concatenate([gains[every, pair[0]], gains[every, pair[1]]], axis=1) * np.asarray(discard.any(axis=1))[:, None]
        slots = gains[:, SLOTS].reshape(len(gains), len(SLOTS) * self.game.players)
        return np.concatenate([observation[:, self.features.present], slots, priced], axis=1)

    def choose(self, batch: boardlab.Batch) -> Ints:
        """The most probable choice in every game."""
        seen = self.look(batch)
        choices: Ints = seen["mask"].argmax(axis=1).astype(np.int32)
        rows, trading = seen["rows"], seen["trading"]
        builds = rows["choice"] >= 0
        games, numbers = rows["env"][builds], rows["choice"][builds]
        take_best(choices, games, seen["worth"][builds], numbers)
        possible = seen["mask"][trading, :TRADES].view(bool)
        choices[trading] = np.where(possible, seen["weights"], -np.inf).argmax(axis=1)
        return choices

    def learn(self, seen: dict[str, Any], labels: Ints, rate: float) -> tuple[float, float]:
        """One step of each network towards these choices, -1 for none; how often the likeliest choice was that one."""
        rows = seen["rows"]
        builds = np.flatnonzero((rows["choice"] >= 0) & (labels[rows["env"]] >= 0))
        laid = bought = np.nan
        if len(builds):
            games, worth = rows["env"][builds], seen["worth"][builds]
            is_label = rows["choice"][builds] == labels[games]
            error, laid = choice_error(games, worth, is_label)
            layers = tuple(layer[builds] for layer in seen["layers"])
            self.boards.learn(self.boards.gradients(layers, seen["contexts"], games, error), rate)
        known = labels[seen["trading"]] >= 0
        if known.any():
            label, weights = labels[seen["trading"]][known], seen["weights"][known]
            logs = log_softmax(weights, seen["mask"][seen["trading"], :TRADES][known])
            bought = float((logs.argmax(axis=1) == label).mean())
            error = np.exp(logs)
            error[np.arange(len(label)), label] -= 1
            layers = tuple(layer[known] for layer in seen["trade_layers"])
            self.trade.learn(self.trade.gradients(layers, error / np.float32(len(label))), rate)
        return laid, bought

    def save(self, path: str | Path) -> None:
        """Saves the weights, and their game and encoding."""
        both = {f"boards.{name}": kept for name, kept in self.boards.weights.items()}
        both |= {f"trade.{name}": kept for name, kept in self.trade.weights.items()}
        with open(path, "wb") as file:
            np.savez(file, encoding=boardlab.encoding(self.game).name, players=self.game.players, **both)  # type: ignore[arg-type]

    @staticmethod
    def load(path: str | Path) -> Clone:
        """Loads the file of :meth:`save`."""
        with np.load(path) as kept:
            game = boardlab.Game("skye", players=int(kept["players"]))
            if (found := str(kept["encoding"])) != (known := boardlab.encoding(game).name):
                raise ValueError(f"{path}: trained with {found}; this package has {known}")
            of = {name: {key.split(".")[1]: kept[key] for key in kept.files if key.startswith(name)} for name in ("boards", "trade")}
        return Clone(game, Boards(of["boards"]), Trade(of["trade"]))


def take_best(choices: Ints, games: Ints, worth: NDArray[np.floating[Any]], numbers: Ints) -> None:
    """Puts the number of the best board of each game into its place."""
    # The last row of each game is its best.
    order = np.lexsort((worth, games))
    choices[games[order]] = numbers[order]


def likelihoods(games: Ints, worth: Array, is_label: NDArray[np.bool_]) -> tuple[Ints, Array, Array]:
    """The first row of each game, how likely its labels are together, and the gradient of minus the logarithm of that.

    A choice is as likely as all boards that it leads to.
    """
    starts = np.flatnonzero(np.diff(games, prepend=-1))
    part = np.cumsum(np.diff(games, prepend=games[0]) != 0)
    likely = np.exp(worth - np.maximum.reduceat(worth, starts)[part])
    likely /= np.add.reduceat(likely, starts)[part]
    label = np.maximum(np.add.reduceat(likely * is_label, starts), 1e-9)
    return starts, label, likely - np.where(is_label, likely / label[part], 0)


def choice_error(games: Ints, worth: Array, is_label: NDArray[np.bool_]) -> tuple[Array, float]:
    """The mean gradient of :func:`likelihoods`, and how often the best board is one of the labels."""
    starts, _, error = likelihoods(games, worth, is_label)
    right = np.maximum.reduceat(np.where(is_label, worth, -np.inf), starts) >= np.maximum.reduceat(worth, starts)
    return np.asarray(error / len(starts), np.float32), float(right.mean())


def train(teacher: str, steps: int, seed: int = 1, environments: int = 256, rate: float = 2e-3) -> Clone:
    """Learns from so many choices in games that an agent plays against itself."""
    game, chance = boardlab.Game("skye", players=2), np.random.default_rng(seed)
    clone, batch = Clone.new(game, chance), boardlab.Batch(game, environments, f"clone-{seed}")
    begun, rounds, agreed = time.process_time(), max(1, steps // environments), []
    for number in range(rounds):
        labels = batch.ask(teacher)
        seen = clone.look(batch)
        agreed.append(clone.learn(seen, labels, rate * (1 - 0.95 * number / rounds)))
        batch.step(np.where(labels >= 0, labels, seen["mask"].argmax(axis=1)).astype(np.int32))
        if number % 500 == 499 or number == rounds - 1:
            laid, traded = 100 * np.nanmean(np.array(agreed), axis=0)
            print(
                f"{(number + 1) * environments:>9,} steps, {batch.info['games']:>6,} games, {time.process_time() - begun:5.0f} s on a processor; "
                f"same choices: {laid:.0f} % building, {traded:.0f} % trading"
            )
            agreed.clear()
    return clone


def win_share(clone: Clone, opponent: str, games: int, seed: str = "held-out") -> tuple[float, float]:
    """The share of wins in seat 0 against an agent in all other seats, and half of its 95 % interval. Every environment plays as many games."""
    environments = min(games, 256)
    each = -(-games // environments)
    batch = boardlab.Batch(clone.game, environments, seed, opponents=[opponent] * (clone.game.players - 1))
    shares, played = list[float](), np.zeros(environments, int)
    while (played < each).any():
        rewards, done = batch.step(clone.choose(batch))
        counted = done & (played < each)
        shares += (rewards[counted, 0] + 1 / clone.game.players).tolist()
        played += counted
    return float(np.mean(shares)), 1.96 * float(np.std(shares)) / np.sqrt(len(shares))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    learn = commands.add_parser("train", help="learn to decide like an agent")
    learn.add_argument("model")
    learn.add_argument("--teacher", default="greedy")
    learn.add_argument("--steps", type=int, default=3_000_000, help="choices to learn from")
    learn.add_argument("--seed", type=int, default=1)
    attempt = commands.add_parser("try", help="play against an agent of the laboratory")
    attempt.add_argument("model")
    attempt.add_argument("opponent", nargs="?", default="greedy")
    for command in (learn, attempt):
        command.add_argument("--games", type=int, default=1024)
    given = parser.parse_args()
    if given.command == "train":
        clone, opponent = train(given.teacher, given.steps, given.seed), given.teacher
        clone.save(given.model)
    else:
        clone, opponent = Clone.load(given.model), given.opponent
    share, half = win_share(clone, opponent, given.games)
    print(f"{given.model}: {100 * share:.1f} ± {100 * half:.1f} % of {given.games} games won against {opponent}")


if __name__ == "__main__":
    main()
