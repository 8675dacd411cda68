#!/usr/bin/env bash
# evalica 0.4.2 (PyPI), 2026-11-28: eigen() gives the weakest player the highest score, in exactly the reverse order of every other method.
#
# Behaviour: four players, each pair plays 12 games; a wins 8, 10 and 11 of them against b, c and d, b wins 8 and 10, c wins 8.
# counting, average_win_rate, bradley_terry, elo, newman and pagerank order them a b c d; eigen orders them d c b a, with either solver.
# Its scores are the first eigenvector of the table of losses (the wins, transposed); that of the wins orders them a b c d.
#
# Seen:
#   counting a b c d
#   average_win_rate a b c d
#   bradley_terry a b c d
#   elo a b c d
#   newman a b c d
#   pagerank a b c d
#   eigen d c b a
#   eigen naive d c b a
#   wins a b c d
#   losses d c b a, the scores of eigen True
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check evalica==0.4.2 numpy==2.4.6
seen=$("$folder/venv/bin/python" - <<'END'
import evalica
import numpy
from evalica import Winner

PLAYERS = "abcd"
WON = {"ab": 8, "ac": 10, "ad": 11, "bc": 8, "bd": 10, "cd": 8}
table = numpy.zeros((4, 4))
games = []
for (one, other), won in WON.items():
    games += [(one, other, Winner.X)] * won + [(one, other, Winner.Y)] * (12 - won)
    row, column = PLAYERS.index(one), PLAYERS.index(other)
    table[row, column], table[column, row] = won, 12 - won


def order(scores):
    return " ".join(sorted(PLAYERS, key=lambda player: -scores[player]))


def first_eigenvector(matrix):
    values, vectors = numpy.linalg.eig(matrix)
    return dict(zip(PLAYERS, abs(vectors[:, values.real.argmax()].real)))


for name in ("counting", "average_win_rate", "bradley_terry", "elo", "newman", "pagerank", "eigen"):
    print(name, order(getattr(evalica, name)(*zip(*games)).scores))
print("eigen naive", order(evalica.eigen(*zip(*games), solver="naive").scores))
print("wins", order(first_eigenvector(table)))
losses = first_eigenvector(table.T)
scores = evalica.eigen(*zip(*games)).scores
print(f"losses {order(losses)}, the scores of eigen", all(abs(scores[player] - losses[player]) < 1e-4 for player in PLAYERS))
END
)
echo "$seen"
[ "$seen" = "counting a b c d
average_win_rate a b c d
bradley_terry a b c d
elo a b c d
newman a b c d
pagerank a b c d
eigen d c b a
eigen naive d c b a
wins a b c d
losses d c b a, the scores of eigen True" ]
