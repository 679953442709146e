"""From what a spec file says to the run that it asks for: who plays whom, by canonical components."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from cluejam_ai.agents.base import GUESSERS, SPYMASTERS
from cluejam_ai.boardfile import read_boards
from cluejam_ai.components import canonical_component, make_pairing
from cluejam_ai.errors import CluejamError, UnknownNameError
from cluejam_ai.game.notation import parse_ruleset
from cluejam_ai.game.rulesets import Ruleset
from cluejam_ai.registry import Registry
from cluejam_ai.runspec import RunSpec, check_count
from cluejam_ai.specfile import PAIRS, SEATS, SpecFile, check_table, told

Texts = Sequence[str]
Seats = Mapping[str, str]
_EXAMPLES = {"spymasters": '["margin"]', "guessers": '["nearest"]', "embeddings": '["use"]'}


def to_run(spec: SpecFile, seed: int, *, trust: bool = False) -> RunSpec:
    """Return the run that a spec asks for.

    Parameters
    ----------
    spec : SpecFile
    seed : int
        For a spec that names none.
    trust : bool
        Load vector files that can execute code.

    Raises
    ------
    CluejamError
        For an unknown name, a bad option, or a spec without a pairing.
    """
    rules = parse_ruleset(spec.rules)
    from_file = spec.boards if isinstance(spec.boards, str) else None
    n_boards = spec.boards if isinstance(spec.boards, int) else _count(spec.boards, rules)
    check_count("boards", n_boards)
    seated = [make_pairing(**seats, rules=spec.rules, trust=trust) for seats in _lineups(spec, trust)]
    return RunSpec(
        rules=rules.label,
        pairings=tuple(dict.fromkeys(seated)),
        games=n_boards,
        seed=seed if spec.seed is None else spec.seed,
        series=spec.series,
        words=spec.words,
        lexicon=spec.lexicon,
        boards=from_file,
        missing_cards=spec.missing_cards,
    )


def _count(boards: str, rules: Ruleset) -> int:
    return len(read_boards(boards, rules).boards.number)


def team_pairings(spec: SpecFile, *, trust: bool = False) -> dict[str, dict[str, str]]:
    """Return the canonical spymaster and guesser of every named team."""
    return {name: _players(spec, name, trust) for name in spec.teams}


def _lineups(spec: SpecFile, trust: bool) -> Iterable[Seats]:
    """Return who sits where in each pairing, some perhaps twice."""
    if isinstance(spec.pairs, str) and spec.pairs not in PAIRS:
        raise UnknownNameError("value of pairs:", spec.pairs, PAIRS)
    if not spec.embeddings:
        raise _nothing_named("embeddings")
    _check_once("embeddings", spec.embeddings)
    if spec.teams:
        if spec.spymasters or spec.guessers:
            raise CluejamError("a spec names either teams, or spymasters and guessers, not both")
        return [_team_match(spec, pair, trust) for pair in _team_pairs(spec)]
    if not isinstance(spec.pairs, str):
        named = [_named(spec, pair, trust) for pair in spec.pairs]
        _check_once("pairs", [f"{' with '.join(seats.values())}" for seats in named])
        return named
    for key in ("spymasters", "guessers"):
        if not getattr(spec, key):
            raise _nothing_named(key)
    pairs = _every_with_every(spec, trust) if spec.pairs == "all" else _each_with_its_own(spec, trust)
    return [dict(zip(SEATS, pair, strict=False)) for pair in pairs]


def _nothing_named(key: str) -> CluejamError:
    return CluejamError(f"the spec names no {key}; write for example: {key} = {_EXAMPLES[key]}")


def _check_once(key: str, names: Texts) -> None:
    """Raise where a list names the same twice, perhaps in other words."""
    again = next((name for place, name in enumerate(names) if name in names[:place]), None)
    if again is not None:
        raise CluejamError(f"{key} names {again} twice; leave one of them out")


def _in_turn(registry: Registry[Any], texts: Texts, embedding: str, trust: bool) -> Texts:
    """Return each of some agents in one embedding."""
    return [canonical_component(registry, text, embedding, trust=trust) for text in texts]


def _in_each(registry: Registry[Any], text: str, embeddings: Texts, trust: bool) -> Texts:
    """Return an agent in each embedding; one that names its own, or needs none, is the same in all."""
    return [agent for each in embeddings for agent in _in_turn(registry, [text], each, trust)]


def _every_with_every(spec: SpecFile, trust: bool) -> Iterable[tuple[str, str]]:
    for key, registry in (("spymasters", SPYMASTERS), ("guessers", GUESSERS)):
        _check_once(key, _in_turn(registry, getattr(spec, key), spec.embeddings[0], trust))
    return [
        (giver, listener)
        for spymaster in spec.spymasters
        for giver in _in_each(SPYMASTERS, spymaster, spec.embeddings, trust)
        for guesser in spec.guessers
        for listener in _in_each(GUESSERS, guesser, spec.embeddings, trust)
    ]


def _each_with_its_own(spec: SpecFile, trust: bool) -> Iterable[tuple[str, str]]:
    """Return the first spymaster with the first guesser and so on, both in the same embedding."""
    if len(spec.spymasters) != len(spec.guessers):
        raise CluejamError(
            'pairs = "self" pairs the first spymaster with the first guesser and so on, but there are '
            f"{len(spec.spymasters)} spymasters and {len(spec.guessers)} guessers"
        )
    pairs: list[tuple[str, str]] = []
    for giver, listener in zip(spec.spymasters, spec.guessers, strict=True):
        given = _in_each(SPYMASTERS, giver, spec.embeddings, trust)
        pairs += zip(given, _in_each(GUESSERS, listener, spec.embeddings, trust), strict=True)
    return pairs


def _only_embedding(spec: SpecFile) -> str:
    if len(spec.embeddings) > 1:
        raise CluejamError(
            "teams and written pairs think in one embedding unless they name another; "
            'write embeddings = ["use"], and kim(embedding=glove50) where it differs'
        )
    return spec.embeddings[0]


def _team_pairs(spec: SpecFile) -> Iterable[Sequence[str]]:
    if spec.pairs == "all":
        if len(spec.teams) < 2:
            raise CluejamError("a tournament needs two teams at least")
        return list(combinations(spec.teams, 2))
    if isinstance(spec.pairs, str):
        return [(name, name) for name in spec.teams]
    for pair in spec.pairs:
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise CluejamError(f"pairs has {told(pair)}; with teams it must be a pair of their names")
        for name in pair:
            if name not in spec.teams:
                raise UnknownNameError("team", str(name), spec.teams)
    return spec.pairs


def _team_match(spec: SpecFile, pair: Sequence[str], trust: bool) -> Seats:
    first, second = (_players(spec, name, trust) for name in pair)
    if first == second and pair[0] != pair[1]:
        raise CluejamError(f"teams '{pair[0]}' and '{pair[1]}' are the same; leave one of them out")
    if pair[0] == pair[1]:
        return first
    return {**first, "second_spymaster": second["spymaster"], "second_guesser": second["guesser"]}


def _players(spec: SpecFile, name: str, trust: bool) -> dict[str, str]:
    team = spec.teams[name]
    embedding = team.get("embedding") or _only_embedding(spec)
    return _canonical({seat: team[seat] for seat in ("spymaster", "guesser")}, embedding, trust)


def _named(spec: SpecFile, pair: Any, trust: bool) -> Seats:
    """Return the seats of a pairing that is written out."""
    if isinstance(pair, Mapping):
        check_table(pair, "pairs", SEATS)
        return _canonical(pair, _only_embedding(spec), trust)
    if not isinstance(pair, tuple) or len(pair) != 2 or not all(isinstance(text, str) for text in pair):
        raise CluejamError(
            f'pairs has {told(pair)}; it must be ["margin", "nearest"], or a table with {", ".join(SEATS)}'
        )
    return _canonical(dict(zip(SEATS, pair, strict=False)), _only_embedding(spec), trust)


def _canonical(seats: Seats, embedding: str, trust: bool) -> dict[str, str]:
    registries: dict[bool, Registry[Any]] = {True: SPYMASTERS, False: GUESSERS}
    return {
        seat: canonical_component(registries["spymaster" in seat], text, embedding, trust=trust)
        for seat, text in seats.items()
    }
