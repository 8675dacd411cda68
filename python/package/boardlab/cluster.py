"""Experiments on many machines, by Ray: blocks are played anywhere, and put together in their order to the bytes of one run.

    python -m boardlab.cluster CONFIG OUT --address auto --set blocks=1000

Needs ``pip install ray``, on all nodes as this package. Without an address the cores of this machine are used.
"""

from __future__ import annotations

import argparse
import io
import os
import shutil
import sys
import tarfile
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from . import _native
from ._progress import Progress
from .runs import Run, _settings, _toml

#: How many tasks wait or play for each core: enough that none is idle while results travel.
_AHEAD = 3
#: How many tasks there should be for each core, so that all end at about the same time.
_TASKS_PER_CORE = 16
#: By how much the blocks without a gap grow between two looks at whether the run may stop.
_GROWTH = 1.25


def _play(config: str, text: str, settings: Sequence[str], first: int, last: int) -> bytes:
    """Plays some blocks on a worker; the folder of their run as an archive."""
    with tempfile.TemporaryDirectory() as home:
        _native.play_blocks(config, text, settings, os.path.join(home, "part"), first, last)
        archive = io.BytesIO()
        with tarfile.open(fileobj=archive, mode="w:gz", compresslevel=1) as files:
            for file in sorted(Path(home, "part").iterdir()):
                files.add(file, file.name)
        return archive.getvalue()


def _keep(archive: bytes, folder: Path) -> None:
    """Unpacks the folder of a part, whole or not at all."""
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".") as home:
        with tarfile.open(fileobj=io.BytesIO(archive)) as files:
            files.extractall(home, filter="data")
        os.rename(home, folder)
        os.mkdir(home)


def _kept(parts: Path) -> dict[tuple[int, int], Path]:
    """The parts of a folder by their first and last blocks, without those that overlap others."""
    found: dict[tuple[int, int], Path] = {}
    end = 0
    names = [path.name.split("-") for path in parts.iterdir() if path.name.replace("-", "").isdigit()]
    for first, last in sorted((int(name[0]), int(name[1])) for name in names if len(name) == 2):
        if first >= end:
            found[first, last] = parts / f"{first}-{last}"
            end = last
    return found


def run(
    config: str | os.PathLike[str] | Mapping[str, Any],
    out: str | os.PathLike[str],
    *,
    address: str | None = None,
    blocks_per_task: int | None = None,
    progress: bool = True,
    **overrides: Any,
) -> Run:
    """Plays an experiment on a cluster of Ray, to the bytes of ``sim run``.

    What is played lies in ``OUT.parts`` until the run is complete: a node that is lost costs only the blocks under way on it, and the
    same call goes on after anything that ended it. A ``[stop]`` rule is decided here, for blocks in their order, while tasks run ahead.

    Args:
        config: the path of a config, or its content as a dict. Files that it names must be where all nodes see them.
        out: a folder on this machine, new or without results; if it holds the complete run, nothing is played.
        address: of the cluster, as ``ray.init`` takes it; by default one that is connected already, or the cores of this machine.
        blocks_per_task: how many blocks a task plays; by default so many that each core gets some sixteen tasks.
        progress: whether to show a progress bar, on a terminal or in a notebook.
        **overrides: other values for keys of the config, as in :func:`boardlab.run`.

    Returns:
        The run, to read its tables.

    Raises:
        ValueError: what is wrong with the config or the folder, as the command line says it. ``[compare]`` and ``[panel]`` are not accepted.
        RuntimeError: if something cannot be played or written; what is played is kept.
    """
    return _run(config, out, list(_settings(overrides)), address, blocks_per_task, progress)


def _run(
    config: str | os.PathLike[str] | Mapping[str, Any],
    out: str | os.PathLike[str],
    settings: list[str],
    address: str | None,
    blocks_per_task: int | None,
    progress: bool,
) -> Run:
    import json

    import ray

    if isinstance(config, Mapping):
        path, text = "config", "\n".join(f"{json.dumps(str(key))} = {_toml(value)}" for key, value in config.items())
    else:
        path = os.path.abspath(os.fspath(config))
        try:
            text = Path(path).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ValueError(f"{path}: {error}; accepted: a config") from None
    if blocks_per_task is not None and blocks_per_task < 1:
        raise ValueError(f"blocks_per_task: found {blocks_per_task}; accepted: 1 or more")
    blocks, games = _native.blocks_of(path, text, settings)
    folder = Path(out)
    if (folder / "manifest.json").exists():
        return Run(folder)
    parts = folder.parent / f"{folder.name}.parts"
    parts.mkdir(parents=True, exist_ok=True)
    if not ray.is_initialized():
        ray.init(address=address, log_to_driver=False)
    cores = max(int(ray.cluster_resources().get("CPU", 1)), 1)
    size = blocks_per_task or max(blocks // (_TASKS_PER_CORE * cores), 1)

    kept = _kept(parts)
    missing: list[tuple[int, int]] = []
    end = 0
    for first, last in [*sorted(kept), (blocks, blocks)]:
        missing += [(start, min(start + size, first)) for start in range(end, first, size)]
        end = max(end, last)
    # A node that is lost is no reason to give up: its tasks are played on others.
    play = ray.remote(num_cpus=1, max_retries=-1)(_play)
    under_way: dict[Any, tuple[int, int]] = {}
    looked = 0
    with Progress("games", progress) as bar:
        try:
            while True:
                while missing and len(under_way) < _AHEAD * cores:
                    first, last = missing.pop(0)
                    under_way[play.remote(path, text, settings, first, last)] = (first, last)
                if bar.watch is not None:
                    bar.watch(games * sum(last - first for first, last in kept), games * blocks)
                whole = 0
                for first, last in sorted(kept):
                    if first > whole:
                        break
                    whole = last
                if whole == blocks or whole >= max(_GROWTH * looked, looked + 1):
                    looked = whole
                    in_order = [str(kept[place]) for place in sorted(kept) if place[1] <= whole]
                    if _native.assemble(path, text, settings, in_order, os.fspath(folder), None) is not None:
                        break
                done, _ = ray.wait(list(under_way), num_returns=1)
                first, last = place = under_way.pop(done[0])
                try:
                    archive = ray.get(done[0])
                except ray.exceptions.RayTaskError as error:
                    # As the worker raised it, without its trace.
                    raise error.cause if isinstance(error.cause, (ValueError, RuntimeError)) else error from None
                except ray.exceptions.RayError:
                    missing.insert(0, place)
                    continue
                _keep(archive, parts / f"{first}-{last}")
                kept[place] = parts / f"{first}-{last}"
        finally:
            for task in under_way:
                ray.cancel(task, force=True)
    shutil.rmtree(parts)
    return Run(folder)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; its exit code, as that of ``sim run``."""
    parser = argparse.ArgumentParser(prog="python -m boardlab.cluster", description="Plays an experiment on a cluster of Ray.")
    parser.add_argument("config", help="the experiment, a TOML file")
    parser.add_argument("out", help="folder for the tables, new or without results")
    parser.add_argument("--address", help="of the cluster, such as auto or ray://HOST:10001 [default: the cores of this machine]")
    parser.add_argument("--blocks-per-task", type=int, metavar="K", help="blocks that a task plays")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="another value for a key of the config")
    parser.add_argument("--quiet", action="store_true", help="show no progress")
    given = parser.parse_args(arguments)
    try:
        done = _run(given.config, given.out, given.set, given.address, given.blocks_per_task, not given.quiet)
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted; the same command goes on", file=sys.stderr)
        return 130
    except Exception as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(f"{done.manifest['games']} games; tables in {done.folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
