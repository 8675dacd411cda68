#!/usr/bin/env bash
# elote 1.5.1 (PyPI), 2026-11-28: if LambdaArena's function says who won with numpy's True, or with 1, the other one wins every game.
#
# Behaviour: LambdaArena(lambda a, b: result), one game of x and y, defaults. With True x has 416 and y 384; with None, a draw, both have 400.
# With numpy.True_ or 1 x has 384 and y 416, the same as with False. No error, no warning, though matchup() checks a given outcome strictly.
# A comparison of two numbers of a numpy array or of a pandas column gives numpy's True: every first-named agent then loses every game,
# and a table of games ranks agents by how often they are named second.
#
# Seen:
#   True x 416 y 384
#   None x 400 y 400
#   False x 384 y 416
#   numpy.True_ x 384 y 416
#   1 x 384 y 416
#   scores of an array: winner named first x 384 y 416
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check elote==1.5.1 numpy==2.4.6
seen=$("$folder/venv/bin/python" -W error::UserWarning - <<'END'
import numpy
from elote import LambdaArena


def show(name, winner):
    arena = LambdaArena(winner)
    arena.matchup("x", "y")
    rated = {row["competitor"]: row["rating"] for row in arena.leaderboard()}
    print(name, "x {x:.0f} y {y:.0f}".format(**rated))


for name, result in (("True", True), ("None", None), ("False", False), ("numpy.True_", numpy.True_), ("1", 1)):
    show(name, lambda a, b: result)
points = dict(zip("xy", numpy.array([80, 60])))
show("scores of an array: winner named first", lambda a, b: points[a] > points[b])
END
)
echo "$seen"
[ "$seen" = "True x 416 y 384
None x 400 y 400
False x 384 y 416
numpy.True_ x 384 y 416
1 x 384 y 416
scores of an array: winner named first x 384 y 416" ]
