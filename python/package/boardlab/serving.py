"""A Python agent as a process that other programs query."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from typing import IO, Any

from . import _native
from ._view import View
from .playing import Agent

#: The supported version of the protocol.
PROTOCOL = 1


def serve(
    agent: Agent | Callable[[dict[str, str]], Agent],
    name: str = "agent",
    *,
    deterministic: bool = True,
    with_options: bool = False,
    lines: IO[str] | None = None,
    out: IO[str] | None = None,
) -> None:
    """Answers questions on standard input until it ends, so that a function as for :func:`play` is an agent for ``sim match``,
    ``sim run`` and all other commands::

        if __name__ == "__main__":
            boardlab.serve(choose, "mine")

    Args:
        agent: a function ``(view, legal, seed) -> action``; with ``with_options`` a function that makes one from the options in its spec.
        name: the name that it reports.
        deterministic: whether its only randomness comes from the given seeds.
        with_options: see ``agent``.
        lines: the source of questions; standard input by default.
        out: the destination of answers; standard output by default. Prints of the function go to standard error.

    Raises:
        ValueError: if a question does not follow the protocol.
        Any exception of the function.
    """
    lines, out = lines or sys.stdin, out or sys.stdout
    before, sys.stdout = sys.stdout, sys.stderr
    try:
        _answer(agent, name, deterministic, with_options, lines, out)
    finally:
        sys.stdout = before


def _answer(agent: Any, name: str, deterministic: bool, with_options: bool, lines: IO[str], out: IO[str]) -> None:
    def say(message: Mapping[str, Any]) -> None:
        out.write(json.dumps(message, separators=(",", ":"), default=_plain) + "\n")
        out.flush()

    games: dict[int, _native.Game] = {}
    choose: Agent | None = None
    for line in lines:
        message = json.loads(line)
        kind = message.get("m")
        if kind == "hello":
            if message.get("protocol") != PROTOCOL:
                raise ValueError(f"protocol: found {message.get('protocol')}; accepted: {PROTOCOL}")
            choose = agent(dict(message.get("options", {}))) if with_options else agent
            say({"m": "ready", "protocol": PROTOCOL, "name": name, "deterministic": deterministic})
        elif kind == "game":
            games[message["game"]] = _native.of_set_up(message["set_up"])
        elif kind == "choose":
            if choose is None or message["game"] not in games:
                raise ValueError("found a question before `hello` and `game`")
            view = View(message["view"], games[message["game"]])
            action = choose(view, message["legal"], int(message["seed"], 16))
            say({"id": message["id"], **(_searched(action) if "action" in action else {"action": action})})
        elif kind == "over":
            games.pop(message["game"], None)
        elif kind == "error":
            print(line.rstrip(), file=sys.stderr)
        elif kind == "quit":
            return


def _searched(answer: Mapping[str, Any]) -> dict[str, Any]:
    """An answer with what was searched, as the protocol spells it."""
    search = answer.get("search")
    if search is None:
        return {"action": answer["action"]}
    visits = sum(entry["visits"] for entry in search["actions"])
    return {"action": answer["action"], "iterations": search.get("iterations", visits), "search": {"actions": search["actions"]}}


def _plain(value: Any) -> Any:
    """Numbers of other libraries."""
    if hasattr(value, "__index__"):
        return value.__index__()
    raise TypeError(f"found a {type(value).__name__} in an action")
