"""The examples that need nothing but the package run, as programs; `test_columns_example.py` has the other one."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"

# The first line that each prints.
NAMES = {
    "encapsulate": "a ciphertext of 1088 bytes for a secret of 32",
    "hybrid": "X-Wing: a key of 1216 bytes, a ciphertext of 1120",
    "sign_postquantum": "ML-DSA-65: a public key of 1952 bytes, a signature of 3309",
}


def test_every_example_is_tested():
    assert {path.stem for path in EXAMPLES.glob("*.py")} == {*NAMES, "verify_parquet"}


@pytest.mark.parametrize("name", NAMES)
def test_example_runs(name):
    run = subprocess.run([sys.executable, EXAMPLES / f"{name}.py"], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines()[0] == NAMES[name]
