"""OpenSpiel: every game that Parlour finds as a Python game of OpenSpiel, `parlour_<id>`.

    from parlour.envs import openspiel
    game = openspiel.load(game_id, players=3, options=house_rules)
    bot.set_resampler(openspiel.resampler(seed=1))      # for ISMCTS

The only chance node is at the root: it chooses one of `deals` deals, which also determines every later draw. With a `position`,
the game begins there, and the deals differ in the cards that are hidden from everybody. Parameters are text: house rules are
written `jokers:0;matching:off`, and a position as the hexadecimal form of its UTF-8 bytes, since OpenSpiel reserves some
characters.
"""

import random
from collections.abc import Callable, Mapping
from typing import Any

from ..core.bits import members_of
from ..core.chance import Dice, plant_dice, reseed
from ..core.default_observation import observation_of
from ..core.events import EVERYONE
from ..core.game import Game, find_game, found_ids
from ..core.moves import words_of
from ..core.observation import PASS
from ..core.position import parse_position
from ..core.sentence import Invalid
from ..core.texts import sentence
from .setups import checked_count, needed
from .stepping import PLAYING, RUNNING, Desk, make_stepping, pay_winners, plant_number

np: Any = needed("numpy", "openspiel")
pyspiel: Any = needed("pyspiel", "openspiel")

PREFIX = "parlour_"
DEALS, MOST_DEALS = 10_000, 1 << 31
LONGEST = 100_000
EVENTS, NUMBERS = 64, 4
"""The number of recent events in an information-state tensor, and of numbers for each event."""
SPECTATOR = -1

Params = dict[str, Any]


def load(
    game: str,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    *,
    position: str = "",
    deals: int = DEALS,
) -> Any:
    """Return a game of OpenSpiel with these house rules; `position` is the text of the position where it begins."""
    register()
    rules = find_game(game)
    text = ";".join(f"{name}:{_plain(value)}" for name, value in (options or {}).items())
    given = {"players": rules.usual_seats if players is None else players, "options": text, "deals": deals}
    return pyspiel.load_game(PREFIX + rules.id, {**given, "position": position.encode().hex()})


def _loaded(name: str, params: Params) -> Any:
    """Load a game that was pickled, perhaps by another process."""
    register()
    return pyspiel.load_game(name, params)


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def register() -> list[str]:
    """Register every game with OpenSpiel; return their names."""
    known = set(pyspiel.registered_names())
    for game_id in found_ids():
        if PREFIX + game_id not in known:
            _register(find_game(game_id))
    return [PREFIX + game_id for game_id in found_ids()]


def _register(game: Game) -> None:
    kind = pyspiel.GameType(
        short_name=PREFIX + game.id,
        long_name=f"Parlour: {game.name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.most_seats,
        min_num_players=game.least_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"players": game.usual_seats, "options": "", "deals": DEALS, "position": ""},
    )

    class Registered(SpielGame):
        """The game under its name in OpenSpiel."""

        def __init__(self, params: Params | None = None) -> None:
            super().__init__(game, kind, params or {})

    pyspiel.register_game(kind, Registered)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of Parlour as a game of OpenSpiel."""

    def __init__(self, rules: Game, kind: Any, params: Params) -> None:
        position = bytes.fromhex(params.get("position", "")).decode()
        self.rules = rules
        self.begin: Any = None
        if position:
            found, self.begin, _ = parse_position(position, None)
            if found is not rules:
                raise Invalid(sentence("envs.position", game=rules.name, given=found.name))
            seats = int(self.begin.seats)
        else:
            seats = rules.checked_seats(params.get("players", rules.usual_seats))
            self.blank = rules.fresh(seats, rules.checked_options(_options(params.get("options", "")), seats))
        self.deals = checked_count("deals", params.get("deals", DEALS), MOST_DEALS)
        info = pyspiel.GameInfo(
            num_distinct_actions=PASS + 1,
            max_chance_outcomes=self.deals,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(kind, info, params)

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[str, Params]]:
        """Pickle as name and parameters: the class that is registered with OpenSpiel can't be imported by name."""
        return _loaded, (self.get_type().short_name, self.get_parameters())

    def new_initial_state(self) -> "SpielState":
        """Return the state before the deal."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Params | None = None) -> "SpielObserver":
        """Return an observer of what a seat knows now or, with perfect recall, of everything that it has seen so far."""
        if params:
            raise Invalid(sentence("envs.observer"))
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return SpielObserver(self.rules, self.num_players(), kind.perfect_recall)


def _options(text: str) -> dict[str, str]:
    pairs = [pair.partition(":") for pair in text.split(";") if pair]
    return {name.strip(): value.strip() for name, _, value in pairs}


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of OpenSpiel: the state of the game, and the events so far."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.rules = game.rules
        self.world: Any = None
        self.desk = Desk()
        self.told: list[tuple[int, int, int, int, int]] = []
        """All events, and each pass as an event of kind -1."""

    def current_player(self) -> int:
        """Return the seat that is asked."""
        if self.world is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(self.desk.seat) if self.desk.stands == PLAYING else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.world is not None and self.desk.stands != PLAYING

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the deals, each equally likely."""
        deals = self.get_game().deals
        return [(deal, 1 / deals) for deal in range(deals)]

    def _legal_actions(self, player: int) -> list[int]:
        mask = make_stepping(self.rules, False).mask
        return [*members_of(mask(self.world, self.desk, player, 0))]

    def _apply_action(self, action: int) -> None:
        stepping = make_stepping(self.rules, False)
        if self.world is None:
            self._deal(action)
        else:
            seat, self.world.log = self.desk.seat, []
            if not stepping.take(self.world, self.desk, seat, action, 0):
                raise Invalid(sentence("envs.illegal", action=action))
            self.told += self.world.log if action != PASS else [(-1, seat, -1, 0, 1 << seat)]
            self.world.log = None
        if stepping.advance(self.world, self.desk, None, LONGEST) != RUNNING:
            self.desk.stands += 1

    def _deal(self, deal: int) -> None:
        game = self.get_game()
        if game.begin is None:
            self.world = game.blank.copy()
            plant_number(self.world, deal)
            self.world.log = []
            self.rules.setup(self.world)
            self.told, self.world.log = self.world.log, None
        else:
            self.world = redealt(self.rules, game.begin, SPECTATOR, deal)
        self.desk.stands = PLAYING
        self.desk.learners = (1 << self.world.seats) - 1

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        if action == PASS:
            return "pass"
        try:
            return f"{action} {words_of(self.rules, self.world, player, [action])}".strip()
        except (LookupError, ValueError):
            return str(action)

    def returns(self) -> list[float]:
        """Return the payoffs: 1 shared among the winners, and -1 among the others."""
        row = [0.0] * self.num_players()
        if self.is_terminal():
            pay_winners(self.world, row)
        return row

    def __str__(self) -> str:
        if self.world is None:
            return "before the deal"
        return ";".join(f"{kind} {seat} {card} {number}" for kind, seat, card, number, _ in self.told)


def redealt(game: Game, state: Any, viewer: int, seed: int) -> Any:
    """Return a copy of a state with everything that a viewer can't know redealt, and with a different future."""
    dice, world = Dice(), state.copy()
    plant_dice(dice, seed)
    reseed(world, dice)
    game.redeal(world, viewer)
    return world


def resampler(seed: int = 0) -> Callable[[Any, int], Any]:
    """Return a function that samples worlds for OpenSpiel's ISMCTS: they look the same to the player, and everything else is
    redealt.
    """
    rng = random.Random(seed)

    def resample(state: Any, player: int) -> Any:
        new = state.clone()
        new.world = redealt(state.rules, state.world, player, rng.getrandbits(60))
        return new

    return resample


class SpielObserver:
    """Writes what a seat knows into `tensor`, followed by the last events that it saw if it has perfect recall."""

    def __init__(self, rules: Game, players: int, recalls: bool) -> None:
        self._seen = observation_of(rules)
        self._recalls = recalls
        width = self._seen.features.width
        self.tensor = np.zeros(players + width + (EVENTS * NUMBERS if recalls else 0), np.float32)
        self.dict = {"player": self.tensor[:players], "observation": self.tensor[players : players + width]}
        if recalls:
            self.dict["events"] = self.tensor[players + width :].reshape(EVENTS, NUMBERS)
        self._row = np.zeros(width, np.int8)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player knows in a state."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if state.world is None:
            return
        self._seen.observe(state.world, player, self._row)
        self.dict["observation"][:] = self._row
        if self._recalls:
            for i, event in enumerate(reversed(_seen_by(state, player)[-EVENTS:])):
                self.dict["events"][i] = event

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a player knows in a state, followed by all that it has seen so far if it has perfect recall."""
        if state.world is None:
            return f"seat {player}"
        self._seen.observe(state.world, player, self._row)
        now = f"seat {player}, asked {state.desk.place}\n{self._seen.features.describe(self._row)}"
        if not self._recalls:
            return now
        return now + "\n" + ";".join(" ".join(map(str, event)) for event in _seen_by(state, player))


def _seen_by(state: SpielState, player: int) -> list[tuple[int, int, int, int]]:
    """Return the events as a player saw them: kind, seat, card (0: not seen) and number; passes only of its own."""
    return [
        (kind, seat, card + 1 if seen == EVERYONE or seen >> player & 1 else 0, number)
        for kind, seat, card, number, seen in state.told
        if kind >= 0 or seat == player
    ]
