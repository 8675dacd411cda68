#!/usr/bin/env bash
# gymnasium 1.4.0 (PyPI), 2026-11-28: RescaleObservation turns a board of whole numbers into a constant; RescaleAction hands out NaN and infinity.
#
# Behaviour: RescaleObservation(env, 0, 1) over a Box of uint8 0 ... 255 gives 0 for 0, 127 and 255, and its space is Box(0, 1) of uint8;
# over a Box of int64 0 ... 10 and to -1 ... 1 it is always -1. All of it lies in the space, and no warning is given.
# RescaleAction(env, -1, 1) over a Box of int64 0 ... 10 passes nan, inf and inf to the environment for its own -1, 0 and 1, with a RuntimeWarning.
# With a Box of float32 both do what they say: the slope is kept in the type of the Box, in which it is 0.
#
# Seen:
#   observation uint8 0 ... 255 to 0 ... 1: [0, 0, 0]
#   observation int64 0 ... 10 to -1 ... 1: [-1, -1, -1]
#   observation float32 0 ... 10 to -1 ... 1: [-1.0, 0.0, 1.0]
#   action int64 0 ... 10 from -1 ... 1: [nan, inf, inf]
#   action float32 0 ... 10 from -1 ... 1: [0.0, 5.0, 10.0]
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check gymnasium==1.4.0 numpy==2.4.6
seen=$("$folder/venv/bin/python" -W error::UserWarning -W ignore::RuntimeWarning - <<'END'
import warnings

import gymnasium
import numpy
from gymnasium.spaces import Box
from gymnasium.wrappers import RescaleAction, RescaleObservation


class Board(gymnasium.Env):
    def __init__(self, high, dtype):
        self.observation_space = self.action_space = Box(0, high, (1,), dtype)

    def reset(self, *, seed=None, options=None):
        return numpy.array([options or 0], self.observation_space.dtype), {}

    def step(self, action):
        self.last = action
        return self.reset()[0], 0.0, False, False, {}


def observed(high, low, dtype):
    env = RescaleObservation(Board(high, dtype), low, 1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        seen = [env.reset(options=value)[0] for value in (0, high // 2, high)]
    assert all(value in env.observation_space for value in seen)
    print(f"observation {dtype.__name__} 0 ... {high} to {low} ... 1:", [value.item() for value in seen])


def acted(dtype):
    env = RescaleAction(Board(10, dtype), -1, 1)
    env.reset()
    passed = []
    for value in (-1, 0, 1):
        action = numpy.array([value], env.action_space.dtype)
        assert action in env.action_space
        env.step(action)
        passed.append(env.unwrapped.last.item())
    print(f"action {dtype.__name__} 0 ... 10 from -1 ... 1:", passed)


observed(255, 0, numpy.uint8)
observed(10, -1, numpy.int64)
observed(10, -1, numpy.float32)
acted(numpy.int64)
acted(numpy.float32)
END
)
echo "$seen"
[ "$seen" = "observation uint8 0 ... 255 to 0 ... 1: [0, 0, 0]
observation int64 0 ... 10 to -1 ... 1: [-1, -1, -1]
observation float32 0 ... 10 to -1 ... 1: [-1.0, 0.0, 1.0]
action int64 0 ... 10 from -1 ... 1: [nan, inf, inf]
action float32 0 ... 10 from -1 ... 1: [0.0, 5.0, 10.0]" ]
