"""Experiments on many machines with Ray: blocks are played anywhere and assembled in order, byte for byte like a single run.

    python -m boardlab.cluster CONFIG OUT --address auto --set blocks=1000
    python -m boardlab.cluster CONFIG OUT --address auto --study tune

Needs Ray (``pip install ray``) and this package on all nodes. Without an address, the cores of this machine are used.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import shutil
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from . import _native
from ._progress import Progress
from .runs import Run, _settings, _toml

_Task = TypeVar("_Task")

#: The number of tasks submitted for each core: enough that none is idle while results are sent.
_AHEAD = 3
#: The number of tasks for each core, so that all cores finish at about the same time.
_TASKS_PER_CORE = 16
#: By how much the blocks without a gap grow between two looks at whether the run may stop.
_GROWTH = 1.25


def _play(config: str, text: str, settings: Sequence[str], blocks: tuple[int, int]) -> bytes:
    """Plays some blocks on a worker; the folder of their run as an archive."""
    first, last = blocks
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


def _read(config: str | os.PathLike[str] | Mapping[str, Any]) -> tuple[str, str]:
    """What a config is called, and its text."""
    if isinstance(config, Mapping):
        return "config", "\n".join(f"{json.dumps(str(key))} = {_toml(value)}" for key, value in config.items())
    path = os.path.abspath(os.fspath(config))
    try:
        return path, Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: {error}; accepted: a config") from None


def _cores(address: str | None) -> int:
    """Of the cluster, to which this connects if nothing is connected yet."""
    import ray

    if not ray.is_initialized():
        ray.init(address=address, log_to_driver=False)
    return max(int(ray.cluster_resources().get("CPU", 1)), 1)


def _anywhere(
    play: Any, given: tuple[Any, ...], tasks: Sequence[_Task], cores: int
) -> Iterator[tuple[_Task, bytes]]:
    """Plays tasks, each given what all are given, on any nodes; each with what it found, as they end."""
    import ray

    waiting = list(tasks)
    under_way: dict[Any, _Task] = {}
    try:
        while waiting or under_way:
            while waiting and len(under_way) < _AHEAD * cores:
                task = waiting.pop(0)
                under_way[play.remote(*given, task)] = task
            done, _ = ray.wait(list(under_way), num_returns=1)
            task = under_way.pop(done[0])
            try:
                found = ray.get(done[0])
            except ray.exceptions.RayTaskError as error:
                # The worker's exception, without its traceback.
                raise error.cause if isinstance(error.cause, (ValueError, RuntimeError)) else error from None
            except ray.exceptions.RayError:
                # A lost node must not end the run.
                waiting.insert(0, task)
                continue
            yield task, found
    finally:
        for lost in under_way:
            ray.cancel(lost, force=True)


def run(
    config: str | os.PathLike[str] | Mapping[str, Any],
    out: str | os.PathLike[str],
    *,
    address: str | None = None,
    blocks_per_task: int | None = None,
    progress: bool = True,
    **overrides: Any,
) -> Run:
    """Plays an experiment on a Ray cluster, byte for byte like ``sim run``.

    Finished blocks are kept in ``OUT.parts`` until the run is complete: a lost node costs only the blocks in progress on it, and after
    an interruption the same call continues. A ``[stop]`` rule is decided here, for blocks in order, while tasks run ahead.

    Args:
        config: the path of a config, or its content as a dict. All nodes must be able to read the files that it names.
        out: a folder on this machine, new or without results; if it holds the complete run, nothing is played.
        address: the address of the cluster, as for ``ray.init``; by default one already connected, or the cores of this machine.
        blocks_per_task: the number of blocks per task, rounded up to whole clusters; by default so that each core gets about sixteen tasks.
        progress: whether to show a progress bar, on a terminal or in a notebook.
        **overrides: new values for keys of the config, as in :func:`boardlab.run`.

    Returns:
        The run, to read its tables.

    Raises:
        ValueError: if the config or the folder is not accepted, with the message of the command line. ``[compare]`` and ``[panel]`` are refused.
        RuntimeError: if something cannot be played or written; finished games are kept.
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
    import ray

    path, text = _read(config)
    if blocks_per_task is not None and blocks_per_task < 1:
        raise ValueError(f"blocks_per_task: found {blocks_per_task}; accepted: 1 or more")
    blocks, cluster, games, may_stop = _native.blocks_of(path, text, settings)
    folder = Path(out)
    if (folder / "manifest.json").exists():
        return Run(folder)
    parts = folder.parent / f"{folder.name}.parts"
    parts.mkdir(parents=True, exist_ok=True)
    cores = _cores(address)
    size = blocks_per_task or max(blocks // (_TASKS_PER_CORE * cores), 1)
    # Blocks of one seed stay together.
    size = -(-size // cluster) * cluster

    kept = _kept(parts)
    missing: list[tuple[int, int]] = []
    end = 0
    for first, last in [*sorted(kept), (blocks, blocks)]:
        missing += [(start, min(start + size, first)) for start in range(end, first, size)]
        end = max(end, last)
    looked = 0

    def is_over() -> bool:
        nonlocal looked
        if bar.watch is not None:
            bar.watch(games * sum(last - first for first, last in kept), games * blocks)
        whole = 0
        for first, last in sorted(kept):
            if first > whole:
                break
            whole = last
        if whole < blocks and not (may_stop and whole >= max(_GROWTH * looked, looked + 1)):
            return False
        looked = whole
        in_order = [str(kept[place]) for place in sorted(kept) if place[1] <= whole]
        return _native.assemble(path, text, settings, in_order, os.fspath(folder), None) is not None

    with Progress("games", progress) as bar:
        if not is_over():
            for place, archive in _anywhere(ray.remote(num_cpus=1, max_retries=-1)(_play), (path, text, settings), missing, cores):
                kept[place] = parts / f"{place[0]}-{place[1]}"
                _keep(archive, kept[place])
                if is_over():
                    break
    shutil.rmtree(parts)
    return Run(folder)


def tune(
    config: str | os.PathLike[str] | Mapping[str, Any],
    out: str | os.PathLike[str],
    *,
    address: str | None = None,
    progress: bool = True,
    **overrides: Any,
) -> Path:
    """Searches for the settings closest to the goals of ``[tune]`` on a Ray cluster, byte for byte like ``sim tune``.

    The candidates that continue are chosen here, round by round; their games are played anywhere. A journal in ``out`` keeps the results
    until the study is complete, so after an interruption the same call continues.

    Args:
        config: the path of a config, or its content as a dict. All nodes must be able to read the files that it names.
        out: a folder on this machine, new or without results; if it holds the complete study, nothing is played.
        address: the address of the cluster, as for :func:`run`.
        progress: whether to show a progress bar, on a terminal or in a notebook.
        **overrides: new values for keys of the config, as in :func:`boardlab.run`.

    Returns:
        The folder, with ``candidates.csv``, ``verdict.csv``, ``winner.toml`` and ``report.html``.

    Raises:
        ValueError: if the config or the folder is not accepted, with the message of the command line.
        RuntimeError: if something cannot be played or written; finished games are kept.
    """
    return _study(config, out, list(_settings(overrides)), None, address, progress)


def sensitivity(
    config: str | os.PathLike[str] | Mapping[str, Any],
    out: str | os.PathLike[str],
    *,
    key: Sequence[str] = (),
    step: int = 1,
    address: str | None = None,
    progress: bool = True,
    **overrides: Any,
) -> Path:
    """Measures how results depend on each rule, one at a time, on a Ray cluster, byte for byte like ``sim sensitivity``.

    Args:
        config, out, address, progress, **overrides: as for :func:`tune`.
        key: the rules to vary, such as ``rules.castle-income``; all by default.
        step: the size of a step.

    Returns:
        The folder, with ``sensitivity.csv`` and ``report.html``.

    Raises:
        ValueError, RuntimeError: as :func:`tune`.
    """
    return _study(config, out, list(_settings(overrides)), (list(key), step), address, progress)


def _study(
    config: str | os.PathLike[str] | Mapping[str, Any],
    out: str | os.PathLike[str],
    settings: list[str],
    steps: tuple[list[str], int] | None,
    address: str | None,
    progress: bool,
) -> Path:
    path, text = _read(config)
    with Progress("seeds of candidates", progress) as bar:

        def play(missing: list[tuple[int, int]]) -> Iterator[bytes]:
            import ray

            cores = _cores(address)
            size = max(len(missing) // (_TASKS_PER_CORE * cores), 1)
            tasks = [tuple(missing[first : first + size]) for first in range(0, len(missing), size)]
            done = 0
            for clusters, lines in _anywhere(ray.remote(num_cpus=1, max_retries=-1)(_play_clusters), (path, text, settings, steps), tasks, cores):
                done += len(clusters)
                if bar.watch is not None:
                    bar.watch(done, len(missing))
                yield lines

        _native.study(path, text, settings, steps, os.fspath(out), play)
    return Path(out)


def _play_clusters(
    config: str,
    text: str,
    settings: Sequence[str],
    steps: tuple[list[str], int] | None,
    clusters: Sequence[tuple[int, int]],
) -> bytes:
    """Plays some clusters of a study on a worker; lines of its journal."""
    return _native.play_clusters(config, text, settings, steps, list(clusters))


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; its exit code, as that of ``sim run``."""
    parser = argparse.ArgumentParser(prog="python -m boardlab.cluster", description="Play an experiment on a Ray cluster.")
    parser.add_argument("config", help="the experiment, a TOML file")
    parser.add_argument("out", help="folder for the tables, new or without results")
    parser.add_argument("--address", help="address of the cluster, such as auto or ray://HOST:10001 [default: the cores of this machine]")
    parser.add_argument("--blocks-per-task", type=int, metavar="K", help="blocks per task")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="override a config key (repeatable)")
    parser.add_argument("--study", choices=("tune", "sensitivity"), help="run this study of the experiment")
    parser.add_argument("--quiet", action="store_true", help="hide progress")
    given = parser.parse_args(arguments)
    try:
        if given.study is not None:
            steps: tuple[list[str], int] | None = None if given.study == "tune" else ([], 1)
            folder = _study(given.config, given.out, given.set, steps, given.address, not given.quiet)
            print(f"tables and a page, report.html, in {folder}")
            return 0
        done = _run(given.config, given.out, given.set, given.address, given.blocks_per_task, not given.quiet)
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted; repeat the command to continue", file=sys.stderr)
        return 130
    except Exception as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(f"{done.manifest['games']} games; tables in {done.folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
