"""Makes tile files, variants of the reconstructed tiles: python3 make.py SIM FOLDER, where SIM is the program.

What a study of modules says must not hang on what was invented when their tiles were reconstructed, so it is made again with these.
"""

import csv
import random
import subprocess
import sys
from pathlib import Path

SIM, FOLDER = sys.argv[1], Path(sys.argv[2])


def tiles(*words):
    text = subprocess.run([SIM, "list", "tiles", *words], capture_output=True, check=True, text=True).stdout
    return list(csv.DictReader(text.splitlines()))


def write(name, rows):
    with open(FOLDER / f"{name}.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(dict(row, provenance="variant") for row in rows)


def changed(rows, change):
    return [dict(row, **change(row)) for row in rows]


def terrain(row, area):
    return row["inner"] if area == "inner" else row["edges"]["NESW".index(area)]


# Druids: costs one higher and one lower.
druids = tiles("--modules", "druids")
write("druids_dearer", changed(druids, lambda row: {"cost": int(row["cost"]) + 1}))
write("druids_cheaper", changed(druids, lambda row: {"cost": max(0, int(row["cost"]) - 1)}))

# Other copies, each kind of scroll on two tiles: one kind for rows and columns in place of two, so that 22 tiles have a scroll; one kind for
# completed areas in place of three besides, so that 18 have one.
LINES = {"rows": "lines", "columns": ""}
MERGED = LINES | {"completed-pastures": "completed-areas", "completed-mountains": "", "completed-waters": ""}


def merge(row, kinds):
    words = []
    for word in row["features"].split():
        kind = word.removeprefix("scroll:").split("@")[0]
        kind = kinds.get(kind, kind) if word.startswith("scroll:") else None
        if kind is None:
            words.append(word)
        elif kind:
            words.append(f"scroll:{kind}@{word.split('@')[1]}")
    return {"features": " ".join(words)}


write("druids_lines", changed(druids, lambda row: merge(row, LINES)))
write("druids_merged", changed(druids, lambda row: merge(row, MERGED)))

# Other geometry: that of the base tiles which the reconstruction did not take. Every symbol keeps its terrain.
unused = [row for row in tiles() if row["id"] not in {druid["template"] for druid in druids}]


def placed(druid, base):
    """The druid's symbols on a base tile's geometry; none if they have no room."""
    words = []
    for word in druid["features"].split():
        kind, area = word.split("@")
        wanted = terrain(druid, area)
        room = [edge for edge in "NESW" if terrain(base, edge) == wanted]
        if base["inner"] == wanted and not kind.startswith("scroll"):
            room.append("inner")
        if not room and kind.startswith("scroll"):
            room = list("NESW")
        if not room or kind.startswith("whisky") and not base["roads"]:
            return None
        words.append(f"{kind}@{room[0]}")
    return " ".join(words)


def matched(generator):
    """A base tile for each druid, those with the fewest choices first."""
    free, found = unused[:], {}
    generator.shuffle(free)
    order = sorted(druids, key=lambda druid: sum(placed(druid, base) is not None for base in free))
    for druid in order:
        base = next((base for base in free if placed(druid, base) is not None), None)
        if base is None:
            return None
        free.remove(base)
        found[druid["id"]] = base
    return found


generator = random.Random(1)
bases = None
while bases is None:
    bases = matched(generator)


def move(druid):
    base = bases[druid["id"]]
    geometry = {key: base[key] for key in ("edges", "joins", "inner", "roads")}
    return geometry | {"features": placed(druid, base), "template": base["id"]}


write("druids_geometry", changed(druids, move))

# All ten tablets of one kind.
for kind in ("score-again", "own-tile", "bag-draw", "discount-1", "discount-2"):
    write(f"druids_{kind}", changed(druids, lambda row: {"tablet": kind if row["tablet"] else ""}))

# Tunnels: VP barrels on every tile; on none but two.
tunnels = tiles("--modules", "tunnels")
with_barrels = [row["id"] for row in tunnels if row["vp_barrels"]]
write("tunnels_rich", changed(tunnels, lambda row: {"vp_barrels": "1@" + row["tunnels"].split("@")[1][0]}))
write("tunnels_poor", changed(tunnels, lambda row: {"vp_barrels": row["vp_barrels"] if row["id"] in with_barrels[:2] else ""}))

# Borderlands: without symbols on either side; with every symbol of the back twice.
borderlands = tiles("--modules", "borderlands")
write("borderlands_plain", changed(borderlands, lambda row: {"features": ""}))


def twice(row):
    words = []
    for word in row["features"].split():
        kind, area = word.split("@")
        kind, _, count = kind.partition("*")
        words.append(f"{kind}*{2 * int(count or 1)}@{area}")
    return {"features": " ".join(words) if row["side"] == "back" else row["features"]}


write("borderlands_rich", changed(borderlands, twice))
