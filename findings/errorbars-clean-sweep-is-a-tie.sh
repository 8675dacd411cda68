#!/usr/bin/env bash
# errorbars 0.2.4 (PyPI), 2026-11-28: 40 wins to 0 share a group "not statistically distinguishable", with p = 1; 40 to 1 do not.
#
# Behaviour: a table question_id, model, score with 40 questions (seeds), which A gets right all (1) and B none (0).
# build_leaderboard(), as the command `errorbars leaderboard`, gives A against B p = 1 and one group for both, beside an interval of 1.0 ... 1.0
# for the difference. If B gets one right, p is 7e-33 and there are two groups. With C, who gets half of them, A and B are a group and C is none.
# The test has no spread to divide by and answers 1. The exact McNemar test in the same result says 2e-12.
#
# Seen:
#   B 0: p 1, difference 1.000 ... 1.000, McNemar 1.8e-12, groups [['A', 'B']]
#   B 1: p 7.4e-33, difference 0.924 ... 1.026, McNemar 3.6e-12, groups [['A'], ['B']]
#   with C: groups [['A', 'B'], ['C']]
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check errorbars==0.2.4 numpy==2.4.6
seen=$("$folder/venv/bin/python" -W error - <<'END'
from errorbars.io import EvalData
from errorbars.leaderboard import build_leaderboard


def leaderboard(**right):
    rows = [(f"seed{question}", name, float(question < count)) for name, count in right.items() for question in range(40)]
    questions, models, scores = (list(column) for column in zip(*rows))
    return build_leaderboard(EvalData(question_id=questions, model=models, score=scores))


for count in (0, 1):
    board = leaderboard(A=40, B=count)
    pair = board.pairwise[0]
    both = pair.comparison
    print(
        f"B {count}: p {pair.p_holm:.2g}, difference {both.ci_low:.3f} ... {both.ci_high:.3f},"
        f" McNemar {both.mcnemar.p_value:.1e}, groups {board.groups}"
    )
print("with C: groups", leaderboard(A=40, B=0, C=20).groups)
END
)
echo "$seen"
[ "$seen" = "B 0: p 1, difference 1.000 ... 1.000, McNemar 1.8e-12, groups [['A', 'B']]
B 1: p 7.4e-33, difference 0.924 ... 1.026, McNemar 3.6e-12, groups [['A'], ['B']]
with C: groups [['A', 'B'], ['C']]" ]
