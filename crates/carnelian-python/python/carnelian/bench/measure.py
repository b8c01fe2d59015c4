"""Measurement in rounds in which the libraries take turns. The clock and the statistics are those of pyperf."""

import dataclasses
import gc
import itertools
import statistics
import sys
from dataclasses import dataclass

import pyperf

OURS = "carnelian"
# What ours is not compared with when the fastest of the others is sought.
YARDSTICK = "Rust"


@dataclass(frozen=True)
class Plan:
    """How long to measure."""

    rounds: int = 51
    # Seconds of a turn, which decide how many calls it has: shorter than the time for which a busy machine takes a core
    # away, so that most turns are not disturbed.
    turn: float = 0.003
    # Seconds that all turns of one operation may take together.
    budget: float = 20.0

    @classmethod
    def fast(cls):
        return cls(rounds=9, turn=0.001, budget=3.0)

    def with_rounds(self, rounds):
        return dataclasses.replace(self, rounds=max(1, rounds))


@dataclass
class Result:
    """The seconds that a call, or a row of a column, took in each round, by library."""

    operation: object
    values: dict

    def benchmark(self, library):
        """Returns the values of a library as pyperf has them."""
        metadata = {"name": f"{self.operation.name} {self.operation.label} {library}", "unit": "second"}
        return pyperf.Benchmark([pyperf.Run(self.values[library], metadata=metadata, collect_metadata=False)])

    def median(self, library):
        return self.benchmark(library).median()

    def fastest_peer(self):
        """Returns the fastest of the other libraries, if there is one."""
        peers = [library for library in self.values if library not in (OURS, YARDSTICK)]
        return min(peers, key=self.median, default=None)

    def ratio(self, library):
        """Returns the quartiles of our time divided by that of *library* in the same round."""
        ratios = [ours / other for ours, other in zip(self.values[OURS], self.values[library])]
        if len(ratios) == 1:
            return ratios * 3
        return statistics.quantiles(ratios, n=4, method="inclusive")


def seconds(call, count):
    """Returns the time of one of *count* calls."""
    repetitions = itertools.repeat(None, count)
    start = pyperf.perf_counter()
    for _ in repetitions:
        call()
    return (pyperf.perf_counter() - start) / count


def measure(operations, libraries, plan, progress=None):
    """Yields the result of each operation that ours offers."""
    for operation in operations:
        calls = working(operation, libraries)
        if OURS not in calls:
            continue
        if progress:
            print(f"\r\033[K{operation.name} {operation.label}", end="", file=progress, flush=True)
        yield Result(operation, take_turns(calls, plan, rows_of(operation, libraries)))
    if progress:
        print("\r\033[K", end="", file=progress, flush=True)


def rows_of(operation, libraries):
    """Returns the number of rows that one call works on."""
    if operation.rows:
        return operation.rows
    return libraries[0].offers.__self__.inputs.rows


def working(operation, libraries):
    """Returns the calls of the libraries that offer the operation, after comparing their answers with ours."""
    calls, expected = {}, None
    for library in libraries:
        try:
            call = library.offers(operation)
            if call is None:
                continue
            answer = call()
        except Exception as error:
            if library.name == OURS:
                raise
            # Builds of a library can lack an algorithm.
            print(f"{library.name} does not run {operation.name}: {error!r}", file=sys.stderr)
            continue
        if library.name == OURS:
            expected = operation.answer(answer)
        elif library.name != YARDSTICK and operation.answer(answer) != expected:
            raise AssertionError(f"{library.name} gives another answer for {operation.name}")
        calls[library.name] = call
    return calls


def take_turns(calls, plan, rows):
    """Returns the seconds of each library in each round."""
    once = {name: min(seconds(call, 1) for _ in range(3)) for name, call in calls.items()}
    counts = {name: max(1, min(round(plan.turn / time), 10**6)) for name, time in once.items()}
    of_a_round = sum(once[name] * counts[name] for name in calls)
    rounds = max(3, min(plan.rounds, int(plan.budget / of_a_round)))
    values = {name: [] for name in calls}
    names = list(calls)
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        for number in range(rounds):
            # Each library follows another one in the next round.
            first = number % len(names)
            for name in names[first:] + names[:first]:
                values[name].append(seconds(calls[name], counts[name]) / rows)
    finally:
        if was_enabled:
            gc.enable()
    return values
