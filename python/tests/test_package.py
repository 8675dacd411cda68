"""The package itself: its halves, its stubs, and what it does with nonsense."""

from __future__ import annotations

import ast
import inspect
import random
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import MODULES, ROOT, random_choice

import boardlab
from boardlab import _check, _native


def test_both_halves_are_of_one_build() -> None:
    assert _native.VERSION == boardlab.__version__ == _check.VERSION
    assert _check.package_hash() == _native.PACKAGE and len(_native.SOURCES) == 64
    _check.compare_halves()


def test_halves_that_differ_are_not_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in [("VERSION", "9.9.9"), ("PACKAGE", "0" * 64)]:
        with monkeypatch.context() as change:
            change.setattr(_native, name, value)
            with pytest.raises(ImportError, match="halves of boardlab differ"):
                _check.compare_halves()
            change.setenv(_check.UNCHECKED, "1")
            with pytest.warns(ImportWarning, match="halves"):
                _check.compare_halves()


def test_the_version_is_that_of_the_program() -> None:
    for file in (ROOT / "python" / "pyproject.toml", ROOT / "Cargo.toml", ROOT / "python" / "Cargo.toml"):
        assert f'version = "{boardlab.__version__}"' in file.read_text()


def stub() -> ast.Module:
    return ast.parse(Path(_native.__file__).with_name("_native.pyi").read_text())


def test_stubs_say_what_is_there() -> None:
    """Names, parameters and docstrings of the stubs are those of the module."""
    tree = stub()
    documented: dict[str, str | None] = {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            members = {member.name for member in node.body if isinstance(member, ast.FunctionDef)}
            there = {name for name in vars(getattr(_native, node.name)) if not name.startswith("__")}
            hidden = {name for name in members if name.startswith("__")}
            assert members - hidden == there, node.name
            documented[node.name] = ast.get_docstring(node)
            for member in node.body:
                if isinstance(member, ast.FunctionDef) and (text := ast.get_docstring(member)):
                    documented[f"{node.name}.{member.name}"] = text
                    target = getattr(getattr(_native, node.name), member.name)
                    if callable(target):
                        wanted = [argument.arg for argument in member.args.args]
                        assert list(inspect.signature(target).parameters) == wanted, member.name
    for name, text in documented.items():
        found: Any = _native
        for part in name.split("."):
            found = getattr(found, part)
        assert inspect.getdoc(found) == text, name
    functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert functions == {name for name, value in vars(_native).items() if inspect.isbuiltin(value)}


def test_everything_public_is_documented() -> None:
    for name in boardlab.__all__:
        assert inspect.getdoc(getattr(boardlab, name)), name


NONSENSE: list[Any] = [
    None, True, -1, 0, 2**31, 2**63, 2**64, -(10**40), 1.5, float("nan"), float("inf"), "", "x" * 5000, "\x00", "\ud800", b"bytes",
    [], [None], [[[]]], {}, {"e": None}, {"e": "price"}, {1: 2}, (), set(), object(), type, len, lambda *a: None, lambda *a: 1 / 0,
    np.float32("nan"), np.int64(-5), np.zeros(3), np.zeros((0, 386), np.int8), np.array(["a"]), np.array(None), Ellipsis, range(3),
    boardlab.Game, boardlab.Game(players=2), boardlab.Game("tipperary", 3).start(1), boardlab.encoding("skye"), Path("/nowhere"),
]  # fmt: skip


def test_nonsense_raises_exceptions_and_nothing_else() -> None:
    """Every function with arguments of every kind: what it does not take it refuses."""
    chance = random.Random(17)
    position = boardlab.Game(players=2).start(1)
    encoding, batch = boardlab.encoding("skye"), boardlab.Batch(boardlab.Game(players=2), 3, 1, planes=True)
    stepper, decision = boardlab.Stepper("skye", 1), encoding.decide(position.view(position.seat or 0))

    def arguments(most: int) -> list[Any]:
        return [chance.choice(NONSENSE) for _ in range(chance.randint(0, most))]

    targets: list[tuple[Any, int]] = [
        (boardlab.Game, 8), (boardlab.Game(players=2).start, 1), (position.copy().apply, 1), (position.view, 1), (position.events, 1),
        (position.record, 1), (position.svg, 1), (position.copy().apply_random, 1), (encoding.encode, 2), (encoding.decode, 2),
        (encoding.observe, 2), (encoding.decide, 1), (batch.step, 1), (boardlab.encoding, 1), (stepper.step, 1), (stepper.observe, 1),
        (decision.choose, 1), (boardlab.read_record, 2), (_native.of_set_up, 2), (boardlab.Stepper, 2), (boardlab.read_run, 1),
        (_native.columns, 1), (boardlab.View, 2), (boardlab.report, 1),
    ]  # fmt: skip
    refused = 0
    for _ in range(4000):
        target, most = chance.choice(targets)
        given = arguments(most)
        try:
            target(*given)
        except Exception as error:
            refused += 1
            assert "an error of this program" not in str(error), (target, given, error)
            assert type(error).__name__ != "PanicException"
    assert refused > 2000
    for _ in range(300):
        envs: Any = chance.choice([0, 1, 3, -1, None, "a", 1.5])
        threads: Any = chance.choice([0, 1, 2, -1, None])
        try:
            boardlab.Batch(chance.choice(NONSENSE), envs, chance.choice(NONSENSE), chance.choice(NONSENSE), threads=threads)
        except Exception as error:
            assert "an error of this program" not in str(error)
    for _ in range(200):
        try:
            games: Any = chance.choice([0, 1, "a", None])
            boardlab.play([chance.choice(["random", *NONSENSE]) for _ in range(2)], games=games)
        except Exception as error:
            assert "an error of this program" not in str(error)
    # And all of it still works.
    batch.step(batch.observe()[1].argmax(axis=1))
    assert position.legal_actions()


def test_objects_outlive_what_they_came_from() -> None:
    batch = boardlab.Batch(boardlab.Game(players=2), 4, 1, planes=True)
    observation, mask, mover = batch.observe()
    planes, kept = batch.planes(), observation.copy()
    rewards, done = batch.step(mask.argmax(axis=1))
    game = boardlab.Game(players=3, modules=MODULES)
    position = game.start(1)
    view, alone = position.view(0), position.game
    del batch, game, position
    assert (observation == kept).all() and planes.any() and not rewards.any() and not done.any() and mover.shape == (4,)
    assert alone.set_up == view.game.set_up
    observation[:] = 0
    mask[:] = 5


def test_threads_may_share_what_they_do_not_change() -> None:
    position, chance = boardlab.Game(players=2, modules=MODULES).start(1), random.Random(1)
    for _ in range(40):
        position.apply(random_choice(position, chance))
    expected, faults = position.record(), []

    def read() -> None:
        try:
            for _ in range(40):
                assert position.record() == expected and position.view(1)["seat"] == 1
                position.copy().apply(position.legal_actions()[0])
        except Exception as error:
            faults.append(error)

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []


def test_threads_that_change_the_same_thing_get_an_exception_at_worst() -> None:
    batch, faults = boardlab.Batch(boardlab.Game(players=2), 256, 1), []

    def step() -> None:
        for _ in range(100):
            try:
                batch.step(batch.observe()[1].argmax(axis=1))
            except (RuntimeError, ValueError):
                # Borrowed by the other thread, or its choices are those of another moment.
                pass
            except BaseException as error:
                faults.append(error)

    threads = [threading.Thread(target=step) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    batch.step(batch.observe()[1].argmax(axis=1))


def test_others_run_while_games_are_played() -> None:
    """Python is left to other threads meanwhile."""
    counted, is_over = 0, threading.Event()

    def count() -> None:
        nonlocal counted
        while not is_over.is_set():
            counted += 1

    thread = threading.Thread(target=count)
    thread.start()
    boardlab.play(["greedy", "greedy"], games=100, threads=1)
    is_over.set()
    thread.join()
    assert counted > 1000


def test_what_is_not_installed_is_named_with_how_to_get_it(tmp_path: Path) -> None:
    code = """
import sys, boardlab

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name in ("gymnasium", "pandas", "polars"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
run = boardlab.run({"name": "x", "players": 2, "blocks": 1, "agents": [{"name": a, "spec": "random"} for a in "ab"]}, sys.argv[1])
for use, extra in [(lambda: boardlab.pettingzoo, "learn"), (lambda: run.pandas("agents"), "tables"), (lambda: run.polars("agents"), "tables")]:
    try:
        use()
    except ModuleNotFoundError as error:
        assert f"pip install './python[{extra}]'" in str(error), error
    else:
        raise AssertionError(extra)
"""
    subprocess.run([sys.executable, "-c", code, str(tmp_path / "run")], check=True)


def test_the_first_import_is_quick_and_needs_no_pettingzoo() -> None:
    code = "import sys, boardlab; assert 'pettingzoo' not in sys.modules and 'pandas' not in sys.modules; boardlab.pettingzoo.env"
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True)
