"""The half of the package that is written in Rust."""

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
    """A game set up: its rules and components, and what varies from game to game.

    Args:
        name: ``"skye"`` or ``"tipperary"``.
        players: 2 to 5.
        modules: expansions in play.
        rules: rules that differ from the printed ones, by their keys in configs, such as ``{"castle-income": 4}``.
        scoring: four scoring tiles for A to D, or a section ``scoring`` of a config as a dict; without it each game draws its own.
        tiles: a tile file, or the name of a shipped one; of Tipperary a dict.
        hometowns: of Tipperary, by seat; without them they are dealt anew for each game.
        module_tiles: tile files of modules, a dict.
        scoring_tiles: a file of scoring tiles of one's own.

    Raises:
        ValueError: what is wrong, as the command line says it.
        TypeError: if a value is of a type that no config has.
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
        """The keys of a record that describe it, as the protocol tells them; None if games differ in what they draw."""

    @property
    def _files(self) -> list[str]:
        """The component files in play that are not shipped."""

    def agents(self) -> list[tuple[str, str]]:
        """The agents that play it, each with what it does."""

    def start(self, seed: SupportsIndex | str) -> Position:
        """Begins a game.

        Args:
            seed: any int or text. An int gives the first game of ``sim play --seed``; the ``seed`` of a record gives the game of that
                record; any other text gives one game.

        Raises:
            ValueError: if it is the seed of a record of which there is no such game.
            TypeError: if it is neither.
        """

class Position:
    """A game in progress. Chance is resolved at once, so that it is a seat's turn or the game is over."""

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
        """This one game: with its scoring tiles or hometowns."""

    def legal_actions(self) -> list[dict[str, Any]]:
        """All actions of the seat to move as dicts, all offers too, of which there are thousands with much gold."""

    def legal(self) -> dict[str, Any]:
        """``{"actions": [...]}``, or ``{"tiles": [three ids], "gold": g}`` for a price."""

    def apply(self, action: Mapping[str, Any]) -> None:
        """Takes a decision for the seat to move, and resolves chance after it.

        Raises:
            ValueError: if it is not legal: the field, what was found, what is accepted. The position then stays as it is.
            TypeError: if it is no dict of texts and numbers.
        """

    def apply_random(self, seed: SupportsIndex | str) -> None:
        """Takes one of the legal decisions, each as likely as the others; the seed decides.

        Raises:
            ValueError: if the game is over.
        """

    def ask(self, spec: str, seed: SupportsIndex | str | None = None) -> dict[str, Any]:
        """Asks one of the program's own agents what it would do for the seat to move, from that seat's view alone.

        Args:
            spec: the agent, such as ``"mcts:iterations=400"``; ``sim list agents`` and :meth:`Game.agents` list them.
            seed: decides its random choices, as the seed of a question in the protocol does.

        Returns:
            ``{"action", "search"}``. The action is legal and not taken. The search is None where nothing was searched, otherwise
            ``{"iterations", "actions": [{"action", "visits", "value", "weight"}]}``: for each action that was considered the simulated
            continuations that began with it, their mean value from 0 (lost) to 1 (won) or None, and the chance that it is chosen.

        Raises:
            ValueError: if the spec is not accepted, or the game is over.
        """

    def determinize(self, seat: SupportsIndex, seed: SupportsIndex | str, offers: str = "habits") -> Position:
        """Invents a position that a seat cannot tell from this one: what it may know stays, everything else is drawn anew.

        Offers of others that are not revealed are made again, and future chance has another seed, so that a search may play on from
        here without knowing what its seat does not.

        Args:
            seat: who knows.
            seed: decides what is invented.
            offers: ``"habits"``, as players usually make them, or ``"uniform"``, all legal ones equally likely.

        Raises:
            ValueError: if there is no such seat, or ``offers`` is another word.
        """

    def copy(self) -> Position:
        """Copies all of it, also what nobody knows: secret offers and what chance will bring.

        What is done with one leaves the other as it is. A search that must not know more than its seat begins with :meth:`determinize`.
        """

    def view(self, seat: SupportsIndex) -> View:
        """Returns what a seat may know, as the protocol describes it.

        Raises:
            ValueError: if there is no such seat.
        """

    def events(self, seat: SupportsIndex | None = None) -> list[dict[str, Any]]:
        """Returns the events, as in a record; with a seat without what that seat has not seen.

        Raises:
            ValueError: if there is no such seat.
        """

    def results(self) -> list[dict[str, int]]:
        """``{"seat", "vp", "rank"}`` of each seat; 1 is a winner. Empty before the end."""

    def record(self, players: Sequence[str] | None = None) -> dict[str, Any]:
        """The record of the game so far, with these names by seat.

        Raises:
            ValueError: if there are more or fewer names than players.
        """

    def record_text(self, players: Sequence[str] | None = None) -> str:
        """The same as a line of a file of records, without its end."""

    def svg(self, seat: SupportsIndex | None = None) -> str:
        """Draws the table: with a seat what that one may know, otherwise what all may know.

        Raises:
            ValueError: if there is no such seat.
        """

    def _repr_svg_(self) -> str: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, memo: Any) -> Position: ...

class Encoding:
    """An encoding: small numbered steps of a game's decisions, and observations of positions.

    The numbers of an encoding never change their meaning under its name.
    """

    @property
    def name(self) -> str:
        """``"learn-1"`` or ``"tipperary-1"``."""

    @property
    def actions(self) -> int:
        """m, the number of choices."""

    @property
    def observation(self) -> int:
        """n, the numbers of an observation."""

    @property
    def planes(self) -> tuple[int, int, int]:
        """Planes, rows and columns of a board."""

    def encode(self, position: Position, action: Mapping[str, Any]) -> list[int]:
        """The choices that lead to an action, one after the other.

        Those that are forced are left out, so there may be none.

        Raises:
            ValueError: if the action is not legal, or is one of the few that have no numbers.
        """

    def decode(self, position: Position, indices: Sequence[int]) -> dict[str, Any]:
        """The action that choices lead to; the inverse of :meth:`encode`.

        Raises:
            ValueError: the first choice that is not possible; or there are more or fewer than the decision takes.
        """

    def observe(self, position: Position, seat: SupportsIndex) -> NDArray[np.float32]:
        """Returns a seat's observation, before anything of a decision is chosen: float32 of shape ``(n,)``.

        Raises:
            ValueError: if there is no such seat.
        """

    def decide(self, view: View) -> Decision:
        """The decision that a seat has to take, from its view alone.

        Raises:
            ValueError: if it is not its turn, or the view is damaged.
            TypeError: if it is a dict that does not know its game.
        """

    def describe(self, choice: SupportsIndex) -> str:
        """Names a choice in words, such as ``"price 5 gold"``.

        Raises:
            ValueError: if there is no such choice.
        """

    @property
    def features(self) -> list[tuple[str, str, float, float]]:
        """The numbers of an observation, in order: ``(name, unit, low, high)`` for each.

        The unit is what 1 stands for, such as ``"20 gold"``, or ``"yes"`` for a number that is 1 or 0. Where the rules set no bound,
        it is infinite.
        """

class Decision:
    """A decision in small steps.

    Look at ``observation`` and ``mask``, choose, until there is an ``action``.
    """

    @property
    def observation(self) -> NDArray[np.float32]:
        """Returns the observation, what is chosen already included: shape ``(n,)``."""

    @property
    def planes(self) -> NDArray[np.uint8]:
        """The own board: uint8 ``[planes, rows, columns]``, rows from the south."""

    @property
    def mask(self) -> NDArray[np.int8]:
        """1 for what can be chosen: shape ``(m,)``."""

    @property
    def action(self) -> dict[str, Any] | None:
        """The action, when it is decided; at once if all is forced."""

    def choose(self, index: SupportsIndex) -> None:
        """Chooses.

        Raises:
            ValueError: if that is not possible.
        """

class Stepper:
    """One game in small steps.

    Args:
        game: a game, or the name of one; or a position, of which the stepper has a copy.
        seed: of a game any int or text; a position has its own.
    """

    def __new__(cls, game: Game | str | Position, seed: SupportsIndex | str | None = None) -> Stepper: ...
    @property
    def mover(self) -> int | None:
        """The seat that chooses; None when the game is over."""

    @property
    def outside(self) -> int:
        """The number of further choices now that have no number."""

    @property
    def rewards(self) -> list[float] | None:
        """By seat the share of the win less 1/players; None before the end."""

    @property
    def points(self) -> list[int] | None:
        """By seat the final VP; None before the end."""

    def mask(self) -> NDArray[np.int8]:
        """1 for what can be chosen: shape ``(m,)``."""

    def observe(self, seat: SupportsIndex) -> NDArray[np.float32]:
        """Returns a seat's observation: shape ``(n,)``."""

    def position(self) -> Position:
        """The position, without what is chosen of a decision."""

    def step(self, action: SupportsIndex) -> None:
        """Chooses.

        Raises:
            ValueError: if that is not possible.
        """

    def copy(self) -> Stepper:
        """Copies all of it, also what nobody knows; what is done with one leaves the other as it is."""

    def __copy__(self) -> Stepper: ...
    def __deepcopy__(self, memo: Any) -> Stepper: ...

class Batch:
    """Many games in small steps, side by side. A finished game gives way to a new one at once.

    Args:
        game: the game; each environment draws its own scoring tiles or hometowns, unless the game has fixed ones.
        envs: how many, 1 to 65,536.
        seed: any int or text. Environment e plays the games e, e + envs, … of ``sim play`` with this seed.
        opponents: specs of agents for the seats 1, 2, …; then only seat 0 is asked.
        vector: whether observations are made; without, they have no columns.
        planes: whether :meth:`planes` can be asked.
        threads: how many threads step; what happens does not depend on it.

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
        """Returns the observations of those who choose.

        They are ``(observation float32 [envs, n], mask int8 [envs, m], mover int8 [envs])``.
        """

    def planes(self) -> NDArray[np.uint8]:
        """The boards of those who choose: uint8 ``[envs, planes, rows, columns]``, rows from the south."""

    def afterstates(self, envs: Sequence[bool] | None = None) -> dict[str, NDArray[Any]]:
        """The boards that tiles lead to, a row for each way to lay each tile that can be chosen from.

        In Isle of Skye who builds lays its own tiles; before that, tiles are laid on the boards of all seats, and each board is listed as it
        is, too. In Tipperary the tiles of the own area are laid.

        Args:
            envs: bool ``[envs]``, in which games; in all, unless given.

        Returns:
            A dict of arrays: ``env`` int32; ``seat`` int8, clockwise from the one that chooses; ``tile`` int8, in the order of the choices,
            -1 for the board as it is; ``choice`` int32, the next choice towards it, -1 if there is none; ``board`` float32 ``[rows, n]``,
            in Isle of Skye the 25 numbers of a territory as in the observation, then open edges, gaps and other things unfinished.

        Raises:
            ValueError: if there are not as many as games.
        """

    def step(self, actions: ArrayLike) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Chooses everywhere.

        Args:
            actions: int32 ``[envs]``, each of them 1 in its mask.

        Returns:
            ``(rewards float32 [envs, players], done bool [envs])``. Rewards are 0 until a game ends, then each seat's share of the
            win (1/k of k winners) less 1/players.

        Raises:
            ValueError: the first that is not possible; nothing is chosen then.
            KeyboardInterrupt: after Ctrl-C. If games were left out, the batch is of no further use.
        """

    def ask(self, spec: str, seed: SupportsIndex | str | None = None) -> NDArray[np.int32]:
        """Asks one of the program's own agents what all those who choose would do, on the threads of the batch.

        An agent is asked once for each decision, however many choices it takes. With the seed 0 it decides as it would in
        :func:`boardlab.play` with the batch's seed.

        Args:
            spec: the agent, such as ``"greedy"``.
            seed: other seeds give it other random choices.

        Returns:
            The next choice towards its decision: int32 ``[envs]``; -1 where its decision has no number, or where what is chosen of the
            decision already leads elsewhere. Nothing is chosen.

        Raises:
            ValueError: if the spec is not accepted.
            KeyboardInterrupt: after Ctrl-C.
        """

    def state(self) -> BatchState:
        """The moment now, for :meth:`restore`. It stays in this process."""

    def restore(self, state: BatchState) -> None:
        """Comes back to a moment of this batch, or of one with the same game, number of environments and players.

        Raises:
            ValueError: if it is the moment of another kind of batch.
        """

    @property
    def envs(self) -> int:
        """Environments."""

    @property
    def players(self) -> int:
        """Players of each game."""

    @property
    def points(self) -> NDArray[np.int32]:
        """The final VP of the games that ended in the last step: int32 ``[envs, players]``, 0 for all others."""

    @property
    def info(self) -> dict[str, int]:
        """Counts so far: ``steps``; ``games`` that ended.

        In these, ``masked_choices``, at which something possible had no number, and
        ``unencoded_decisions``, which had none at all, so that the first legal action was taken.
        """

    @property
    def seeds(self) -> list[str]:
        """Lists the seeds that reproduce the games under way."""

class BatchState:
    """A moment of a :class:`Batch`."""

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
    force_version: bool,
    progress: Callable[[int, int], None] | None,
) -> None: ...
def blocks_of(config: str, text: str, set: Sequence[str]) -> tuple[int, int, bool]: ...
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
def notes(folder: str | os.PathLike[str], force_version: bool) -> list[tuple[str, str]]: ...
