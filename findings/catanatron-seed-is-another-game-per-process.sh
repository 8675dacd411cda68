#!/usr/bin/env bash
# catanatron 3.2.1 (PyPI) with Python 3.11, 2026-11-29: a seed is another game in each process, and still with PYTHONHASHSEED=0.
#
# Behaviour: Game([RandomPlayer(colour) for each colour], seed=5).play(); the parameter seed is documented as being for reproducing games.
# Within a process two such games are the same, so a test that plays both there passes; each process has a game of its own.
# The playable actions of trades, the robber and some cards are gathered in sets of strings and colours, and come out in an order that is drawn
# anew by each process. PYTHONHASHSEED=0 fixes strings but not None, which stands in the trades of ports: its hash before Python 3.12 comes
# from its address in memory.
# A player that sorts the actions by their text before it draws one plays the same game everywhere.
#
# Seen (actions of the game, four processes; the first two lines differ from run to run):
#   as it is: 1623 834 1362 1187
#   PYTHONHASHSEED=0: 844 1188 1069 1254
#   sorted: 759 759 759 759
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check catanatron==3.2.1 networkx==3.6.1
cat > "$folder/seen.py" <<'END'
import random
import sys

from catanatron import Color, Game, RandomPlayer


class SortingPlayer(RandomPlayer):
    def decide(self, game, playable_actions):
        return random.choice(sorted(playable_actions, key=repr))


def actions(player):
    game = Game([player(color) for color in Color], seed=5)
    game.play()
    return game.state.actions


if sys.argv[1:] == ["sorted"]:
    print(len(actions(SortingPlayer)))
else:
    first = actions(RandomPlayer)
    assert actions(RandomPlayer) == first, "two games of one process"
    print(len(first))
END

# four NAME [ARGUMENT]: plays in four processes, prints what they say, and leaves the number of different answers in $different.
four() {
    local answers
    answers=$(for _ in 1 2 3 4; do "$folder/venv/bin/python" "$folder/seen.py" "${@:2}" || exit 1; done)
    echo "$1:" $answers
    different=$(sort -u <<<"$answers" | wc -l)
}

unset PYTHONHASHSEED
four "as it is"
[ "$different" -gt 1 ]
export PYTHONHASHSEED=0
four "PYTHONHASHSEED=0"
if "$folder/venv/bin/python" -c 'import sys; sys.exit(sys.version_info >= (3, 12))'; then
    [ "$different" -gt 1 ]
fi
unset PYTHONHASHSEED
four sorted sorted
[ "$different" -eq 1 ]
