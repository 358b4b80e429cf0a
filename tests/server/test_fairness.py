"""The fair deal: what a saved game proves, and what it does not."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from parlour import Match, Table, game_ids
from parlour.bots import choose
from parlour.core import saves
from parlour.server.fairness import deal
from parlour.server.fairness.claims import SERVER_ALONE
from parlour.server.fairness.verification import verify
from parlour.server.fairness.verifier import Verification, verify_file
from parlour.server.rooms.finished import saved_game
from parlour.server.rooms.place import Place
from tests.terminal.helpers.desk import run

SECRET = "ab" * 32
TEXTS = ["tea", "for", "two"]
NUMBERS = ["11" * 16, "22" * 16]
AnyProof = deal.Proof | deal.TextProof
every_game = pytest.mark.parametrize("game", game_ids())


def proof_of(secret: str = SECRET, numbers: list[str] = NUMBERS, attempts: tuple[deal.Attempt, ...] = ()) -> deal.Proof:
    """Return the proof of a deal to which the first seats added these numbers."""
    return {
        "method": 2,
        "commitment": deal.commitment(secret),
        "secret": secret,
        "numbers": [part(seat, number, secret) for seat, number in enumerate(numbers)],
        "attempts": list(attempts),
    }


def part(seat: int, number: str, secret: str = SECRET) -> deal.Contribution:
    return {"seat": seat, "commitment": deal.number_commitment(deal.commitment(secret), number), "number": number}


def damaged(**changes: object) -> dict[str, object]:
    return {**proof_of(), **changes}


def seed_in(proof: AnyProof) -> int:
    if "numbers" in proof:
        return deal.seed_of(proof["secret"], [(part["seat"], part["number"]) for part in proof["numbers"]])
    return deal.text_seed(proof["secret"], proof["additions"])


def played(game: str, proof: AnyProof, *, rounds: int = 1) -> Match:
    """A match played to its end by bots."""
    match = Match.new(game, 2, seed_in(proof), rounds=rounds)
    while True:
        table = match.table
        while table.must is not None:
            words = choose(table, table.must, "skilled", seed=len(table.log))
            assert words is not None
            table.play(words, table.must)
        if match.result is not None:
            return match
        match.next_round()


def file_of(proof: AnyProof, game: str = game_ids()[-1], rounds: int = 1) -> str:
    places = [Place(person="a", name="Ana"), Place(level="skilled", name="Ben")]
    return saved_game(played(game, proof, rounds=rounds), proof, places)


def changed(text: str, change: Any) -> str:
    """Return a file with changes and a matching checksum."""
    data = json.loads(text)
    change(data)
    body = {key: value for key, value in data.items() if key not in ("check", "parlour", "format")}
    return saves.write(data["parlour"], body)


@pytest.fixture(scope="module")
def single() -> str:
    return file_of(proof_of())


@pytest.fixture(scope="module")
def several() -> str:
    return file_of(proof_of(), rounds=3)


@pytest.fixture(scope="module")
def with_texts() -> str:
    return file_of(deal.text_proof(SECRET, TEXTS))


def why(text: str, shown: str = "", number: str = "") -> str:
    with pytest.raises(ValueError) as refusal:
        verify(text, shown, number)
    sentence = str(refusal.value)
    assert sentence.endswith(".") and "\n" not in sentence
    return sentence


# ---- what is proved -----------------------------------------------------------------------------------------------


@every_game
@pytest.mark.parametrize("rounds", [1, 2])
def test_a_game_of_the_house_proves_its_deal(game: str, rounds: int) -> None:
    verdict = verify(file_of(proof_of(), game, rounds))
    claim = verdict.claim
    assert claim.is_fair and claim.title.endswith("whose random number is part of it: “Ana” and “Ben”.")
    assert claim.commitment == deal.commitment(SECRET)
    assert any(deal.commitment(SECRET) in sentence for sentence in claim.compare)
    for found in claim.numbers:
        assert any(found["commitment"] in sentence for sentence in claim.compare)
        assert any(found["number"] in sentence for sentence in claim.compare)
    assert any("rounds follow" in sentence for sentence in verdict.proved) is (rounds > 1)
    assert "won, with the scores" in verdict.proved[-1]


def test_the_hashes_are_plain_ones_that_anybody_can_make() -> None:
    published = hashlib.sha256(b"parlour commitment 1\n" + bytes.fromhex(SECRET)).digest()
    assert deal.commitment(SECRET) == published.hex()
    number = bytes.fromhex(NUMBERS[0])
    pledged = hashlib.sha256(b"parlour number 2\n" + published + number).hexdigest()
    assert deal.number_commitment(published.hex(), number.hex()) == pledged
    mixed = hashlib.sha256(b"parlour deal 2\n" + bytes.fromhex(SECRET) + b"\x02" + number + b"\x05" + number).digest()
    assert deal.seed_of(SECRET, [(2, number.hex()), (5, number.hex())]) == int.from_bytes(mixed, "big")


def test_texts_do_not_run_into_each_other() -> None:
    seeds = {deal.text_seed(SECRET, added) for added in ([], [""], ["ab"], ["a", "b"], ["b", "a"], ["a", "b", ""])}
    assert len(seeds) == 6


@pytest.mark.parametrize("proof", [proof_of(numbers=[]), deal.text_proof(SECRET, [])], ids=["numbers", "texts"])
def test_a_deal_to_which_nobody_but_the_house_added_is_never_called_fair(proof: AnyProof, tmp_path: Path) -> None:
    file = file_of(proof)
    verdict = verify(file)
    assert not verdict.claim.is_fair and verdict.claim.title == SERVER_ALONE
    assert not any("fair" in sentence for sentence in (verdict.claim.title, *verdict.proved, *verdict.claim.compare))
    assert "this is not your game" in verdict.claim.compare[-1]
    result = verified(tmp_path, file)
    assert result.exit_code == 1 and "fair" not in result.output
    assert SERVER_ALONE in " ".join(result.stderr.split())
    assert verify_file(file.encode(), "").fair is False


def test_a_file_with_texts_says_exactly_what_it_proves(with_texts: str) -> None:
    verdict = verify(with_texts)
    assert verdict.claim.title == "The deal was fair unless the server and the last person to add a text worked together."
    assert verdict.claim.additions == TEXTS
    assert any("'tea', 'for', 'two'" in sentence for sentence in verdict.claim.compare)
    assert "the texts were not committed to" in " ".join(verdict.proved)


def test_the_shown_commitment_is_compared(single: str) -> None:
    shown = deal.commitment(SECRET)
    verdict = verify(single, f" {shown[:32].upper()} {shown[32:]} ")
    assert "That is the commitment you were shown." in verdict.proved
    assert not any(shown in sentence for sentence in verdict.claim.compare)
    assert "not the one you were shown" in why(single, deal.commitment("00" * 32))
    assert why(single, "3f2a") == "A commitment has 64 hexadecimal digits, unlike '3f2a'."


def test_the_readers_own_number_is_looked_for(single: str) -> None:
    assert "Your own number is one of them." in verify(single, "", NUMBERS[1].upper()).proved
    assert why(single, "", "33" * 16) == "Your number is not among the numbers in this file: the deal is not proved to you."
    assert why(single, "", "x") == "A number has 32 hexadecimal digits, unlike 'x'."


def attempt(number: str = "", left_out: tuple[int, ...] = (1,)) -> deal.Attempt:
    """Return an attempt in which seat 0 revealed a number, and seat 1 this one, or none."""
    secret = "ef" * 32
    late: deal.Contribution = {"seat": 1, "commitment": "0" * 64, "number": number}
    numbers = [part(0, "77" * 16, secret), late]
    return {"commitment": deal.commitment(secret), "secret": secret, "numbers": numbers, "left_out": list(left_out)}


def test_a_deal_that_was_started_again_is_told() -> None:
    verdict = verify(file_of(proof_of(numbers=NUMBERS[:1], attempts=(attempt(),))))
    assert "The deal was started again without “Ben”, who did not reveal a number in time." in " ".join(verdict.proved)
    assert "number is part of it: “Ana”." in verdict.claim.title


def test_an_attempt_that_was_not_given_up_for_a_missing_number(single: str) -> None:
    for wrong in (attempt("99" * 16), attempt(left_out=()), attempt(left_out=(0,))):
        assert "left out although" in why(changed(single, lambda d, wrong=wrong: d["fair"].update(attempts=[wrong])))
    other = {**attempt(), "secret": "ab" * 32}
    assert "does not match the published" in why(changed(single, lambda d: d["fair"].update(attempts=[other])))


# ---- what is not --------------------------------------------------------------------------------------------------


def test_a_game_at_the_keyboard_has_no_proof() -> None:
    assert "was not dealt by a server" in why(Table.new(game_ids()[0], seed=0).save())


def test_another_secret_or_another_commitment(single: str, several: str) -> None:
    for text in (single, several):
        assert "does not match the published commitment" in why(changed(text, lambda d: d["fair"].update(secret="cd" * 32)))
        assert "does not match the published commitment" in why(changed(text, lambda d: d["fair"].update(commitment="0" * 64)))


def test_another_secret_with_its_commitment(single: str, several: str) -> None:
    forged = proof_of("cd" * 32)
    for text in (single, several):
        assert "do not follow from the secret" in why(changed(text, lambda d: d.update(fair=forged)))


def test_other_texts(with_texts: str) -> None:
    for added in ([], ["tea", "for"], ["for", "tea", "two"], ["tea", "fortwo"]):
        forged = deal.text_proof(SECRET, added)
        assert "do not follow from the secret" in why(changed(with_texts, lambda d, forged=forged: d.update(fair=forged)))


def test_other_numbers(single: str) -> None:
    for numbers in ([], NUMBERS[:1], [*NUMBERS, "33" * 16], NUMBERS[::-1]):
        forged = proof_of(numbers=numbers)
        assert "do not follow from the secret" in why(changed(single, lambda d, forged=forged: d.update(fair=forged)))
    # a number that nobody had committed to
    assert "number of seat 1 does not match" in why(changed(single, lambda d: d["fair"]["numbers"][1].update(number="33" * 16)))
    # the same commitment twice: a copy adds nothing
    twice = [part(0, NUMBERS[0]), part(1, NUMBERS[0])]
    assert why(changed(single, lambda d: d["fair"].update(numbers=twice))) == "The proof of the deal is damaged."


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
        {"secret": SECRET, "commitment": deal.commitment(SECRET)},
        {"secret": "AB" * 32, "additions": [], "commitment": "0" * 64},
        {"secret": "ab", "additions": [], "commitment": "0" * 64},
        {"secret": 7, "additions": [], "commitment": None},
        {**deal.text_proof(SECRET, []), "additions": [1]},
        {**deal.text_proof(SECRET, []), "additions": {}},
        deal.text_proof(SECRET, ["x" * 65]),
        deal.text_proof(SECRET, [""] * 101),
        damaged(method=3),
        damaged(numbers=None),
        damaged(numbers=[part(1, NUMBERS[0]), part(0, NUMBERS[1])]),
        damaged(numbers=[{**part(0, NUMBERS[0]), "seat": True}]),
        damaged(numbers=[{**part(0, NUMBERS[0]), "number": ""}]),
        damaged(attempts={}),
        damaged(attempts=[{}]),
    ],
)
def test_a_proof_that_cannot_be_read(single: str, proof: object) -> None:
    assert why(changed(single, lambda d: d.update(fair=proof))) == "The proof of the deal is damaged."


def test_a_proof_with_half_a_character_makes_the_file_unreadable(single: str) -> None:
    proof = deal.text_proof(SECRET, ["\ud800"])
    assert why(changed(single, lambda d: d.update(fair=proof))) == "This is not a saved game of Parlour."


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"parlour": "match"}', "[" * 100_000, '{"parlour": ["match"]}'])
def test_other_files_are_refused(text: str) -> None:
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
    told = " ".join(result.stdout.split())
    assert told.startswith("The deal was fair to everybody whose random number is part of it: “Ana” and “Ben”.")
    assert deal.commitment(SECRET) in result.stdout
    assert "Please compare:" in result.stdout
    shown = verified(tmp_path, single, "--commitment", deal.commitment(SECRET))
    assert "That is the commitment you were shown." in " ".join(shown.stdout.split())


@pytest.mark.parametrize("text", ["nothing", b"\xff\xfe", "{}", Table.new(game_ids()[0], seed=0).save()])
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


# ---- an independent reader ----------------------------------------------------------------------------------------

EXAMPLE = Path(__file__).parents[2] / "examples" / "verify_deal.py"


def recomputed(text: str) -> subprocess.CompletedProcess[str]:
    """Return what the example says about a file. It runs without any package, so it cannot use Parlour's own code."""
    return subprocess.run([sys.executable, "-I", "-S", str(EXAMPLE)], input=text, capture_output=True, text=True, timeout=60)


@every_game
def test_a_forty_line_program_recomputes_the_deal(game: str) -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) <= 40
    text = file_of(proof_of(), game)
    answer = recomputed(text)
    assert answer.returncode == 0, answer.stderr
    cards, dealt = answer.stdout.split(), Table.load(text).at(0)
    deck = [dealt.game.pack.names[card] for card in dealt._state.value("deck")]
    assert len(deck) < len(cards) == len(json.loads(text)["pack"])
    assert cards[len(cards) - len(deck) :] == deck[::-1]
    seen = [event.card for event in dealt.open_events(0) if event.card]
    assert seen[: len(cards) - len(deck)] == cards[: len(cards) - len(deck)]


def test_the_example_notices_other_cards(single: str) -> None:
    for change in (
        lambda d: d.update(seed="12"),
        lambda d: d["fair"].update(secret="cd" * 32),
        lambda d: d["fair"]["numbers"][0].update(number="00" * 16),
    ):
        answer = recomputed(changed(single, change))
        assert answer.returncode == 1 and answer.stderr == "The cards do not match the commitments.\n"
