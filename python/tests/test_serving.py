"""The same player called, and as a process of its own."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import ROOT, sim

import boardlab

EXAMPLES = ROOT / "python" / "examples"
sys.path.insert(0, str(EXAMPLES))

import ppo  # noqa: E402


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A player that has hardly learned anything, but decides."""
    encoding = boardlab.encoding("skye")
    net = ppo.Net.new(encoding.observation, 8, encoding.actions, np.random.default_rng(1))
    net.weights["policy"] *= 100
    path = tmp_path_factory.mktemp("model") / "model.npz"
    net.save(path, "skye")
    return path


def test_the_process_answers_as_the_function_does(model: Path) -> None:
    net, game = ppo.Net.load(model)
    player, heard = ppo.Player(net), []

    def listening(view: boardlab.View, legal: dict[str, Any], seed: int) -> dict[str, Any]:
        action = player(view, legal, seed)
        heard.append((view, legal, seed, action))
        return action

    boardlab.play([listening, "random"], game=boardlab.Game(game, 2), games=2, seed=3)
    command = [sys.executable, str(EXAMPLES / "ppo.py"), "serve", str(model)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None and process.stdout is not None

    def ask(message: dict[str, Any]) -> Any:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(json.dumps(message) + "\n")
        process.stdin.flush()
        return json.loads(process.stdout.readline())

    ready = ask({"m": "hello", "protocol": 1, "game": "skye", "options": {}, "move_ms": 0, "more": 1})
    assert ready == {"m": "ready", "protocol": 1, "name": "ppo", "deterministic": True}
    sets: list[Any] = []
    for number, (view, legal, seed, action) in enumerate(heard):
        if view.game.set_up not in sets:
            sets.append(view.game.set_up)
            process.stdin.write(json.dumps({"m": "game", "game": len(sets) - 1, "set_up": view.game.set_up}) + "\n")
        question = {
            "m": "choose",
            "id": number,
            "game": sets.index(view.game.set_up),
            "seat": view["seat"],
            "seed": f"{seed:016x}",
            "decision": "price",
            "view": view,
            "legal": legal,
        }
        assert ask(question) == {"id": number, "action": action}
    assert len(sets) == 2
    process.stdin.write('{"m":"odd"}\n{"m":"over","game":0,"results":[]}\n{"m":"error","id":1}\n{"m":"quit"}\n')
    process.stdin.close()
    assert process.wait(timeout=30) == 0
    process.stdout.close()


def test_it_plays_in_the_program(model: Path) -> None:
    program = sim()
    told = subprocess.run([program, "match", "--help"], capture_output=True, text=True).stdout
    if "--command" not in told:
        pytest.skip("this program asks no other programs")
    command = f"ppo={sys.executable} {EXAMPLES / 'ppo.py'} serve {model}"
    match = [program, "match", "ppo", "random", "--command", command, "--players", "2", "--blocks", "3", "--quiet", "--json"]
    played = subprocess.run(match, capture_output=True, text=True)
    assert played.returncode == 0, played.stderr
    found = json.loads(played.stdout)
    assert found["games"] == 6 and found["agents"][0]["name"] == "ppo"


def test_options_and_faults_of_the_conversation() -> None:
    def make(options: dict[str, str]) -> Any:
        assert options == {"depth": "3"}
        return lambda view, legal, seed: {"e": "pass", "number": np.int64(3)}

    def talk(*lines: dict[str, Any], **keys: Any) -> list[Any]:
        out = io.StringIO()
        boardlab.serve(make, "mine", with_options=True, lines=io.StringIO("\n".join(map(json.dumps, lines))), out=out, **keys)
        return [json.loads(line) for line in out.getvalue().splitlines()]

    hello = {"m": "hello", "protocol": 1, "game": "skye", "options": {"depth": "3"}, "move_ms": 5}
    position = boardlab.Game(players=2).start(1)
    game = {"m": "game", "game": 5, "set_up": position.game.set_up}
    question = {"m": "choose", "id": 9, "game": 5, "seat": 0, "seed": "ff", "view": position.view(0), "legal": position.legal()}
    ready, answer = talk(hello, game, question, deterministic=False)
    assert ready["deterministic"] is False and answer == {"id": 9, "action": {"e": "pass", "number": 3}}
    with pytest.raises(ValueError, match="protocol"):
        talk({**hello, "protocol": 2})
    with pytest.raises(ValueError, match="before"):
        talk(hello, question)
    with pytest.raises(ValueError, match="game"):
        talk(hello, {"m": "game", "game": 1, "set_up": {"game": "chess"}})
