"""What a seat may know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._native import Game


class View(dict[str, Any]):
    """What a seat may know of a position: a dict as described by the protocol, equal to any dict with the same content.

    Attributes:
        game: the game that it is a view of, with its scoring tiles, rules and components; the protocol's ``set_up``.
    """

    game: Game

    def __init__(self, content: Mapping[str, Any], game: Game) -> None:
        super().__init__(content)
        self.game = game

    def __reduce__(self) -> tuple[Any, ...]:
        return (_again, (dict(self), self.game.set_up))


def _again(content: Mapping[str, Any], set_up: dict[str, Any]) -> View:
    from ._native import of_set_up

    return View(content, of_set_up(set_up))
