"""Another seat's secret offer changes no byte of what a seat is given."""

from __future__ import annotations

import json
import random
from typing import Any

from conftest import MODULES, random_choice

import boardlab

WANTED = 10_000


def seen(position: boardlab.Position, encoding: boardlab.Encoding, seat: int) -> bytes:
    """All that a seat is given."""
    given = [position.view(seat), position.events(seat)]
    return json.dumps(given).encode() + encoding.observe(position, seat).tobytes()


def told(offer: dict[str, Any]) -> tuple[Any, ...]:
    """What an offer says; its prices may stand in any order."""
    return offer["discard"], sorted(offer["prices"])


def test_offers_are_secret() -> None:
    chance, encoding, positions, number = random.Random(11), boardlab.encoding("skye"), 0, 0
    while positions < WANTED:
        number += 1
        game = boardlab.Game(players=2 + number % 4, modules=MODULES if number % 3 == 0 else ())
        position = game.start(number)
        while position.turn == "seat":
            if position.decision == "price" and position.legal()["gold"] > 2:
                mover = position.seat
                one, other = position.copy(), position.copy()
                first = random_choice(position, chance)
                second = first
                while told(second) == told(first):
                    second = random_choice(position, chance)
                one.apply(first)
                other.apply(second)
                if one.decision == "price":
                    for seat in range(game.players):
                        is_same = seen(one, encoding, seat) == seen(other, encoding, seat)
                        assert is_same == (seat != mover)
                        positions += 1
            position.apply(random_choice(position, chance))


def test_offers_are_secret_while_they_are_chosen() -> None:
    """In an environment an offer is chosen in steps, of which the others see nothing either."""
    for number in range(50):
        game = boardlab.Game(players=3)
        one, other = boardlab.Stepper(game, number), boardlab.Stepper(game, number)
        mover = one.mover
        possible = [index for index, bit in enumerate(one.mask()) if bit]
        one.step(possible[0])
        other.step(possible[1])
        assert one.mover == other.mover == mover
        for seat in range(3):
            is_same = one.observe(seat).tobytes() == other.observe(seat).tobytes()
            assert is_same == (seat != mover)
