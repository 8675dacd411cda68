"""For how many places the interval holds an even share, by rules and kind of player, and how far places are off: even.csv of whoever.csv.

    python3 even.py STUDY
"""

import csv
import math
import sys
from pathlib import Path


def main(study):
    groups = {}
    with open(study / "whoever.csv", newline="", encoding="utf-8") as table:
        for row in csv.DictReader(table):
            groups.setdefault((row["rules"], row["agent"]), []).append(row)
    with open(study / "even.csv", "w", newline="", encoding="utf-8") as table:
        out = csv.writer(table, lineterminator="\n")
        out.writerow(["rules", "agent", "places", "even", "root_mean_square"])
        for group, places in groups.items():
            even = sum(float(row["ci_lo"]) <= 0 <= float(row["ci_hi"]) for row in places)
            square = sum(float(row["estimate"]) ** 2 for row in places) / len(places)
            out.writerow([*group, len(places), even, f"{math.sqrt(square):.6f}"])


main(Path(sys.argv[1]))
