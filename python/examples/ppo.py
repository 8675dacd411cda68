"""A player that learns from nothing, in one file of numpy: proximal policy optimisation by self-play.

    python ppo.py train model.npz            a minute of one core; then it is tried against `random`
    python ppo.py try model.npz greedy       how often it wins against an agent of the laboratory
    python ppo.py serve model.npz            the same player as a process that `sim match --command` asks

A decision is taken in small numbered choices (`boardlab.encoding`). One network of one hidden layer sees what the seat to move sees, and
gives a weight for every choice and how the game will end. In half of the environments the network as it is plays all seats, and learns
from all; in the others `random` plays against it, since who only ever meets itself forgets how to beat others. A game pays at its end:
the share of the win minus the equal share, and something for each VP of lead, since wins alone say little when few games are lost.
"""

from __future__ import annotations

import argparse
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# The matrices are small: a second thread would cost more than it gains.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

import boardlab  # noqa: E402

Array = NDArray[np.float32]


@dataclass
class Settings:
    """The settings of training."""

    game: str = "skye"
    players: int = 2
    seed: int = 1
    hidden: int = 64
    environments: int = 128
    rollout: int = 64  # steps of every environment between two updates
    against: float = 0.5  # share of the environments in which `random` has the other seats
    lead: float = 0.05  # reward for each VP more than the others have on average
    steps: int = 2_000_000  # in all
    epochs: int = 2
    minibatch: int = 1024
    rate: float = 2e-3  # falls to a tenth
    clip: float = 0.2
    entropy: float = 0.003
    trace: float = 0.95  # the lambda of generalised advantage estimation
    value: float = 0.5  # weight of the value's error


class Net:
    """Observation, each number of it by how much it varies, to tanh layer to logits and value."""

    def __init__(self, weights: dict[str, Array]) -> None:
        self.weights = weights

    def look(self, observations: Array) -> None:
        """Learns from some observations what is usual, before anything else is learned."""
        self.weights["usual"] = observations.mean(axis=0)
        self.weights["scale"] = 1 / np.sqrt(observations.var(axis=0) + np.float32(1e-3))

    def scaled(self, observation: Array) -> Array:
        """What the network is given: how far each number is from what is usual."""
        return np.asarray(np.clip((observation - self.weights["usual"]) * self.weights["scale"], -5, 5), np.float32)

    @staticmethod
    def new(inputs: int, hidden: int, choices: int, chance: np.random.Generator) -> Net:
        """Small random weights; the heads begin near zero, so that all choices are as likely at first."""

        def matrix(rows: int, columns: int, size: float) -> Array:
            normal = chance.standard_normal((rows, columns))
            return np.asarray(normal * size / np.sqrt(rows), np.float32)

        return Net(
            {
                "usual": np.zeros(inputs, np.float32),
                "scale": np.ones(inputs, np.float32),
                "w": matrix(inputs, hidden, 1.0),
                "b": np.zeros(hidden, np.float32),
                "policy": matrix(hidden, choices, 0.01),
                "policy_b": np.zeros(choices, np.float32),
                "value": matrix(hidden, 1, 0.1),
                "value_b": np.zeros(1, np.float32),
            }
        )

    def forward(self, scaled: Array) -> tuple[Array, Array, Array]:
        """Hidden layer, logits and values of a batch of observations."""
        w = self.weights
        hidden = np.tanh(scaled @ w["w"] + w["b"])
        return hidden, hidden @ w["policy"] + w["policy_b"], (hidden @ w["value"] + w["value_b"])[:, 0]

    def probabilities(self, scaled: Array, mask: NDArray[np.int8]) -> tuple[Array, Array]:
        """How likely each choice is, and values."""
        _, logits, values = self.forward(scaled)
        return np.exp(log_softmax(logits, mask)), values

    def save(self, path: str | Path, game: str) -> None:
        """Saves the weights, and their game and encoding."""
        with open(path, "wb") as file:
            np.savez(file, game=game, encoding=boardlab.encoding(game).name, **self.weights)  # type: ignore[arg-type]

    @staticmethod
    def load(path: str | Path) -> tuple[Net, str]:
        """Loads the file of :meth:`save`."""
        with np.load(path) as kept:
            game, encoding = str(kept["game"]), str(kept["encoding"])
            weights = {name: kept[name] for name in kept.files if name not in ("game", "encoding")}
        known = boardlab.encoding(game)
        if known.name != encoding or weights["w"].shape[0] != known.observation:
            raise ValueError(f"{path}: trained with {encoding}; this package has {known.name} of {known.observation} numbers")
        return Net(weights), game


def log_softmax(logits: Array, mask: NDArray[np.int8]) -> Array:
    """Logarithms of probabilities over what is possible; far below 0 for the rest."""
    possible = np.where(mask.view(bool), logits, np.float32(-1e9))
    possible -= possible.max(axis=1, keepdims=True)
    possible -= np.log(np.exp(possible).sum(axis=1, keepdims=True))
    return np.asarray(possible, np.float32)


def draw(probabilities: Array, chance: np.random.Generator) -> NDArray[np.int32]:
    """One choice for each row."""
    uniform = chance.random((len(probabilities), 1), dtype=np.float32)
    sums = probabilities.cumsum(axis=1)
    chosen = (sums < uniform * sums[:, -1:]).sum(axis=1)
    # Rounding can lead beyond the last possible choice.
    possible = np.take_along_axis(probabilities, chosen[:, None].clip(max=probabilities.shape[1] - 1), 1)[:, 0] > 0
    return np.asarray(np.where(possible, chosen, probabilities.argmax(axis=1)), np.int32)


class Adam:
    """Gradient descent by Adam."""

    def __init__(self, weights: dict[str, Array]) -> None:
        self.mean = {name: np.zeros_like(weight) for name, weight in weights.items()}
        self.square = {name: np.zeros_like(weight) for name, weight in weights.items()}
        self.count = 0

    def step(self, weights: dict[str, Array], gradients: dict[str, Array], rate: float) -> None:
        """One step, with the gradient clipped to norm 0.5."""
        length = float(np.sqrt(sum(float((gradient**2).sum()) for gradient in gradients.values())))
        cut = min(1.0, 0.5 / (length + 1e-8))
        self.count += 1
        scale = rate * np.sqrt(1 - 0.999**self.count) / (1 - 0.9**self.count)
        for name, gradient in gradients.items():
            self.mean[name] += np.float32(0.1) * (np.float32(cut) * gradient - self.mean[name])
            self.square[name] += np.float32(0.001) * ((np.float32(cut) * gradient) ** 2 - self.square[name])
            weights[name] -= np.float32(scale) * self.mean[name] / (np.sqrt(self.square[name]) + np.float32(1e-5))


class Games:
    """Two batches as one: in the first the network has all seats, in the second `random` has all but one."""

    def __init__(self, game: boardlab.Game, settings: Settings) -> None:
        others = round(settings.environments * settings.against)
        rivals = ["random"] * (game.players - 1)
        self.parts = [
            boardlab.Batch(game, settings.environments - others, seed=f"train-{settings.seed}"),
            boardlab.Batch(game, others, seed=f"train-{settings.seed}-random", opponents=rivals),
        ]
        self.split, self.lead = settings.environments - others, settings.lead

    def observe(self) -> tuple[Array, NDArray[np.int8], NDArray[np.int8]]:
        """As that of a batch."""
        observations, masks, movers = zip(*(part.observe() for part in self.parts))
        return np.concatenate(observations), np.concatenate(masks), np.concatenate(movers)

    def step(self, choices: NDArray[np.int32]) -> tuple[Array, NDArray[np.bool_]]:
        """As that of a batch, with what a lead is worth."""
        halves = zip(self.parts, (choices[: self.split], choices[self.split :]))
        rewards, done = (np.concatenate(both) for both in zip(*(part.step(half) for part, half in halves)))
        points = np.concatenate([part.points for part in self.parts]).astype(np.float32)
        players = points.shape[1]
        ahead = (points - points.mean(axis=1, keepdims=True)) * players / (players - 1)
        return rewards + np.float32(self.lead) * ahead, done

    @property
    def finished(self) -> int:
        """The number of finished games so far."""
        return sum(part.info["games"] for part in self.parts)


@dataclass
class Rollout:
    """What was seen and done; the first index is the step, the second the environment."""

    observations: Array
    masks: NDArray[np.int8]
    movers: NDArray[np.int8]
    choices: NDArray[np.int32]
    likelihoods: Array
    values: Array
    rewards: Array
    done: NDArray[np.bool_]

    @staticmethod
    def room(steps: int, environments: int, players: int, inputs: int, choices: int) -> Rollout:
        shape = (steps, environments)
        return Rollout(
            np.zeros((*shape, inputs), np.float32),
            np.zeros((*shape, choices), np.int8),
            np.zeros(shape, np.int8),
            np.zeros(shape, np.int32),
            np.zeros(shape, np.float32),
            np.zeros(shape, np.float32),
            np.zeros((*shape, players), np.float32),
            np.zeros(shape, np.bool_),
        )

    def advantages(self, last_mover: NDArray[np.int8], last_value: Array, trace: float) -> Array:
        """How much better each choice turned out than its value. Every seat has a course of its own through the steps: what follows one
        of its choices is its next one, or the end of the game."""
        steps, environments = self.movers.shape
        players, every = self.rewards.shape[2], np.arange(environments)
        # The others' values of what came last are not known; shares of the win add up to nothing.
        following = np.repeat(-last_value[:, None] / (players - 1), players, axis=1)
        following[every, last_mover] = last_value
        ahead = np.zeros((environments, players), np.float32)
        reward = np.zeros((environments, players), np.float32)
        advantages = np.zeros((steps, environments), np.float32)
        for step in range(steps - 1, -1, -1):
            over, mover = self.done[step], self.movers[step]
            reward[over], following[over], ahead[over] = self.rewards[step][over], 0, 0
            error = reward[every, mover] + following[every, mover] - self.values[step]
            advantages[step] = error + trace * ahead[every, mover]
            following[every, mover], ahead[every, mover] = self.values[step], advantages[step]
            reward[every, mover] = 0
        return advantages


def gradients(net: Net, part: dict[str, Any], settings: Settings) -> dict[str, Array]:
    """The gradient of the clipped objective over some of the steps."""
    observation, mask, choice = part["observation"], part["mask"], part["choice"]
    count = np.float32(len(choice))
    hidden, logits, values = net.forward(observation)
    logs = log_softmax(logits, mask)
    probabilities = np.exp(logs)
    rows = np.arange(len(choice))
    ratio = np.exp(logs[rows, choice] - part["likelihood"])
    advantage = part["advantage"]
    # Beyond the clip the objective is flat.
    is_flat = ((advantage > 0) & (ratio > 1 + settings.clip)) | ((advantage < 0) & (ratio < 1 - settings.clip))
    weight = np.where(is_flat, 0, -ratio * advantage) / count
    d_logits = -probabilities * weight[:, None]
    d_logits[rows, choice] += weight
    entropy = -(probabilities * logs).sum(axis=1, keepdims=True)
    d_logits += settings.entropy / count * probabilities * (logs + entropy)
    d_value = settings.value * 2 * (values - part["return"])[:, None] / count
    w = net.weights
    d_hidden = (d_logits @ w["policy"].T + d_value @ w["value"].T) * (1 - hidden**2)
    return {
        "w": observation.T @ d_hidden,
        "b": d_hidden.sum(axis=0),
        "policy": hidden.T @ d_logits,
        "policy_b": d_logits.sum(axis=0),
        "value": hidden.T @ d_value,
        "value_b": d_value.sum(axis=0),
    }


def train(settings: Settings, say: Any = print) -> Net:
    """Learns by self-play."""
    game = boardlab.Game(settings.game, players=settings.players)
    games, encoding = Games(game, settings), boardlab.encoding(game)
    chance = np.random.default_rng(settings.seed)
    net = Net.new(encoding.observation, settings.hidden, encoding.actions, chance)
    net.look(at_random(games, 300, chance))
    adam, begun = Adam(net.weights), time.monotonic()
    kept = Rollout.room(
        settings.rollout, settings.environments, settings.players, encoding.observation, encoding.actions
    )
    size = settings.rollout * settings.environments
    updates = max(1, settings.steps // size)
    for update in range(updates):
        for step in range(settings.rollout):
            observation, mask, mover = games.observe()
            scaled = net.scaled(observation)
            probabilities, values = net.probabilities(scaled, mask)
            choice = draw(probabilities, chance)
            rewards, done = games.step(choice)
            kept.observations[step], kept.masks[step], kept.movers[step] = scaled, mask, mover
            kept.choices[step], kept.values[step] = choice, values
            kept.likelihoods[step] = np.log(probabilities[np.arange(len(choice)), choice] + 1e-10)
            kept.rewards[step], kept.done[step] = rewards, done
        observation, mask, mover = games.observe()
        _, values = net.probabilities(net.scaled(observation), mask)
        advantage = kept.advantages(mover, values, settings.trace)
        whole: dict[str, Any] = {
            "observation": kept.observations.reshape(size, -1),
            "mask": kept.masks.reshape(size, -1),
            "choice": kept.choices.reshape(size),
            "likelihood": kept.likelihoods.reshape(size),
            "return": (advantage + kept.values).reshape(size),
            "advantage": ((advantage - advantage.mean()) / (advantage.std() + 1e-8)).reshape(size),
        }
        rate = settings.rate * (1 - 0.9 * update / updates)
        for _ in range(settings.epochs):
            order = chance.permutation(size)
            for first in range(0, size, settings.minibatch):
                chosen = order[first : first + settings.minibatch]
                part = {name: values[chosen] for name, values in whole.items()}
                adam.step(net.weights, gradients(net, part, settings), rate)
        if update % 24 == 23 or update == updates - 1:
            logs = log_softmax(net.forward(whole["observation"])[1], whole["mask"])
            entropy = float(-(np.exp(logs) * logs).sum(axis=1).mean())
            explained = 1 - float(advantage.var() / (advantage + kept.values).var())
            seconds = time.monotonic() - begun
            say(
                f"{(update + 1) * size:>9,} steps, {games.finished:>7,} games, {seconds:6.1f} s; "
                f"entropy {entropy:.2f}, explained {100 * explained:3.0f} %"
            )
    return net


def at_random(games: Games, steps: int, chance: np.random.Generator) -> Array:
    """What is seen in games of random choices."""
    seen = []
    for step in range(steps):
        observation, mask, _ = games.observe()
        if step % 6 == 0:
            seen.append(observation)
        games.step(draw(mask.astype(np.float32), chance))
    return np.concatenate(seen)


def win_share(net: Net, game: boardlab.Game, opponent: str, games: int, seed: str) -> float:
    """The share of wins in seat 0 against an agent of the laboratory in all other seats; the likeliest choice is taken.

    Every environment plays as many games, so that long ones count as much as short ones.
    """
    environments = min(games, 256)
    each = -(-games // environments)
    batch = boardlab.Batch(game, environments, seed, opponents=[opponent] * (game.players - 1))
    wins, played = 0.0, np.zeros(environments, int)
    while (played < each).any():
        observation, mask, _ = batch.observe()
        probabilities, _ = net.probabilities(net.scaled(observation), mask)
        rewards, done = batch.step(probabilities.argmax(axis=1).astype(np.int32))
        counted = done & (played < each)
        wins += float((rewards[counted, 0] + 1 / game.players).sum())
        played += counted
    return wins / (each * environments)


class Player:
    """The trained player, as `boardlab.play` calls it and `boardlab.serve` serves it."""

    def __init__(self, net: Net) -> None:
        self.net = net

    def __call__(self, view: boardlab.View, legal: dict[str, Any], seed: int) -> dict[str, Any]:
        decision = boardlab.encoding(view.game).decide(view)
        while (action := decision.action) is None:
            probabilities, _ = self.net.probabilities(self.net.scaled(decision.observation[None]), decision.mask[None])
            decision.choose(int(probabilities[0].argmax()))
        return action


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    learn = commands.add_parser("train", help="learn from nothing")
    learn.add_argument("model")
    learn.add_argument("--game", default=Settings.game)
    learn.add_argument("--seed", type=int, default=Settings.seed)
    learn.add_argument("--steps", type=int, default=Settings.steps)
    attempt = commands.add_parser("try", help="play against an agent of the laboratory")
    attempt.add_argument("model")
    attempt.add_argument("opponent", nargs="?", default="random")
    attempt.add_argument("--games", type=int, default=1024)
    attempt.add_argument("--players", type=int, default=Settings.players)
    answer = commands.add_parser("serve", help="answer the questions of another program")
    answer.add_argument("model")
    given = parser.parse_args()
    if given.command == "train":
        begun, used = time.monotonic(), time.process_time()
        net = train(Settings(game=given.game, seed=given.seed, steps=given.steps))
        net.save(given.model, given.game)
        share = win_share(net, boardlab.Game(given.game, players=2), "random", 1024, "held-out")
        seconds, processor = time.monotonic() - begun, time.process_time() - used
        print(f"{given.model}: {100 * share:.1f} % of wins against random after {seconds:.0f} s, {processor:.0f} s of them on a processor")
        return
    net, game = Net.load(given.model)
    if given.command == "try":
        share = win_share(net, boardlab.Game(game, players=given.players), given.opponent, given.games, "held-out")
        print(f"{100 * share:.1f} % of wins against {given.opponent} in {given.games} games")
    else:
        boardlab.serve(Player(net), "ppo")


if __name__ == "__main__":
    main()
