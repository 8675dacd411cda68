"""What `sim plan` promises of configs, and what runs of them find: python3 plan.py SIM CONFIGS FOLDER prints plan.csv.

Plans look at seeds of their own. What a plan promises is an effect that is found with probability 90 % at 5 %, 3.24 standard errors; an interval
of a table is 1.96 of them to each side, so its half-width stands for the effect that the run could find.
"""

import csv
import re
import subprocess
import sys
from pathlib import Path
from statistics import mean

SIM, CONFIGS, FOLDER = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
NAMES = """ablation_greedy catch_up module_all module_bag module_borderlands module_druids module_strength module_tablets module_tunnels
new_scoring_tiles pricing pricing_rules pricing_strategies scoring_balance seats tile_files tipperary_balance tipperary_seats tipperary_track""".split()
SEED = 90901
# How plans name the measures of comparison.csv.
TITLES = {
    "VP of a player": "vp",
    "VP of the winner": "winner_vp",
    "margin of the winner": "margin",
    "VP from first to last": "spread",
    "wins of the first starting player": "first_start_win",
    "wins of the leader at half-time": "leader_win",
    "lead changes": "lead_changes",
    "gold traded": "gold_traded",
    "gold lost on unsold tiles": "gold_burnt",
    "catch-up gold": "gold_catch_up",
    "share of offered tiles sold": "sold_share",
    "time of the last lead change": "last_lead_change",
    "drama": "drama",
    "inequality of VP": "gini",
    "VP for the largest rectangle": "area_vp",
    "VP for the largest flock": "flock_vp",
    "VP for exploration": "exploration_vp",
    "VP from the whiskey track": "whiskey_vp",
    "VP for stone circles": "stones_vp",
    "steps on the whiskey track": "whiskey_steps",
    "covered places": "spaces",
    "sheep": "sheep",
    "towers": "towers",
    "bonus tiles": "bonus_tiles",
    "enclosed empty places": "holes",
    "pieces due but not available": "lost",
}
PLACES = "first second third fourth fifth".split()
DETECTABLE = (1.959964 + 1.281552) / 1.959964


def sim(*words):
    return subprocess.run([SIM, *words], check=True, capture_output=True, text=True).stdout


class Run:
    """The result tables of a run."""

    def __init__(self, folder):
        self.folder = folder

    def halves(self, table, column, **cells):
        """Half-widths of a column's intervals in the rows with these cells."""
        with open(self.folder / f"{table}.csv") as file:
            rows = [row for row in csv.DictReader(file) if all(row[key] == cell for key, cell in cells.items())]
        return [(float(row[f"{column}_hi"]) - float(row[f"{column}_lo"])) / 2 for row in rows if row[f"{column}_lo"]]

    def found(self, what):
        """The half-width that answers what a plan told of."""
        told = {
            r"change of wins when starting (?P<place>.*)": lambda place: self.halves(
                "comparison", "difference", measure="win_share_by_order", part=str(1 + PLACES.index(place))
            ),
            r"change of (?P<title>.*)": lambda title: self.halves("comparison", "difference", measure=TITLES[title], agent="all"),
            r"win share of (?P<agent>.*)": lambda agent: self.halves("agents", "win_share", agent=agent),
            r"VP of (?P<agent>.*) minus VP of (?P<other>.*)": lambda agent, other: self.halves(
                "pairs", "vp_difference", agent=agent, other=other, lineup="all"
            ),
            r"wins when starting (?P<place>.*)": lambda place: self.halves("seat_advantage", "win_share", position=str(PLACES.index(place))),
            r"mean VP": lambda: self.halves("agents", "vp"),
            r"effect of a scoring tile on mean VP": lambda: self.halves("effects", "effect", outcome="vp", kind="tile"),
            r"effect of a scoring tile on mean VP on one slot.*": lambda: self.halves("effects", "effect", outcome="vp", kind="slot"),
            r"effect of two scoring tiles together on mean VP.*": lambda: self.halves("effects", "effect", outcome="vp", kind="pair"),
            r"mean price asked by (?P<agent>.*)": lambda agent: self.halves("pricing", "price", agent=agent, round="all"),
            r"share of tiles sold by (?P<agent>.*)": lambda agent: self.halves("pricing", "sold_share", agent=agent, round="all"),
            r"effect of a hometown on VP": lambda: self.halves("hometowns", "vp"),
            r"share of a source in the winners' lead": lambda: self.halves("sources", "lead_share"),
        }
        for pattern, halves in told.items():
            match = re.fullmatch(pattern, what)
            if match:
                return DETECTABLE * mean(halves(**match.groupdict()))
        raise ValueError(f"no table answers `{what}`")


def promised(name):
    """Seeds that a plan looked at, and what it promised: what, amount, unit."""
    plan = sim("plan", str(CONFIGS / f"{name}.toml"), "--seed", str(SEED), "--seconds", "3600")
    seeds = re.search(r"estimated from (\d+) seeds", plan)[1]
    lines = re.findall(r"^  (.+): ([\d.]+)(?: (.*))?$", plan, re.MULTILINE)
    return seeds, [(what, float(amount), unit) for what, amount, unit in lines if not what.startswith("of ")]


def main():
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow("config seeds what unit promised found ratio".split())
    for name in NAMES:
        seeds, effects = promised(name)
        sim("run", str(CONFIGS / f"{name}.toml"), "--out", str(FOLDER), "--quiet")
        for what, amount, unit in effects:
            found = Run(FOLDER).found(what) * (100 if "percentage" in unit else 1)
            out.writerow([name, seeds, what, unit, f"{amount:g}", f"{found:.4g}", f"{amount / found:.3f}"])
        subprocess.run(["rm", "-r", str(FOLDER)], check=True)


main()
