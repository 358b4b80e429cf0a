"""The fair deal: what a saved game proves, and what it does not."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from parlour import Match, Table, game_ids
from parlour.bots import choose
from parlour.core import saves
from parlour.server.fairness import deal
from parlour.server.fairness.verification import verify
from parlour.server.fairness.verifier import Verification, verify_file
from parlour.server.rooms.finished import saved_game
from parlour.server.rooms.room import Place
from tests.terminal.helpers.desk import run

SECRET = "ab" * 32
ADDED = ["tea", "for", "two"]
every_game = pytest.mark.parametrize("game", game_ids())


def played(game: str, *, rounds: int = 1, secret: str = SECRET, added: list[str] = ADDED, seats: int = 2) -> Match:
    """A match played to its end by bots."""
    match = Match.new(game, seats, deal.seed_of(secret, added), rounds=rounds)
    while True:
        table = match.table
        while table.must is not None:
            words = choose(table, table.must, "skilled", seed=len(table.log))
            assert words is not None
            table.play(words, table.must)
        if match.result is not None:
            return match
        match.next_round()


def file_of(match: Match, secret: str = SECRET, added: list[str] = ADDED) -> str:
    return saved_game(match, deal.proof(secret, added), [Place(person="a", name="Ana"), Place(level="skilled", name="Ben")])


def changed(text: str, change: Any) -> str:
    """A file in which something was changed by somebody who knows how to make it look whole."""
    data = json.loads(text)
    change(data)
    body = {key: value for key, value in data.items() if key not in ("check", "parlour", "format")}
    return saves.write(data["parlour"], body)


@pytest.fixture(scope="module")
def single() -> str:
    return file_of(played(game_ids()[-1]))


@pytest.fixture(scope="module")
def several() -> str:
    return file_of(played(game_ids()[-1], rounds=3))


def why(text: str, shown: str = "") -> str:
    with pytest.raises(ValueError) as refusal:
        verify(text, shown)
    sentence = str(refusal.value)
    assert sentence.endswith(".") and "\n" not in sentence
    return sentence


# ---- what is proved -----------------------------------------------------------------------------------------------


@every_game
@pytest.mark.parametrize("rounds", [1, 2])
def test_a_game_of_the_house_proves_its_deal(game: str, rounds: int) -> None:
    verdict = verify(file_of(played(game, rounds=rounds)))
    assert verdict.commitment == deal.commitment(SECRET)
    assert verdict.additions == ADDED
    assert any(deal.commitment(SECRET) in sentence for sentence in verdict.compare)
    assert any("'tea', 'for', 'two'" in sentence for sentence in verdict.compare)
    assert any("rounds follow" in sentence for sentence in verdict.proved) is (rounds > 1)
    assert "won, with the scores" in verdict.proved[-1]


def test_the_commitment_is_a_plain_hash_that_anybody_can_make() -> None:
    assert deal.commitment(SECRET) == hashlib.sha256(b"parlour commitment 1\n" + bytes.fromhex(SECRET)).hexdigest()


def test_additions_do_not_run_into_each_other() -> None:
    seeds = {deal.seed_of(SECRET, added) for added in ([], [""], ["ab"], ["a", "b"], ["b", "a"], ["a", "b", ""])}
    assert len(seeds) == 6


def test_a_deal_to_which_nobody_added_anything(single: str) -> None:
    verdict = verify(file_of(played(game_ids()[0], added=[]), added=[]))
    assert "nobody added a text" in verdict.proved[1]
    assert "this is not your game" in verdict.compare[-1]


def test_the_commitment_one_was_shown_is_compared(single: str) -> None:
    shown = deal.commitment(SECRET)
    verdict = verify(single, f" {shown[:32].upper()} {shown[32:]} ")
    assert "That is the commitment you were shown." in verdict.proved
    assert not any(shown in sentence for sentence in verdict.compare)
    assert "not the one you were shown" in why(single, deal.commitment("00" * 32))
    assert why(single, "3f2a") == "A commitment has 64 hexadecimal digits, unlike '3f2a'."


# ---- what is not --------------------------------------------------------------------------------------------------


def test_a_game_at_the_keyboard_has_no_proof() -> None:
    assert "was not dealt by a server" in why(Table.new(game_ids()[0]).save())


def test_another_secret_or_another_commitment(single: str, several: str) -> None:
    for text in (single, several):
        assert "does not match the published commitment" in why(changed(text, lambda d: d["fair"].update(secret="cd" * 32)))
        assert "does not match the published commitment" in why(changed(text, lambda d: d["fair"].update(commitment="0" * 64)))


def test_another_secret_with_its_commitment(single: str, several: str) -> None:
    forged = deal.proof("cd" * 32, ADDED)
    for text in (single, several):
        assert "do not follow from the secret" in why(changed(text, lambda d: d.update(fair=forged)))


def test_other_additions(single: str) -> None:
    for added in ([], ["tea", "for"], ["for", "tea", "two"], ["tea", "fortwo"]):
        forged = deal.proof(SECRET, added)
        assert "do not follow from the secret" in why(changed(single, lambda d, forged=forged: d.update(fair=forged)))


def test_a_seed_that_was_chosen(single: str) -> None:
    assert "do not follow from the secret" in why(changed(single, lambda d: d.update(seed="12")))


def test_a_round_that_was_dealt_otherwise(several: str) -> None:
    def forge(data: Any) -> None:
        data["past"][1]["seed"] = "12"

    assert "The cards of round 2 do not follow" in why(changed(several, forge))


def test_a_round_under_other_rules_or_begun_by_another_seat(several: str) -> None:
    def options(data: Any) -> None:
        data["past"][1]["options"]["first_seat"] = "random"

    def first(data: Any) -> None:
        data["table"]["first"] = 1

    assert "Round 2 does not follow from the rounds before" in why(changed(several, options))
    assert "Round 3 does not follow from the rounds before" in why(changed(several, first))


def test_a_seat_that_was_chosen_to_begin(single: str) -> None:
    assert "chose which seat begins" in why(changed(single, lambda d: d.update(first=1)))


def test_a_position_is_no_deal(single: str) -> None:
    position = Table.load(single).at(0).position()
    assert "began from a given position" in why(changed(single, lambda d: d.update(position=position)))


def test_moves_that_cannot_be_made(single: str, several: str) -> None:
    assert why(changed(single, lambda d: d["moves"].insert(2, [0, "fly"]))).startswith("Move 3 is not possible: ")
    assert why(changed(several, lambda d: d["past"][0]["moves"].append([0, "draw"]))).startswith("Move ")
    assert why(changed(several, lambda d: d["table"]["moves"].insert(0, [1, "fly"]))).startswith("Move 1 of round 3 is not")
    assert "an invalid move" in why(changed(single, lambda d: d["moves"].append("draw")))


def test_a_game_that_is_not_over(single: str, several: str) -> None:
    assert "is not over" in why(changed(single, lambda d: d["moves"].pop()))
    assert "is not over" in why(changed(several, lambda d: d["table"]["moves"].pop()))
    assert "is not over" in why(changed(several, lambda d: d.update(table=d["past"].pop())))


def test_rounds_that_the_match_never_had(several: str) -> None:
    assert why(changed(several, lambda d: d.update(rounds=2))) == "The match is over."
    assert why(changed(several, lambda d: d.update(target=5, rounds=2)))
    assert why(changed(several, lambda d: d["past"].append(7))) == "The saved match contains an invalid round."


@pytest.mark.parametrize(
    "proof",
    [
        7,
        [],
        "",
        {},
        {"secret": "ab" * 32, "commitment": "0" * 64},
        {"secret": "AB" * 32, "additions": [], "commitment": "0" * 64},
        {"secret": "ab", "additions": [], "commitment": "0" * 64},
        {"secret": "ab" * 32, "additions": [1], "commitment": "0" * 64},
        {"secret": "ab" * 32, "additions": ["x" * 65], "commitment": "0" * 64},
        {"secret": "ab" * 32, "additions": ["\ud800"], "commitment": "0" * 64},
        {"secret": "ab" * 32, "additions": [""] * 101, "commitment": "0" * 64},
        {"secret": "ab" * 32, "additions": {}, "commitment": "0" * 64},
        {"secret": 7, "additions": [], "commitment": None},
    ],
)
def test_a_proof_that_cannot_be_read(single: str, proof: object) -> None:
    assert why(changed(single, lambda d: d.update(fair=proof))) == "The proof of the deal is damaged."


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"parlour": "match"}', "[" * 100_000, '{"parlour": ["match"]}'])
def test_what_is_no_saved_game(text: str) -> None:
    assert why(text)


def test_a_file_that_was_damaged(single: str) -> None:
    assert "changed or damaged" in why(single.replace('"Ana"', '"Eve"'))


# ---- parlour verify -----------------------------------------------------------------------------------------------


def verified(folder: Path, text: str | bytes, *more: str) -> Result:
    path = folder / "game.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return run("verify", str(path), *more)


def test_the_command_says_what_is_proved(tmp_path: Path, single: str) -> None:
    result = verified(tmp_path, single)
    assert result.exit_code == 0
    assert result.stdout.startswith("The deal was fair.\n")
    assert deal.commitment(SECRET) in result.stdout
    assert "Please compare:" in result.stdout
    shown = verified(tmp_path, single, "--commitment", deal.commitment(SECRET))
    assert "That is the commitment you were shown." in " ".join(shown.stdout.split())


@pytest.mark.parametrize("text", ["nothing", b"\xff\xfe", "{}", Table.new(game_ids()[0]).save()])
def test_the_command_says_in_a_sentence_what_is_not(tmp_path: Path, text: str | bytes) -> None:
    result = verified(tmp_path, text)
    assert result.exit_code in (1, 2)
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1 and result.stderr.endswith(".\n")


def test_the_command_with_another_commitment(tmp_path: Path, single: str) -> None:
    result = verified(tmp_path, single, "--commitment", "0" * 64)
    assert result.exit_code == 1
    assert "not the one you were shown" in result.stderr


def test_the_verdict_as_data(single: str) -> None:
    verdict = verify_file(single.encode(), "")
    assert verdict.proved is True and verdict.sentences and verdict.compare
    assert verdict.commitment == deal.commitment(SECRET)
    assert verify_file(b"\xff", "") == Verification(proved=False, why="This is not a saved game: it is not UTF-8 text.")
    assert verify_file(b"{}", "") == Verification(proved=False, why="This is not a saved game of Parlour.")
