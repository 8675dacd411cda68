#!/usr/bin/env bash
# nashpy 0.0.43 (PyPI), 2026-11-28: vertex_enumeration finds five equilibria of matching pennies, four of them none, once all payoffs are large.
#
# Behaviour: zero-sum, the row player gets c + 1 for a match and c otherwise; the only equilibrium is one half each, whatever c is.
# With c = 0 and c = 1000 support_enumeration() and vertex_enumeration() yield that one. With c = 1,000,000 support_enumeration() still does;
# vertex_enumeration() also yields both pure mismatches, from which the row player would change, and two mixtures with a pure strategy.
# Its check of best responses compares payoffs with a tolerance relative to their size. Subtracting the mean of the payoffs first helps.
#
# Seen:
#   0 support 1 vertex 1
#   1000 support 1 vertex 1
#   1000000 support 1 vertex 5
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check nashpy==0.0.43 numpy==1.26.4 scipy==1.13.1
seen=$("$folder/venv/bin/python" - <<'END'
import warnings

import nashpy
import numpy

warnings.simplefilter("ignore")
for c in (0, 1000, 1_000_000):
    game = nashpy.Game(numpy.array([[c + 1, c], [c, c + 1]]))
    print(c, "support", len(list(game.support_enumeration())), "vertex", len(list(game.vertex_enumeration())))
END
)
echo "$seen"
[ "$seen" = "0 support 1 vertex 1
1000 support 1 vertex 1
1000000 support 1 vertex 5" ]
