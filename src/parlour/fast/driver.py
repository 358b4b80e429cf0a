"""The parts of the CUDA driver that are needed: memory, modules and launches, through ctypes.

It needs only `libcuda`, which comes with the driver of the GPU. PyTorch, JAX and CuPy take its arrays without a copy.
"""

import ctypes
import sys
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from ..core.sentence import Invalid
from ..core.texts import sentence
from .dlpack import CUDA, capsule_of

LIBRARY = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"
BLOCK = 64
"""Threads per block. Blocks are small, so that each can end early when its games do."""
MAX_REGISTERS = 0
"""The driver's number for the option that limits registers."""
CAPABILITY_MAJOR, CAPABILITY_MINOR = 75, 76
"""The numbers of two device attributes."""
SHARED_MEMORY = 9
"""The number of the kernel attribute for how much of the fast memory is set aside for sharing. Nothing is shared, so all of it
can cache the states of threads.
"""


class DeviceError(RuntimeError):
    """Raised when a call to the driver failed; the message is a sentence."""


@cache
def device() -> "Device":
    """Return the first GPU of this machine, or raise ValueError with a sentence that says why there is none."""
    try:
        library = ctypes.CDLL(LIBRARY)
    except OSError:
        raise Invalid(sentence("refusal.gpu.none")) from None
    count = ctypes.c_int(0)
    if library.cuInit(0) or library.cuDeviceGetCount(ctypes.byref(count)) or not count.value:
        raise Invalid(sentence("refusal.gpu.none"))
    return Device(library)


class Device:
    """A GPU, with its primary context, which PyTorch and others share."""

    def __init__(self, library: Any) -> None:
        self._library = library
        handle, context = ctypes.c_int(0), ctypes.c_void_p()
        self._call("cuDeviceGet", ctypes.byref(handle), 0)
        self._call("cuDevicePrimaryCtxRetain", ctypes.byref(context), handle)
        self._context = context
        self.capability = (self._attribute(CAPABILITY_MAJOR, handle), self._attribute(CAPABILITY_MINOR, handle))
        name = ctypes.create_string_buffer(100)
        self._call("cuDeviceGetName", name, 100, handle)
        self.name = name.value.decode(errors="replace")

    def _attribute(self, number: int, handle: Any) -> int:
        value = ctypes.c_int(0)
        self._call("cuDeviceGetAttribute", ctypes.byref(value), number, handle)
        return value.value

    def _call(self, name: str, *arguments: Any) -> None:
        code = getattr(self._library, name)(*arguments)
        if code:
            why = ctypes.c_char_p()
            self._library.cuGetErrorString(code, ctypes.byref(why))
            raise DeviceError(sentence("refusal.gpu.failed", call=name, why=(why.value or b"?").decode()))

    def enter(self) -> None:
        """Make this device the current one for the calling thread."""
        self._call("cuCtxSetCurrent", self._context)

    def allocate(self, size: int) -> int:
        """Return the address of this many bytes on the device, set to zero."""
        self.enter()
        address = ctypes.c_uint64(0)
        self._call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(max(size, 1)))
        self._call("cuMemsetD8_v2", address, ctypes.c_ubyte(0), ctypes.c_size_t(max(size, 1)))
        return address.value

    def room(self) -> int:
        """Return how many bytes of memory are free."""
        self.enter()
        free, whole = ctypes.c_size_t(0), ctypes.c_size_t(0)
        self._call("cuMemGetInfo_v2", ctypes.byref(free), ctypes.byref(whole))
        return free.value

    def free(self, address: int) -> None:
        """Free memory on the device."""
        self.enter()
        self._call("cuMemFree_v2", ctypes.c_uint64(address))

    def clear(self, address: int, size: int) -> None:
        """Set bytes on the device to zero."""
        self.enter()
        self._call("cuMemsetD8_v2", ctypes.c_uint64(address), ctypes.c_ubyte(0), ctypes.c_size_t(size))

    def write(self, address: int, data: Any) -> None:
        """Copy a host array to the device."""
        self.enter()
        self._call(
            "cuMemcpyHtoD_v2", ctypes.c_uint64(address), data.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(data.nbytes)
        )

    def read(self, address: int, into: Any) -> None:
        """Copy from the device into a host array."""
        self.enter()
        self._call(
            "cuMemcpyDtoH_v2", into.ctypes.data_as(ctypes.c_void_p), ctypes.c_uint64(address), ctypes.c_size_t(into.nbytes)
        )

    def load(self, ptx: str, registers: int) -> Any:
        """Return the kernel in this PTX code, compiled for the device by the driver with at most this many registers."""
        self.enter()
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        options, values = (ctypes.c_int * 1)(MAX_REGISTERS), (ctypes.c_void_p * 1)(registers)
        self._call("cuModuleLoadDataEx", ctypes.byref(module), ctypes.c_char_p(ptx.encode()), 1, options, values)
        name = ptx.split(".entry", 1)[1].split("(", 1)[0].strip()
        self._call("cuModuleGetFunction", ctypes.byref(function), module, ctypes.c_char_p(name.encode()))
        self._call("cuFuncSetAttribute", function, SHARED_MEMORY, 0)
        return function

    def launch(self, function: Any, threads: int, arguments: Sequence[Any], block: int = BLOCK) -> None:
        """Start a kernel with this many threads. It runs after the kernels started before it; `wait` waits until it ends."""
        self.enter()
        pointers = (ctypes.c_void_p * len(arguments))(*(ctypes.addressof(argument) for argument in arguments))
        blocks = -(-threads // block)
        self._call("cuLaunchKernel", function, blocks, 1, 1, block, 1, 1, 0, None, pointers, None)

    def wait(self) -> None:
        """Wait until all started kernels have ended."""
        self.enter()
        self._call("cuCtxSynchronize")


class DeviceArray:
    """An array in the memory of a device, freed with the object."""

    def __init__(self, on: Device, shape: tuple[int, ...], dtype: Any) -> None:
        self.device, self.shape, self.dtype = on, shape, np.dtype(dtype)
        self.address = on.allocate(self.nbytes)

    @classmethod
    def of(cls, on: Device, values: Any) -> "DeviceArray":
        """Return a copy of a host array."""
        host = np.ascontiguousarray(values)
        array = cls(on, host.shape, host.dtype)
        if host.nbytes:
            on.write(array.address, host)
        return array

    @property
    def nbytes(self) -> int:
        """The size in bytes."""
        return int(np.prod(self.shape, dtype=np.int64)) * int(self.dtype.itemsize)

    def host(self) -> Any:
        """Return a copy on the host."""
        values = np.empty(self.shape, self.dtype)
        if values.nbytes:
            self.device.read(self.address, values)
        return values

    def clear(self) -> None:
        """Set everything to zero."""
        self.device.clear(self.address, max(self.nbytes, 1))

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {"shape": self.shape, "typestr": self.dtype.str, "data": (self.address, False), "version": 3, "strides": None}

    def __dlpack__(self, **wishes: Any) -> Any:
        """Return a DLPack capsule once all started kernels have ended, so that the consumer may read at once, on any stream."""
        self.device.wait()
        return capsule_of(self, self.address, self.shape, self.dtype)

    def __dlpack_device__(self) -> tuple[int, int]:
        return CUDA, 0

    def __del__(self) -> None:
        try:
            self.device.free(self.address)
        except (AttributeError, DeviceError, TypeError):  # never allocated, or the program is ending
            return

    def row(self, i: int) -> Any:
        """Return a copy of one entry on the host."""
        values = np.empty(self.shape[1:], self.dtype)
        self.device.read(self.address + i * values.nbytes, values)
        return values


def array_arguments(array: Any) -> list[Any]:
    """Return an array as the arguments of a kernel: owner, parent, count, size of an item, address, shape and strides."""
    size, count = array.dtype.itemsize, int(np.prod(array.shape, dtype=np.int64))
    pair = [ctypes.c_uint64(0), ctypes.c_uint64(0)]
    return [*pair, *map(ctypes.c_int64, (count, size)), ctypes.c_uint64(array.address), *map(ctypes.c_int64, (count, size))]


def kernel_arguments(given: Sequence[Any]) -> list[Any]:
    """Return numbers and arrays on the device as the arguments of a kernel."""
    passed: list[Any] = []
    for one in given:
        passed += [ctypes.c_int64(one)] if isinstance(one, int) else array_arguments(one)
    return passed
