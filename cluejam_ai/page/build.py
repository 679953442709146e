"""Builds the page of a run: one file that needs nothing else."""

import json
import math
from importlib.resources import files
from typing import Any

from cluejam_ai.metrics.reading import Reading
from cluejam_ai.page import sections
from cluejam_ai.page.contest import contest
from cluejam_ai.page.html import Html, escape, join, tag

WORST = 3


def build_page(reading: Reading, worst: int = WORST) -> str:
    """Return the page of a run as HTML.

    Parameters
    ----------
    reading : Reading
        What the run says.
    worst : int
        How many games are drawn turn by turn.
    """
    spec = reading.run.spec
    parts = [
        ("Figures", sections.figures(reading)),
        ("Tournament", contest(reading)),
        ("Cross-play", sections.crossplay(reading)),
        ("Which differences are real", sections.differences(reading)),
        ("Turns and touches", sections.distributions(reading)),
        ("Risk: what a clue's number gains and dares", sections.risk(reading)),
        ("The worst games", sections.worst_games(reading, worst) if worst else Html("")),
        ("Manifest", _manifest(reading)),
    ]
    shown = [(title, f"s{i}", inner) for i, (title, inner) in enumerate(parts) if inner]
    contents = tag("nav", *(tag("a", title, href=f"#{mark}") for title, mark, _ in shown))
    body = [tag("section", tag("h2", title), inner, id=mark) for title, mark, inner in shown]
    title = f"{spec['rules']}, seed {spec['seed']}"
    style = files("cluejam_ai.page").joinpath("page.css").read_text(encoding="utf-8")
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", title),
        tag("style", Html(style)),
    )
    main = tag("main", tag("h1", title), _question(reading), contents, *body)
    return "<!doctype html>\n" + tag("html", head, tag("body", main), lang="en") + "\n"


def _question(reading: Reading) -> Html:
    """Return what the run was to find out, and how."""
    manifest = reading.run.manifest
    spec = reading.run.spec
    n_boards = max(row.boards for row in reading.rows)
    asked = spec.get("question") or _asked(reading)
    n_games = f"{len(reading.run.matches):,} games on {n_boards:,} boards"
    told = f"{n_games}; rules {spec['rules']}; seed {spec['seed']}."
    made = f"Played {manifest.get('started', 'at an unknown time')} with cluejam-ai {_version(manifest)}."
    parts = [tag("p", tag("b", asked)), tag("p", told, " ", made)]
    if manifest.get("status") != "finished":
        warning = f"This run is {manifest.get('status')}: some games that were asked for are missing."
        parts.append(tag("p", warning, class_="warning"))
    return join(parts)


def _asked(reading: Reading) -> str:
    if reading.contest:
        return f"Which of {len(reading.contest.teams)} teams is the strongest at {reading.game}?"
    if len(reading.rows) == 1:
        return f"How well do this spymaster and guesser play {reading.game}?"
    n_pairings = f"{len(reading.rows)} pairings of spymaster and guesser"
    return f"How well do {n_pairings} play {reading.game} on the same boards?"


def _version(manifest: dict[str, Any]) -> str:
    return str(manifest.get("program", {}).get("cluejam-ai", "of an unknown version"))


def _manifest(reading: Reading) -> Html:
    whole = json.dumps(reading.run.manifest, indent=2, ensure_ascii=False)
    spec = json.dumps(reading.run.spec, indent=2, ensure_ascii=False)
    seconds = float(reading.run.manifest.get("timing", {}).get("play_seconds", math.nan))
    took = "" if math.isnan(seconds) else f" Played in {seconds:.1f} s."
    return join(
        [
            tag("p", escape(f"Run in {reading.run.folder}.{took}")),
            tag("details", tag("summary", "What was asked for"), tag("pre", spec)),
            tag("details", tag("summary", "The whole manifest"), tag("pre", whole)),
        ]
    )
