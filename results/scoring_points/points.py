"""Points and caps with which every scoring tile pays about alike, from what tiles paid in runs before.

    python3 points.py printed STATE RUN STEPS      begins with a run of the printed points
    python3 points.py propose STATE [LEVEL]        prints what to try next, an argument of `sim run --set` a line
    python3 points.py after STATE RUN STEPS        takes up a run of that
    python3 points.py alone STATE TABLE            for each level, which tiles no whole points bring within 3 VP of it, without caps

RUN is a folder of `sim run` with its table of scores, STEPS the table that is written, STATE a file for what is known in between.

What a tile would pay with other points is reckoned from its awards with the printed ones, times what the last run showed beyond that:
whoever is paid more goes for it more. The level that all should come to is the one that changes the fewest tiles, near that of the printed
points, or LEVEL in VP; later it is the mean of the last run. Only tiles that are too far off are changed: to whole points where these
suffice, otherwise to the next higher ones with a cap on one scoring.
"""

import csv
import json
import sys
from collections import Counter
from pathlib import Path

PRINTED = {
    "squares": 2, "completed-areas": 1, "sheep": 1, "large-areas": 3, "mountain-brochs": [1, 3, 6], "building-sets": 5,
    "most-whisky": [5, 2], "most-ships": [5, 2], "most-gold": [5, 2], "farm-animals": 1, "road-cattle": 2, "harbours": 3,
    "road-tiles": 1, "columns": 3, "largest-lake": 2, "mountains": 2, "open-water": 1, "largest-herd": 2,
    "most-lighthouses": [5, 2], "diagonal": 2, "largest-range": 2, "lake-houses": 3, "rows": 3, "scroll-of-choice": 1,
}  # fmt: skip

# VP off the level: a tile so close is left as it is, and points that bring it so close need no cap.
CLOSE, ENOUGH = 2.0, 1.5

# VP off the level that are asked for.
ASKED = 3.0

# How far the level may be from the mean of the printed points, in VP.
NEAR = 1.5


class Tile:
    """A scoring tile: its awards in a run of the printed points, and its points, cap and VP in the last run."""

    def __init__(self, name, known):
        self.name = name
        self.known = known
        self.awards = {int(award): times for award, times in known["awards"].items()}

    def reckoned(self, points, cap):
        """VP of a player in a game with these points, if all play on as with the printed ones."""
        scale = total(points) / total(PRINTED[self.name])
        given = ((award * scale, times) for award, times in self.awards.items())
        paid = sum(times * (award if cap is None else min(award, cap)) for award, times in given)
        return paid / self.known["games"]

    def expected(self, points, cap):
        """The same, as the last run corrects it."""
        last = self.reckoned(self.known["points"], self.known["cap"])
        return self.reckoned(points, cap) * self.known["vp"] / last

    def choices(self):
        """Points that one might print, the smallest first."""
        printed = PRINTED[self.name]
        if not isinstance(printed, list):
            return list(range(1, 31))
        if len(printed) == 2:
            return [[first, round(first * 0.4)] for first in range(3, 31)]
        return [[round(quarters * one / 4) for one in printed] for quarters in range(4, 21)]

    def at(self, level):
        """Points and cap that bring it to a level."""
        if abs(self.known["vp"] - level) <= CLOSE:
            return self.known["points"], self.known["cap"]
        alone = min(self.choices(), key=lambda points: abs(self.expected(points, None) - level))
        if abs(self.expected(alone, None) - level) <= ENOUGH or isinstance(alone, list):
            return alone, None
        above = next(points for points in self.choices() if self.expected(points, None) > level)
        return above, min(range(1, 100), key=lambda cap: abs(self.expected(above, cap) - level))


def total(points):
    """All that is paid, by which points are compared."""
    return sum(points) if isinstance(points, list) else points


def rows(path):
    with open(path, newline="", encoding="utf-8") as table:
        yield from csv.DictReader(table)


def paid(run):
    """The rows of a run's table of scoring tiles, for all agents together."""
    return {row["scoring"]: row for row in rows(Path(run) / "scoring.csv") if row["agent"] == "all"}


def printed(run):
    """What a run of the printed points says of every tile."""
    awards = {name: Counter() for name in paid(run)}
    for row in rows(Path(run) / "scores.csv"):
        awards[row["scoring"]][int(row["vp"])] += 1
    return {
        name: {"awards": awards[name], "games": int(row["seat_games"]), "points": PRINTED[name], "cap": None}
        for name, row in paid(run).items()
    }


def write(steps, step, tiles):
    """Adds what every tile paid in a run, and against their mean."""
    mean = sum(known["vp"] for known in tiles.values()) / len(tiles)
    with open(steps, "a" if step else "w", newline="", encoding="utf-8") as table:
        out = csv.writer(table, lineterminator="\n")
        if step == 0:
            out.writerow(["step", "tile", "points", "cap", "vp", "less_mean"])
        for name, known in tiles.items():
            points = " ".join(map(str, known["points"])) if isinstance(known["points"], list) else known["points"]
            cap = "" if known["cap"] is None else known["cap"]
            out.writerow([step, name, points, cap, known["vp"], f"{known['vp'] - mean:.6f}"])


def proposal(tiles, step, level):
    """For each tile its next points and cap."""
    found = [Tile(name, known) for name, known in tiles.items()]
    mean = sum(tile.known["vp"] for tile in found) / len(found)

    def cost(level):
        chosen = [tile.at(level) for tile in found]
        changed = sum(points != PRINTED[tile.name] for tile, (points, _) in zip(found, chosen))
        return changed + 2 * sum(cap is not None for _, cap in chosen), abs(level - mean)

    if level is None:
        near = [half / 2 for half in range(100) if abs(half / 2 - mean) <= NEAR]
        level = mean if step else min(near, key=cost)
    return {tile.name: tile.at(level) for tile in found}


def alone(tiles, table):
    """Writes for each level how far off it the nearest whole points leave tiles, as reckoned."""
    with open(table, "w", newline="", encoding="utf-8") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["level", "outside", "tiles", "farthest"])
        for level in range(6, 31):
            off = {}
            for name, known in tiles.items():
                tile = Tile(name, known)
                off[name] = min((tile.expected(points, None) - level for points in tile.choices()), key=abs)
            outside = [name for name in off if abs(off[name]) > ASKED]
            words = " ".join(f"{name}:{off[name]:+.1f}" for name in outside)
            out.writerow([level, len(outside), words, f"{max(map(abs, off.values())):.2f}"])


def main(verb, state, *words):
    if verb == "alone":
        alone(json.loads(Path(state).read_text(encoding="utf-8"))["tiles"], *words)
        return
    if verb == "propose":
        known = json.loads(Path(state).read_text(encoding="utf-8"))
        level = float(words[0]) if words else None
        for name, (points, cap) in proposal(known["tiles"], known["step"], level).items():
            known["tiles"][name].update(points=points, cap=cap)
            if points != PRINTED[name]:
                print(f"rules.scoring-points.{name}={json.dumps(points)}")
            if cap is not None:
                print(f"rules.scoring-caps.{name}={cap}")
        known["step"] += 1
    else:
        run, steps = words
        if verb == "printed":
            known = {"step": 0, "tiles": printed(run)}
        else:
            known = json.loads(Path(state).read_text(encoding="utf-8"))
        for name, row in paid(run).items():
            known["tiles"][name]["vp"] = float(row["vp_mean"])
        write(steps, known["step"], known["tiles"])
    Path(state).write_text(json.dumps(known), encoding="utf-8")


main(*sys.argv[1:])
