"""Experiments on a cluster of Ray, on this machine: three nodes, one of which is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import boardlab
import pytest

ray = pytest.importorskip("ray")
cluster = pytest.importorskip("boardlab.cluster")

# Ray leaves files and sockets to the end of the process.
pytestmark = pytest.mark.filterwarnings("ignore")

CONFIG = {
    "name": "small",
    "players": 3,
    "blocks": 48,
    "seed": 5,
    "lineup": "rotate",
    "agents": [
        {"name": "one", "spec": "random"},
        {"name": "rule", "spec": "rule-of-thumb"},
        {"name": "greedy", "spec": "greedy"},
    ],
}


def files(folder: Path) -> dict[str, bytes]:
    found = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert found.pop("timing.json")
    return found


@pytest.fixture(scope="module")
def nodes() -> Iterator[Any]:
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    others = [made.add_node(num_cpus=1) for _ in range(2)]
    ray.init(address=made.address, log_to_driver=False)
    # Ray 2.9 may connect to any of these nodes, and cannot remove that one.
    own = ray._private.worker._global_node.raylet_socket_name
    yield made, [node for node in others if node.raylet_socket_name != own]
    ray.shutdown()
    made.shutdown()


def test_a_node_is_killed_and_the_bytes_are_those_of_one_run(nodes: Any, tmp_path: Path) -> None:
    made, others = nodes
    boardlab.run(CONFIG, tmp_path / "alone", progress=False)
    parts = tmp_path / "whole.parts"

    def kill() -> None:
        while not parts.exists() or not any(path.name[0].isdigit() for path in parts.iterdir()):
            time.sleep(0.01)
        made.remove_node(others.pop(), allow_graceful=False)

    killer = threading.Thread(target=kill)
    killer.start()
    run = cluster.run(CONFIG, tmp_path / "whole", blocks_per_task=1, progress=False)
    killer.join()
    assert not others[1:] and files(tmp_path / "whole") == files(tmp_path / "alone")
    assert run.manifest["blocks"] == 48 and not parts.exists()
    assert cluster.run(CONFIG, tmp_path / "whole", progress=False).manifest == run.manifest


def test_a_stop_rule_is_decided_in_order_and_what_is_played_is_kept(nodes: Any, tmp_path: Path) -> None:
    stop = {"rule": "half-width", "agent": "greedy", "half-width": 0.2}
    boardlab.run(CONFIG, tmp_path / "alone", progress=False, blocks=400, stop=stop)
    run = cluster.run(CONFIG, tmp_path / "whole", blocks_per_task=5, progress=False, blocks=400, stop=stop)
    assert run.manifest["blocks"] < 400
    assert files(tmp_path / "whole") == files(tmp_path / "alone")


def test_what_was_played_before_is_not_played_again(nodes: Any, tmp_path: Path) -> None:
    text = "\n".join(["blocks = 9"])
    config = tmp_path / "t.toml"
    config.write_text(
        'name = "small"\nplayers = 2\n' + text + '\nlineup = "rotate"\n[[agents]]\nname = "a"\nspec = "random"\n[[agents]]\nname = "b"\nspec = "random"\n'
    )
    parts = tmp_path / "whole.parts"
    parts.mkdir()
    boardlab._native.play_blocks(str(config), config.read_text(), [], str(parts / "2-5"), 2, 5)
    before = (parts / "2-5" / "timing.json").read_text()
    assert cluster.main([str(config), str(tmp_path / "whole"), "--blocks-per-task", "2", "--quiet"]) == 0
    boardlab.run(config, tmp_path / "alone", progress=False)
    assert files(tmp_path / "whole") == files(tmp_path / "alone")
    assert str(boardlab.read_run(tmp_path / "whole").folder) and "started" in before


def test_what_cannot_be_divided_is_refused(nodes: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="compare"):
        cluster.run(CONFIG, tmp_path / "x", compare={"rules": {"castle-income": 7}})
    with pytest.raises(ValueError, match="found 1 agents"):
        cluster.run({**CONFIG, "agents": [{"name": "one", "spec": "nobody"}]}, tmp_path / "x")
    assert not (tmp_path / "x.parts").exists()
    assert cluster.main([str(tmp_path / "none.toml"), str(tmp_path / "x")]) == 2
    assert "none.toml" in capsys.readouterr().err


TUNE = """
name = "small"
players = 3
blocks = 12
seed = 5
lineup = "self-play"
tables = []
agents = [{ name = "anyone", spec = "random" }]

[tune]
games = 900
finalists = 2

[tune.knobs]
"rules.castle-income" = [3, 5, 7]
"rules.start-gold-by-order" = [[0, 0, 0], [0, 1, 2]]

[[tune.goals]]
measure = "gold-burnt"
target = [130, 150]
"""


def kill_a_worker(journal: Path) -> None:
    """Kills a process that plays clusters, once some are noted in the journal."""
    deadline = time.monotonic() + 60
    while not journal.exists() or journal.read_bytes().count(b"\n") < 2:
        assert time.monotonic() < deadline
        time.sleep(0.001)
    # Ray names its workers by what they run; only those of this test's nodes are children of this user's.
    while time.monotonic() < deadline:
        found = subprocess.run(["pgrep", "-f", "^ray::_play_clusters"], capture_output=True, text=True).stdout.split()
        if found:
            os.kill(int(found[0]), signal.SIGKILL)
            return


@pytest.mark.parametrize("study", ["tune", "sensitivity"])
def test_a_study_is_played_anywhere_to_the_bytes_of_one_process(nodes: Any, tmp_path: Path, study: str) -> None:
    program = os.environ.get("SIM")
    if program is None or not Path(program).exists():
        pytest.skip("SIM names no program to compare with")
    config = tmp_path / "c.toml"
    config.write_text(TUNE)
    alone, whole = tmp_path / "alone", tmp_path / "whole"
    keys = {"tune": [], "sensitivity": ["--key", "rules.gold-per-vp"]}[study]
    subprocess.run([program, study, str(config), "--quiet", "--out", str(alone), *keys], check=True, capture_output=True)
    if study == "tune":
        killer = threading.Thread(target=kill_a_worker, args=(whole / ".partial" / "journal.jsonl",))
        killer.start()
        assert cluster.tune(config, whole, progress=False) == whole
        killer.join()
    else:
        cluster.sensitivity(config, whole, key=["rules.gold-per-vp"], progress=False)

    def content(folder: Path) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in folder.iterdir()}

    assert content(whole) == content(alone)
    # What is complete is not played again.
    assert cluster.main([str(config), str(whole), "--study", study, "--quiet"]) == (0 if study == "tune" else 2)


def test_a_study_that_was_interrupted_goes_on(nodes: Any, tmp_path: Path) -> None:
    config = tmp_path / "c.toml"
    config.write_text(TUNE)
    told: list[int] = []

    def play(missing: list[tuple[int, int]]) -> Iterator[bytes]:
        told.append(len(missing))
        if len(told) == 2:
            raise KeyboardInterrupt
        yield boardlab._native.play_clusters(str(config), TUNE, [], None, missing)

    with pytest.raises(KeyboardInterrupt):
        boardlab._native.study(str(config), TUNE, [], None, str(tmp_path / "whole"), play)
    boardlab._native.study(str(config), TUNE, [], None, str(tmp_path / "whole"), play)
    # The first round was not played again.
    assert told[2] == told[1]
    assert (tmp_path / "whole" / "verdict.csv").exists() and not (tmp_path / "whole" / ".partial").exists()
