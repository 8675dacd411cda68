"""How often panels find something where nothing differs, and miss what they should hold: python3 panels.py SIM CONFIG FOLDER FIRST LAST prints panels.csv.

Without a change the truth of a pooled effect is taken to be its mean over all panels. The change is the order of tiles in their file, which gives
other draws and changes nothing, so every effect is 0.
"""

import csv
import shutil
import subprocess
import sys
from math import sqrt
from pathlib import Path
from statistics import mean

RATE = 0.05


def sim(*words):
    return subprocess.run([SIM, *map(str, words)], check=True, capture_output=True, text=True).stdout


def table(path):
    with open(path) as file:
        return list(csv.DictReader(file))


def play(folder, seed, *options):
    """The tables of a panel: effects, kinds, and the comparison if there is one."""
    raw = folder / "panel"
    shutil.rmtree(raw, ignore_errors=True)
    sim("run", CONFIG, "--seed", seed, "--out", raw, "--quiet", *options)
    comparison = raw / "comparison.csv"
    return table(raw / "panel.csv"), table(raw / "panel_agents.csv"), table(comparison) if comparison.exists() else []


def group(effect):
    if effect.startswith("scoring-vp"):
        return "scoring-vp"
    return "vp" if effect in ("vp", "winner-vp") else "the rest"


def is_shown(rows, *columns):
    return any(row[column] and float(row[column]) < RATE for row in rows for column in columns)


def misses(panels, truth):
    """By group of effects: how many pooled intervals miss, of how many, and the largest share of any one effect."""
    answers = {}
    for effects, _, _ in panels:
        for row in effects:
            if row["ci_lo"]:
                answers.setdefault(row["effect"], []).append([float(row[column]) for column in ("pooled", "ci_lo", "ci_hi")])
    groups = {}
    for effect, rows in answers.items():
        true = mean(row[0] for row in rows) if truth is None else truth
        groups.setdefault(group(effect), []).append((sum(not low <= true <= high for _, low, high in rows), len(rows)))
    return {name: (sum(missed for missed, _ in counts), sum(of for _, of in counts), max(missed / of for missed, of in counts)) for name, counts in groups.items()}


def summary(plain, null):
    """The rows of panels.csv. Only panels are independent of each other, so that rates over effects have no binomial error."""
    rows = []
    for change, panels, truth in (("none", plain, None), ("order of tiles", null, 0.0)):
        for name, (missed, of, worst) in sorted(misses(panels, truth).items()):
            rows.append((change, f"pooled interval of {name} misses", of, missed, missed / of, worst, ""))
    lists = (
        ("a panel says anything", [is_shown(effects, "q", "heterogeneity_q") or is_shown(kinds, "q") for effects, kinds, _ in null]),
        ("a panel says `turns around`", [any("turns around" in row["finding"] for row in effects) for effects, _, _ in null]),
        ("a comparison says anything", [is_shown(comparison, "q") for _, _, comparison in null]),
    )
    for name, found in lists:
        rate = sum(found) / len(found)
        rows.append(("order of tiles", name, len(found), sum(found), rate, "", sqrt(rate * (1 - rate) / len(found))))
    p = (
        ("p of a kind below 0.05", [row["p"] for _, kinds, _ in null for row in kinds]),
        ("p of a mean below 0.05", [row["p"] for effects, _, _ in null for row in effects]),
        ("p of kinds being alike below 0.05", [row["heterogeneity_p"] for effects, _, _ in null for row in effects]),
    )
    for name, cells in p:
        values = [float(cell) for cell in cells if cell]
        found = sum(value < RATE for value in values)
        rows.append(("order of tiles", name, len(values), found, found / len(values), "", ""))
    return rows


def write(rows):
    print("change,question,answers,found,rate,most,error")
    for change, question, answers, found, *numbers in rows:
        cells = [number if number == "" else format(number, ".4f") for number in numbers]
        print(",".join([change, question, str(answers), str(found), *cells]))


if __name__ == "__main__":
    SIM, CONFIG, FOLDER, FIRST, LAST = sys.argv[1], sys.argv[2], Path(sys.argv[3]), int(sys.argv[4]), int(sys.argv[5])
    FOLDER.mkdir(parents=True, exist_ok=True)
    header, *tiles = sim("list", "tiles").splitlines()
    reordered = FOLDER / "reordered.csv"
    reordered.write_text("\n".join([header, *reversed(tiles)]) + "\n")
    seeds = range(FIRST, LAST + 1)
    plain = [play(FOLDER, seed) for seed in seeds]
    null = [play(FOLDER, seed, "--set", f"compare.tiles={reordered}") for seed in seeds]
    write(summary(plain, null))
