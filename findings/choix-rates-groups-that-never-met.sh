#!/usr/bin/env bash
# choix 0.4.1 (PyPI), 2026-11-28: of five estimators of one model two rate players that no chain of games connects, as equals and without a warning.
#
# Behaviour: A beats B 3 : 1, C beats D 3 : 1, and nobody of one pair meets the other, so nothing is known of A against C.
# ilsr_pairwise, lsr_pairwise and rank_centrality raise a ValueError. mm_pairwise and opt_pairwise, defaults, return strengths that are centred
# in each pair, so that probabilities() gives A against C one half and A against D three quarters: numbers about games that say nothing of them.
#
# Seen:
#   ilsr_pairwise ValueError
#   lsr_pairwise ValueError
#   rank_centrality ValueError
#   mm_pairwise A-C 0.50 A-D 0.75
#   opt_pairwise A-C 0.50 A-D 0.75
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check choix==0.4.1 numpy==1.26.4 scipy==1.13.1
seen=$("$folder/venv/bin/python" -W error::UserWarning - <<'END'
import choix

games = [(0, 1)] * 3 + [(1, 0)] + [(2, 3)] * 3 + [(3, 2)]
for name in ("ilsr_pairwise", "lsr_pairwise", "rank_centrality", "mm_pairwise", "opt_pairwise"):
    try:
        strengths = getattr(choix, name)(4, games)
    except ValueError:
        print(name, "ValueError")
        continue
    ahead = [choix.probabilities([0, other], strengths)[0] for other in (2, 3)]
    print(name, "A-C {:.2f} A-D {:.2f}".format(*ahead))
END
)
echo "$seen"
[ "$seen" = "ilsr_pairwise ValueError
lsr_pairwise ValueError
rank_centrality ValueError
mm_pairwise A-C 0.50 A-D 0.75
opt_pairwise A-C 0.50 A-D 0.75" ]
