"""The manifest of a run: everything that could differ between two runs, and when and where it was played."""

import json
import os
import platform
import subprocess
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from cluejam_ai.errors import RecordError
from cluejam_ai.results.schema import SCHEMA_VERSION
from cluejam_ai.results.store import check_version, written_beside

MANIFEST = "manifest.json"
_PACKAGES = ("cluejam-ai", "numpy", "pandas", "pyarrow", "joblib")


def new_manifest(spec: Mapping[str, Any], inputs: Mapping[str, Any]) -> dict[str, Any]:
    """Return the manifest of a run that begins.

    Parameters
    ----------
    spec : mapping
        What was asked for, verbatim.
    inputs : mapping
        Names and hashes of words, lexicon and vectors, canonical components.
    """
    return {
        "schema_version": SCHEMA_VERSION,
        "status": "running",
        "spec": dict(spec),
        "inputs": dict(inputs),
        "started": now(),
        "program": {**_packages(), **_checkout()},
        "machine": _machine(),
    }


def now() -> str:
    """Return the time in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def write_manifest(folder: Path, manifest: Mapping[str, Any]) -> None:
    """Write the manifest of a run."""
    with written_beside(folder / MANIFEST) as file:
        file.write((json.dumps(manifest, indent=2, ensure_ascii=False) + "\n").encode())


def read_manifest(folder: Path) -> dict[str, Any]:
    """Return the manifest of a run.

    Raises
    ------
    RecordError
        If there is none, it is damaged, or of another schema version.
    """
    path = folder / MANIFEST
    try:
        manifest: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise RecordError(f"{folder} is not a run: it has no {MANIFEST}") from None
    except (OSError, ValueError) as error:
        raise RecordError(f"{path} cannot be read: {error}") from error
    if not isinstance(manifest, dict):
        raise RecordError(f"{path} is not a manifest")
    check_version(path, str(manifest.get("schema_version", "none")))
    return manifest


def _packages() -> dict[str, str]:
    found = {"python": platform.python_version()}
    for package in _PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    return found


def _checkout() -> dict[str, Any]:
    """Return the commit of the program and whether it was changed since; nothing outside a checkout."""
    here = Path(__file__).resolve().parents[2]
    if not (here / ".git").exists():
        return {}
    try:
        commit = _git(here, "rev-parse", "HEAD")
        return {"git_commit": commit, "git_dirty": bool(_git(here, "status", "--porcelain", "-uno"))}
    except (OSError, subprocess.SubprocessError):
        return {}


def _git(folder: Path, *words: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(folder), *words], capture_output=True, text=True, timeout=10, check=True
    )
    return done.stdout.strip()


def _machine() -> dict[str, Any]:
    return {
        "system": platform.platform(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "byte_order": sys.byteorder,
    }


def _processor() -> str:
    """Return the processor's name as the system gives it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()
