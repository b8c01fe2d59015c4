"""Sealed files: authenticated encryption of files of any size, in constant memory.

>>> from carnelian import sealed_file
>>> key = sealed_file.generate_key()
>>> sealed = sealed_file.seal_bytes(b"attack at dawn", key=key)
>>> sealed_file.open_bytes(sealed, key=key)
b'attack at dawn'

``seal`` and ``open`` work on file objects, with a function that is told how far they are:

>>> import io
>>> target = io.BytesIO()
>>> sealed_file.open(io.BytesIO(sealed), target, key=key, progress=lambda done: print(done, "bytes"))
14 bytes
14
>>> target.getvalue()
b'attack at dawn'
"""

from ._carnelian import sealed_file as _native

generate_key = _native.generate_key
open = _native.open
open_bytes = _native.open_bytes
seal = _native.seal
seal_bytes = _native.seal_bytes
sealed_size = _native.sealed_size

__all__ = ["generate_key", "open", "open_bytes", "seal", "seal_bytes", "sealed_size"]
