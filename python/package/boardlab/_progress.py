"""A progress bar, for terminals and notebooks."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Any


class Progress:
    """Shows how many of all are done: as a line on a terminal, as a bar in a notebook, and nowhere else."""

    def __init__(self, what: str, is_wanted: bool) -> None:
        self._what = what
        self._begun = time.monotonic()
        self._notebook = _notebook() if is_wanted else None
        self._is_terminal = is_wanted and self._notebook is None and sys.stderr is not None and sys.stderr.isatty()
        self._handle: Any = None
        self._shown = ""
        #: To be called with what is done and all; nothing if nobody would see it.
        self.watch = self._show if self._is_terminal or self._notebook is not None else None

    def _words(self, done: int, total: int) -> str:
        seconds = time.monotonic() - self._begun
        rate = done / seconds if seconds > 0 else 0.0
        left = f", {(total - done) / rate:.0f} s left" if rate > 0 and done < total else ""
        return f"{done:,} of {total:,} {self._what}, {rate:,.0f}/s{left}"

    def _show(self, done: int, total: int) -> None:
        words = self._words(done, total)
        if self._notebook is not None:
            bar = _Bar(done, total, words)
            if self._handle is None:
                self._handle = self._notebook(bar, display_id=True)
            else:
                self._handle.update(bar)
            return
        if words != self._shown:
            filled = 24 * done // max(total, 1)
            print(f"\r\x1b[K{'█' * filled}{'░' * (24 - filled)} {words}", end="", file=sys.stderr, flush=True)
            self._shown = words

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._shown and self._is_terminal:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


class _Bar:
    """A bar for a notebook."""

    def __init__(self, done: int, total: int, words: str) -> None:
        self.done, self.total, self.words = done, total, words

    def __repr__(self) -> str:
        return self.words

    def _repr_html_(self) -> str:
        return f'<progress value="{self.done}" max="{max(self.total, 1)}" style="width:20em"></progress> {self.words}'


def _notebook() -> Any:
    """The function that shows something in the notebook that this runs in; nothing elsewhere."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    if shell is None or not hasattr(shell, "kernel"):
        return None
    from IPython.display import display

    return display
