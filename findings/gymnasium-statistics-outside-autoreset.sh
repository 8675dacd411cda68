#!/usr/bin/env bash
# gymnasium 1.4.0 (PyPI), 2026-11-28: RecordEpisodeStatistics around Autoreset never starts anew: the third game's return is that of all three.
#
# Behaviour: an environment of three steps with reward 1. Autoreset around RecordEpisodeStatistics reports a return of 3 and a length of 3 for
# every episode. The other way round it reports 3, 6, 9 and lengths 3, 7, 11 (the step that resets counts, too): without reset() from outside
# nothing clears the sums. No warning is given. The vector version of the wrapper, with its own automatic reset, reports 3 and 3 each time.
#
# Seen:
#   Autoreset(RecordEpisodeStatistics) [(3.0, 3), (3.0, 3), (3.0, 3)]
#   RecordEpisodeStatistics(Autoreset) [(3.0, 3), (6.0, 7), (9.0, 11)]
#   vector [(3.0, 3), (3.0, 3), (3.0, 3)]
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check gymnasium==1.4.0 numpy==2.4.6
seen=$("$folder/venv/bin/python" -W error - <<'END'
import gymnasium
from gymnasium.wrappers import Autoreset, RecordEpisodeStatistics
from gymnasium.wrappers.vector import RecordEpisodeStatistics as OfVector


class Three(gymnasium.Env):
    observation_space = gymnasium.spaces.Discrete(4)
    action_space = gymnasium.spaces.Discrete(2)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.turn = 0
        return 0, {}

    def step(self, action):
        self.turn += 1
        return self.turn, 1.0, self.turn == 3, False, {}


def episodes(env, action, first):
    env.reset(seed=1)
    found = []
    for _ in range(11):
        info = env.step(action)[-1]
        if "episode" in info:
            found.append((float(first(info["episode"]["r"])), int(first(info["episode"]["l"]))))
    return found


print("Autoreset(RecordEpisodeStatistics)", episodes(Autoreset(RecordEpisodeStatistics(Three())), 0, lambda value: value))
print("RecordEpisodeStatistics(Autoreset)", episodes(RecordEpisodeStatistics(Autoreset(Three())), 0, lambda value: value))
print("vector", episodes(OfVector(gymnasium.vector.SyncVectorEnv([Three])), [0], lambda value: value[0]))
END
)
echo "$seen"
[ "$seen" = "Autoreset(RecordEpisodeStatistics) [(3.0, 3), (3.0, 3), (3.0, 3)]
RecordEpisodeStatistics(Autoreset) [(3.0, 3), (6.0, 7), (9.0, 11)]
vector [(3.0, 3), (3.0, 3), (3.0, 3)]" ]
