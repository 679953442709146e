"""The section of the page on a tournament of two-team games."""

import numpy as np

from cluejam_ai.metrics.estimates import Estimate, common_n
from cluejam_ai.metrics.reading import Contest, Reading
from cluejam_ai.page import charts
from cluejam_ai.page.html import Html, figure_text, interval, join, p_text, table, tag, told_n, verdict
from cluejam_ai.page.names import lookup, pairing


def _team(found: Contest, name: str) -> Html:
    """Return a team's name in the spec, with its components on hovering; else these."""
    return tag("span", found.names[name], title=name) if name in found.names else pairing(name)


def _met(found: Contest, usual: int | None) -> list[list[object]]:
    return [
        [
            join([_team(found, m.first), " beats ", _team(found, m.second)]),
            interval(m.wins, 2, usual),
            f"{m.only_first} / {m.only_second} / {m.split}",
            p_text(m.p_holm),
            verdict(m.is_real),
        ]
        for m in found.meetings
    ]


def _in_a_sentence(found: Estimate) -> list[object]:
    if not (np.isfinite(found.low) and np.isfinite(found.high)):
        return [interval(found, 2, None)]
    value, low, high = (figure_text(x, 2) for x in (found.value, found.low, found.high))
    return [tag("b", value), f" ({low} to {high})"]


def contest(reading: Reading) -> Html:
    """Return ratings, win matrix and meetings of a tournament; nothing where there is none."""
    found = reading.contest
    if found is None:
        return Html("")
    ratings = found.ratings
    ends = [abs(v) for e in ratings.teams.values() for v in (e.low, e.high) if np.isfinite(v)]
    span = max([1.0, *ends])
    strengths = [
        [
            join([_team(found, name), tag("br"), pairing(name)]) if name in found.names else pairing(name),
            next(i for i, group in enumerate(ratings.groups, start=1) if name in group),
            "" if np.isinf(e.low) else charts.interval_bar(e, -span, span, 0.0),
            interval(e, 2, found.boards),
        ]
        for name, e in ratings.teams.items()
    ]
    roles = [
        [lookup([name])[name], role, interval(e, 2, found.boards)]
        for role, known in (("spymaster", ratings.spymasters), ("guesser", ratings.guessers))
        for name, e in known.items()
    ]
    met = common_n(m.wins for m in found.meetings)
    wins = [
        [_team(found, name), *(interval(cell, 2, met) for cell in cells)]
        for name, cells in zip(found.teams, found.wins, strict=True)
    ]
    boards = told_n(found.boards)
    headers = ["meeting", "games won", "boards for / against / split", "p (Holm)", "real?"]
    told = (
        f"{found.matches:,} games on {found.boards:,} boards; n counts boards. "
        "Bradley-Terry strengths in logits: a difference is the log odds of a win. "
        "Intervals: boards drawn anew, each with all its games. Who moves first gains "
    )
    bound = [tag("p", ratings.warning, class_="warning")] if ratings.warning else []
    return join(
        [
            tag("p", told, *_in_a_sentence(ratings.first_mover), "."),
            *bound,
            table(["team", "group", "strength", ""], strengths, boards),
            tag("h3", "Strengths of the roles"),
            tag("p", "They add up to a team's; a dash where the teams that played do not tell them apart."),
            table(["component", "role", "strength"], roles, boards),
            tag("h3", "Share of games won by the row against the column"),
            table(["team", *(_team(found, name) for name in found.teams)], wins, told_n(met)),
            tag("h3", "Which differences are real"),
            tag(
                "p", "A board played in both seatings is one observation; exact sign test, corrected by Holm."
            ),
            table(headers, _met(found, met), told_n(met)),
        ]
    )
