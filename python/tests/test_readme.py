"""What the README shows runs."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT


def test_the_code_of_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOT / "python" / "README.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
    assert len(blocks) >= 5
    monkeypatch.chdir(ROOT)
    names: dict[str, Any] = {}
    smaller = {'"runs/mine"': repr(os.fspath(tmp_path / "run")), "blocks=100": "blocks=2", "games=100": "games=2", "report()": "report(show=False)"}
    for block in blocks:
        for old, new in smaller.items():
            block = block.replace(old, new)
        exec(compile(block, "README.md", "exec"), names)
    assert names["record"]["record"] == 1
    assert names["rewards"].shape == (256, 4)


def test_the_readme_says_what_the_encoding_is() -> None:
    import boardlab

    text = (ROOT / "python" / "README.md").read_text()
    for name in ("skye", "tipperary"):
        encoding = boardlab.encoding(name)
        assert f"`{encoding.name}`" in text and f"{encoding.actions} choices" in text
        assert f"{encoding.observation:,} numbers" in text and f"{encoding.planes[0]} planes" in text
