"""Examples learn what they claim to, in a short form."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from conftest import ROOT


def share(*arguments: str | Path) -> float:
    """The share of games won, in percent, that the example prints last."""
    program = [sys.executable, str(ROOT / "python" / "examples" / "clone.py"), *map(str, arguments)]
    output = subprocess.run(program, capture_output=True, text=True, check=True, env={**os.environ, "OPENBLAS_NUM_THREADS": "1"}).stdout
    found = re.search(r"([\d.]+) ± [\d.]+ % of \d+ games", output)
    assert found, output
    return float(found[1])


def test_a_clone_learns_from_few_games(tmp_path: Path) -> None:
    """One network of the observation alone wins 2 % against `greedy`, however long it learns."""
    model = tmp_path / "clone.npz"
    assert share("train", model, "--steps", "100000", "--games", "256") > 6
    assert share("try", model, "random", "--games", "256") > 90
