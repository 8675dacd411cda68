"""Makes sure that both halves of the package, Python and Rust, were made from the same sources."""

from __future__ import annotations

import hashlib
import os
import warnings
from pathlib import Path

from . import _native

#: The version of this half.
VERSION = "0.6.0"

#: Set to ``1`` to get a warning instead of an error, for changes of Python files in place.
UNCHECKED = "BOARDLAB_UNCHECKED"


def package_hash() -> str | None:
    """SHA-256 of the names and contents of this half's files, as the build counted them; nothing if it is installed without its sources."""
    folder = Path(__file__).parent
    files = sorted(folder.rglob("*.py"), key=lambda file: file.relative_to(folder).parts)
    if not files:
        return None
    digest = hashlib.sha256()
    for file in files:
        content = file.read_bytes()
        name = file.name
        digest.update(f"{len(name.encode())} {name} {len(content)} ".encode())
        digest.update(content)
    return digest.hexdigest()


def compare_halves() -> None:
    """Compares the halves.

    Raises:
        ImportError: if they differ.
    """
    found = package_hash()
    if _native.VERSION == VERSION and found in (None, _native.PACKAGE):
        return
    message = (
        f"the halves of boardlab differ: Python {VERSION} ({(found or '')[:12]}), Rust {_native.VERSION} built with Python "
        f"files {_native.PACKAGE[:12]}; accepted: both of one build, made by `pip install ./python`"
    )
    if os.environ.get(UNCHECKED) == "1":
        warnings.warn(message, ImportWarning, stacklevel=2)
        return
    raise ImportError(message)
