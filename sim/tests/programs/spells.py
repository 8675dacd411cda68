"""Passes lines to an agent and back, and spells what passes as other languages do: whole numbers as floats, a byte order mark before each line.

usage: spells.py CMD ARG ...
"""
import json
import subprocess
import sys

MARK = "\ufeff"


def spelled(value):
    if isinstance(value, list):
        return [spelled(item) for item in value]
    if isinstance(value, dict):
        return {key: spelled(item) for key, item in value.items()}
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return float(value) if is_number and value < 2**53 else value


def passed(line):
    return MARK + json.dumps(spelled(json.loads(line)), ensure_ascii=False) + "\n"


for stream in (sys.stdin, sys.stdout):
    stream.reconfigure(encoding="utf-8")
pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
with subprocess.Popen(sys.argv[1:], encoding="utf-8", bufsize=1, **pipes) as agent:
    for line in sys.stdin:
        agent.stdin.write(passed(line))
        agent.stdin.flush()
        if json.loads(line)["m"] in ("hello", "choose"):
            sys.stdout.write(passed(agent.stdout.readline()))
            sys.stdout.flush()
    agent.stdin.close()
