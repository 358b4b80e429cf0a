"""Rate limits: token buckets per address or per person. Full buckets are forgotten, and the number of buckets is bounded."""

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from itertools import islice

from .settings import Settings

Clock = Callable[[], float]
MOST_KEYS = 20_000
LONGEST_KEY = 64
FORGOTTEN_AT_ONCE = 2
"""Buckets that may be forgotten for each new one."""


class Bucket:
    """A token bucket: holds at most `most` tokens and gains `per_second` each second."""

    __slots__ = ("_at", "_held", "most", "per_second")

    def __init__(self, most: float, per_second: float, now: float) -> None:
        self.most = most
        self.per_second = per_second
        self._held = most
        self._at = now

    def wait(self, now: float, cost: float = 1.0) -> float:
        """Return the seconds until the bucket holds `cost` tokens; 0 if it already does."""
        self._held = min(self.most, self._held + max(now - self._at, 0.0) * self.per_second)
        self._at = now
        return max(cost - self._held, 0.0) / self.per_second

    def take(self, now: float, cost: float = 1.0) -> float:
        """Take `cost` tokens and return 0, or take none and return the seconds to wait."""
        seconds = self.wait(now, cost)
        if not seconds:
            self._held -= cost
        return seconds

    def left(self, now: float) -> float:
        """Return how many tokens the bucket holds."""
        self.wait(now)
        return self._held

    def is_full(self, now: float) -> bool:
        """Whether the bucket holds all the tokens it can hold, as a new one does."""
        return not self.wait(now, self.most)


class Limit:
    """One bucket per key. Buckets that are full again are forgotten, the least recently used ones first.

    Beyond `keys` the least recently used bucket is dropped even if it is not full.
    """

    def __init__(self, most: float, per_second: float, *, keys: int = MOST_KEYS, clock: Clock = time.monotonic) -> None:
        self.most = most
        self.per_second = per_second
        self._keys = keys
        self._clock = clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self.on_use: Callable[[str, float], None] | None = None
        """Called with the key and the cost of each use that was counted."""

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: str, cost: float = 1.0) -> float:
        """Count one use by this key: return 0, or the seconds to wait if it is over the limit."""
        seconds = self._bucket(key).take(self._clock(), cost)
        if not seconds and self.on_use is not None:
            self.on_use(key, cost)
        return seconds

    def note(self, key: str, cost: float) -> None:
        """Count a use that another server has already allowed."""
        bucket, now = self._bucket(key), self._clock()
        bucket.take(now, min(cost, bucket.left(now)))

    def wait(self, key: str, cost: float = 1.0) -> float:
        """Return the seconds until this key is under the limit again, without counting a use."""
        bucket = self._buckets.get(key[:LONGEST_KEY])
        return bucket.wait(self._clock(), cost) if bucket else 0.0

    def _bucket(self, key: str) -> Bucket:
        key = key[:LONGEST_KEY]
        bucket = self._buckets.get(key)
        if bucket is None:
            self._forget_full()
            bucket = self._buckets[key] = Bucket(self.most, self.per_second, self._clock())
            if len(self._buckets) > self._keys:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket

    def _forget_full(self) -> None:
        """Forget the oldest buckets if they are full. More are forgotten than added, so that only those in use remain."""
        now = self._clock()
        for key, bucket in list(islice(self._buckets.items(), FORGOTTEN_AT_ONCE)):
            if bucket.is_full(now):
                del self._buckets[key]


@lru_cache(maxsize=4096)
def address_key(host: str) -> str:
    """Return the key of an IP address: an IPv6 subscriber has a whole /64 network, which counts as one address."""
    try:
        address = ipaddress.ip_address(host[:LONGEST_KEY].partition("%")[0])
    except ValueError:
        return host[:LONGEST_KEY]
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False))


def is_address(text: str) -> bool:
    """Whether a text is an IP address."""
    try:
        ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return False
    return True


MESSAGES_AT_ONCE = 3
"""The burst of messages that a person may send at once, in seconds of the normal rate."""
EVENTS_PER_MESSAGE = 25
"""The average number of events that a person may request again per message that they may send."""
EVENTS_AT_ONCE = 12
"""The burst of events that a person may request at once, in seconds of the normal rate."""

ENTRY_BYTES = 512
"""Bytes in the log for a typical change to a room; a longer one counts as several."""
PEOPLE_PER_SHARE = 10
"""For each group of this many people at an address, another full share of unknown codes may be tried."""


class Limits:
    """All rate limits of the server, per address (keys from `address_key`) or per person (keys are ids)."""

    def __init__(self, settings: Settings, clock: Clock = time.monotonic) -> None:
        def limit(most: float, per_second: float) -> Limit:
            return Limit(most, per_second, clock=clock)

        rate = settings.requests_per_second
        self.requests = limit(rate * 5, rate)
        """All HTTP requests of an address."""
        self.requests_of_person = limit(120, 20)
        messages = settings.messages_per_second
        self.messages_of_person = limit(MESSAGES_AT_ONCE * messages, messages)
        """Messages on all WebSockets of a person."""
        events = EVENTS_PER_MESSAGE * messages
        self.events_of_person = limit(EVENTS_AT_ONCE * events, events)
        """Events that a person requests again, and other work that the server does for them alone, counted in events."""
        self.chats_of_person = limit(5, 0.5)
        self.people = limit(settings.most_people_made, settings.most_people_made / 3600)
        """New guests of an address."""
        self.rooms_of_address = limit(settings.most_rooms_made, settings.most_rooms_made / 3600)
        self.rooms_of_person = limit(10, 0.2)
        self.misses = limit(30, 0.2)
        """Unknown room codes tried from an address, so that nobody finds a room by guessing."""
        self.misses_of_person = limit(3, 1 / 30)
        """Unknown room codes that a person may try, whatever others at the same address do."""
        self.people_at: Callable[[str], int] = lambda address: 0
        """Returns how many people are connected from an address; the limit of mistyped codes grows with their number."""
        self.entries_of_person = limit(MESSAGES_AT_ONCE * messages, messages / 40)
        """What a person writes to the logs of rooms, apart from moves and chat, in units of `ENTRY_BYTES`."""
        self.entries_of_room = limit(4 * MESSAGES_AT_ONCE * messages, messages / 10)
        """The same for all people in a room together."""
        self.redeems = limit(10, 1 / 30)
        """Device codes tried from an address."""
        self.codes_of_person = limit(5, 1 / 30)
        self.shares_of_person = limit(10, 1 / 30)
        """Deals that a person shares by link."""
        self.reports_of_person = limit(5, 1 / 300)
        self.exports_of_person = limit(3, 1 / 300)
        """Exports and deletions of everything about a person, which read the whole log."""
        self.renames_of_person = limit(20, 0.5)
        self.records_of_person = limit(20, 0.5)
        """Requests for a person's own history and statistics, which read all their games."""
        self.handovers_of_person = limit(50, 0.2)
        """Games played without a server that a person hands over: each one is replayed."""
        self.verifications = limit(10, 0.2)
        """Files verified for an address: each one costs processor time."""
        self.replays = limit(60, 2)
        """Replays shown to an address step by step."""
        self.lessons = limit(200, 4)
        """Moves tried in lessons from an address."""
        self.puzzles = limit(200, 4)
        """Puzzles and answers to them asked for from an address."""

    @property
    def shared(self) -> dict[str, Limit]:
        """The limits of guesses and of new guests by name, which all servers on a database count together."""
        return {
            "misses": self.misses,
            "misses_of_person": self.misses_of_person,
            "redeems": self.redeems,
            "people": self.people,
        }

    def may_miss(self, address: str, person: str) -> bool:
        """Whether somebody may try a room code that may turn out to be unknown."""
        if person and not self.misses_of_person.wait(person):
            return True
        return not self.misses.wait(address, self._cost_of_miss(address))

    def count_miss(self, address: str, person: str) -> None:
        """Count an unknown room code."""
        if person:
            self.misses_of_person.take(person)
        self.misses.take(address, self._cost_of_miss(address))

    def _cost_of_miss(self, address: str) -> float:
        return PEOPLE_PER_SHARE / (PEOPLE_PER_SHARE + self.people_at(address))

    def may_write(self, room: str, person: str, size: int) -> bool:
        """Whether a person may write this many bytes to the log of a room now; if so, count them."""
        cost = max(1.0, size / ENTRY_BYTES)
        if self.entries_of_room.wait(room, cost) or self.entries_of_person.wait(person, cost):
            return False
        self.entries_of_room.take(room, cost)
        self.entries_of_person.take(person, cost)
        return True
