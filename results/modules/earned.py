"""What Druid tiles cost and what their scrolls brought, by kind: python3 earned.py RECORDS.jsonl prints earned.csv.

A row is a kind of scroll or tablet: how many were bought in a game, the mean price, the mean VP that the scroll brought its buyer (doubling
included; none for tablets), with the half-width of a 95 % interval over games, and VP for each gold of the price.
"""

import json
import sys
from collections import defaultdict

bought, games = defaultdict(list), 0
kinds = {}
for line in open(sys.argv[1]):
    events = json.loads(line)["events"]
    tablets = {event["tile"]: event["tablet"] for event in events if event["e"] == "tablet"}
    scrolls = {event["tile"]: event for event in events if event["e"] == "scroll"}
    for event in events:
        if event["e"] == "buy_druid":
            tile = event["tile"]
            if tile in scrolls:
                kinds[tile] = scrolls[tile]["kind"]
            elif tile in tablets:
                kinds[tile] = tablets[tile] + " tablet"
            bought[tile].append((games, event["price"], scrolls[tile]["vp"] if tile in scrolls else 0))
    games += 1

rows = defaultdict(list)
for tile, purchases in bought.items():
    rows[kinds.get(tile, "neither")] += purchases
print("kind,bought_in_a_game,price,scroll_vp,scroll_vp_half,vp_per_gold")
for kind, purchases in sorted(rows.items(), key=lambda row: -len(row[1])):
    count = len(purchases)
    price = sum(price for _, price, _ in purchases) / count
    mean = sum(vp for *_, vp in purchases) / count
    by_game = defaultdict(float)
    for game, _, vp in purchases:
        by_game[game] += vp - mean
    half = 1.96 * sum(error**2 for error in by_game.values()) ** 0.5 / count
    print(f"{kind},{count / games:.3f},{price:.2f},{mean:.2f},{half:.2f},{mean / price if price else 0:.2f}")
