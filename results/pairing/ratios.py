"""Variances of pairs.csv in runs with and without rotations: python3 ratios.py FOLDER, with pandas and scipy, prints ratios.csv."""

import sys
from pathlib import Path

import pandas as pd
from scipy import stats

RUNS = [("2-thumb", 2), ("2-greedy", 2), ("4", 4)]
FOLDER = Path(sys.argv[1])


def per_game(row):
    """Variance of the difference of mean VP, times games."""
    half = (row.vp_difference_hi - row.vp_difference_lo) / 2
    return (half / stats.t.ppf(0.975, row.clusters - 1)) ** 2 * row.games


rows = []
for name, players in RUNS:
    rotated, independent = (pd.read_csv(FOLDER / f"{name}-{how}" / "pairs.csv") for how in ("rotated", "independent"))
    for (_, one), (_, two) in zip(rotated.iterrows(), independent.iterrows()):
        ratio = per_game(one) / per_game(two)
        low, high = (ratio / stats.f.ppf(p, one.clusters - 1, two.clusters - 1) for p in (0.975, 0.025))
        controlled = ratio * one.vp_difference_variance_ratio
        numbers = [per_game(one), per_game(two), ratio, low, high, one.design_effect, controlled]
        rows.append([players, one.agent, one.other, one.games] + [round(number, 2) for number in numbers])
columns = "players,agent,other,games,rotated,independent,ratio,ratio_lo,ratio_hi,design_effect,ratio_controlled"
print(pd.DataFrame(rows, columns=columns.split(",")).to_csv(index=False, lineterminator="\n"), end="")
