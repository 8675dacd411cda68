"""Optional dependencies."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def brought_by(extra: str) -> Iterator[None]:
    """Says how to get what is imported within, if it is not installed.

    Raises:
        ModuleNotFoundError: if it is not.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        message = f"{error}; `pip install './python[{extra}]'` installs it"
        raise ModuleNotFoundError(message, name=error.name) from None
