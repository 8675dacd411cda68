"""The Rust half of the package."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._view import View

VERSION: str
REVISION: str
PACKAGE: str
SOURCES: str
GAMES: list[str]

class Game:
    """A game with its rules and components, and what varies from game to game.

    Two are equal if all of this is the same, however it was given.

    Args:
        name: ``"skye"`` or ``"tipperary"``.
        players: 2 to 5; default 4.
        modules: expansions in play.
        rules: changes to the printed rules, by their keys in configs, such as ``{"castle-income": 4}``.
        scoring: four scoring tiles for A to D, or the section ``scoring`` of a config as a dict; by default each game draws its own.
        tiles: a tile file or the name of a shipped one; for Tipperary a dict.
        hometowns: for Tipperary, by seat; by default they are dealt for each game.
        module_tiles: a dict of tile files by module.
        scoring_tiles: a file with your own scoring tiles.

    Raises:
        ValueError: if a value is not accepted, with the message of the command line.
        TypeError: if a value has a type that configs do not allow.
    """

    def __new__(
        cls,
        name: str = "skye",
        players: int = 4,
        modules: Sequence[str] | str = (),
        rules: Mapping[str, Any] | None = None,
        scoring: Sequence[str] | str | Mapping[str, Any] | None = None,
        tiles: str | Mapping[str, str] | None = None,
        hometowns: Sequence[str] | str | None = None,
        module_tiles: Mapping[str, str] | None = None,
        scoring_tiles: str | None = None,
    ) -> Game: ...
    @property
    def name(self) -> str:
        """Its name."""

    @property
    def players(self) -> int:
        """The number of players."""

    @property
    def modules(self) -> list[str]:
        """The expansions in play."""

    @property
    def set_up(self) -> dict[str, Any] | None:
        """The keys of a record that describe it, as in the protocol; None if games differ in what they draw."""

    @property
    def _files(self) -> list[str]:
        """The component files in play that are not shipped."""

    def agents(self) -> list[tuple[str, str]]:
        """The agents that can play it, each with a summary."""

    def start(self, seed: SupportsIndex | str) -> Position:
        """Starts a game.

        Args:
            seed: any int or text. An int gives the first game of ``sim play --seed``; the ``seed`` of a record gives the game of that
                record; any other text gives one game.

        Raises:
            ValueError: if it is the seed of a record that does not fit this game.
            TypeError: if it is neither an int nor a text.
        """

class Position:
    """A game in progress. Chance is resolved at once, so it is always a seat's turn or the game is over."""

    @property
    def turn(self) -> str:
        """``"seat"`` or ``"over"``."""

    @property
    def seat(self) -> int | None:
        """Whose turn it is, from 0; None when the game is over."""

    @property
    def decision(self) -> str | None:
        """The name of the decision, such as ``"price"`` or ``"build"``; None when the game is over."""

    @property
    def seed(self) -> str:
        """The seed that reproduces the game."""

    @property
    def game(self) -> Game:
        """This particular game, with its scoring tiles or hometowns."""

    def legal_actions(self) -> list[dict[str, Any]]:
        """All actions of the seat to move as dicts, including all offers (thousands for a seat with much gold)."""

    def legal(self) -> dict[str, Any]:
        """The protocol's ``legal``: ``{"actions": [...]}``, or ``{"tiles": [three ids], "gold": g}`` for a price."""

    def apply(self, action: Mapping[str, Any]) -> None:
        """Applies a decision of the seat to move, and resolves chance after it.

        Raises:
            ValueError: if it is not legal, with the field, the value found and those accepted. The position is then unchanged.
            TypeError: if it is not a dict of texts and numbers.
        """

    def apply_random(self, seed: SupportsIndex | str) -> None:
        """Applies a legal decision, chosen uniformly at random by the seed.

        Raises:
            ValueError: if the game is over.
        """

    def ask(self, spec: str, seed: SupportsIndex | str | None = None) -> dict[str, Any]:
        """Asks a built-in agent for its decision for the seat to move, from that seat's view alone.

        Args:
            spec: the agent, such as ``"mcts:iterations=400"``; ``docs/agents.md`` and ``sim list agents`` describe them and their settings.
            seed: seeds its random choices, like the seed of a question in the protocol. None means seed 0, so repeated calls agree.

        Returns:
            ``{"action", "search"}``. The action is legal but not applied. The search is None if nothing was searched, otherwise
            ``{"iterations", "actions": [{"action", "visits", "value", "weight"}]}``: for each action considered, the number of
            playouts that began with it (for an offer of ``mcts``, the guesses at the others' offers that it was compared on, which can
            be more than the iterations), the chance to win with it, from 0 to 1, or None, and the probability of choosing it.

        Raises:
            ValueError: if the spec is not accepted, or the game is over.
        """

    def determinize(self, seat: SupportsIndex, seed: SupportsIndex | str, offers: str = "habits") -> Position:
        """Samples a position that a seat cannot distinguish from this one: what it may know stays, everything else is redrawn.

        Unrevealed offers of other seats are resampled, and future chance gets another seed, so a search can continue from
        here without knowing more than its seat.

        Args:
            seat: the seat whose knowledge is kept.
            seed: seeds the sampling.
            offers: ``"habits"``, as players usually make them, or ``"uniform"``, uniform over all legal ones.

        Raises:
            ValueError: if there is no such seat, or ``offers`` is not accepted.
        """

    def copy(self) -> Position:
        """Copies everything, including what nobody knows: secret offers and future chance.

        The copies are independent. A search that must not know more than its seat begins with :meth:`determinize`.
        """

    def view(self, seat: SupportsIndex) -> View:
        """Returns what a seat may know, as the protocol describes it.

        Raises:
            ValueError: if there is no such seat.
        """

    def events(self, seat: SupportsIndex | None = None) -> list[dict[str, Any]]:
        """Returns the events, as in a record; with a seat, only what that seat has seen.

        Raises:
            ValueError: if there is no such seat.
        """

    def results(self) -> list[dict[str, int]]:
        """``{"seat", "vp", "rank"}`` of each seat; winners have rank 1. Empty before the end."""

    def record(self, players: Sequence[str] | None = None) -> dict[str, Any]:
        """The record of the game so far, with these players' names by seat.

        Raises:
            ValueError: if the number of names differs from that of players.
        """

    def record_text(self, players: Sequence[str] | None = None) -> str:
        """The record as a line of a record file, without the line break."""

    def svg(self, seat: SupportsIndex | None = None) -> str:
        """Draws the table as SVG: with a seat, what that seat may know; otherwise, public information only.

        Raises:
            ValueError: if there is no such seat.
        """

    def _repr_svg_(self) -> str: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, memo: Any) -> Position: ...

class Encoding:
    """An encoding of a game: decisions as numbered small choices, and positions as observations.

    Under one name, the numbers of an encoding never change their meaning.
    """

    @property
    def name(self) -> str:
        """``"learn-1"`` or ``"tipperary-1"``."""

    @property
    def actions(self) -> int:
        """m, the number of choices."""

    @property
    def observation(self) -> int:
        """n, the length of an observation."""

    @property
    def planes(self) -> tuple[int, int, int]:
        """The number of planes, rows and columns of a board."""

    def encode(self, position: Position, action: Mapping[str, Any]) -> list[int]:
        """The sequence of choices that leads to an action.

        Forced choices are left out, so it may be empty.

        Raises:
            ValueError: if the action is not legal, or is one of the few that cannot be encoded.
        """

    def decode(self, position: Position, indices: Sequence[int]) -> dict[str, Any]:
        """The action that choices lead to; the inverse of :meth:`encode`.

        Raises:
            ValueError: if a choice is not possible, or there are more or fewer than the decision takes.
        """

    def observe(self, position: Position, seat: SupportsIndex) -> NDArray[np.float32]:
        """Returns a seat's observation before any choice of a decision: float32 of shape ``(n,)``.

        Raises:
            ValueError: if there is no such seat.
        """

    def decide(self, view: View) -> Decision:
        """The decision that a seat has to make, from its view alone.

        Raises:
            ValueError: if it is not the seat's turn, or the view is damaged.
            TypeError: if the view is a plain dict, without its game.
        """

    def describe(self, choice: SupportsIndex) -> str:
        """Describes a choice in words, such as ``"price 5 gold"``.

        Raises:
            ValueError: if there is no such choice.
        """

    @property
    def features(self) -> list[tuple[str, str, float, float]]:
        """The numbers of an observation, in order: ``(name, unit, low, high)`` for each.

        The unit is what 1 stands for, such as ``"20 gold"``, or ``"yes"`` for a number that is 1 or 0. If the rules set no bound,
        it is infinite.
        """

class Decision:
    """A decision as a sequence of small choices.

    Read ``observation`` and ``mask`` and choose, until there is an ``action``.
    """

    @property
    def observation(self) -> NDArray[np.float32]:
        """Returns the observation, including the choices made so far: shape ``(n,)``."""

    @property
    def planes(self) -> NDArray[np.uint8]:
        """The seat's own board: uint8 ``[planes, rows, columns]``, rows from the south."""

    def afterstates(self) -> dict[str, NDArray[Any]]:
        """The boards after laying tiles, as :meth:`Batch.afterstates` lists them for one game: without ``env``; no rows once it is decided."""

    @property
    def mask(self) -> NDArray[np.int8]:
        """1 for what can be chosen: shape ``(m,)``."""

    @property
    def action(self) -> dict[str, Any] | None:
        """The action once it is decided; at once if every choice is forced."""

    def choose(self, index: SupportsIndex) -> None:
        """Makes a choice.

        Raises:
            ValueError: if that is not possible.
        """

class Stepper:
    """One game as a sequence of small choices.

    Args:
        game: a game or its name; or a position, which the stepper copies.
        seed: any int or text for a game; a position has its own.
    """

    def __new__(cls, game: Game | str | Position, seed: SupportsIndex | str | None = None) -> Stepper: ...
    @property
    def mover(self) -> int | None:
        """The seat that chooses; None when the game is over."""

    @property
    def outside(self) -> int:
        """The number of current options that cannot be encoded."""

    @property
    def secret(self) -> bool:
        """Whether the choice is part of a decision made in secret, which is revealed with those of other seats."""

    @property
    def draws(self) -> int:
        """The number of chance events since the stepper was made, or copied with a seed."""

    @property
    def rewards(self) -> list[float] | None:
        """By seat: the share of the win minus 1/players; None before the end."""

    @property
    def points(self) -> list[int] | None:
        """By seat: the final VP; None before the end."""

    def mask(self) -> NDArray[np.int8]:
        """1 for what can be chosen: shape ``(m,)``."""

    def observe(self, seat: SupportsIndex) -> NDArray[np.float32]:
        """Returns a seat's observation: shape ``(n,)``."""

    def position(self) -> Position:
        """The position, without the choices made so far in a decision."""

    def step(self, action: SupportsIndex) -> None:
        """Makes a choice.

        Raises:
            ValueError: if that is not possible.
        """

    def copy(self, seed: SupportsIndex | str | None = None) -> Stepper:
        """Copies everything, including what nobody knows; the copies are independent.

        Args:
            seed: any int or text, from which all later chance of the copy comes; by default it is that of the original.
        """

    def __copy__(self) -> Stepper: ...
    def __deepcopy__(self, memo: Any) -> Stepper: ...

class Batch:
    """Many games side by side, as sequences of small choices. A finished game is replaced by a new one at once.

    Args:
        game: the game, or the name of one: with opponents, of one more player than there are, otherwise of four. Each environment draws its own
            scoring tiles or hometowns, unless the game has fixed ones.
        envs: the number of environments, 1 to 65,536.
        seed: any int or text. Environment e plays the games e, e + envs, … of ``sim play`` with this seed.
        opponents: specs of agents for the seats 1, 2, …; then only seat 0 is asked.
        vector: whether to make observations; otherwise they have no columns.
        planes: whether :meth:`planes` is available.
        threads: the number of threads that step; results do not depend on it.

    Raises:
        ValueError: if a number, the game or a spec is not accepted.
    """

    def __new__(
        cls,
        game: Game | str,
        envs: int,
        seed: SupportsIndex | str,
        opponents: Sequence[str] | None = None,
        vector: bool = True,
        planes: bool = False,
        threads: int = 1,
    ) -> Batch: ...
    def observe(self) -> tuple[NDArray[np.float32], NDArray[np.int8], NDArray[np.int8]]:
        """Returns the observations of the seats to choose.

        They are ``(observation float32 [envs, n], mask int8 [envs, m], mover int8 [envs])``.
        """

    def planes(self) -> NDArray[np.uint8]:
        """The boards of the seats to choose: uint8 ``[envs, planes, rows, columns]``, rows from the south."""

    def afterstates(self, envs: Sequence[bool] | None = None) -> dict[str, NDArray[Any]]:
        """The boards after laying tiles: a row for each way to lay each tile that can be chosen.

        In Isle of Skye, a seat that builds lays its own tiles; before that, tiles are laid on the boards of all seats, and each board is also
        listed unchanged. In Tipperary, the tiles of the seat's own area are laid.

        Args:
            envs: bool ``[envs]``, the games to include; all by default.

        Returns:
            A dict of arrays: ``env`` int32; ``seat`` int8, clockwise from the seat to choose; ``tile`` int8, in the order of the choices,
            -1 for the unchanged board; ``choice`` int32, the next choice towards it, -1 if there is none; ``board`` float32 ``[rows, n]``,
            in Isle of Skye the 25 numbers of a territory as in the observation, then open edges, gaps and other unfinished features.

        Raises:
            ValueError: if ``envs`` does not have one entry per game.
        """

    def step(self, actions: ArrayLike) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Makes a choice in every game.

        Args:
            actions: int32 ``[envs]``, each of them 1 in its mask.

        Returns:
            ``(rewards float32 [envs, players], done bool [envs])``. Rewards are 0 until a game ends, then each seat's share of the
            win (1/k for each of k winners) minus 1/players.

        Raises:
            ValueError: if a choice is not possible; no choice is made then.
            KeyboardInterrupt: after Ctrl-C. If only some games were stepped, the batch can no longer be used.
        """

    def ask(self, spec: str, seed: SupportsIndex | str | None = None) -> NDArray[np.int32]:
        """Asks a built-in agent for the decisions of all seats to choose, on the threads of the batch.

        An agent is asked once per decision, however many choices the decision takes. With the seed 0 it decides as it would in
        :func:`boardlab.play` with the batch's seed.

        Args:
            spec: the agent, such as ``"greedy"``.
            seed: seeds its random choices. None means seed 0, so repeated calls agree.

        Returns:
            The next choice towards its decision: int32 ``[envs]``; -1 if its decision cannot be encoded, or if the choices made so far
            already lead elsewhere. No choice is made.

        Raises:
            ValueError: if the spec is not accepted.
            KeyboardInterrupt: after Ctrl-C.
        """

    def state(self) -> BatchState:
        """Returns a snapshot for :meth:`restore`. It cannot leave this process."""

    def restore(self, state: BatchState) -> None:
        """Restores a snapshot of this batch, or of one with the same game, numbers of environments and players, and seats with opponents.

        The opponents of this batch go on playing, even if those of the other one had other specs.

        Raises:
            ValueError: if it is the snapshot of another kind of batch.
        """

    @property
    def envs(self) -> int:
        """The number of environments."""

    @property
    def players(self) -> int:
        """The number of players of each game."""

    @property
    def points(self) -> NDArray[np.int32]:
        """The final VP of the games that ended in the last step: int32 ``[envs, players]``, 0 for all others."""

    @property
    def info(self) -> dict[str, int]:
        """Counts so far: ``steps``, and ``games`` that ended.

        In these games, ``masked_choices``, where some option could not be encoded, and
        ``unencoded_decisions``, where no option could be, so the first legal action was taken.
        """

    @property
    def seeds(self) -> list[str]:
        """Lists the seeds that reproduce the games in progress."""

class BatchState:
    """A snapshot of a :class:`Batch`."""

def encoding(game: Game | str = "skye") -> Encoding:
    """The encoding of a game."""

def search(
    position: Position | View,
    spec: str,
    evaluate: Callable[[NDArray[np.float32], NDArray[np.int8]], Any] | None,
    prior: Callable[[NDArray[np.float32], NDArray[np.int8]], Any] | None,
    batch: int,
    seed: SupportsIndex | str,
) -> dict[str, Any]: ...
def play(
    agents: Sequence[Any],
    game: Game | str,
    first: int | None,
    games: int,
    seed: SupportsIndex | str,
    threads: int | None,
    records: bool,
    progress: Callable[[int, int], None] | None,
    searches: bool = False,
) -> tuple[dict[str, list[Any]], list[str] | None, list[str]]: ...
def compete(
    agents: Sequence[Any], game: Game | str, blocks: int, seed: SupportsIndex | str, threads: int | None, lineup: str | None
) -> tuple[dict[str, bytes], int]: ...
def decisions(
    records: Sequence[str],
    game: Game | str,
    files: Sequence[str],
    vector: bool,
    planes: bool,
    threads: int,
    first: int,
    searches: Sequence[str] | None = None,
) -> dict[str, NDArray[Any]]: ...
def moves(position: Position) -> list[tuple[Position, dict[str, Any]]]: ...
def of_pickled(record: str, untold: Sequence[str], files: Sequence[str]) -> Position: ...
def of_config(values: Mapping[str, Any], scoring: Sequence[str] | None = None) -> Game: ...
def read_record(record: str | Mapping[str, Any], files: Sequence[str] = ()) -> Position: ...
def of_set_up(set_up: Mapping[str, Any], files: Sequence[str] = ()) -> Game: ...
def run(
    config: str | os.PathLike[str],
    text: str | None,
    out: str | os.PathLike[str],
    set: Sequence[str],
    threads: int | None,
    resume: bool,
    shard: str | None,
    progress: Callable[[int, int], None] | None,
) -> None: ...
def blocks_of(config: str, text: str, set: Sequence[str]) -> tuple[int, int, int, bool]: ...
def play_blocks(config: str, text: str, set: Sequence[str], out: str, first: int, last: int) -> None: ...
def assemble(config: str, text: str, set: Sequence[str], folders: Sequence[str], out: str, threads: int | None) -> int | None: ...
def play_clusters(
    config: str, text: str, set: Sequence[str], steps: tuple[Sequence[str], int] | None, clusters: Sequence[tuple[int, int]]
) -> bytes: ...
def study(
    config: str,
    text: str,
    set: Sequence[str],
    steps: tuple[Sequence[str], int] | None,
    out: str,
    play: Callable[[list[tuple[int, int]]], Iterable[bytes]],
) -> None: ...
def columns(game: str) -> list[tuple[str, str, str, str, str]]: ...
def report(
    folders: Sequence[str | os.PathLike[str]],
    out: str | os.PathLike[str] | None,
    games: int,
    explain: str | None,
    threads: int | None,
) -> str: ...
def notes(folder: str | os.PathLike[str]) -> list[tuple[str, str]]: ...
