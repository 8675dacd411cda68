#!/usr/bin/env bash
# supersuit 3.11.0 with pettingzoo 1.27.0 (PyPI), 2026-11-28: with black_death_v3 a game ends one step late, and its last real step is not its end.
#
# Behaviour: a parallel environment of two players whose game ends for both in its second step, with rewards 1 and -1, terminated and not truncated.
# Without the wrapper the step that brings the rewards is terminated. With it that step is reported as going on; a third one, which the game never
# plays, has zeros as observations, rewards of 0 and both players terminated and truncated at once.
# pettingzoo_env_to_vec_env_v1 around it, as for training, says so as well: the observation kept as the terminal one is zeros, and the board is lost.
#
# Seen:
#   plain step 2: observations [2, 2] rewards [1, -1] terminated [1, 1] truncated [0, 0] agents left 0
#   black_death step 2: observations [2, 2] rewards [1, -1] terminated [0, 0] truncated [0, 0] agents left 2
#   black_death step 3: observations [0, 0] rewards [0, 0] terminated [1, 1] truncated [1, 1] agents left 0
#   plain vector: step 2 terminal observation [2, 2] rewards [1, -1]
#   black_death vector: step 3 terminal observation [0, 0] rewards [0, 0]
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check supersuit==3.11.0 pettingzoo==1.27.0 gymnasium==1.4.0 numpy==2.4.6
seen=$("$folder/venv/bin/python" -W ignore - <<'END'
import numpy
import supersuit
from gymnasium.spaces import Box, Discrete
from pettingzoo import ParallelEnv

BOARDS, MOVES = Box(0, 9, (1,), numpy.float32), Discrete(2)


class Two(ParallelEnv):
    metadata = {"name": "two"}
    render_mode = None
    possible_agents = ["a", "b"]

    def observation_space(self, agent):
        return BOARDS

    def action_space(self, agent):
        return MOVES

    def reset(self, seed=None, options=None):
        self.turn, self.agents = 0, list(self.possible_agents)
        return {agent: numpy.zeros(1, numpy.float32) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(self, actions):
        asked = self.agents
        self.turn += 1
        over = self.turn == 2
        self.agents = [] if over else asked
        return (
            {agent: numpy.full(1, self.turn, numpy.float32) for agent in asked},
            {agent: float(over) * (1 if agent == "a" else -1) for agent in asked},
            dict.fromkeys(asked, over),
            dict.fromkeys(asked, False),
            {agent: {} for agent in asked},
        )


def show(name, env):
    env.reset()
    for step in range(1, 4):
        if env.agents:
            boards, *others = env.step(dict.fromkeys(env.agents, 0))[:4]
            board, rewards, terminated, truncated = ([int(part[agent]) for agent in "ab"] for part in (
                {agent: board.item() for agent, board in boards.items()}, *others))
            if step > 1:
                print(f"{name} step {step}: observations {board} rewards {rewards} terminated {terminated}"
                      f" truncated {truncated} agents left {len(env.agents)}")


def show_vector(name, env):
    vector = supersuit.pettingzoo_env_to_vec_env_v1(env)
    vector.reset()
    for step in range(1, 4):
        _, rewards, terminated, _, infos = vector.step(numpy.zeros(2, int))
        if terminated.all():
            last = [int(info["terminal_observation"][0]) for info in infos]
            return print(f"{name} vector: step {step} terminal observation {last} rewards {[int(reward) for reward in rewards]}")


show("plain", Two())
show("black_death", supersuit.black_death_v3(Two()))
show_vector("plain", Two())
show_vector("black_death", supersuit.black_death_v3(Two()))
END
)
echo "$seen"
[ "$seen" = "plain step 2: observations [2, 2] rewards [1, -1] terminated [1, 1] truncated [0, 0] agents left 0
black_death step 2: observations [2, 2] rewards [1, -1] terminated [0, 0] truncated [0, 0] agents left 2
black_death step 3: observations [0, 0] rewards [0, 0] terminated [1, 1] truncated [1, 1] agents left 0
plain vector: step 2 terminal observation [2, 2] rewards [1, -1]
black_death vector: step 3 terminal observation [0, 0] rewards [0, 0]" ]
