"""Proximal policy optimisation from a clone: `clone.py` learns to decide like `greedy`, and this goes on from there by what wins against it.

    python clone.py train model.npz
    python improve.py model.npz better.npz         some twenty minutes of one core
    python clone.py try better.npz greedy

Both networks of the clone decide at random, by what they give each choice; a third one, the critic, says how the game will end. A game pays at
its end the share of the win minus the equal share.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
from clone import TRADES, Array, Clone, Ints, Network, dense, likelihoods, take_best, win_share
from ppo import draw, log_softmax

import boardlab


#: Choices are drawn as if what the networks give them were this much further apart: clones that draw win half as often as those that take the best.
SHARP = 4.0


class Critic(Network):
    """How a game will end, from what the networks of trades see."""

    @staticmethod
    def new(inputs: int, chance: np.random.Generator, hidden: int = 128) -> Critic:
        """Random weights."""
        return Critic({
            "first": dense(inputs, hidden, chance), "first_b": np.zeros(hidden, np.float32),
            "value": dense(hidden, 1, chance, 0.1), "value_b": np.zeros(1, np.float32),
        })  # fmt: skip

    def forward(self, inputs: Array) -> tuple[Array, Array]:
        """The values, and the hidden layer."""
        w = self.weights
        hidden = np.maximum(inputs @ w["first"] + w["first_b"], 0)
        return (hidden @ w["value"] + w["value_b"])[:, 0], hidden

    def fit(self, inputs: Array, returns: Array, rate: float) -> float:
        """One step towards these returns; the squared error before."""
        value, hidden = self.forward(inputs)
        error = np.asarray((value - returns)[:, None] / np.float32(len(returns)))
        d_hidden = (error @ self.weights["value"].T) * (hidden > 0)
        self.learn({"first": inputs.T @ d_hidden, "first_b": d_hidden.sum(axis=0), "value": hidden.T @ error, "value_b": error.sum(axis=0)}, rate)
        return float(np.mean((value - returns) ** 2))


class Step:
    """A step of all environments: what was seen, what was chosen, and how likely that was."""

    def __init__(self, clone: Clone, batch: boardlab.Batch, chance: np.random.Generator) -> None:
        seen = clone.look(batch)
        self.critic_inputs = clone.inputs(seen["observation"], clone.gains)
        builds = seen["rows"]["choice"] >= 0
        self.contexts, self.trading = seen["contexts"], seen["trading"]
        self.games, self.row_choices = seen["rows"]["env"][builds], seen["rows"]["choice"][builds]
        self.boards = seen["layers"][0][builds]
        self.inputs, self.mask = seen["trade_layers"][0], seen["mask"][self.trading, :TRADES]
        self.choices = seen["mask"].argmax(axis=1).astype(np.int32)
        if len(self.games):
            # The Gumbel trick draws a board of each game.
            noisy = SHARP * seen["worth"][builds] + chance.gumbel(size=len(self.games))
            take_best(self.choices, self.games, noisy, self.row_choices)
        if len(self.trading):
            self.choices[self.trading] = draw(np.exp(log_softmax(SHARP * seen["weights"], self.mask)), chance)
        self.before = self.likelihoods(clone)[0]

    def likelihoods(self, clone: Clone) -> tuple[Array, dict[str, Any]]:
        """The logarithm of how likely each choice is now, and what gradients need."""
        logs, kept = np.zeros(len(self.choices), np.float32), dict[str, Any]()
        if len(self.games):
            worth, layers = clone.boards.forward(self.boards, self.contexts, self.games)
            starts, chosen, error = likelihoods(self.games, SHARP * worth, self.row_choices == self.choices[self.games])
            logs[self.games[starts]] = np.log(chosen)
            kept |= {"layers": layers, "error": error}
        if len(self.trading):
            weights, trade_layers = clone.trade.forward(self.inputs)
            all_logs = log_softmax(SHARP * weights, self.mask)
            logs[self.trading] = all_logs[np.arange(len(self.trading)), self.choices[self.trading]]
            kept |= {"trade_layers": trade_layers, "probabilities": np.exp(all_logs)}
        return logs, kept

    def learn(self, clone: Clone, advantages: Array, clip: float, rate: float) -> None:
        """One step of the networks towards choices with an advantage, which must not become much likelier at once."""
        logs, kept = self.likelihoods(clone)
        ratio = np.exp(np.clip(logs - self.before, -5, 5))
        free = np.where(advantages > 0, ratio < 1 + clip, ratio > 1 - clip)
        weight = np.asarray(advantages * ratio * free / len(logs), np.float32)
        if len(self.games):
            error = np.asarray(kept["error"] * weight[self.games], np.float32)
            clone.boards.learn(clone.boards.gradients(kept["layers"], self.contexts, self.games, error), rate)
        if len(self.trading):
            error = kept["probabilities"]
            error[np.arange(len(self.trading)), self.choices[self.trading]] -= 1
            clone.trade.learn(clone.trade.gradients(kept["trade_layers"], error * weight[self.trading, None]), rate)


def improve(clone: Clone, opponent: str, minutes: float, seed: int, rate: float = 1e-4, environments: int = 256, horizon: int = 32,
            critic_rate: float = 1e-3, clip: float = 0.2, trace: float = 0.97) -> None:  # fmt: skip
    """Plays and learns for so many minutes of processor time."""
    game, chance = clone.game, np.random.default_rng(seed)
    batch = boardlab.Batch(game, environments, f"improve-{seed}", opponents=[opponent] * (game.players - 1))
    critic, begun, number, shares = None, time.process_time(), 0, list[float]()
    while (spent := (time.process_time() - begun) / 60) < minutes:
        steps, rewards, ends = list[Step](), list[Array](), list[Ints]()
        for _ in range(horizon):
            step = Step(clone, batch, chance)
            reward, done = batch.step(step.choices)
            steps.append(step)
            rewards.append(np.asarray(reward[:, 0], np.float32))
            ends.append(done)
            shares += (reward[done, 0] + 1 / game.players).tolist()
        critic = critic or Critic.new(steps[0].critic_inputs.shape[1], chance)
        last = critic.forward(clone.inputs(clone.look(batch)["observation"], clone.gains))[0]
        values = [critic.forward(step.critic_inputs)[0] for step in steps]
        advantage, advantages = np.zeros(environments, np.float32), list[Array]()
        for reward, done, value, after in zip(reversed(rewards), reversed(ends), reversed(values), reversed([*values[1:], last]), strict=True):
            going = (~done).astype(np.float32)
            advantage = reward + going * after - value + trace * going * advantage
            advantages.insert(0, advantage)
        spread = np.std(advantages) + 1e-8
        for at in chance.permutation(horizon):
            critic.fit(steps[at].critic_inputs, values[at] + advantages[at], critic_rate)
            # The critic needs some training first.
            if spent > minutes / 20:
                steps[at].learn(clone, (advantages[at] - np.mean(advantages[at])) / spread, clip, rate * (1 - spent / minutes))
        number += 1
        if number % 25 == 0:
            error = float(np.mean(np.square(advantages)))
            print(f"{spent:5.1f} minutes, {number * horizon * environments:>10,} steps: {100 * np.mean(shares[-4000:]):.1f} % of the last games won; critic {error:.3f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("better")
    parser.add_argument("--opponent", default="greedy")
    parser.add_argument("--minutes", type=float, default=20, help="of processor time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=2048)
    given = parser.parse_args()
    clone = Clone.load(given.model)
    improve(clone, given.opponent, given.minutes, given.seed)
    clone.save(given.better)
    share, half = win_share(clone, given.opponent, given.games)
    print(f"{given.better}: {100 * share:.1f} ± {100 * half:.1f} % of {given.games} games won against {given.opponent}")


if __name__ == "__main__":
    main()
