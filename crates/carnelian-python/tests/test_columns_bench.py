"""The bench runs, compares answers, and prints one table or JSON."""

import json
import subprocess
import sys

import pytest

pytest.importorskip("pyperf")


def bench(*arguments):
    command = [sys.executable, "-m", "carnelian", "bench", "--fast", "--rounds", "3", "--rows", "100", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_table():
    lines = bench("sha256", "x25519", "hash_batch").splitlines()
    assert lines[0].split()[:3] == ["operation", "size", "carnelian"]
    assert [line.split()[0] for line in lines[2:6]] == ["sha256", "sha256", "hmac-sha256", "hmac-sha256"]
    assert any(line.startswith("hash_batch-list") for line in lines)


def test_json(tmp_path):
    path = tmp_path / "bench.json"
    bench("ed25519", "verify_batch-list", "--json", str(path))
    report = json.loads(path.read_text())
    assert report == {**report, "rounds": 3}
    by_name = {result["operation"]: result for result in report["results"]}
    assert by_name["ed25519-sign"]["medians"]["carnelian"] > 0
    assert 0 < by_name["verify_batch-list"]["of_rust"]
    assert json.loads(bench("sha512", "--json", "-"))["results"][0]["operation"] == "sha512"


def test_without_a_command():
    run = subprocess.run([sys.executable, "-m", "carnelian"], capture_output=True, text=True)
    assert run.returncode == 2 and "usage: python -m carnelian bench" in run.stderr
