"""Fast, constant-time cryptography."""

from ._carnelian import __version__

__all__ = ["__version__"]
