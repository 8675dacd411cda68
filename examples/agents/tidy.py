#!/usr/bin/env python3
"""A player for both games in a few lines: asks fair prices, buys what is cheap, and lays tiles where they touch most others.

It speaks the protocol of docs/protocol.md.
"""
import json
import random
import sys


def price(view, legal, chance):
    """Discards a tile at random and asks 3 to 5 gold for each of the others, as far as the gold goes."""
    tiles, gold = legal["tiles"], legal["gold"]
    discard, *kept = chance.sample(tiles, 3)
    first = max(1, min(chance.randint(3, 5), gold // 2))
    second = max(1, min(chance.randint(3, 5), gold - first))
    return {"e": "price", "discard": discard, "prices": list(map(list, zip(kept, (first, second))))}


def buy(view, legal, chance):
    """Buys the cheapest tile, unless it costs more than two thirds of the gold."""
    gold = view["players"][view["seat"]]["gold"]
    cost = {tile: price for player in view["players"] for tile, price in player["display"]}
    offers = [action for action in legal["actions"] if action["e"] == "buy"]
    best = min(offers, key=lambda action: cost[action["tile"]], default=None)
    return best if best and cost[best["tile"]] <= 2 * gold / 3 else {"e": "pass"}


def place(view, legal, chance):
    """Lays the tile that touches most others, near the castle or the hometown."""
    own = view["players"][view["seat"]]
    laid = {(x, y) for _, x, y, *_ in own.get("territory", own.get("tiles"))} | {(0, 0)}

    def worth(action):
        if "x" not in action:
            return -1, 0
        x, y = action["x"], action["y"]
        touching = sum(at in laid for at in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)))
        return touching, -abs(x) - abs(y)

    best = max(map(worth, legal["actions"]))
    return chance.choice([action for action in legal["actions"] if worth(action) == best])


DECISIONS = {"price": price, "buy": buy, "build": place, "place": place}

for line in sys.stdin:
    message = json.loads(line)
    if message["m"] == "hello":
        print(json.dumps({"m": "ready", "protocol": 1, "name": "tidy", "deterministic": True}), flush=True)
    elif message["m"] == "choose":
        view, legal, chance = message["view"], message["legal"], random.Random(message["seed"])
        decide = DECISIONS.get(message["decision"], lambda *_: chance.choice(legal["actions"]))
        print(json.dumps({"id": message["id"], "action": decide(view, legal, chance)}), flush=True)
    elif message["m"] == "quit":
        break
