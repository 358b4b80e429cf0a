"""Lends arrays on a device to other libraries and borrows theirs: PyTorch, JAX and CuPy take DLPack capsules without a copy."""

import ctypes
from typing import Any

import numpy as np

CUDA = 2
"""DLPack's number for a CUDA device."""
CODES = {"i": 0, "u": 1, "f": 2, "b": 6}
"""DLPack's numbers for kinds of values."""
LEGACY_STREAM = 1
"""DLPack's number for the stream on which kernels are started here."""
NAME = b"dltensor"
"""The name of a capsule that no library has taken over."""


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("dimensions", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
        ("context", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
    )


_Deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_Destructor = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_lent: dict[int, tuple[Any, ...]] = {}
"""The memory behind each capsule, by the address of its tensor. It stays alive until the library that took it releases it."""


def _give_back(address: int | None) -> None:
    _lent.pop(address or 0, None)


def _forget(capsule: int | None) -> None:
    """Give back a tensor whose capsule no library has taken over."""
    api = ctypes.pythonapi
    handle = ctypes.c_void_p(capsule)
    if api.PyCapsule_IsValid(handle, NAME):
        _give_back(api.PyCapsule_GetPointer(handle, NAME))


_deleter, _destructor = _Deleter(_give_back), _Destructor(_forget)  # they must live as long as any capsule

ctypes.pythonapi.PyCapsule_New.restype = ctypes.py_object
ctypes.pythonapi.PyCapsule_New.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
ctypes.pythonapi.PyCapsule_IsValid.argtypes = (ctypes.c_void_p, ctypes.c_char_p)
ctypes.pythonapi.PyCapsule_GetPointer.restype = ctypes.c_void_p
ctypes.pythonapi.PyCapsule_GetPointer.argtypes = (ctypes.c_void_p, ctypes.c_char_p)


def capsule_of(owner: Any, address: int, shape: tuple[int, ...], dtype: Any) -> Any:
    """Return a capsule for the memory of a contiguous array; `owner` is kept alive as long as it is in use."""
    sizes = (ctypes.c_int64 * max(len(shape), 1))(*shape)
    tensor = _Tensor(
        address, CUDA, 0, len(shape), CODES[dtype.kind], 8 * dtype.itemsize, 1, sizes, None, 0, None,
        ctypes.cast(_deleter, ctypes.c_void_p),
    )  # fmt: skip
    where = ctypes.addressof(tensor)
    _lent[where] = (owner, tensor, sizes)
    return ctypes.pythonapi.PyCapsule_New(where, NAME, ctypes.cast(_destructor, ctypes.c_void_p))


class Borrowed:
    """The memory of another library's array on the device; the array lives as long as this object."""

    def __init__(self, owner: Any, address: int, shape: tuple[int, ...], dtype: Any) -> None:
        self.owner, self.address, self.shape, self.dtype = owner, address, shape, dtype


def is_on_device(given: Any) -> bool:
    """Whether this is an array in the memory of a CUDA device."""
    if hasattr(given, "__dlpack_device__"):
        return bool(given.__dlpack_device__()[0] == CUDA)
    return hasattr(given, "__cuda_array_interface__")


def borrowed(given: Any) -> Borrowed | None:
    """Return the memory of an array on the device, for kernels that wait for pending work on it; None if it has gaps."""
    if not hasattr(given, "__dlpack__"):
        form = given.__cuda_array_interface__
        has_gaps = form.get("strides") is not None
        return None if has_gaps else Borrowed(given, form["data"][0], tuple(form["shape"]), np.dtype(form["typestr"]))
    capsule = given.__dlpack__(stream=LEGACY_STREAM)
    tensor = _Tensor.from_address(ctypes.pythonapi.PyCapsule_GetPointer(id(capsule), NAME))
    shape = tuple(tensor.shape[i] for i in range(tensor.dimensions))
    if tensor.lanes != 1 or not _is_contiguous(tensor, shape):
        return None
    kind = next((kind for kind, code in CODES.items() if code == tensor.code), "V")
    dtype = np.dtype(f"{kind}{tensor.bits // 8}")
    return Borrowed((given, capsule), (tensor.data or 0) + tensor.offset, shape, dtype)


def _is_contiguous(tensor: _Tensor, shape: tuple[int, ...]) -> bool:
    step = 1
    for i in reversed(range(len(shape))):
        if tensor.strides and shape[i] > 1 and tensor.strides[i] != step:
            return False
        step *= shape[i]
    return True
