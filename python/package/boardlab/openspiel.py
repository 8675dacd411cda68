"""Games of OpenSpiel: importing this module registers ``python_isle_of_skye`` and ``python_tipperary`` with ``pyspiel``::

    import boardlab.openspiel, pyspiel

    game = pyspiel.load_game("python_isle_of_skye(players=3,modules=druids+tunnels)")

Parameters: ``players`` (2 to 5, default 2), ``modules`` (names with ``+`` between), ``draws`` (default 1000) and ``seed`` (default 0).

Actions are the choices of :func:`boardlab.encoding`; forced ones are skipped. While offers are made in secret, the node is simultaneous: every
seat makes its next choice at once, and one whose offer is complete has no action. A return is a seat's share of the win minus 1/players.

A chance node stands before each draw, but its outcomes are ``draws`` equally likely samples of all that can be drawn (with five players,
15 tiles of 73 at once). Other seeds sample other draws. Everything else is exact: the same history always leads to the same state.

Information states are texts, observations also tensors, those of the encoding. Bots that need turns play after
``pyspiel.convert_to_turn_based(game)``: those in ``open_spiel.python.algorithms``, since bots in C++, such as ``pyspiel.MCTSBot``, end the
process with a game written in Python. ISMCTS needs a :class:`Resampler`; :class:`Bot` is an agent of this package.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import numpy as np

from ._extras import brought_by

with brought_by("openspiel"):
    import pyspiel

from ._native import Game, Stepper, encoding

#: The most choices of a player in a game: far more than the rules allow.
_MOST_CHOICES = 400


class BoardGame(pyspiel.Game):  # type: ignore[misc]
    """A game of this package for OpenSpiel; made by ``pyspiel.load_game``."""

    #: What OpenSpiel is told about it.
    KIND: pyspiel.GameType
    #: Its name in this package.
    NAME: str

    def __init__(self, params: Mapping[str, Any]) -> None:
        players, modules = params["players"], params["modules"]
        self.game = Game(self.NAME, players, modules.split("+") if modules else ())
        self.encoding = encoding(self.game)
        self.seed = params["seed"]
        if params["draws"] < 1:
            raise ValueError(f"draws: found {params['draws']}; accepted: 1 or more")
        self.outcomes = [(outcome, 1 / params["draws"]) for outcome in range(params["draws"])]
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.actions,
            max_chance_outcomes=params["draws"],
            num_players=players,
            min_utility=-1 / players,
            max_utility=1 - 1 / players,
            utility_sum=0.0,
            max_game_length=_MOST_CHOICES * players,
        )
        super().__init__(self.KIND, info, params)

    def new_initial_state(self) -> BoardState:
        """A state before the first draw."""
        return BoardState(self)

    def max_chance_nodes_in_history(self) -> int:
        """A bound, since no draw follows another."""
        return int(self.max_game_length()) + 1

    def make_py_observer(self, kind: Any = None, params: Any = None) -> BoardObserver:
        """Makes an observer, the same for all kinds of observations."""
        return BoardObserver(self)


class BoardState(pyspiel.State):  # type: ignore[misc]
    """A state of a game, in the small choices of its encoding."""

    def __init__(self, game: BoardGame) -> None:
        super().__init__(game)
        self._stepper: Stepper | None = None
        #: The choice that a draw follows. The stepper is still before it.
        self._pending: int | None = None
        #: While offers are secret: each seat that makes one, with a game in which it makes it.
        self._offers: dict[int, Stepper] = {}
        #: The choices of these seats so far, node by node.
        self._sealed: list[dict[int, int]] = []
        #: All actions that everybody knows.
        self._told = ""

    def current_player(self) -> int:
        """The seat to choose, or one of OpenSpiel's players for chance, simultaneous choices and the end."""
        if self._stepper is None or self._pending is not None:
            return int(pyspiel.PlayerId.CHANCE)
        if self._offers:
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        return int(pyspiel.PlayerId.TERMINAL) if self._stepper.mover is None else self._stepper.mover

    def seen_by(self, player: int) -> Stepper | None:
        """The game in which a player chooses, with any choices where others choose in secret; None before the first draw."""
        return self._offers[player] if self._is_offering(player) else self._stepper

    def known_to(self, player: int) -> str:
        """The actions that a player knows, in order; after a stroke its own in offers that are still secret."""
        return f"{self._told}/" + "".join(f" {node[player]}" for node in self._sealed if player in node)

    def _is_offering(self, seat: int) -> bool:
        return seat in self._offers and self._offers[seat].secret and self._offers[seat].mover == seat

    def _legal_actions(self, player: int) -> list[int]:
        stepper = self.seen_by(player)
        if stepper is None or self._offers and not self._is_offering(player):
            return []
        return np.flatnonzero(stepper.mask()).tolist()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The draws that this game samples, all equally likely."""
        return self.get_game().outcomes  # type: ignore[no-any-return]

    def _apply_action(self, action: int) -> None:
        game, choice = self.get_game(), self._pending
        seed, self._pending = f"{game.seed} {action}", None
        if self._stepper is None:
            self._stepper = Stepper(game.game, seed)
        elif choice is not None:
            self._stepper = self._stepper.copy(seed)
            self._stepper.step(choice)
        else:
            self._choose(action)
        self._told += f"{action} "
        if self._pending is None:
            self._open_offers(self._stepper.copy())

    def _choose(self, choice: int) -> None:
        assert self._stepper is not None
        after = self._stepper.copy()
        after.step(choice)
        if after.draws > self._stepper.draws:
            self._pending = choice
        else:
            self._stepper = after

    def _open_offers(self, stepper: Stepper) -> None:
        while stepper.secret:
            seat = stepper.mover
            assert seat is not None
            self._offers[seat] = stepper.copy()
            while stepper.secret and stepper.mover == seat:
                stepper.step(int(stepper.mask().argmax()))

    def _apply_actions(self, actions: list[int]) -> None:
        self._sealed.append({seat: action for seat, action in enumerate(actions) if self._is_offering(seat)})
        for seat, action in self._sealed[-1].items():
            self._offers[seat].step(action)
        if any(self._is_offering(seat) for seat in self._offers):
            return
        for seat in self._offers:
            for node in self._sealed:
                if seat in node:
                    self._choose(node[seat])
        self._told += "".join(f"{action} " for node in self._sealed for action in node.values())
        self._offers, self._sealed = {}, []

    def _action_to_string(self, player: int, action: int) -> str:
        return f"draw {action}" if player == pyspiel.PlayerId.CHANCE else str(self.get_game().encoding.describe(action))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return bool(self.current_player() == pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        """Each seat's share of the win minus 1/players; 0 before the end."""
        rewards = None if self._stepper is None else self._stepper.rewards
        return [0.0] * self.num_players() if rewards is None else rewards

    def __str__(self) -> str:
        return f"{self._told}/ {self._sealed}"


class BoardObserver:
    """What a player knows: the actions as a text, the encoding's observation as a tensor (zeros before the first draw)."""

    def __init__(self, game: BoardGame) -> None:
        self.tensor = np.zeros(game.encoding.observation, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: BoardState, player: int) -> None:
        """Fills the tensor."""
        stepper = state.seen_by(player)
        self.tensor[:] = 0 if stepper is None else stepper.observe(player)

    def string_from(self, state: BoardState, player: int) -> str:
        """The text."""
        return state.known_to(player)


class Bot(pyspiel.Bot):  # type: ignore[misc]
    """An agent of this package as a bot of OpenSpiel, in a game with simultaneous nodes or converted to turns.

    Args:
        spec: the agent, such as ``"greedy"``.
        player: its seat.
        seed: seeds its random choices.
    """

    def __init__(self, spec: str, player: int, seed: int = 0) -> None:
        super().__init__()
        self._spec, self._player, self._seed = spec, player, seed
        self._plan: list[int] = []

    def step(self, state: pyspiel.State) -> int:
        """The next choice of its decision.

        Raises:
            ValueError: if its decision cannot be encoded.
        """
        if not self._plan:
            if isinstance(state, pyspiel.TurnBasedSimultaneousState):
                state = state.simultaneous_game_state()
            position = state.seen_by(self._player).position()
            action = position.ask(self._spec, f"{self._seed} {state.move_number()}")["action"]
            self._plan = state.get_game().encoding.encode(position, action)
        return self._plan.pop(0)

    def restart(self) -> None:
        """Begins a new game."""
        self._plan = []


class Resampler:
    """Samples states from an information state, for ``set_resampler`` of OpenSpiel's ISMCTS in Python.

    Nothing is hidden but the offers that other seats make at the same time; their choices are drawn uniformly.

    Args:
        game: the game, converted to turns.
        seed: seeds the sampling.
    """

    def __init__(self, game: pyspiel.Game, seed: int = 0) -> None:
        self._chance = random.Random(seed)
        self._told, self._public = "", game.new_initial_state()

    def __call__(self, state: pyspiel.State, player: int) -> pyspiel.State:
        told, own = state.information_state_string(player).split("\n")[-1].split("/")
        if told != self._told:
            self._told, self._public = told, state.get_game().new_initial_state()
            for action in told.split():
                self._public.apply_action(int(action))
        sample, choices = self._public.clone(), [int(action) for action in own.split()]
        while choices or sample.current_player() != player:
            mine = sample.current_player() == player
            sample.apply_action(choices.pop(0) if mine else self._chance.choice(sample.legal_actions()))
        return sample


def _kind(short: str, long: str) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=short,
        long_name=long,
        dynamics=pyspiel.GameType.Dynamics.SIMULTANEOUS,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=5,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": 2, "modules": "", "draws": 1000, "seed": 0},
    )


class IsleOfSkye(BoardGame):
    """Isle of Skye."""

    KIND, NAME = _kind("python_isle_of_skye", "Isle of Skye"), "skye"


class Tipperary(BoardGame):
    """Tipperary."""

    KIND, NAME = _kind("python_tipperary", "Tipperary"), "tipperary"


# Classes, not functions that make games: pyspiel releases what is registered when Python has ended already, which a function does not survive.
for _game in (IsleOfSkye, Tipperary):
    pyspiel.register_game(_game.KIND, _game)
