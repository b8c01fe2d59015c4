"""The example finds the planted signature, whatever reads the file, in memory that does not grow with it."""

import importlib.util
import pathlib
import subprocess
import sys

import pytest

pytest.importorskip("pyarrow.parquet")

PATH = pathlib.Path(__file__).parents[1] / "examples" / "verify_parquet.py"


@pytest.fixture(scope="module")
def example():
    spec = importlib.util.spec_from_file_location("verify_parquet", PATH)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("reader", ["pyarrow", "polars", "duckdb"])
@pytest.mark.parametrize("bad", [None, 1, 2999])
def test_the_planted_row_is_found(example, reader, bad, tmp_path, monkeypatch):
    if reader != "pyarrow":
        pytest.importorskip(reader)
    monkeypatch.setattr(example, "BATCH", 1024)
    path = str(tmp_path / "log.parquet")
    example.write(path, 3000, bad, signers=7)
    assert list(example.READERS[reader](path)) == ([] if bad is None else [bad])


def test_the_command_line(tmp_path):
    path = str(tmp_path / "log.parquet")

    def run(*arguments):
        return subprocess.run([sys.executable, PATH, *arguments], capture_output=True, text=True)

    assert run("write", path, "--rows", "2000", "--bad", "77").returncode == 0
    verified = run("verify", path)
    assert verified.returncode == 1 and "row 77: the signature is not valid" in verified.stdout
