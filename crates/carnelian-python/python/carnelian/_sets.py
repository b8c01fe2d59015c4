"""The parameter sets of ML-KEM, ML-DSA and SLH-DSA: a class for each row of the compiled part, which has them all."""

from types import ModuleType
from typing import Any

# The roles of the two keys, and the sizes that a class states.
SIGNATURES = ("SigningKey", "VerifyingKey"), ("verifying_key_size", "signature_size")
KEMS = ("DecapsulationKey", "EncapsulationKey"), ("encapsulation_key_size", "ciphertext_size")


def define(
    module: dict[str, Any], native: ModuleType, kind: tuple[tuple[str, str], tuple[str, str]]
) -> list[str]:
    """Adds the content of a compiled module, and the class of each of its parameter sets, to the names of a module.

    Returns the names, for ``__all__``.
    """
    roles, size_names = kind
    names = {name: value for name, value in vars(native).items() if not name.startswith("_")}
    for name, as_hard_as, keys, sizes in names.pop("parameter_sets"):
        identifier = name.replace("-", "_")
        members = {"name": name, **dict(zip(size_names, sizes)), **dict(zip(roles, keys))}
        members["generate"] = staticmethod(keys[0].generate)
        members["__module__"] = module["__name__"]
        members["__doc__"] = f"{name}: as hard to break as {as_hard_as}."
        names[identifier] = type(identifier, (), members)
    module.update(names)
    return sorted(names)


def table(native: ModuleType, second: str) -> str:
    """Returns a table of the parameter sets, for the documentation of a module; *second* is what has the second size."""
    rows = [("set", "public key", second, "as hard to break as")]
    for name, as_hard_as, _, sizes in native.parameter_sets:
        rows.append((name, *(f"{size:5} bytes" for size in sizes), as_hard_as))
    widths = [max(map(len, column)) for column in zip(*rows)]
    bar = tuple("=" * width for width in widths)
    lines = [bar, rows[0], bar, *rows[1:], bar]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip() for line in lines)
