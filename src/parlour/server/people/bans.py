"""People and addresses that the operator has banned from the house. All servers on a database share them."""

from typing import Protocol

PREFIX = "ban:"


class BanStore(Protocol):
    """The methods of the store used here."""

    async def marks(self, prefix: str) -> dict[str, str]: ...
    async def set_mark(self, key: str, value: str | None) -> None: ...


class Bans:
    """The bans, as reasons by the id of a person or the key of an address."""

    def __init__(self, store: BanStore) -> None:
        self._store = store
        self.reasons: dict[str, str] = {}

    async def load(self) -> None:
        """Read the bans: another server may have changed them."""
        self.reasons = await self._store.marks(PREFIX)

    async def add(self, key: str, why: str) -> None:
        """Ban a person or an address."""
        await self._store.set_mark(PREFIX + key, why)
        self.reasons[key] = why

    async def lift(self, key: str) -> bool:
        """Lift a ban; return False if there is none."""
        await self._store.set_mark(PREFIX + key, None)
        return self.reasons.pop(key, None) is not None

    def __contains__(self, key: str) -> bool:
        return key in self.reasons
