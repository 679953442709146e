"""Plays what a spec file, or the manifest of an earlier run, asks for."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from cluejam_ai.api import default_folder
from cluejam_ai.arena.schedule import n_seatings
from cluejam_ai.components import check_trust
from cluejam_ai.errors import CluejamError, UnknownNameError
from cluejam_ai.game.notation import parse_ruleset
from cluejam_ai.results.manifest import MANIFEST, read_manifest
from cluejam_ai.results.run import Run
from cluejam_ai.runspec import RunSpec
from cluejam_ai.seeding import draw_seed
from cluejam_ai.sitting import Crew
from cluejam_ai.specfile import read_specfile
from cluejam_ai.specplan import team_pairings, to_run
from cluejam_ai.tournament import Progress, play_run

_EXAMPLES = "cluejam_ai.resources.specs"


@dataclass(frozen=True)
class Asked:
    """What is to be played.

    Attributes
    ----------
    spec : RunSpec
    source : mapping
        Where that is said: the spec's text, and the components of its teams.
    inputs : mapping, optional
        Of a run that is repeated: what its words and vectors were.
    """

    spec: RunSpec
    source: Mapping[str, Any]
    inputs: Mapping[str, Any] | None = None


def play_spec(
    spec: str | Path,
    *,
    out: str | Path | None = None,
    resume: bool = False,
    trust: bool = False,
    workers: int = 1,
    backend: str = "loky",
    address: str | None = None,
    block_size: int | None = None,
    progress: Progress | None = None,
) -> Run:
    """Play a spec, repeat a run, or go on with one, and return the run.

    Parameters
    ----------
    spec : str or Path
        A spec in TOML; or a run's folder or manifest, which is played again, or gone on with.
    out : str or Path, optional
        The run's folder. By default a new one in ``data/runs``; when going on, the run that `spec` is.
    resume : bool
        Go on with the run in the folder if there is one: only what is missing is played. The spec may have
        pairings and boards that the run has not.
    trust : bool
        Load vector files that can execute code when they are loaded. What a spec says of itself
        (``trust=true``) does not do: a file may come from anybody.
    workers : int
        Processes; -1 is all that a cluster offers.
    backend, address : str, optional
        ``loky`` plays on this machine; ``dask`` and ``ray`` on a cluster, whose scheduler has the address.
    block_size : int, optional
        Matches in a block; the rows do not depend on it.
    progress : callable, optional
        Is told how many matches are finished, and how many there are.

    Raises
    ------
    CluejamError
        For anything that can be mended: an unknown key or name, a folder that exists, a run of another spec.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     spec = Path(folder) / "spec.toml"
    ...     _ = spec.write_text(spec_example("duo"))
    ...     len(play_spec(spec, out=f"{folder}/run").matches)
    50
    """
    path = Path(spec)
    folder = Path(out) if out is not None else _folder_of(path) if resume else None
    if folder is None and resume:
        raise CluejamError("which run is to go on? Name its folder with --out")
    asked = read_asked(path, seed=_seed_of(folder) if resume else None, trust=trust)
    return play_run(
        asked.spec,
        default_folder(asked.spec) if folder is None else folder,
        crew=Crew(workers, backend, address),
        block_size=block_size,
        resume=resume,
        source=asked.source,
        before=None if resume else asked.inputs,
        progress=progress,
    )


def read_asked(path: Path, *, seed: int | None = None, trust: bool = False) -> Asked:
    """Return what a spec file, a run's folder or a manifest asks for.

    Parameters
    ----------
    path : Path
    seed : int, optional
        For a spec that names none; drawn if not given.
    trust : bool
        See `play_spec`.
    """
    folder = _folder_of(path)
    if folder is not None:
        manifest = read_manifest(folder)
        repeated = RunSpec.from_dict(manifest["spec"])
        check_trust(folder, _seats(repeated), trust=trust)
        return Asked(repeated, manifest.get("source", {}), manifest["inputs"])
    if path.is_dir():
        raise CluejamError(f"{path} is a folder but not a run: it has no {MANIFEST}")
    found = read_specfile(path)
    run = to_run(found, draw_seed() if seed is None else seed, trust=trust)
    check_trust(path, _seats(run), trust=trust)
    teams = team_pairings(found, trust=trust)
    return Asked(run, {"path": str(path), "text": found.text, **({"teams": teams} if teams else {})})


def _seats(run: RunSpec) -> set[str]:
    """Return the components on all seats of a run."""
    return {text for pairing in run.pairings for text in vars(pairing).values()}


def about_spec(path: str | Path, *, trust: bool = False) -> dict[str, Any]:
    """Return what a spec would play: its pairings and how many matches each has; nothing is loaded.

    Raises
    ------
    CluejamError
        For anything that is wrong with it.
    """
    fixed = read_asked(Path(path), seed=0, trust=trust)
    other = read_asked(Path(path), seed=1, trust=trust)
    run, drawn = fixed.spec, fixed.spec.seed != other.spec.seed
    rules = parse_ruleset(run.rules)
    pairings = [
        {"pairing": str(pairing), "matches": run.games * n_seatings(rules, pairing)}
        for pairing in run.pairings
    ]
    return {
        "rules": run.rules,
        "boards": run.games,
        "seed": None if drawn else run.seed,
        "matches": sum(pairing["matches"] for pairing in pairings),
        "pairings": pairings,
    }


def _folder_of(path: Path) -> Path | None:
    """Return the run's folder, if the path names one or its manifest."""
    if path.name == MANIFEST:
        return path.parent
    return path if (path / MANIFEST).exists() else None


def _seed_of(folder: Path | None) -> int | None:
    """Return the seed of a run that is there."""
    if folder is None or not (folder / MANIFEST).exists():
        return None
    return int(read_manifest(folder)["spec"]["seed"])


def spec_examples() -> dict[str, str]:
    """Return the commented specs that come with the package, by name; each runs as it is."""
    found = sorted(files(_EXAMPLES).iterdir(), key=lambda file: file.name)
    texts = {file.name: file.read_text(encoding="utf-8") for file in found if file.name.endswith(".toml")}
    return {name.removesuffix(".toml"): text for name, text in texts.items()}


def spec_example(name: str) -> str:
    """Return one of `spec_examples`.

    Raises
    ------
    UnknownNameError
        If there is none of the name.
    """
    known = spec_examples()
    if name not in known:
        raise UnknownNameError("example", name, known)
    return known[name]
