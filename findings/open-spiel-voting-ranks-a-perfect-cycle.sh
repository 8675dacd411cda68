#!/usr/bin/env bash
# open-spiel 2.0.2 (PyPI), 2026-11-28: in a perfect cycle of three agents schulze, kemeny_young and ranked_pairs have a winner, by the order of the list.
#
# Behaviour: three games rank a b c, b c a and c a b, so that all three are alike. borda, copeland and plurality score them so.
# schulze scores them 4, 2, 0, kemeny_young 3, 2, 0 and ranked_pairs 2, 1, 0, without a word of a tie.
# Listed as b c a for the same votes, b has the 4, the 3 and the 2; listed as c a b, c has them. So the list's order decides.
#
# Seen:
#   borda a b c [3, 3, 3], b c a [3, 3, 3], c a b [3, 3, 3]
#   copeland a b c [1, 1, 1], b c a [1, 1, 1], c a b [1, 1, 1]
#   plurality a b c [1, 1, 1], b c a [1, 1, 1], c a b [1, 1, 1]
#   schulze a b c [4, 2, 0], b c a [4, 2, 0], c a b [4, 2, 0]
#   kemeny_young a b c [3, 2, 0], b c a [3, 2, 0], c a b [3, 2, 0]
#   ranked_pairs a b c [2, 1, 0], b c a [2, 1, 0], c a b [2, 1, 0]
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check open-spiel==2.0.2 numpy==2.4.6
seen=$("$folder/venv/bin/python" -W ignore - <<'END'
from open_spiel.python.voting import base, borda, copeland, kemeny_young, plurality, ranked_pairs, schulze


def held(method, agents):
    votes = base.PreferenceProfile(alternatives=list(agents))
    for ranking in ("abc", "bca", "cab"):
        votes.add_vote(list(ranking))
    outcome = method.run_election(votes)
    return f"{' '.join(outcome.ranking)} {[int(score) for score in outcome.scores]}"


for method in (
    borda.BordaVoting(),
    copeland.CopelandVoting(),
    plurality.PluralityVoting(),
    schulze.SchulzeVoting(),
    kemeny_young.KemenyYoungVoting(),
    ranked_pairs.RankedPairsVoting(),
):
    print(method.name(), ", ".join(held(method, agents) for agents in ("abc", "bca", "cab")))
END
)
echo "$seen"
[ "$seen" = "borda a b c [3, 3, 3], b c a [3, 3, 3], c a b [3, 3, 3]
copeland a b c [1, 1, 1], b c a [1, 1, 1], c a b [1, 1, 1]
plurality a b c [1, 1, 1], b c a [1, 1, 1], c a b [1, 1, 1]
schulze a b c [4, 2, 0], b c a [4, 2, 0], c a b [4, 2, 0]
kemeny_young a b c [3, 2, 0], b c a [3, 2, 0], c a b [3, 2, 0]
ranked_pairs a b c [2, 1, 0], b c a [2, 1, 0], c a b [2, 1, 0]" ]
