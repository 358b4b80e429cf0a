"""A prompt asks for exactly what a seat may do, in every game and under every option. Nothing here names a game."""

import re

import pytest

from parlour import find_game, game_ids
from parlour.core.texts import catalogue
from parlour.core.view import View
from parlour.testing.trials import expect, situations

GAMES = 40


def is_in(verb: str, prompt: str) -> bool:
    """Whether a prompt mentions a move; “the discard” doesn't count, because it is a card."""
    return re.search(rf"(?<!the )\b{verb}\b", prompt.lower()) is not None


def asked_for(game_id: str) -> set[str]:
    """Return the verbs that some prompt of a game mentions; some moves, such as calling a last card, are never prompted."""
    texts = catalogue().texts
    prompts = [text for key, text in texts.items() if key.startswith(f"{game_id}.prompt.")]
    words = [key.removeprefix(f"{game_id}.word.") for key in texts if key.startswith(f"{game_id}.word.")]
    whole = [word for word in words if not any(other.startswith(f"{word} ") for other in words)]
    return {word for word in whole if any(is_in(word, prompt) for prompt in prompts)}


def flaws(view: View, known: set[str]) -> list[str]:
    """Return what is wrong with the prompt of the seat in turn."""
    verbs = {verb for verb in known for move in view.moves if f"{move.words} ".startswith(f"{verb} ")}
    if view.attempt:
        verbs.add("play")
    # deck, pile and buttons: what can be done without choosing a card
    plain = {move.words for move in view.moves if move.picks in (("deck",), ("pile",), (f"button {move.words}",))} & known
    found = [
        f"It mentions “{verb}”, which is not a move now." for verb in known if is_in(verb, view.prompt) and verb not in verbs
    ]
    found += [f"It does not mention “{verb}”." for verb in plain if not is_in(verb, view.prompt)]
    if is_in("or", view.prompt) and len(verbs) < 2:
        found.append(f"It offers a choice although there is only “{', '.join(verbs)}”.")
    stock = {zone.kind: zone.count for zone in view.zones if zone.kind in ("deck", "pile")}
    most = stock.get("deck", 0) + max(stock.get("pile", 0) - 1, 0)
    if any(int(count) > most for count in re.findall(r"\b(?:draw|its) (\d+)\b", view.prompt.lower())):
        found.append(f"It promises more cards than the {most} that can be drawn.")
    return found


@pytest.mark.parametrize("game_id", game_ids(examples=True))
def test_a_prompt_names_what_may_be_done_and_nothing_else(game_id: str) -> None:
    game = find_game(game_id)
    known = asked_for(game_id)
    assert len(known) > 1
    for now in situations(game, GAMES, seed=5):
        if now.table.must is None:
            continue
        view = now.table.view(now.table.must)
        found = flaws(view, known)
        expect(not found, now.table, f"The prompt “{view.prompt}” is wrong. {' '.join(found)}")
