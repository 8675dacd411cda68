#!/usr/bin/env bash
# gymnasium 1.4.0 (PyPI), 2026-11-28: a Box of all 64-bit whole numbers samples nothing but its lowest, one of half of them raises an error.
#
# Behaviour: 1,000 draws of sample() from a seeded Box of shape (1,). uint64 with 0 ... 2^64-1: each is 0; int64 over its whole range: each is -2^63;
# every one is in the space, and no warning is given. With 0 ... 2^63-1, either type, sample() raises a ValueError.
# With 0 ... 2^62 all 1,000 differ, but each is a multiple of 512, so that their low bits are no choice at all; up to 2^53 all is well.
# The draws are made as doubles. Discrete(2**62) and Discrete(2**64 - 1, dtype=uint64) draw odd numbers, too.
#
# Seen:
#   uint64 0 ... 18446744073709551615: 1 values, common divisor 0
#   int64 -9223372036854775808 ... 9223372036854775807: 1 values, common divisor 9223372036854775808
#   uint64 0 ... 9223372036854775807: ValueError
#   int64 0 ... 9223372036854775807: ValueError
#   int64 0 ... 4611686018427387904: 1000 values, common divisor 512
#   int64 0 ... 9007199254740992: 1000 values, common divisor 1
#   Discrete: 1000 values, common divisor 1
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check gymnasium==1.4.0 numpy==2.4.6
seen=$("$folder/venv/bin/python" -W error - <<'END'
import math

import numpy
from gymnasium.spaces import Box, Discrete


def describe(name, draw):
    try:
        values = [int(draw()) for _ in range(1000)]
    except ValueError as error:
        return print(f"{name}: {type(error).__name__}")
    print(f"{name}: {len(set(values))} values, common divisor {math.gcd(*values)}")


for low, high, dtype in (
    (0, 2**64 - 1, numpy.uint64),
    (-(2**63), 2**63 - 1, numpy.int64),
    (0, 2**63 - 1, numpy.uint64),
    (0, 2**63 - 1, numpy.int64),
    (0, 2**62, numpy.int64),
    (0, 2**53, numpy.int64),
):
    box = Box(low, high, (1,), dtype, seed=1)
    describe(f"{dtype.__name__} {low} ... {high}", lambda: box.sample()[0])
describe("Discrete", Discrete(2**64 - 1, dtype=numpy.uint64, seed=1).sample)
END
)
echo "$seen"
[ "$seen" = "uint64 0 ... 18446744073709551615: 1 values, common divisor 0
int64 -9223372036854775808 ... 9223372036854775807: 1 values, common divisor 9223372036854775808
uint64 0 ... 9223372036854775807: ValueError
int64 0 ... 9223372036854775807: ValueError
int64 0 ... 4611686018427387904: 1000 values, common divisor 512
int64 0 ... 9007199254740992: 1000 values, common divisor 1
Discrete: 1000 values, common divisor 1" ]
