"""Limits: how often somebody may do something, as buckets of tokens that fill up with time. Their number is bounded."""

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache

from .settings import Settings

Clock = Callable[[], float]
MOST_KEYS = 20_000
LONGEST_KEY = 64


class Bucket:
    """Tokens: at most `most`, and so many more each second."""

    __slots__ = ("_at", "_held", "most", "per_second")

    def __init__(self, most: float, per_second: float, now: float) -> None:
        self.most = most
        self.per_second = per_second
        self._held = most
        self._at = now

    def wait(self, now: float, cost: float = 1.0) -> float:
        """The seconds until there are so many tokens; 0: there are."""
        self._held = min(self.most, self._held + max(now - self._at, 0.0) * self.per_second)
        self._at = now
        return max(cost - self._held, 0.0) / self.per_second

    def take(self, now: float, cost: float = 1.0) -> float:
        """Take so many tokens and say 0, or take none and say how many seconds to wait."""
        seconds = self.wait(now, cost)
        if not seconds:
            self._held -= cost
        return seconds


class Limit:
    """A bucket for each key. Of too many the one that was used longest ago is forgotten, which is as good as full."""

    def __init__(self, most: float, per_second: float, *, keys: int = MOST_KEYS, clock: Clock = time.monotonic) -> None:
        self.most = most
        self.per_second = per_second
        self._keys = keys
        self._clock = clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: str, cost: float = 1.0) -> float:
        """Count something that this key does: 0, or the seconds to wait until it may."""
        return self._bucket(key).take(self._clock(), cost)

    def wait(self, key: str, cost: float = 1.0) -> float:
        """The seconds until this key may do something; nothing is counted."""
        bucket = self._buckets.get(key[:LONGEST_KEY])
        return bucket.wait(self._clock(), cost) if bucket else 0.0

    def _bucket(self, key: str) -> Bucket:
        key = key[:LONGEST_KEY]
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self.most, self.per_second, self._clock())
            if len(self._buckets) > self._keys:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket


@lru_cache(maxsize=4096)
def address_key(host: str) -> str:
    """What counts as one address: in IPv6 the network of 64 bits that one line has, not each of its addresses."""
    try:
        address = ipaddress.ip_address(host[:LONGEST_KEY].partition("%")[0])
    except ValueError:
        return host[:LONGEST_KEY]
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False))


class Limits:
    """What the house allows of each thing: per address (keys of `address_key`) or per person (keys are ids)."""

    def __init__(self, settings: Settings, clock: Clock = time.monotonic) -> None:
        def limit(most: float, per_second: float) -> Limit:
            return Limit(most, per_second, clock=clock)

        rate = settings.requests_per_second
        self.requests = limit(rate * 5, rate)
        """Any request of an address."""
        self.requests_of_person = limit(120, 20)
        self.people = limit(settings.most_people_made, settings.most_people_made / 3600)
        """New guests of an address."""
        self.rooms_of_address = limit(settings.most_rooms_made, settings.most_rooms_made / 3600)
        self.rooms_of_person = limit(10, 0.2)
        self.misses = limit(30, 0.2)
        """Codes and ids that there are not, of an address: nobody finds a room by trying."""
        self.redeems = limit(10, 1 / 30)
        """Take-along codes that were wrong, of an address."""
        self.codes_of_person = limit(5, 1 / 30)
        self.renames_of_person = limit(20, 0.5)
        self.records_of_person = limit(20, 0.5)
        """Looks at one's own history and statistics: they are made from all one's games."""
        self.verdicts = limit(10, 0.2)
        """Files that an address lets the house verify: each costs it some work."""
        self.replays = limit(60, 2)
        """Replays that an address looks at step by step."""
