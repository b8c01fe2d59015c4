"""The table of results, and the report with all values."""

import platform

from .measure import OURS, YARDSTICK

# A ratio above this is marked.
LIMIT = 1.0


def unit(seconds):
    """Returns a time with three digits and its unit."""
    for factor, name in ((1e9, "ns"), (1e6, "us"), (1e3, "ms")):
        value = seconds * factor
        if value < 999.5:
            return f"{value:.3g} {name}" if value < 99.95 else f"{value:.0f} {name}"
    return f"{seconds:.3g} s"


def text(results, libraries, is_terminal):
    """Returns the table, with a mark and, on a terminal, in bold where another library is faster."""
    names = [library.name for library in libraries if any(library.name in result.values for result in results)]
    head = ["operation", "size", *names, "ratio", "quartiles", "", "of Rust"]
    lines = [row(result, names) for result in results]
    widths = [max(len(line[column]) for line in [head, *lines]) for column in range(len(head))]
    shown = []
    for line in [head, ["-" * width for width in widths], *lines]:
        names_of = [cell.ljust(width) for cell, width in zip(line[:2], widths)]
        numbers = [cell.rjust(width) for cell, width in zip(line[2:], widths[2:])]
        joined = "  ".join(names_of + numbers).rstrip()
        shown.append(f"\033[1m{joined}\033[0m" if is_terminal and line[-2] == "!" else joined)
    versions = ", ".join(f"{library.name} {library.version}" for library in libraries)
    slower = sum(line[-2] == "!" for line in lines)
    legend = [
        "",
        f"{versions}; Python {platform.python_version()} on {platform.machine()}",
        "Medians of a call, or of a row of a column. The ratio is our time by that of the fastest other library in the",
        f"same rounds; ! marks those above {LIMIT:g} ({slower}). The last column is the part of the",
        "throughput of columns in Rust that columns in Python reach.",
    ]
    return "\n".join(shown + legend)


def row(result, names):
    """Returns the cells of a result."""
    operation = result.operation
    cells = [operation.name, operation.label]
    cells += [unit(result.median(name)) if name in result.values else "" for name in names]
    peer = result.fastest_peer()
    if peer is None:
        cells += ["", "", ""]
    else:
        low, ratio, high = result.ratio(peer)
        cells += [f"{ratio:.2f}", f"{low:.2f}-{high:.2f}", "!" if ratio > LIMIT else ""]
    if YARDSTICK in result.values:
        cells.append(f"{1 / result.ratio(YARDSTICK)[1]:.2f}")
    else:
        cells.append("")
    return cells


def report(results, libraries, plan):
    """Returns everything that was measured, for JSON."""
    return {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "system": platform.platform(),
        "versions": {library.name: library.version for library in libraries},
        "rounds": plan.rounds,
        "results": [of_result(result) for result in results],
    }


def of_result(result):
    peer = result.fastest_peer()
    return {
        "operation": result.operation.name,
        "size": result.operation.size,
        "medians": {name: result.median(name) for name in result.values},
        "values": result.values,
        "fastest_peer": peer,
        "ratio": None if peer is None else result.ratio(peer)[1],
        "ratio_quartiles": None if peer is None else result.ratio(peer),
        "of_rust": 1 / result.ratio(YARDSTICK)[1] if YARDSTICK in result.values and OURS in result.values else None,
    }
