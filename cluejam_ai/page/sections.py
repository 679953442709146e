"""The sections of the page: figures, cross-play, differences, distributions, risk, games."""

from string import ascii_letters

import numpy as np

from cluejam_ai.metrics.crossplay import KINDS, MEANINGS
from cluejam_ai.metrics.estimates import common_n
from cluejam_ai.metrics.labels import digits, label
from cluejam_ai.metrics.reading import Reading, Row
from cluejam_ai.metrics.risk import RiskPoint
from cluejam_ai.metrics.versus import decisive_figure
from cluejam_ai.page import charts
from cluejam_ai.page.games import draw_match, worst_matches
from cluejam_ai.page.html import Html, interval, join, p_text, table, tag, told_n, verdict
from cluejam_ai.page.names import lookup, pairing
from cluejam_ai.palette import ROLE_COLOURS

#: So many pairings have their distributions drawn: those of six spymasters with six guessers. A page of
#: hundreds would not be read.
_MOST_DRAWN = 36
_MOST_MATRICES = 3
_LONGEST = 40
_RANGES = {"win_rate": (0.0, 1.0)}
_KINDS = {
    "self": "self-play",
    "intra": "intra-cross-play",
    "inter": "inter-cross-play",
}


def figures(reading: Reading) -> Html:
    """Return the table of all figures of all pairings with intervals."""
    names = list(reading.rows[0].figures)
    wins = [row.figures["win_rate"] for row in reading.rows]
    usual = common_n(wins)
    win = [
        [pairing(row.name), interval(found, 3, usual), *_losses(row)]
        for row, found in zip(reading.rows, wins, strict=True)
    ]
    rows = [
        [pairing(row.name), *(interval(row.figures[name], digits(name), usual) for name in names)]
        for row in reading.rows
    ]
    return join(
        [
            table(["pairing", "won", "from 0 to 1", "games on boards", "lost by"], win, told_n(usual)),
            tag("h3", "All figures"),
            tag(
                "p",
                "Small print: 95 % intervals; the unit is the game, or the board played in both seatings.",
            ),
            table(["pairing", *(label(name) for name in names)], rows, told_n(usual)),
        ]
    )


def _losses(row: Row) -> list[object]:
    lost = ", ".join(f"{cause} {n}" for cause, n in row.losses.items()) or "none"
    bar = charts.interval_bar(row.figures["win_rate"], 0, 1)
    return [bar, f"{row.matches} on {row.boards}", lost]


def crossplay(reading: Reading) -> Html:
    """Return heat maps and the means of self-play and cross-play; nothing where there is one pair."""
    if not reading.matrices:
        return Html("")
    chosen = list(dict.fromkeys([decisive_figure(reading.game)[0], "win_rate", "cards_found"]))
    parts = []
    for name in [x for x in chosen if x in reading.matrices][:_MOST_MATRICES]:
        found = reading.matrices[name]
        values = [e.value for e in found.cells.values() if not np.isnan(e.value)]
        least, most = _RANGES.get(name, (min(values, default=0.0), max(values, default=1.0)))
        parts.append(tag("h3", label(name)))
        if name == "score25":
            parts.append(tag("p", "Less is better."))
        parts.append(
            charts.heat_map(found, digits(name), lookup([*found.spymasters, *found.guessers]), least, most)
        )
    rows = [
        [label(name), *(_mean(reading, name, kind) for kind in KINDS)]
        for name in reading.means
        if name in reading.matrices
    ]
    return join(
        [
            *parts,
            tag("h3", "Self-play and cross-play"),
            tag(
                "p",
                f"Grouped by {reading.way}. ",
                *(f"{_KINDS[kind]}: {MEANINGS[reading.way][kind]}. " for kind in KINDS),
                "Self-play alone misleads about partners that one does not know.",
            ),
            table(["mean of", *_KINDS.values()], rows),
        ]
    )


def _mean(reading: Reading, name: str, kind: str) -> Html:
    found, n_pairs = next(mean for key, mean in reading.means[name].items() if key == kind)
    if not n_pairs:
        return tag("span", "–")
    pairs = f"{n_pairs} pairs" if n_pairs > 1 else "1 pair"
    return join([interval(found, digits(name), None), tag("small", pairs)])


def differences(reading: Reading) -> Html:
    """Return the best row against all others, with what is real; nothing where there is one row."""
    if not reading.versus:
        return Html("")
    name = decisive_figure(reading.game)[0]
    usual = common_n(v.difference for v in reading.versus)
    rows = [
        [
            pairing(v.other),
            interval(v.difference, digits(name), usual),
            f"{v.better} / {v.worse}",
            p_text(v.p_holm),
            verdict(v.is_real),
        ]
        for v in reading.versus
    ]
    n_real = sum(v.is_real for v in reading.versus)
    told = tag(
        "p",
        "Best of all by ",
        label(name),
        ": ",
        tag("b", pairing(reading.versus[0].best)),
        f". The difference is real for {n_real} of {len(rows)} others. All played the same boards; "
        "exact sign test over boards, corrected by Holm for all pairs of rows.",
    )
    headers = ["against", f"difference in {label(name)}", "boards better / worse", "p (Holm)", "real?"]
    return join([told, table(headers, rows, told_n(usual))])


def distributions(reading: Reading) -> Html:
    """Return how many turns matches took, and what was touched."""
    matches = reading.run.matches
    names = matches["pairing"].astype(str).to_numpy()
    longest = min(_LONGEST, int(max(1, matches["own_turns"].max())))
    turns = np.clip(matches["own_turns"].to_numpy(), 1, longest)
    won = matches["won"].to_numpy()
    drawn, bars = [], []
    for row in reading.rows[:_MOST_DRAWN]:
        mine = names == row.name
        counts = [
            np.bincount(turns[mine & chosen], minlength=longest + 1)[1:].tolist() for chosen in (won, ~won)
        ]
        drawn.append(charts.columns(counts[0], counts[1], pairing(row.name)))
        touched = {role: float(matches.loc[mine, role].sum()) for role in ROLE_COLOURS}
        total = sum(touched.values())
        shares = {role: n / total for role, n in touched.items()} if total else {}
        bars.append([pairing(row.name), charts.stacked(shares), f"{total:,.0f}"])
    return join(
        [
            *_left_out(len(reading.rows)),
            charts.HATCH,
            tag("p", "Games by how many clues they took: won full, lost hatched and on top."),
            tag("div", *drawn, class_="many"),
            tag("h3", "What was touched"),
            charts.swatches({role: role for role in ROLE_COLOURS}),
            table(["pairing", "share of touches", "touches"], bars),
        ]
    )


def _left_out(n_pairings: int) -> list[Html]:
    """Return what is said where a section does not show every pairing."""
    left = n_pairings - _MOST_DRAWN
    if left <= 0:
        return []
    return [tag("p", f"The first {_MOST_DRAWN} pairings; {left} more are left out here, not in the tables.")]


def risk(reading: Reading) -> Html:
    """Return the risk surface: agents' points, and what came of clues of each number."""
    with_clues = [row for row in reading.rows if row.risk[0].clues]
    rows = with_clues[:_MOST_DRAWN]
    if not rows:
        return Html("")
    points = [
        charts.Point(
            row.risk[0].mean_number,
            row.risk[0].success,
            row.risk[0].assassin.value,
            ascii_letters[(i + 26) % 52],
            pairing(row.name),
        )
        for i, row in enumerate(rows)
    ]
    most = max(np.ceil(max(p.x for p in points) + 0.5), 3.0)
    told = "Each letter is a pairing; the orange ring grows with the share of its clues that hit an assassin."
    chart = charts.scatter(points, "mean clue number", "own cards a touch", float(most))
    cells = [_risk_row(row.name, point) for row in rows for point in row.risk[1:]]
    headers = [
        "pairing",
        "number",
        "clues",
        "n",
        "own cards a touch",
        "all found",
        "own cards",
        "assassin",
        "any wrong",
    ]
    inner = table(headers, cells)
    more = tag("details", tag("summary", "By clue number"), inner)
    return join([*_left_out(len(with_clues)), tag("p", told), chart, more])


def _risk_row(name: str, point: RiskPoint) -> list[object]:
    shares = (point.success, point.fulfilled, point.cards, point.assassin, point.wrong)
    n = common_n(shares)
    told = "" if n is None else n
    return [pairing(name), point.number, point.clues, told, *(interval(share, 2, n) for share in shares)]


def worst_games(reading: Reading, most: int) -> Html:
    """Return the worst games drawn turn by turn."""
    matches = reading.run.matches
    drawn = [
        draw_match(reading.run, number, pairing(str(matches["pairing"].iloc[number])))
        for number in worst_matches(matches, most)
    ]
    labels = {
        "agent": "a agent",
        "bystander": "n bystander",
        "other": "o other team",
        "assassin": "x assassin",
    }
    told = "Colours are the clue giver's key. ◎ meant; 1, 2, ... touched in this turn; struck out: before it."
    return join([charts.swatches(labels), tag("p", told), *drawn])
