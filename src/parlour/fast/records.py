"""Records with some constant fields (`facts.py`), for Numba's compilers for processors and for GPUs."""

from typing import Any

from numba import extending
from numba.core import imputils, types
from numba.core.datamodel import models
from numba.np import arrayobj

from .facts import Facts

# Numba's extension API is untyped, so it is used here without types.
own: Any = extending
lower: Any = imputils
plain: Any = arrayobj


class SettledRecord(types.Record):
    """A record with facts. Its layout in memory is that of the record without them."""

    def __init__(self, record: Any, facts: Facts) -> None:
        fields: Any = [
            (name, {"type": field.type, "offset": field.offset, "alignment": field.alignment, "title": field.title})
            for name, field in record.fields.items()
        ]
        super().__init__(fields, record.size, record.aligned)
        self.values = dict(facts.values)
        self.name = f"Settled{self.name}{facts.values}"


own.register_model(SettledRecord)(models.RecordModel)


@lower.lower_getattr_generic(SettledRecord)  # type: ignore[untyped-decorator]
def _read(context: Any, builder: Any, kind: Any, value: Any, name: str) -> Any:
    if name in kind.values:
        return context.get_constant(kind.typeof(name), kind.values[name])
    return plain.record_getattr(context, builder, kind, value, name)


@lower.lower_setattr_generic(SettledRecord)  # type: ignore[untyped-decorator]
def _write(context: Any, builder: Any, sig: Any, args: Any, name: str) -> Any:
    if name not in sig.args[0].values:
        plain.record_setattr(context, builder, sig, args, name)


def settling(facts: Facts) -> Any:
    """Return the compiled form of a `settler`: it turns a record into one with these facts."""

    if not facts.values:
        return lambda state: lambda state: state

    @own.intrinsic  # type: ignore[untyped-decorator]
    def settle(typingctx: Any, record: Any) -> Any:
        return SettledRecord(record, facts)(record), lambda context, builder, sig, args: args[0]

    return lambda state: lambda state: settle(state)
