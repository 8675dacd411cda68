#!/usr/bin/env bash
# openskill 6.2.0 (PyPI), 2026-11-28: in a game of single players any weights, even equal ones, double the winner's gain and halve the loser's loss.
#
# Behaviour: two new players (mu 25), A beats B, all defaults. Without weights A has 27.64 and B 22.36.
# With weights=[[1], [1]] A has 30.27 and B 23.68; with [[0.5], [0.5]], [[1], [3]] and [[0], [1]] the same to the last digit.
# Weights are scaled to 1 ... 2 within each team; a team of one gets 2 whatever was given, while two partners of equal weight get 1 each,
# as without weights. A table with a weight for each seat so makes the average of a league rise. weight_bounds=(1.0, 1.0) undoes it.
#
# Seen:
#   none 27.64 22.36
#   [[1], [1]] 30.27 23.68
#   [[0.5], [0.5]] 30.27 23.68
#   [[1], [3]] 30.27 23.68
#   [[0], [1]] 30.27 23.68
#   partners none 26.96 26.96 23.04 23.04
#   partners equal 26.96 26.96 23.04 23.04
#   bounds 1 and 1 27.64 22.36
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check openskill==6.2.0
seen=$("$folder/venv/bin/python" - <<'END'
from openskill.models import PlackettLuce


def play(size, weights, **options):
    model = PlackettLuce(**options)
    teams = [[model.rating() for _ in range(size)] for _ in range(2)]
    return " ".join(f"{player.mu:.2f}" for team in model.rate(teams, weights=weights) for player in team)


print("none", play(1, None))
for weights in ([[1], [1]], [[0.5], [0.5]], [[1], [3]], [[0], [1]]):
    print(weights, play(1, weights))
print("partners none", play(2, None))
print("partners equal", play(2, [[1, 1], [1, 1]]))
print("bounds 1 and 1", play(1, [[1], [1]], weight_bounds=(1.0, 1.0)))
END
)
echo "$seen"
[ "$seen" = "none 27.64 22.36
[[1], [1]] 30.27 23.68
[[0.5], [0.5]] 30.27 23.68
[[1], [3]] 30.27 23.68
[[0], [1]] 30.27 23.68
partners none 26.96 26.96 23.04 23.04
partners equal 26.96 26.96 23.04 23.04
bounds 1 and 1 27.64 22.36" ]
