"""Who may import whom, and what no file may do; read from the syntax trees, nothing is executed.

Every check is a function from sources to complaints, so that a planted fault can prove that it sees.
"""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]
PACKAGE = "cluejam_ai"
Sources = Mapping[str, str]

EVERYTHING = ("",)

#: What each room or module may import of the package, by the longest name that fits the importing module.
MAY_IMPORT: dict[str, tuple[str, ...]] = {
    "errors": (),
    "seeding": (),
    "specs": ("errors",),
    "registry": ("errors", "specs"),
    "resources": (),
    "cache": (),
    "game": ("errors", "seeding"),
    # a ruleset with options, like duo(turns=12), is written in the grammar of components
    "game.notation": ("errors", "seeding", "specs"),
    "words": ("errors", "registry"),
    # a mix names its parts by specs
    "embeddings": ("errors", "registry", "specs", "cache", "words"),
    "machine": (),
    # weights that agents learn by and metrics report
    "colt": (),
    "palette": (),
    # agents derive every draw from the keys that they are given, hence seeding; an ensemble names its member
    # by a spec
    "agents": (
        "machine",
        "colt",
        "errors",
        "registry",
        "specs",
        "seeding",
        "words",
        "embeddings",
        "game.batch",
        "game.cards",
        "game.rulesets",
        "game.views",
        "game.inference",
    ),
    # an exporter takes components apart by their specs
    "results": ("errors", "specs"),
    "arena": ("errors", "seeding", "specs", "game", "agents.base", "results.schema"),
    # cross-play asks which vectors a component thinks in, hence specs
    "metrics": ("errors", "registry", "specs", "results", "colt"),
    # a page draws recorded games, hence terminal.replay
    "page": ("errors", "specs", "metrics", "palette", "results.run", "terminal.replay"),
    # pictures of estimates, and of recorded games, hence terminal.replay
    "plots": ("errors", "metrics", "palette", "results.run", "terminal.replay"),
    # agents are asked about people's boards: views made by hand, draws named by row
    "human": (
        "errors",
        "seeding",
        "agents.base",
        "game.cards",
        "game.rulesets",
        "game.views",
        "words",
        "metrics",
    ),
    # games that people played here are people's data too
    "human.importers": (
        "errors",
        "words.normalise",
        "interactive.chairs",
        "interactive.record",
        "interactive.savefile",
    ),
    # puts data sets and agents together, as a run does with boards and agents
    "validation": ("errors", "agents.base", "human", "components", "house_pair", "validation_bench"),
    "validation_bench": (
        "registry",
        "seeding",
        "words",
        "embeddings",
        "agents.base",
        "agents.resources",
        "arena.schedule",
        "arena.seats",
        "human",
        "metrics.estimates",
        "components",
        "outside",
        "runspec",
        "wiring",
    ),
    # a replay draws what a run recorded, hence results.run; a game at the table is recorded by the writer
    "terminal": (
        "errors",
        "seeding",
        "game",
        "words",
        "agents.base",
        "results.schema",
        "results.store",
        "results.run",
        "interactive",
    ),
    "testing": EVERYTHING,
    # times whole games, from the agents to the records
    "bench": EVERYTHING,
    "cli": EVERYTHING,
    # the one place that wires, in parts that each have a name
    "boardfile": ("errors", "game", "words"),
    "runspec": ("errors", "arena.schedule"),
    "house_pair": (),
    "tables": ("errors", "cache", "agents.closeness", "agents.resources", "embeddings", "words"),
    "components": (
        "errors",
        "registry",
        "specs",
        "game",
        "embeddings",
        "agents",
        "arena.schedule",
        "house_pair",
        "runspec",
    ),
    "wiring": (
        "errors",
        "components",
        "registry",
        "seeding",
        "specs",
        "game",
        "words",
        "embeddings",
        "agents",
        "arena",
        "results",
        "boardfile",
        "runspec",
        "tables",
    ),
    # a single board is put before one agent, without an arena
    "counsel": (
        "errors",
        "components",
        "registry",
        "specs",
        "game.cards",
        "words",
        "embeddings",
        "agents.base",
        "agents.resources",
        "runspec",
        "outside",
    ),
    "advice": ("errors", "counsel", "seeding", "game", "words", "agents", "house_pair", "runspec"),
    # a published experiment brings its own words, boards and agents to our table
    "replication": ("errors", "specs", "game", "embeddings", "agents", "arena", "results.importers"),
    "catalogue": ("errors", "registry", "specs", "game.rulesets", "embeddings", "agents.base", "agents.zoo"),
    "vector_reports": ("errors", "registry", "specs", "embeddings", "words"),
    "vector_comparison": ("errors", "specs", "embeddings", "words", "tables", "metrics.estimates"),
    "wordcheck": ("errors", "embeddings", "words", "confusable"),
    "confusable": ("embeddings", "words"),
    "readings": ("errors", "metrics", "page", "results"),
    "outside": ("errors", "agents.closeness", "agents.resources", "embeddings", "words"),
    "tournament": ("errors", "arena", "results", "runspec", "sitting", "worker"),
    "api": (
        "errors",
        "components",
        "registry",
        "seeding",
        "game",
        "words",
        "agents.base",
        "arena.schedule",
        "results.run",
        "house_pair",
        "boardfile",
        "runspec",
        "sitting",
        "tournament",
        "wiring",
    ),
    # what a worker is given: it plays blocks and writes them
    "worker": ("errors", "cache", "arena", "results", "runspec", "wiring"),
    "sitting": ("errors", "arena", "results", "runspec", "worker"),
    # a spec file, the run that it asks for, and playing it
    "specfile": ("errors", "house_pair", "runspec"),
    "specplan": (
        "errors",
        "registry",
        "game.notation",
        "game.rulesets",
        "agents.base",
        "arena.schedule",
        "boardfile",
        "components",
        "runspec",
        "specfile",
    ),
    "specrun": (
        "errors",
        "components",
        "seeding",
        "game.notation",
        "arena.schedule",
        "results",
        "api",
        "runspec",
        "specfile",
        "specplan",
        "sitting",
        "tournament",
    ),
    # a game with people: asks agents as the arena does, and keeps records as results does
    "interactive": (
        "errors",
        "components",
        "seeding",
        "specs",
        "game",
        "words",
        "agents",
        "arena",
        "results",
        "metrics.estimates",
        "runspec",
        "outside",
        "wiring",
    ),
    # the public names
    "__init__": (
        "specrun",
        "api",
        "catalogue",
        "errors",
        "metrics.crossplay",
        "metrics.estimates",
        "human.example",
        "human.importers.base",
        "human.reader",
        "metrics.matches",
        "readings",
        "results.run",
        "validation",
        "vector_reports",
        "vector_comparison",
        "wordcheck",
    ),
    "__main__": ("cli",),
}

#: What these never import, whatever the table above allows.
NEVER_IMPORT: dict[str, tuple[str, ...]] = {
    "testing": ("cli", "terminal"),
    "agents.guessers": ("agents.spymasters",),
    "agents.spymasters": ("agents.guessers",),
}

#: Packages that are slow to import or not installed by default: only inside a function.
ONLY_WHEN_USED = (
    "gensim",
    "matplotlib",
    "nltk",
    "onnxruntime",
    "pandas",
    "scipy",
    "sentence_transformers",
    "torch",
)

#: Rooms that work on arrays and never see a data frame.
WITHOUT_PANDAS = ("agents", "arena", "embeddings", "game", "words")

#: Rooms that open no file.
WITHOUT_FILES = ("agents", "arena", "game")
FILE_MODULES = ("io", "os", "pathlib", "shutil", "tempfile")
FILE_CALLS = (
    *("open", "read_bytes", "read_text", "write_bytes", "write_text"),
    *("fromfile", "genfromtxt", "load", "loadtxt", "save", "savetxt"),
)

#: Rooms in which every draw is named by its identity (see `cluejam_ai.seeding`); others may seed a generator.
NAMED_DRAWS = ("agents", "arena", "game")
OWN_GENERATORS = ("default_rng", "Generator")

#: A view that a role must not see, by the room of that role.
HIDDEN_VIEWS = {
    "agents.guessers": ("SpymasterView", "spymaster_view"),
    "agents.spymasters": ("GuesserView", "guesser_view"),
}

LONGEST_MODULE = 280
LONGEST_FUNCTION = 60  # its docstring left out


@dataclass(frozen=True)
class Import:
    """One import: what, in which line, and whether it happens when the module is imported."""

    target: str
    line: int
    at_import: bool


def package_sources() -> dict[str, str]:
    """Return every module of the package by its name inside it."""
    folder = PROJECT / PACKAGE
    return {_module_name(path.relative_to(folder)): path.read_text() for path in folder.rglob("*.py")}


def _module_name(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


def imports(module: str, source: str) -> list[Import]:
    """Return what a module imports: full names, `from a import b` as `a.b`."""
    found = []
    for node, at_import in _walk(ast.parse(source), at_import=True):
        if isinstance(node, ast.Import):
            found += [Import(alias.name, node.lineno, at_import) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            origin = _origin(module, node)
            found += [Import(f"{origin}.{alias.name}", node.lineno, at_import) for alias in node.names]
    return found


def _walk(node: ast.AST, *, at_import: bool) -> Iterator[tuple[ast.AST, bool]]:
    """Yield all nodes, and whether they are executed when the module is imported."""
    for child in ast.iter_child_nodes(node):
        typing_only = isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)
        later = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) or typing_only
        yield child, at_import
        yield from _walk(child, at_import=at_import and not later)


def _origin(module: str, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    above = f"{PACKAGE}.{module}".split(".")[: -node.level]
    return ".".join([*above, *([node.module] if node.module else [])])


def _inside(name: str, room: str) -> bool:
    return not room or name == room or name.startswith(f"{room}.")


def _ours(sources: Sources) -> Iterator[tuple[str, str, int]]:
    """Yield module, imported name inside the package (empty for the package itself), line."""
    for module, source in sorted(sources.items()):
        for found in imports(module, source):
            head, _, rest = found.target.partition(".")
            if head == PACKAGE:
                yield module, rest, found.line


def _rule(table: Mapping[str, tuple[str, ...]], module: str) -> tuple[str, ...] | None:
    fitting = [name for name in table if _inside(module, name)]
    return table[max(fitting, key=len)] if fitting else None


def wrong_imports(sources: Sources) -> list[str]:
    """Return imports that the table does not allow, and modules that have no place in it."""
    complaints = [f"{m} is in no room of the table" for m in sorted(sources) if _rule(MAY_IMPORT, m) is None]
    for module, target, line in _ours(sources):
        room = module.partition(".")[0]
        allowed = (*(_rule(MAY_IMPORT, module) or ()), room)
        forbidden = _rule(NEVER_IMPORT, module) or ()
        if not any(_inside(target, name) for name in allowed) or any(_inside(target, n) for n in forbidden):
            complaints.append(f"{module}, line {line}: may not import {target or PACKAGE}")
    return complaints


def wrong_packages(sources: Sources) -> list[str]:
    """Return imports of other packages in the wrong place or the wrong room."""
    complaints = []
    for module, source in sorted(sources.items()):
        for found in imports(module, source):
            package = found.target.partition(".")[0]
            if found.at_import and package in ONLY_WHEN_USED:
                complaints.append(f"{module}, line {found.line}: {package} is imported at module level")
            if package == "pandas" and any(_inside(module, room) for room in WITHOUT_PANDAS):
                complaints.append(f"{module}, line {found.line}: imports pandas")
            if package in FILE_MODULES and any(_inside(module, room) for room in WITHOUT_FILES):
                complaints.append(f"{module}, line {found.line}: imports {package}, but opens no file")
    return complaints


def cycles(sources: Sources, *, rooms: bool) -> list[str]:
    """Return import cycles between rooms, or between modules."""
    graph: dict[str, set[str]] = {}
    for module, target, _ in _ours(sources):
        known = [name for name in sources if target and _inside(target, name)]
        ends = [module, max(known, key=len) if known else "__init__"]
        start, end = [name.partition(".")[0] for name in ends] if rooms else ends
        if start != end:
            graph.setdefault(start, set()).add(end)
    return sorted({cycle for start in graph if (cycle := _path_back(graph, start))})


def _path_back(graph: Mapping[str, set[str]], start: str) -> str:
    """Return a shortest way from a node back to itself, empty if there is none."""
    ways = [[start]]
    seen: set[str] = set()
    for way in ways:
        for step in sorted(graph.get(way[-1], ())):
            if step == start:
                return " -> ".join([*way, start])
            if step not in seen:
                seen.add(step)
                ways.append([*way, step])
    return ""


def wrong_code(sources: Sources) -> list[str]:
    """Return what no file may do: views of the other role, files where there are none, print and the like."""
    complaints = []
    for module, source in sorted(sources.items()):
        for node, _ in _walk(ast.parse(source), at_import=True):
            complaints += [
                f"{module}, line {getattr(node, 'lineno', 0)}: {fault}" for fault in _faults(module, node)
            ]
    return complaints


def _faults(module: str, node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.ExceptHandler):
        caught = "" if node.type is None else ast.unparse(node.type)
        if not caught or {"Exception", "BaseException"} & set(caught.strip("()").split(", ")):
            yield f"catches everything: except {caught}".rstrip()
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name == "print" and isinstance(node.func, ast.Name):
            yield "prints"
        if name in FILE_CALLS and any(_inside(module, room) for room in WITHOUT_FILES):
            yield f"opens a file: {name}"
    names = _identifiers(node)
    for room, views in HIDDEN_VIEWS.items():
        if _inside(module, room):
            yield from (f"sees {view}" for view in views if view in names)
    if "numpy.random" in names:
        yield "uses numpy's random numbers"
    if isinstance(node, ast.Attribute):
        yield from _shared_generators(module, ast.unparse(node.value), node.attr)


def _shared_generators(module: str, owner: str, name: str) -> Iterator[str]:
    named = any(_inside(module, room) for room in NAMED_DRAWS)
    if owner in ("np.random", "numpy.random") and (named or name not in OWN_GENERATORS):
        yield "uses numpy's random numbers"
    if owner == "random" and name != "Random":
        yield "uses Python's shared generator"


def _identifiers(node: ast.AST) -> set[str]:
    if isinstance(node, ast.Name):
        return {node.id}
    if isinstance(node, ast.Attribute):
        return {node.attr}
    if isinstance(node, ast.Import | ast.ImportFrom):
        origin = getattr(node, "module", None) or ""
        return {origin, *(name for a in node.names for name in (a.name, f"{origin}.{a.name}".strip(".")))}
    return set()


def too_long(sources: Sources) -> list[str]:
    """Return modules and functions that probably hold two things."""
    complaints = []
    for module, source in sorted(sources.items()):
        n_lines = len(source.splitlines())
        if n_lines > LONGEST_MODULE:
            complaints.append(f"{module} has {n_lines} lines, more than {LONGEST_MODULE}")
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                length = _length(node)
                if length > LONGEST_FUNCTION:
                    complaints.append(
                        f"{module}: {node.name} is longer than {LONGEST_FUNCTION}: {length} lines"
                    )
    return complaints


def _length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    first = function.body[0]
    documented = ast.get_docstring(function) is not None
    return _lines(function) - (_lines(first) if documented else 0)


def _lines(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


CHECKS = {
    "rooms import only what the table names": wrong_imports,
    "heavy packages are imported where they are used": wrong_packages,
    "rooms have no import cycle": lambda sources: cycles(sources, rooms=True),
    "modules have no import cycle": lambda sources: cycles(sources, rooms=False),
    "no file does what none may do": wrong_code,
    "no module or function is too long": too_long,
}


@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS.keys())
def test_the_package_keeps(check):
    assert check(package_sources()) == []


def test_every_room_of_the_package_is_read():
    rooms = {name.partition(".")[0] for name in package_sources()}
    folders = {path.name for path in (PROJECT / PACKAGE).iterdir() if (path / "__init__.py").exists()}
    assert folders < rooms
    assert {"api", "wiring", "__init__", "__main__"} < rooms


def test_experiments_use_public_names_only():
    complaints = []
    for path in sorted((PROJECT / "experiments").rglob("*.py")):
        for found in imports("experiments", path.read_text()):
            parts = found.target.split(".")
            if parts[0] == PACKAGE and len(parts) > 2:
                complaints.append(f"{path.name}, line {found.line}: {found.target} is not public")
    assert complaints == []


PLANTED = [
    ("agents.spy", "import cluejam_ai.game.engine", wrong_imports, "may not import game.engine"),
    ("agents.spy", "from cluejam_ai.game import state", wrong_imports, "may not import game.state"),
    ("agents.spy", "from ..game.state import GameState", wrong_imports, "may not import game.state"),
    ("arena.spy", "from cluejam_ai.agents.zoo import x", wrong_imports, "may not import agents.zoo"),
    ("arena.spy", "def f():\n    from cluejam_ai import metrics", wrong_imports, "may not import metrics"),
    ("results.spy", "import cluejam_ai.game.cards", wrong_imports, "may not import game.cards"),
    ("metrics.spy", "import cluejam_ai.agents.base", wrong_imports, "may not import agents.base"),
    ("game.spy", "from cluejam_ai.specs import MIX", wrong_imports, "may not import specs"),
    ("words.spy", "from cluejam_ai.game.cards import AGENT", wrong_imports, "may not import game.cards"),
    ("tournament", "from cluejam_ai.cli import app", wrong_imports, "may not import cli.app"),
    ("testing.spy", "from cluejam_ai.cli import app", wrong_imports, "may not import cli.app"),
    ("testing.spy", "from cluejam_ai.terminal import board", wrong_imports, "may not import terminal.board"),
    ("game.spy", "import cluejam_ai", wrong_imports, "may not import cluejam_ai"),
    ("agents.guessers.spy", "import cluejam_ai.agents.spymasters.kim", wrong_imports, "may not import"),
    ("attic.spy", "", wrong_imports, "in no room"),
    ("metrics.spy", "import pandas as pd", wrong_packages, "pandas is imported at module level"),
    ("embeddings.spy", "try:\n    import torch\nfinally:\n    pass", wrong_packages, "torch"),
    ("arena.spy", "def f():\n    import pandas", wrong_packages, "imports pandas"),
    ("game.spy", "from pathlib import Path", wrong_packages, "opens no file"),
    ("game.spy", "x = open('a')", wrong_code, "opens a file"),
    ("agents.spy", "import numpy as np\nx = np.load('a')", wrong_code, "opens a file: load"),
    ("agents.guessers.spy", "from cluejam_ai.game.views import SpymasterView", wrong_code, "SpymasterView"),
    (
        "agents.guessers.spy",
        "import cluejam_ai.game as g\ng.SpymasterView",
        wrong_code,
        "SpymasterView",
    ),
    ("agents.spymasters.spy", "from cluejam_ai.game.views import GuesserView", wrong_code, "GuesserView"),
    ("api", "try:\n    pass\nexcept (OSError, Exception):\n    pass", wrong_code, "catches everything"),
    ("api", "try:\n    pass\nexcept:\n    pass", wrong_code, "catches everything"),
    ("api", "print(1)", wrong_code, "prints"),
    ("api", "import numpy as np\nnp.random.seed(0)", wrong_code, "numpy's random numbers"),
    ("agents.spy", "import numpy as np\nnp.random.default_rng(0)", wrong_code, "numpy's random numbers"),
    ("api", "from numpy.random import default_rng", wrong_code, "numpy's random numbers"),
    ("api", "from numpy import random as r", wrong_code, "numpy's random numbers"),
    ("api", "import random\nrandom.choice('ab')", wrong_code, "shared generator"),
    ("api", "x = 1\n" * (LONGEST_MODULE + 1), too_long, "281 lines"),
    ("api", "def f():\n" + "    x = 1\n" * LONGEST_FUNCTION, too_long, "f is longer than 60: 61 lines"),
]


@pytest.mark.parametrize("module, source, check, complaint", PLANTED)
def test_a_planted_fault_is_seen(module, source, check, complaint):
    complaints = check({module: source})
    assert [line for line in complaints if line.startswith(module) and complaint in line]


INNOCENT = [
    ("metrics.spy", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import pandas"),
    ("results.spy", "def f():\n    import pandas"),
    ("game.spy", "import random\nx = random.Random(1)"),
    ("testing.spy", "import numpy as np\nx = np.random.default_rng(1).random(3)"),
    ("agents.guessers.spy", "from cluejam_ai.game.views import GuesserView"),
    ("agents.spymasters.spy", "from cluejam_ai.agents.kernels import highest"),
    ("api", 'def f():\n    """A.\n' + "    b\n" * LONGEST_FUNCTION + '    """'),
    ("api", "try:\n    pass\nexcept OSError:\n    pass"),
]


@pytest.mark.parametrize("module, source", INNOCENT)
def test_what_is_allowed_is_not_complained_of(module, source):
    assert [line for check in CHECKS.values() for line in check({module: source})] == []


def test_a_planted_cycle_is_seen():
    between = {
        "words.a": "from cluejam_ai.errors import x",
        "errors": "def f():\n    import cluejam_ai.words.a",
    }
    assert cycles(between, rooms=True) == ["errors -> words -> errors", "words -> errors -> words"]
    within = {"words.a": "from cluejam_ai.words import b", "words.b": "from cluejam_ai.words.a import x"}
    assert cycles(within, rooms=True) == []
    assert cycles(within, rooms=False) == ["words.a -> words.b -> words.a", "words.b -> words.a -> words.b"]
