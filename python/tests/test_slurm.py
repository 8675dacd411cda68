"""The script that submits an experiment to Slurm, with stand-ins for Slurm's programs."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT

SCRIPT = ROOT / "cluster" / "slurm" / "study"

pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")

#: Notes its arguments and the script that it is given, and says the number of a job.
SBATCH = """#!/usr/bin/env bash
{ printf '%s\\n' "$@"; echo; cat; echo ----; } >>"$SEEN"
echo 71
"""


class Cluster:
    """A folder with programs that stand in for those of Slurm."""

    def __init__(self, home: Path) -> None:
        self.home, self.seen = home, home / "seen"
        self.programs = home / "programs"
        self.programs.mkdir()
        self.program("sbatch", SBATCH)
        self.program("squeue", "#!/usr/bin/env bash\n")
        self.program("sim", "#!/usr/bin/env bash\n")
        (home / "config.toml").write_text("name = 'x'\n")

    def program(self, name: str, text: str) -> None:
        file = self.programs / name
        file.write_text(text)
        file.chmod(0o755)

    def run(self, *arguments: str, out: str = "out") -> tuple[int, str]:
        """Runs the script; its exit code, and what it printed."""
        environment = {**os.environ, "PATH": f"{self.programs}:/usr/bin:/bin", "SEEN": str(self.seen)}
        environment.pop("SIM", None)
        command = ["bash", str(SCRIPT), str(self.home / "config.toml"), str(self.home / out), *arguments]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    def submitted(self) -> list[list[str]]:
        """The arguments of each call of sbatch."""
        calls = self.seen.read_text().split("----\n")[:-1] if self.seen.exists() else []
        return [call.split("\n\n")[0].splitlines() for call in calls]


@pytest.fixture
def cluster(tmp_path: Path) -> Cluster:
    return Cluster(tmp_path)


def test_it_submits_an_array_and_a_merge_that_waits(cluster: Cluster) -> None:
    code, text = cluster.run("3", "--cpus-per-task", "4")
    assert code == 0 and "shards 1 2 3: job 71" in text and "merge: job 71" in text
    array, merge = cluster.submitted()
    assert array[array.index("--array") + 1] == "1,2,3" and "--cpus-per-task" in array
    assert merge[merge.index("--dependency") + 1] == "afterok:71"


def test_what_is_complete_is_not_submitted(cluster: Cluster) -> None:
    for shard in (1, 2, 3):
        folder = cluster.home / "out.shards" / str(shard)
        folder.mkdir(parents=True)
        (folder / "manifest.json").write_text('{"complete": true}')
    assert cluster.run("3")[0] == 0
    (merge,) = cluster.submitted()
    assert "--dependency" not in merge


def test_a_percent_sign_in_a_folder_is_none_of_slurms(cluster: Cluster) -> None:
    assert cluster.run("2", out="50%,a")[0] == 0
    array, merge = cluster.submitted()
    assert array[array.index("--output") + 1] == f"{cluster.home}/50%%,a.shards/%a.log"
    assert merge[merge.index("--output") + 1] == f"{cluster.home}/50%%,a.shards/merge.log"
    assert "," not in array[array.index("--job-name") + 1]


@pytest.mark.parametrize("given", [["--array", "1-4%2"], ["--array=%2"], ["-a", "1-4%2"], ["-a1-4%2"]])
def test_how_many_play_at_once_is_the_users(cluster: Cluster, given: list[str]) -> None:
    assert cluster.run("4", "--time", "1", *given)[0] == 0
    array = cluster.submitted()[0]
    assert [word for word in array if word.startswith("--array") or word.startswith("-a")] == ["--array"]
    assert array[array.index("--array") + 1] == "1,2,3,4%2" and "--time" in array


@pytest.mark.parametrize("wrong", [["0"], ["x"], ["-1"], ["1.5"], ["8 "], ["4", "--array", "1-4"], ["4", "--array"]])
def test_what_is_not_accepted_is_said_and_nothing_is_submitted(cluster: Cluster, wrong: list[str]) -> None:
    code, text = cluster.run(*wrong)
    assert code == 2 and "accepted:" in text and cluster.submitted() == []


def test_a_missing_program_or_config_is_named(cluster: Cluster) -> None:
    (cluster.programs / "sim").unlink()
    code, text = cluster.run("2")
    assert code == 2 and "SIM: found no program sim" in text
    (cluster.home / "config.toml").unlink()
    code, text = cluster.run("2")
    assert code == 2 and text.startswith("CONFIG: found no file")


def test_a_queue_that_cannot_be_seen_is_not_an_empty_one(cluster: Cluster) -> None:
    cluster.program("squeue", "#!/usr/bin/env bash\nexit 1\n")
    code, text = cluster.run("2")
    assert code == 1 and "squeue" in text and cluster.submitted() == []
    cluster.program("squeue", "#!/usr/bin/env bash\necho 70\n")
    assert cluster.run("2")[0] == 1 and cluster.submitted() == []
