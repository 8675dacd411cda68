"""An agent that takes an action by the seed, with one fault planted: its first argument.

usage: planted.py FAULT
"""
import json
import os
import sys
import time

fault = sys.argv[1]
games, seen, seats = set(), 0, {}
is_first = not os.path.exists("first")
open("first", "w").close()
KNOWN = {"m", "id", "game", "seat", "seed", "decision", "view", "legal"}


def say(message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def action(message):
    legal, dice = message["legal"], int(message["seed"], 16)
    if fault == "remembers":
        dice += seen
    if fault == "other processes":
        dice += not is_first
    if "actions" in legal:
        actions = legal["actions"]
        return actions[dice % len(actions)]
    discard, one, two = legal["tiles"]
    return {"e": "price", "discard": discard, "prices": [[two, 1], [one, 1 + dice % max(1, legal["gold"] - 1)]]}


if fault == "speaks first":
    say({"m": "here I am"})
if fault == "late to be ready":
    time.sleep(60)

for line in sys.stdin:
    message = json.loads(line)
    kind = message["m"]
    if kind == "hello":
        ready = {"m": "ready", "protocol": 1, "name": "planted", "deterministic": True}
        if fault == "not ready":
            ready["deterministic"] = "yes"
        if fault != "speaks first":
            say(ready)
        if fault == "speaks after hello":
            say(ready)
    elif kind == "game":
        games.add(message["game"])
        seats[message["game"]] = message["set_up"]["seats"]
        if fault == "one game only" and len(games) > 1:
            games = {min(games)}
        if fault == "acknowledges games":
            say({"m": "thanks"})
    elif kind == "choose":
        if fault == "unknown keys" and set(message) - KNOWN:
            sys.exit("what is this?")
        if fault == "one game only" and message["game"] not in games:
            sys.exit("what game is this?")
        if fault == "five players" and seats[message["game"]] == 5:
            sys.exit("so many")
        if fault == "slow to buy" and message["decision"] == "buy":
            time.sleep(60)
        answer = {"id": message["id"], "action": action(message)}
        if fault == "buys wrongly" and message["decision"] == "buy":
            answer["action"] = {"e": "buy", "from": message["seat"], "tile": "L01"}
        if fault == "wrong ids":
            answer["id"] = 0
        if fault == "chats":
            answer["comment"] = "well played"
        say(answer)
        seen += 1
    elif kind == "over":
        if fault == "says goodbye":
            say({"m": "good game"})
    elif kind == "error":
        if fault == "defends itself":
            say({"m": "no"})
        if fault == "ends at an error":
            sys.exit("mea culpa")
    elif kind == "quit":
        if fault != "goes on":
            break
    elif fault == "unknown messages":
        say({"m": "pardon"})
if fault == "never ends":
    while True:
        time.sleep(1)
