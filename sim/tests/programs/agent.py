"""An agent that takes the first legal action, or does what its first argument says at its fifth question, once: if the file FLAG is there it
behaves. It notes its process, and those that it starts, in the file PIDS.

usage: agent.py FAULT FLAG PIDS
"""
import json
import os
import signal
import subprocess
import sys
import time

fault, flag, pids = sys.argv[1:4]
if os.path.exists(flag):
    fault = "none"
WHEN = 5


def note(pid):
    with open(pids, "a") as file:
        file.write(f"{pid}\n")


def write(line):
    sys.stdout.write(line)
    sys.stdout.flush()


def say(message):
    write(json.dumps(message) + "\n")


def forever():
    while True:
        time.sleep(60)


def action(message):
    legal = message["legal"]
    if "actions" in legal:
        return legal["actions"][0]
    discard, one, two = legal["tiles"]
    return {"e": "price", "discard": discard, "prices": [[one, 1], [two, 1]]}


def instead(message):
    """What is done in place of an answer; whether the answer follows nevertheless."""
    answer = {"id": message["id"], "action": action(message)}
    if fault == "exit":
        sys.stderr.write("this is the end\n")
        sys.exit(3)
    if fault == "silent":
        forever()
    if fault == "endless line":
        while True:
            write("x" * 65536)
    if fault == "long line":
        write("y" * (2 << 20) + "\n")
    elif fault == "no JSON":
        write("pardon?\n")
    elif fault == "half a line":
        write('{"id":')
        forever()
    elif fault == "deep":
        write("[" * 100000 + "\n")
    elif fault == "several lines":
        write(json.dumps(answer, indent=1) + "\n")
    elif fault == "empty lines":
        write("\n \r\n")
        say(answer)
        write("\n\n")
    elif fault == "no UTF-8":
        sys.stdout.buffer.write(b"\xff\xfe\n")
        sys.stdout.buffer.flush()
    elif fault == "wrong id":
        say({**answer, "id": message["id"] + 1})
    elif fault == "id as text":
        say({**answer, "id": str(message["id"])})
    elif fault == "unknown key":
        say({**answer, "mood": "good"})
    elif fault == "negative iterations":
        say({**answer, "iterations": -1})
    elif fault == "overspends":
        one, two, three = message["legal"]["tiles"]
        say({**answer, "action": {"e": "price", "discard": one, "prices": [[two, 99], [three, 1]]}})
    elif fault == "illegal":
        say({**answer, "action": {"e": "place", "tile": "L01", "x": 77, "y": 0, "rotation": 0}})
    elif fault == "two answers":
        say(answer)
        say(answer)
    elif fault == "speaks unasked":
        say(answer)
        say({"m": "by the way"})
    elif fault == "closes its output":
        os.close(1)
        forever()
    elif fault == "closes its input":
        os.close(0)
        forever()
    elif fault == "drips":
        for letter in json.dumps(answer):
            write(letter)
            time.sleep(1)
    elif fault == "stops itself":
        os.kill(os.getpid(), signal.SIGSTOP)
    elif fault == "kills its group":
        os.killpg(0, signal.SIGKILL)
    elif fault == "eats memory":
        bytearray(1 << 30)
        return True
    else:
        return True
    return False


note(os.getpid())
if fault == "exits at once":
    sys.exit(7)
if fault == "never ready":
    say({"m": "ready", "protocol": 2})
    forever()
if fault == "ignores signals":
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE):
        signal.signal(number, signal.SIG_IGN)
if fault == "leaves a child":
    note(subprocess.Popen(["sleep", "60"]).pid)
if fault == "leaves a child elsewhere":
    note(subprocess.Popen(["sleep", "60"], start_new_session=True).pid)

asked = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["m"] == "hello":
        say({"m": "ready", "protocol": 1, "name": "agent", "deterministic": True, "more": [fault]})
    elif message["m"] == "choose":
        asked += 1
        if fault == "floods standard error":
            sys.stderr.write("much ado\n" * 20000)
        is_due = message["decision"] == "price" if fault == "overspends" else asked >= WHEN
        if not is_due or instead(message):
            say({"id": message["id"], "action": action(message)})
    elif message["m"] == "quit":
        break
if fault == "ignores signals":
    forever()
