"""How kinds of players price, buy and build, and how far they are apart: styles.csv and distances.csv from their runs.

    python3 styles.py RUNS OUT     RUNS has a folder for each kind, named after its spec
"""

import csv
import math
import sys
from pathlib import Path

# What is measured of each, and what it is about.
FEATURES = ["price", "price_share", "sold_share", "bought", "burnt", "areas", "scrolls_vp", "vp"]


def rows(path):
    with open(path, newline="") as table:
        yield from csv.DictReader(table)


def mean(numbers):
    numbers = list(numbers)
    return sum(numbers) / len(numbers)


def style(run):
    """Prices in gold and as a share of the seller's, tiles sold and bought, gold lost on unsold ones; completed areas, VP from scrolls; VP."""
    offers = [row for row in rows(run / "offers.csv") if row["outcome"] != "discarded"]
    seats = list(rows(run / "seats.csv"))
    return [
        mean(float(row["price"]) for row in offers),
        mean(float(row["price"]) / max(float(row["gold"]), 1) for row in offers),
        mean(row["outcome"] == "sold" for row in offers),
        mean(float(row["bought"]) for row in seats),
        mean(float(row["burnt"]) for row in seats),
        mean(float(row["completed_areas"]) for row in seats),
        mean(float(row["vp_scrolls"]) for row in seats),
        mean(float(row["vp"]) for row in seats),
    ]


def main(runs, out):
    kinds = [line for line in (runs / "kinds").read_text().split("\n") if line]
    styles = [style(runs / str(number)) for number in range(1, len(kinds) + 1)]
    with open(out / "styles.csv", "w", newline="") as table:
        writer = csv.writer(table, lineterminator="\n")
        writer.writerow(["agent", *FEATURES])
        for kind, numbers in zip(kinds, styles):
            writer.writerow([kind, *(f"{number:.3f}" for number in numbers)])
    # In standard deviations between kinds, so that every feature counts alike.
    spread = []
    for feature in range(len(FEATURES)):
        column = [numbers[feature] for numbers in styles]
        middle = mean(column)
        spread.append(math.sqrt(sum((number - middle) ** 2 for number in column) / (len(column) - 1)))
    with open(out / "distances.csv", "w", newline="") as table:
        writer = csv.writer(table, lineterminator="\n")
        writer.writerow(["agent", "other", "distance"])
        for first in range(len(kinds)):
            for second in range(first + 1, len(kinds)):
                apart = sum(((a - b) / s) ** 2 for a, b, s in zip(styles[first], styles[second], spread))
                writer.writerow([kinds[first], kinds[second], f"{math.sqrt(apart / len(FEATURES)):.3f}"])


main(Path(sys.argv[1]), Path(sys.argv[2]))
