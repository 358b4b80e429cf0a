"""Limits: buckets that fill over time, and never more buckets than allowed."""

import pytest

from parlour.server.ops.limits import Bucket, Limit, Limits, address_key
from parlour.server.ops.settings import Settings


class Clock:
    """A clock that the test advances."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_gives_what_it_holds_and_then_says_how_long_to_wait() -> None:
    bucket = Bucket(3, 2.0, 0.0)
    assert [bucket.take(0.0) for _ in range(3)] == [0, 0, 0]
    assert bucket.take(0.0) == pytest.approx(0.5)
    assert bucket.wait(0.25) == pytest.approx(0.25)
    assert bucket.take(0.5) == 0
    assert bucket.take(0.5) > 0


def test_a_bucket_never_holds_more_than_its_most() -> None:
    bucket = Bucket(2, 1.0, 0.0)
    assert [bucket.take(1e6) > 0 for _ in range(3)] == [False, False, True]


def test_a_clock_that_goes_back_gives_nothing_away() -> None:
    bucket = Bucket(1, 1.0, 10.0)
    assert bucket.take(10.0) == 0
    assert bucket.take(5.0) > 0
    assert bucket.take(6.0) == 0


def test_each_key_has_a_bucket_of_its_own() -> None:
    clock = Clock()
    limit = Limit(2, 1.0, clock=clock)
    assert [limit.take("a") > 0 for _ in range(3)] == [False, False, True]
    assert limit.take("b") == 0
    assert limit.wait("a") > 0 and limit.wait("nobody") == 0
    clock.now += 1
    assert limit.wait("a") == 0
    assert limit.take("a") == 0


def test_asking_how_long_takes_nothing_and_remembers_nobody() -> None:
    limit = Limit(1, 1.0, clock=Clock())
    assert all(limit.wait("a") == 0 for _ in range(10))
    assert len(limit) == 0


def test_many_keys_do_not_fill_the_memory_and_those_in_use_stay() -> None:
    limit = Limit(1, 0.001, keys=100, clock=Clock())
    limit.take("busy")
    for number in range(1000):
        limit.take(f"key {number}")
        assert limit.take("busy") > 0
    assert len(limit) == 100
    limit.take("x" * 1_000_000)
    assert len(limit) == 100
    assert limit.take("x" * 64) > 0


def test_buckets_that_are_full_again_are_forgotten_and_the_others_are_not() -> None:
    clock = Clock()
    limit = Limit(2, 0.5, clock=clock)
    for number in range(500):
        limit.take(f"stranger {number}")
    assert len(limit) == 500
    clock.now += 1.9  # not full yet
    assert limit.take("late") == limit.take("late") == 0
    assert len(limit) == 501
    clock.now += 0.1
    for number in range(500):
        limit.take(f"newcomer {number}")
    assert len(limit) == 501
    assert limit.take("late") > 0 or limit.take("late") > 0


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::ffff", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("nonsense", "nonsense"),
        ("n" * 5000, "n" * 64),
    ],
)
def test_what_counts_as_one_address(address: str, key: str) -> None:
    assert address_key(address) == key
    assert address_key(key) == key


def test_the_limits_follow_the_settings() -> None:
    clock = Clock()
    limits = Limits(Settings(most_people_made=3, requests_per_second=2), clock)
    assert [limits.people.take("a") > 0 for _ in range(4)] == [False, False, False, True]
    clock.now += 1200
    assert [limits.people.take("a") > 0 for _ in range(2)] == [False, True]
    assert sum(limits.requests.take("a") == 0 for _ in range(100)) == 10


def test_many_people_at_an_address_may_mistype_more_codes_than_one() -> None:
    def misses(people: int) -> int:
        limits = Limits(Settings(), Clock())
        limits.people_at = lambda address: people
        count = 0
        while limits.may_miss("school", ""):
            limits.count_miss("school", "")
            count += 1
        return count

    assert misses(0) == 30
    assert 110 <= misses(30) <= 125


def test_what_one_person_or_one_room_writes_is_bounded() -> None:
    """Without this limit, a host who kept changing the settings wrote 42 GB a day."""
    clock = Clock()
    limits = Limits(Settings(), clock)
    day = 0
    for _ in range(86_400):
        clock.now += 1
        day += sum(512 for _ in range(20) if limits.may_write("room", "host", 512))
    assert day < 30e6
    assert limits.may_write("room", "somebody else", 512), "the room has a share for others"
    limits = Limits(Settings(), clock)
    assert sum(limits.may_write("room", f"guest {number}", 8_000) for number in range(100)) < 20
