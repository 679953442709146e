import math
from dataclasses import replace

import pytest

from cluejam_ai.errors import UnknownNameError
from cluejam_ai.game.cards import AGENT, ASSASSIN, BYSTANDER, PASS
from cluejam_ai.game.notation import parse_ruleset
from cluejam_ai.interactive.game import begin, say, touch
from cluejam_ai.interactive.on_record import AGENTS_ON_RECORD
from cluejam_ai.interactive.partners import (
    LEVELS,
    PARTNERS,
    find_level,
    find_partner,
    find_rival,
    rules_of_level,
)
from cluejam_ai.interactive.savefile import SavedGame, read_game, saved_games
from cluejam_ai.interactive.standing import result_page, tally
from tests.interactive.people import places
from tests.interactive.tables import play_on, sit


def test_the_figures_of_a_game_are_those_counted_by_hand(tmp_path):
    """Two turns: a clue for 3 with two right and a neutral card, and one for 1 with a pass."""
    game = begin(sit(tmp_path, "duo(turns=2)", hot_seat=True).game.setup)
    game = say(game, "water", 3)
    for role in (AGENT, AGENT, BYSTANDER):
        game = touch(game, places(game, role)[0])
    game = touch(say(game, "fire", 1), PASS)
    counts = tally([game])
    assert (counts.turns, counts.right, counts.numbers, counts.clues) == ([2], [2], [4], [2])
    assert [counts.touches[role] for role in (AGENT, BYSTANDER, ASSASSIN)] == [[2], [1], [0]]
    figures = counts.figures()
    assert figures["cards"].value == 1.0
    assert figures["number"].value == 2.0
    assert figures["right"].value == pytest.approx(2 / 3)
    assert figures["won"].value == 0.0


def test_only_what_a_person_did_counts(tmp_path):
    session = sit(tmp_path, "duo(turns=6)", seat="guesser")
    play_on(session, "win")
    log, starter = session.game.log, session.game.setup.starter
    guessed = [turn for turn in log if turn.seat ^ starter == 1]
    counts = tally([session.game])
    assert counts.turns == [len(guessed)]
    assert counts.clues == [0]
    assert math.isnan(counts.figures()["number"].value)
    assert sum(counts.touches[role][0] for role in range(4)) == sum(len(turn.touches) for turn in guessed)


def test_the_page_counts_games_of_the_same_rules_and_seats(tmp_path):
    for _ in range(2):
        session = sit(tmp_path, "solo", hot_seat=True)
        play_on(session, "win")
    play_on(sit(tmp_path, "duo", hot_seat=True), "win")
    sit(tmp_path, "solo", hot_seat=True)
    won = read_game(next(path for path in tmp_path.glob("*solo*") if read_game(path).is_over))
    page = result_page(won, list(saved_games(tmp_path)), {"cards": 1.5})
    assert "Won 2 of 2 games of solo, same seats." in page
    assert "1.50" in page
    assert "interval" not in page
    assert "people:" not in page
    assert all(len(line) <= 80 for line in page.splitlines())


def test_intervals_are_told_from_five_games_on(tmp_path):
    session = sit(tmp_path, "solo", hot_seat=True)
    play_on(session, "win")
    saved = read_game(session.writer.path)
    assert "interval" not in result_page(saved, [saved] * 4, {})
    assert result_page(saved, [saved] * 5, {}).count("95 % interval") == 2


def test_people_stand_on_the_page_of_partners(tmp_path):
    session = sit(tmp_path, "duo", hot_seat=True)
    play_on(session, "win")
    saved = read_game(session.writer.path)
    page = result_page(saved, [saved], AGENTS_ON_RECORD["duo"])
    cards = next(line for line in page.splitlines() if line.startswith("your cards"))
    assert cards.split()[-2:] == ["1.07", f"{AGENTS_ON_RECORD['duo']['cards']:.2f}"]


def finished(saved: SavedGame, rules: str = "duo", **header: object) -> SavedGame:
    """Return a game of another kind: its rules, or what its first line says, changed."""
    setup = replace(saved.game.setup, ruleset=parse_ruleset(rules))
    game = replace(saved.game, setup=setup)
    return replace(saved, positions=(game,), header={**saved.header, **header})


@pytest.fixture(scope="module")
def duo_with_an_agent(tmp_path_factory) -> SavedGame:
    session = sit(tmp_path_factory.mktemp("duo"), "duo(turns=20)")
    play_on(session, "win")
    return finished(read_game(session.writer.path))


@pytest.mark.parametrize(
    "other",
    [
        {"level": "easy"},
        {"rules": "duo(turns=12)"},
        {"partner": "dictionary"},
        {"word_list": {"name": "mine", "file": "mine.txt", "sha256": ""}},
    ],
    ids=lambda other: next(iter(other)),
)
def test_games_of_another_kind_are_not_counted(duo_with_an_agent, other):
    usual, unlike = duo_with_an_agent, finished(duo_with_an_agent, **other)
    past = [usual, usual, unlike]
    assert "Won 2 of 2 games of duo, level normal, same seats" in result_page(usual, past, {})
    assert "Won 1 of 1 game of " in result_page(unlike, past, {})


@pytest.mark.parametrize(
    "other, note",
    [
        ({"rules": "duo(turns=12)", "level": "easy"}, "agents: none on record for duo(turns=12), level easy"),
        ({"level": "hard"}, "agents: none on record for duo, level hard"),
        ({"lexicon": {"name": "mine", "file": "m.txt"}}, "duo, level normal, own words"),
    ],
    ids=["easy", "hard", "own-words"],
)
def test_agents_stand_beside_games_like_theirs_only(duo_with_an_agent, other, note):
    unlike = finished(duo_with_an_agent, **other)
    page = result_page(unlike, [unlike], AGENTS_ON_RECORD["duo"])
    # people were asked nothing else, so they stay, and the page says what they played
    assert "people: 794 games of Codenames Duet by its usual rules" in page
    assert note in page
    usual = result_page(duo_with_an_agent, [duo_with_an_agent], AGENTS_ON_RECORD["duo"])
    last = [
        next(line for line in shown.splitlines() if line.startswith("your cards")).split()[6:]
        for shown in (page, usual)
    ]
    assert last == [
        ["1.07"],
        ["1.07", f"{AGENTS_ON_RECORD['duo']['cards']:.2f}"],
    ]
    assert "agents: 400 games of duo, the usual partner with itself" in usual
    assert all(len(line) <= 80 for line in [*page.splitlines(), *usual.splitlines()])


@pytest.mark.parametrize("rules", ["duo", "classic"])
def test_what_agents_have_on_record_is_what_they_reach(tmp_path, rules):
    import cluejam_ai

    pair = find_partner("robust", LEVELS["normal"])
    run = cluejam_ai.play(rules, pair.spymaster, pair.guesser, games=60, seed=77, out=tmp_path / "run")
    found = cluejam_ai.summarise(run.matches)
    for name, metric in (("cards", "cards_per_turn"), ("number", "clue_number")):
        estimate = found[metric]
        # 99.9 % of samples lie within 1.7 times the 95 % interval
        assert abs(estimate.value - AGENTS_ON_RECORD[rules][name]) < 1.7 * (estimate.high - estimate.low) / 2


def test_levels_change_turns_of_partners_only_where_they_were_not_chosen():
    easy, hard = find_level("easy"), find_level("hard")
    assert rules_of_level(parse_ruleset("duo"), easy).label == "duo(turns=12)"
    assert rules_of_level(parse_ruleset("duet"), hard).label == "duet(turns=7)"
    for kept in ("duo(turns=9)", "duo(lives=3)", "classic", "solo"):
        assert rules_of_level(parse_ruleset(kept), easy).label == kept
    assert rules_of_level(parse_ruleset("duo"), find_level("normal")).label == "duo"


def test_partners_are_named_or_agents():
    level = LEVELS["easy"]
    for name in PARTNERS:
        assert "max_number=2" in find_partner(name, level).spymaster
    named = find_partner("margin(embedding=use) > nearest", level)
    assert named.spymaster.startswith("margin(embedding=use")
    assert named.guesser.startswith("nearest(")
    assert find_partner("kim", level).spymaster.startswith("kim(")
    assert find_partner("nearest(stop=0.2)", level).guesser.startswith("nearest(")
    assert "max_number=1" in find_rival(level).spymaster
    with pytest.raises(UnknownNameError, match="did you mean 'robust'"):
        find_partner("robst", level)
    with pytest.raises(UnknownNameError) as unknown:
        find_partner("qqqqqq", level)
    assert str(unknown.value).count(" ensemble,") == 1
