"""``python -m carnelian bench`` measures the package beside other ones."""

import sys

USAGE = """\
usage: python -m carnelian bench [OPTIONS]

  bench    measure this package beside cryptography, PyNaCl, hashlib and argon2-cffi, as far as they are installed
"""


def main(arguments):
    if not arguments or arguments[0] != "bench":
        asked = arguments[:1] in (["-h"], ["--help"])
        print(USAGE, end="", file=sys.stdout if asked else sys.stderr)
        return 0 if asked else 2
    from .bench import main as bench

    return bench(arguments[1:])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
