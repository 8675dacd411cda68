#!/usr/bin/env bash
# shimmy 2.0.1 with open-spiel 2.0.2 and pettingzoo 1.27.0 (PyPI), 2026-11-28: the fifth player gets the final reward five times, the second twice.
#
# Behaviour: OpenSpielCompatibilityV0, agent_iter(), always the first legal action; the rewards that last() hands out are summed for each player.
# They should be the state's returns(). The first player's are; the second's are doubled, the third's are three times as large, and so on,
# because each finished agent that takes its leave adds the same final rewards once more to those who are still there.
# A game of two is no longer zero-sum: what the second player loses is twice what the first wins, so averages favour the first seat.
#
# Seen:
#   connect_four summed [1, -2] returns [1, -1]
#   leduc_poker summed [-1, 2] returns [-1, 1]
#   oh_hell summed [3, 8, 6] returns [3, 4, 2]
#   crazy_eights summed [0, -234, -192, -236, -905] returns [0, -117, -64, -59, -181]
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check shimmy==2.0.1 open-spiel==2.0.2 pettingzoo==1.27.0 gymnasium==1.4.0 numpy==2.4.6
seen=$("$folder/venv/bin/python" -W ignore - <<'END'
import numpy
from shimmy import OpenSpielCompatibilityV0

for name in ("connect_four", "leduc_poker", "oh_hell", "crazy_eights"):
    env = OpenSpielCompatibilityV0(game_name=name)
    env.reset(seed=1)
    summed = dict.fromkeys(env.possible_agents, 0)
    for agent in env.agent_iter(max_iter=100_000):
        _, reward, ended, cut, info = env.last()
        summed[agent] += int(reward)
        env.step(None if ended or cut else int(numpy.flatnonzero(info["action_mask"])[0]))
    print(name, "summed", list(summed.values()), "returns", [int(r) for r in env.game_state.returns()])
END
)
echo "$seen"
[ "$seen" = "connect_four summed [1, -2] returns [1, -1]
leduc_poker summed [-1, 2] returns [-1, 1]
oh_hell summed [3, 8, 6] returns [3, 4, 2]
crazy_eights summed [0, -234, -192, -236, -905] returns [0, -117, -64, -59, -181]" ]
