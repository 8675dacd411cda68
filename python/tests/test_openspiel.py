"""Games of OpenSpiel, by its own tests and bots."""

from __future__ import annotations

import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from conftest import GAMES

pyspiel: Any = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402

import boardlab  # noqa: E402
from boardlab.openspiel import Bot, Resampler  # noqa: E402

#: The names in OpenSpiel.
NAMES = {"skye": "python_isle_of_skye", "tipperary": "python_tipperary"}


def load(name: str, players: int, modules: tuple[str, ...] = (), **keys: int) -> Any:
    return pyspiel.load_game(NAMES[name], {"players": players, "modules": "+".join(modules), **keys})


def step(state: Any, chance: random.Random) -> None:
    """Takes any action."""
    if state.is_simultaneous_node():
        legal = [state.legal_actions(seat) for seat in range(state.num_players())]
        state.apply_actions([chance.choice(actions) if actions else 0 for actions in legal])
    else:
        state.apply_action(chance.choice(state.legal_actions()))


def play(game: Any, bots: list[Any], seed: int) -> list[float]:
    """The returns of a game converted to turns."""
    state, chance = game.new_initial_state(), random.Random(seed)
    for bot in bots:
        bot.restart()
    while not state.is_terminal():
        seat = state.current_player()
        state.apply_action(chance.choice(state.legal_actions()) if state.is_chance_node() else bots[seat].step(state))
    return list(state.returns())


class Anyone:
    """Plays at random."""

    def __init__(self) -> None:
        self._chance = random.Random(1)

    def restart(self) -> None:
        """Goes on."""

    def step(self, state: Any) -> int:
        return int(self._chance.choice(state.legal_actions()))


@pytest.mark.parametrize("name,players,modules", GAMES)
def test_the_tests_of_openspiel(name: str, players: int, modules: tuple[str, ...]) -> None:
    game = load(name, players, modules)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    pyspiel.random_sim_test(pyspiel.convert_to_turn_based(game), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name,players,modules", GAMES[::3])
def test_a_game_is_played_by_the_rules(name: str, players: int, modules: tuple[str, ...]) -> None:
    """Returns are shares of the win; observations are those of the encoding; a history leads to one state."""
    game, chance = load(name, players, modules), random.Random(2)
    state, observer = game.new_initial_state(), game.make_py_observer()
    while not state.is_terminal():
        step(state, chance)
        if not state.is_chance_node():
            for seat in range(players):
                observer.set_from(state, seat)
                assert (observer.tensor == state.seen_by(seat).observe(seat)).all() and observer.tensor.any()
    again = game.deserialize_state(state.serialize())
    assert str(again) == str(state) and again.returns() == state.returns()
    assert again.seen_by(0).observe(0).tobytes() == state.seen_by(0).observe(0).tobytes()
    results = state.seen_by(0).position().results()
    won = [entry["rank"] == 1 for entry in results]
    assert state.returns() == pytest.approx([share / sum(won) - 1 / players for share in won])


def test_draws_are_chance_nodes() -> None:
    game, chance = load("skye", 3, draws=7), random.Random(3)
    assert load("skye", 3).max_chance_outcomes() == 1000
    state, nodes = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            nodes += 1
            assert state.chance_outcomes() == [(outcome, 1 / 7) for outcome in range(7)]
            after = [[state.child(outcome).seen_by(0).position().view(0) for outcome in range(7)] for _ in range(2)]
            assert after[0] == after[1] and after[0][0] != after[0][1]
        step(state, chance)
    rounds = state.seen_by(0).position().view(0)["rounds"]
    assert nodes == rounds, "each round begins with a draw"
    first, other = load("skye", 3, seed=1).new_initial_state(), load("skye", 3, seed=2).new_initial_state()
    first.apply_action(0)
    other.apply_action(0)
    assert first.observation_tensor(0) != other.observation_tensor(0)


def test_offers_are_simultaneous_and_secret() -> None:
    """What a player does in a node of several players changes nothing that others know before all offers are made."""
    game, chance, nodes = load("skye", 3), random.Random(4), 0
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_simultaneous_node():
            legal = [state.legal_actions(seat) for seat in range(3)]
            joint = [chance.choice(actions) if actions else 0 for actions in legal]
            other = [chance.choice(legal[0]) if legal[0] else 0, *joint[1:]]
            one, two = state.clone(), state.clone()
            one.apply_actions(joint)
            two.apply_actions(other)
            if one.is_simultaneous_node() and two.is_simultaneous_node() and joint != other:
                nodes += 1
                for seat in (1, 2):
                    assert one.information_state_string(seat) == two.information_state_string(seat)
                    assert one.observation_tensor(seat) == two.observation_tensor(seat)
                    assert one.legal_actions(seat) == two.legal_actions(seat)
                assert one.information_state_string(0) != two.information_state_string(0)
        step(state, chance)
    assert nodes > 5


def test_samples_are_what_a_player_cannot_tell_apart() -> None:
    game, chance, unlike = pyspiel.convert_to_turn_based(load("skye", 3)), random.Random(5), 0
    resample, state = Resampler(game, 1), game.new_initial_state()
    while not state.is_terminal():
        if not state.is_chance_node():
            player = state.current_player()
            sample = resample(state, player)
            assert sample.current_player() == player and sample.legal_actions() == state.legal_actions()
            assert sample.information_state_string(player) == state.information_state_string(player)
            unlike += sample.history() != state.history()
        state.apply_action(chance.choice(state.legal_actions()))
    assert unlike > 5


def test_bots_of_openspiel_play() -> None:
    game = pyspiel.convert_to_turn_based(load("skye", 2))
    rollouts = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    searcher = ismcts.ISMCTSBot(game, rollouts, 1.0, 4, random_state=np.random.RandomState(2))
    searcher.set_resampler(Resampler(game, 1))
    for bot in (mcts.MCTSBot(game, 1.0, 4, rollouts, random_state=np.random.RandomState(2)), searcher):
        assert play(game, [bot, Anyone()], 1) in ([0.5, -0.5], [-0.5, 0.5], [0.0, 0.0])


@pytest.mark.parametrize("name", NAMES)
def test_agents_of_this_package_are_bots(name: str) -> None:
    game = load(name, 2)
    turns = pyspiel.convert_to_turn_based(game)
    games = [play(turns, [Bot("greedy", 0), Anyone()], seed) for seed in range(8)]
    assert sum(returns[0] for returns in games) == 4, "greedy wins all"
    state, chance, bots = game.new_initial_state(), random.Random(1), [Bot("greedy", seat) for seat in range(2)]
    while not state.is_terminal():
        if state.is_simultaneous_node():
            state.apply_actions([bots[seat].step(state) if state.legal_actions(seat) else 0 for seat in range(2)])
        else:
            seat = state.current_player()
            state.apply_action(chance.choice(state.legal_actions()) if seat < 0 else bots[seat].step(state))
    assert sum(state.returns()) == 0


def test_the_module_is_imported_when_it_is_used_and_leaves_quietly() -> None:
    text = 'import boardlab, pyspiel; boardlab.openspiel; pyspiel.load_game("python_isle_of_skye(players=5)").new_initial_state()'
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_parameters_that_are_not_accepted() -> None:
    for text in ("python_isle_of_skye(players=4,modules=druid)", "python_tipperary(modules=druids)"):
        with pytest.raises(ValueError, match="modules"):
            pyspiel.load_game(text)
    with pytest.raises(ValueError, match="draws: found 0; accepted: 1 or more"):
        load("skye", 2, draws=0)
    assert boardlab.encoding("skye").actions == load("skye", 2).num_distinct_actions()
