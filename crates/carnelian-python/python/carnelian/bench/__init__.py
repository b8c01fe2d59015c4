"""Measures this package beside others: ``python -m carnelian bench``.

Every operation is offered by each library in its usual way, with keys that are prepared where the library can. The
answers are compared before anything is timed. The libraries take turns in rounds, so that what disturbs the machine
disturbs all of them, and a ratio is the median of the ratios of the rounds.
"""

import argparse
import json
import sys

from . import operations


def main(arguments):
    """Runs the command line and returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m carnelian bench", description=__doc__.partition("\n")[0])
    parser.add_argument("filter", nargs="*", help="only operations whose names contain one of these words")
    parser.add_argument("--fast", action="store_true", help="few and short rounds")
    parser.add_argument("--rounds", type=int, help="how often each library takes its turn (default: 51)")
    parser.add_argument("--rows", type=int, default=20000, help="rows in columns (default: 20000)")
    parser.add_argument("--json", metavar="FILE", help="write all values; - for standard output instead of the table")
    options = parser.parse_args(arguments)
    try:
        from .measure import Plan, measure
    except ImportError as error:
        print(f"the bench needs pyperf (pip install pyperf): {error}", file=sys.stderr)
        return 2
    from . import table

    plan = Plan.fast() if options.fast else Plan()
    if options.rounds:
        plan = plan.with_rounds(options.rounds)
    libraries = operations.installed(options.rows)
    words = options.filter or [""]
    wanted = [operation for operation in operations.ALL if any(word in operation.name for word in words)]
    progress = sys.stderr if sys.stderr.isatty() else None
    results = list(measure(wanted, libraries, plan, progress))
    report = table.report(results, libraries, plan)
    if options.json == "-":
        json.dump(report, sys.stdout, indent=1)
        print()
        return 0
    if options.json:
        with open(options.json, "w") as file:
            json.dump(report, file, indent=1)
    print(table.text(results, libraries, is_terminal=sys.stdout.isatty()))
    return 0
