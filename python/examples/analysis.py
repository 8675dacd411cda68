"""An experiment from config to answers: a notebook's worth, as a script.

    python analysis.py runs/python-example            plays a small experiment, or reads it if it is there, and looks at it
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from pathlib import Path

import pyarrow.compute as pc

import boardlab

CONFIG = {
    "name": "python-example",
    "players": 3,
    "blocks": 40,
    "lineup": "rotate",
    "agents": [
        {"name": "random", "spec": "random"},
        {"name": "rule-of-thumb", "spec": "rule-of-thumb"},
        {"name": "greedy", "spec": "greedy"},
    ],
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--blocks", type=int, default=CONFIG["blocks"])
    given = parser.parse_args()

    # The experiment. In a notebook a bar shows its progress.
    if (given.folder / "manifest.json").exists():
        run = boardlab.read_run(given.folder)
    else:
        run = boardlab.run(CONFIG, given.folder, blocks=given.blocks)
    print(run)

    # Tables are in Arrow format and convert directly to pandas or polars.
    agents = run.pandas("agents")
    print("\nWho wins, with 95 % intervals:")
    print(agents[["agent", "games", "win_share", "win_share_lo", "win_share_hi", "vp_mean"]].to_string(index=False))

    # The dictionary describes each column.
    about = {row["name"]: row["meaning"] for row in run.columns("offers").to_pylist()}
    print(f"\nprice: {about['price']}")

    # Prices by round, in polars.
    import polars

    offers = run.polars("offers")
    prices = offers.filter(polars.col("price") > 0).group_by("round").agg(
        polars.col("price").mean().round(2).alias("mean price"), polars.len().alias("offers")
    )
    print(prices.sort("round"))

    # The same with Arrow alone.
    seats = run.table("seats")
    winners = seats.filter(pc.equal(seats["rank"], 1))
    print(f"\nWinners have {pc.mean(winners['vp']).as_py():.1f} VP in the mean, all {pc.mean(seats['vp']).as_py():.1f}.")

    # Replay a game of the run, step by step.
    seed = run.table("games")["seed"].to_pylist()[0]
    position = boardlab.Game(players=3).start(seed)
    chance = random.Random(1)
    while position.turn == "seat":
        position.apply(chance.choice(position.legal_actions()))
    kinds = Counter(event["e"] for event in position.events())
    print(f"\nThe first seed with random players: {position.results()}")
    print(f"events: {dict(kinds)}")
    drawing = given.folder.with_suffix(".svg")
    drawing.write_text(position.svg(), encoding="utf-8")
    print(f"drawn in {drawing}; in a notebook the position shows itself")

    # A custom agent against the built-in ones.
    def thrifty(view: boardlab.View, legal: dict[str, list[dict[str, object]]], seed: int) -> dict[str, object]:
        """Asks one gold each, buys nothing, lays anywhere."""
        if "actions" not in legal:
            discard, one, other = legal["tiles"]
            return {"e": "price", "discard": discard, "prices": [[one, 1], [other, 1]]}
        passes = [action for action in legal["actions"] if action["e"] == "pass"]
        return passes[0] if passes else random.Random(seed).choice(legal["actions"])

    games = boardlab.play([thrifty, "random", "rule-of-thumb"], games=30, seed=1).to_pandas()
    print("\nThrifty players:")
    print(games.groupby("agent")["win_share"].mean().round(3).to_string())


if __name__ == "__main__":
    main()
