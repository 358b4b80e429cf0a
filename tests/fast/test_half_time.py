"""Half-time: the figures are the same whether a game goes back to it or records every turn."""

from typing import Any

import pytest

from parlour.core.game import Game, find_game, game_ids
from parlour.core.rule import rule
from parlour.fast.matches import MatchPlan, play_part
from parlour.fast.observers import Comebacks
from parlour.fast.tally import Hooks, Observer
from parlour.lab.study import Study

SEATS, GAMES, MOST_TURNS = 3, 12, 2000


class EveryTurn(Observer):
    """Finds comebacks from the points of all seats after every turn, however long that takes."""

    def columns(self, game: Game) -> tuple[str, ...]:
        """The columns of `Comebacks`, under other names."""
        return "slow_comeback", "slow_lead_kept"

    def notes(self, game: Game) -> int:
        """Room for the last turn, and for the points of every seat after each turn."""
        return 1 + SEATS * MOST_TURNS

    def hooks(self, game: Game) -> Hooks:
        """Record the points at the deal and after every turn."""
        hand_points = game.hand_points

        @rule
        def dealt(s: Any, row: Any, notes: Any) -> None:
            notes[0] = -1
            decided(s, 0, 0, row, notes)

        @rule
        def decided(s: Any, seat: int, action: int, row: Any, notes: Any) -> None:
            for turn in range(notes[0] + 1, s.turns + 1):
                for other in range(SEATS):
                    notes[1 + SEATS * turn + other] = hand_points(s, other)
            notes[0] = s.turns

        @rule
        def ended(s: Any, decisions: int, row: Any, notes: Any) -> None:
            first = 1 + SEATS * (s.turns // 2)
            points = list(notes[first : first + SEATS])
            winners = [seat for seat in range(SEATS) if s.winners >> seat & 1]
            if len(winners) == 1 and max(points) > min(points):
                row[0] = points[winners[0]] == max(points)
                row[1] = points[winners[0]] == min(points)

        return Hooks(dealt, decided, ended)


@pytest.mark.parametrize("game_id", game_ids())
def test_going_back_to_half_time_finds_what_every_turn_shows(game_id: str) -> None:
    game = find_game(game_id)
    options = tuple(game.checked_options({}, SEATS).items())
    observers = (Comebacks(), EveryTurn())
    plan = MatchPlan(game, SEATS, options, 5, ("advice", "random", "advice"), ((0, 1, 2), (1, 2, 0)), observers)
    table = play_part(plan, 0, GAMES, interpreted=True).table
    assert (table[:, :2] == table[:, 2:]).all() and 0 < table[:, 0].sum() + table[:, 1].sum() < 2 * GAMES


@pytest.mark.parametrize("game_id", game_ids())
def test_tables_of_bots_that_answer_in_words_go_back_to_half_time_too(game_id: str) -> None:
    game = find_game(game_id)
    options = tuple(game.checked_options({}, SEATS).items())
    observers = (Comebacks(), EveryTurn())
    study = Study(game, SEATS, options, 3, ("beginner", "casual", "advice"), ((0, 1, 2), (1, 2, 0)), observers)
    assert not study.is_compiled
    table = study.play(0, 6).table
    assert (table[:, :2] == table[:, 2:]).all() and table.any()
