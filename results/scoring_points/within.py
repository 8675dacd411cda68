"""How many scoring tiles pay within 3 VP of their mean, by points, number of players and kind of player: within.csv of GAME/whoever.csv.

    python3 within.py STUDY
"""

import csv
import math
import sys
from pathlib import Path

ASKED = 3.0


def rows(path):
    with open(path, newline="", encoding="utf-8") as table:
        yield from csv.DictReader(table)


def main(study):
    for game in ("base", "modules"):
        groups = {}
        for row in rows(Path(study) / game / "whoever.csv"):
            groups.setdefault((row["points"], row["players"], row["agent"]), []).append(row)
        with open(Path(study) / game / "within.csv", "w", newline="", encoding="utf-8") as table:
            out = csv.writer(table, lineterminator="\n")
            out.writerow(
                ["points", "players", "agent", "tiles", "within", "shown_within", "shown_outside", "root_mean_square",
                 "farthest", "farthest_vp"]
            )  # fmt: skip
            for group, tiles in groups.items():
                off = {row["effect"]: float(row["estimate"]) for row in tiles}
                ends = [(float(row["ci_lo"]), float(row["ci_hi"])) for row in tiles]
                farthest = max(off, key=lambda tile: abs(off[tile]))
                out.writerow([
                    *group,
                    len(tiles),
                    sum(abs(vp) <= ASKED for vp in off.values()),
                    sum(-ASKED <= low and high <= ASKED for low, high in ends),
                    sum(high < -ASKED or low > ASKED for low, high in ends),
                    f"{math.sqrt(sum(vp * vp for vp in off.values()) / len(off)):.6f}",
                    farthest,
                    f"{off[farthest]:.6f}",
                ])  # fmt: skip


main(sys.argv[1])
