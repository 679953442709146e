import re
from io import StringIO

import numpy as np
import pytest
from rich.console import Console

from cluejam_ai.agents.base import GUESSERS
from cluejam_ai.game.cards import AGENT, ASSASSIN, BYSTANDER, ENDING_NAMES
from cluejam_ai.interactive.events import Clear, Show, ShowHistory, ShowRules
from cluejam_ai.interactive.game import Move
from cluejam_ai.interactive.opening import WordFiles
from cluejam_ai.interactive.savefile import read_game
from cluejam_ai.interactive.story import _ordinal, tell_story
from cluejam_ai.interactive.wording import seat_names
from cluejam_ai.terminal.table import ASCII
from cluejam_ai.terminal.talk import Talk
from tests.interactive.people import BLIND, answer, places
from tests.interactive.tables import play_on, said, screen, sit

SEATS = ["guesser", "spymaster", "both", "team"]


def ending(session):
    return ENDING_NAMES[int(session.game.state.ending[0])]


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("rules", ["duo", "duet"])
def test_partners_win_lose_by_the_clock_and_by_the_assassin_on_every_seat(tmp_path, rules, seat):
    won = sit(tmp_path, f"{rules}(turns=20)", seat=seat)
    assert "You win: all cards are found." in said(play_on(won, "win"))
    slow = sit(tmp_path, f"{rules}(turns=1)", seat=seat)
    assert "You lose: the turns are used up." in said(play_on(slow, "slow"))
    dead = sit(tmp_path, f"{rules}(turns=30)", seat=seat, partner=BLIND)
    assert "You lose: the assassin was touched." in said(play_on(dead, "assassin"))


@pytest.mark.parametrize("seat", SEATS)
def test_classic_is_won_lost_to_the_other_team_and_lost_by_the_assassin_on_every_seat(tmp_path, seat):
    won = sit(tmp_path, "classic", seat=seat, level="easy")
    assert "You win: all cards are found." in said(play_on(won, "win"))
    slow = sit(tmp_path, "classic", seat=seat, level="hard")
    assert "You lose: all cards of the other team are found." in said(play_on(slow, "slow"))
    dead = sit(tmp_path, "classic", seat=seat, partner=BLIND)
    assert "You lose: the assassin was touched." in said(play_on(dead, "assassin"))


@pytest.mark.parametrize("seat", SEATS)
def test_solo_is_won_and_lost_on_every_seat(tmp_path, seat):
    assert "You win: all cards are found." in said(play_on(sit(tmp_path, "solo", seat=seat), "win"))
    dead = sit(tmp_path, "solo", seat=seat, partner=BLIND)
    assert "You lose: the assassin was touched." in said(play_on(dead, "assassin"))


@pytest.mark.parametrize("rules", ["duo", "duet", "classic", "solo"])
def test_people_on_all_seats_play_every_game_to_its_ends(tmp_path, rules):
    won = sit(tmp_path, rules, hot_seat=True)
    text = said(play_on(won, "win"))
    assert ending(won) == "found"
    assert ("wins" in text) == (rules == "classic")
    dead = sit(tmp_path, rules, hot_seat=True)
    play_on(dead, "assassin")
    assert ending(dead) == "assassin"


def test_a_screen_is_cleared_before_another_person_sees_a_key(tmp_path):
    session = sit(tmp_path, "duo", hot_seat=True)
    first = session.open()
    assert isinstance(first[0], Clear)
    assert not any(isinstance(event, Show) for event in first)
    assert "press Enter when the other looks away" in session.prompt
    shown = session.feed("")
    assert isinstance(shown[0], Clear)
    assert isinstance(shown[-1], Show)
    clued = session.feed("reservoir 1")
    assert isinstance(clued[0], Clear)
    assert not any(isinstance(event, Show) for event in clued)


def test_the_spymasters_key_leaves_the_screen_before_guessers_look(tmp_path):
    session = sit(tmp_path, "classic", hot_seat=True)
    session.open()
    board = session.feed("")[-1]
    assert board.look.has_key
    events = session.feed("reservoir 1")
    assert isinstance(events[0], Clear)
    assert "all may look" in session.prompt
    board = session.feed("")[-1]
    assert not board.look.has_key


def test_a_game_that_is_left_while_the_other_looks_away_is_saved(tmp_path):
    session = sit(tmp_path, "duo", hot_seat=True)
    session.open()
    assert "cluejam play --resume" in said(session.feed("quit"))
    assert session.finished
    assert not read_game(session.writer.path).is_over


def guessing(tmp_path, **wishes):
    """Return a session in which the person is to guess."""
    session = sit(tmp_path, "duo", seat="guesser", **wishes)
    session.open()
    assert session.game.due is Move.GUESS
    return session


def giving(tmp_path, rules="duo", **wishes):
    session = sit(tmp_path, rules, seat="spymaster", **wishes)
    session.open()
    assert session.game.due is Move.CLUE
    return session


def test_a_card_is_named_by_word_number_or_prefix(tmp_path):
    for shape in ("{word}", "{number}", "  {prefix} ", "{upper}"):
        session = guessing(tmp_path)
        place = session.game.setup.words.index("emperor")
        line = shape.format(word="emperor", number=place + 1, prefix="emp", upper="EMPEROR")
        assert "touch EMPEROR" in said(session.feed(line))


def test_a_near_miss_is_asked_back(tmp_path):
    session = guessing(tmp_path)
    before = session.game
    assert session.feed("emperro") == []
    assert session.prompt == "Did you mean EMPEROR? (y/n) "
    assert "answer y or n" in said(session.feed("maybe"))
    assert "then something else" in said(session.feed("n"))
    assert session.game is before
    session.feed("emperro")
    assert "touch EMPEROR" in said(session.feed("y"))


@pytest.mark.parametrize("yes", ["y", "Yes", "EMPEROR", " emperor "])
def test_the_right_word_or_a_yes_answers_whether_a_card_was_meant(tmp_path, yes):
    session = guessing(tmp_path)
    session.feed("emperro")
    assert "touch EMPEROR" in said(session.feed(yes))


def test_another_card_or_no_is_no_yes(tmp_path):
    session = guessing(tmp_path)
    before = session.game
    session.feed("emperro")
    assert "answer y or n" in said(session.feed(session.game.setup.words[0]))
    assert "then something else" in said(session.feed("NO"))
    assert session.game is before


def test_what_is_no_card_is_refused_and_changes_nothing(tmp_path):
    session = guessing(tmp_path)
    before = session.game
    for line, reason in (
        ("zzz", "no card is called 'zzz'"),
        ("26", "numbered from 1 to 25"),
        ("0", "numbered from 1 to 25"),
        ("zebra 1", "it is your turn to guess"),
        ("zebra 2: page, pearl", "it is your turn to guess"),
        ("p", "PAGE, PAINTER, PEARL, PEACH or PUMP"),
        ("", "type a move"),
        ("x" * 400, "has 400 characters"),
        ("undo", "a clue cannot be taken back"),
    ):
        assert reason in said(session.feed(line)), line
    assert session.game is before


def test_a_covered_card_is_refused(tmp_path):
    session = guessing(tmp_path)
    own = session.game.setup.words[places(session.game, AGENT)[0]]
    session.feed(own)
    assert f"{own.upper()} is covered already" in said(session.feed(own))
    assert "a touch cannot be taken back" in said(session.feed("undo"))


def test_what_a_covered_card_of_classic_looks_like_is_said_as_it_looks(tmp_path):
    """All words are in capitals; a covered card says OURS or THEIRS where an open one says ours or theirs."""
    session = sit(tmp_path, "classic")
    session.open()
    place = places(session.game, AGENT)[0]
    shown = screen(session, session.feed(session.game.setup.words[place]) + session.feed("board"))
    assert "OURS: covered, /u by us" in shown
    assert "OURS/u" in shown.replace(" ", "")


def test_the_first_guess_of_classic_may_not_be_passed(tmp_path):
    session = sit(tmp_path, "classic")
    session.open()
    assert said(session.feed("pass")) == "the first guess of a turn may not be passed"


def test_a_clue_that_may_not_be_given_is_refused_with_the_reason(tmp_path):
    session = giving(tmp_path)
    own, second = (session.game.setup.words[place] for place in places(session.game, AGENT)[:2])
    other = session.game.setup.words[places(session.game, BYSTANDER)[0]]
    before = session.game
    for line, reason in (
        (f"{own} 1", f"'{own}'"),
        (f"{other}s 1", f"'{other}'"),
        ("two words 1", "is more than one word"),
        ("river", "say how many cards 'river' is meant for"),
        ("5", "a clue is due"),
        ("river 0", "from 1 to 9"),
        ("river 12", "from 1 to 9"),
        ("river unlimited", "from 1 to 9"),
        (f"river 2: {own}", "you said 2 and named 1 card"),
        (f"river 1: {own}, {second}", "you said 1 and named 2 cards"),
        (f"river 1: {other}", f"{other.upper()} is no card of yours"),
        (f"river 2 {own}", f"'river 2: {own}'"),
        (f"river 2: {own}, {own}", f"{own.upper()} is named twice"),
        ("xyzzyplugh 1", "does not know the word 'xyzzyplugh'"),
        ("pass", "a clue is due"),
        ("undo", "there is nothing to take back yet" if not before.log else "cannot be taken back"),
        ("river :", "name the cards after the colon"),
        ("river 2:", "name the cards after the colon"),
        ("river 2 : ,", "name the cards after the colon"),
        ("r2d2 1", "mixes letters and digits"),
        ("\x1b[A\x00 1", "a clue is"),
    ):
        assert reason in said(session.feed(line)), line
        assert session.game is before, line


def test_a_questionable_clue_asks_for_confirmation(tmp_path):
    session = sit(tmp_path, "solo", hot_seat=True)
    session.open()
    session.feed("")
    before = session.game
    assert session.feed("well-known 1") == []
    assert "hyphen" in session.prompt
    session.feed("n")
    assert session.game is before
    session.feed("well-known 1")
    session.feed("y")
    assert session.game.log[0].clue == "well-known"


def test_named_cards_are_kept_and_their_count_is_the_number(tmp_path):
    session = giving(tmp_path)
    two = places(session.game, AGENT)[:2]
    turn = len(session.game.log)
    names = [session.game.setup.words[place] for place in two]
    assert "touches" in said(session.feed(f"elephant: {names[0]}, {two[1] + 1}"))
    assert session.game.log[turn].number == 2
    assert session.game.targets[turn] == tuple(two)
    assert read_game(session.writer.path).game.targets[turn] == tuple(two)


def test_a_card_that_is_meant_may_be_its_number_also_a_single_one(tmp_path):
    session = giving(tmp_path)
    turn, place = len(session.game.log), places(session.game, AGENT)[0]
    session.feed(f"elephant 1: {place + 1}")
    assert session.game.log[turn].clue == "elephant"
    assert session.game.targets[turn] == (place,)


def test_it_is_told_that_agents_think_after_what_the_person_did(tmp_path):
    session = giving(tmp_path)
    assert said(session.feed("reservoir 1")).startswith("... thinking\nYour partner ")
    session = guessing(tmp_path)
    steps = iter(session.steps(session.game.setup.words[places(session.game, BYSTANDER)[0]]))
    log = session.game.log
    assert "You touch" in next(steps).text
    assert session.agent_is_due
    assert next(steps).text == "... thinking"
    assert session.game.log == log


def test_what_was_typed_ahead_may_be_a_clue_but_no_touch_and_no_answer(tmp_path):
    assert not giving(tmp_path).needs_fresh_answer
    session = guessing(tmp_path)
    assert session.needs_fresh_answer
    hot = sit(tmp_path, "duo", hot_seat=True)
    hot.open()
    assert hot.needs_fresh_answer
    hot.feed("")
    assert not hot.needs_fresh_answer


def test_the_history_has_the_touches_of_the_turn_under_way_and_the_board_says_what_it_left_out(tmp_path):
    session = guessing(tmp_path)
    assert "1. partner: " in screen(session, session.feed("history"))
    place = places(session.game, AGENT)[0]
    session.feed(str(place + 1))
    assert session.game.setup.words[place].upper() in screen(session, session.feed("history"))
    while len(session.game.past) < 4:
        assert "earlier: history" not in screen(session, session.feed("board"))
        session.feed("pass" if session.game.due is Move.GUESS else answer(session.game, "slow"))
    assert "... 1 earlier: history" in screen(session, session.feed("board"))


def test_a_touch_for_an_earlier_clue_is_explained_so(tmp_path):
    session = sit(tmp_path, "solo", hot_seat=True)
    session.open()
    session.feed("")
    first, second, third = places(session.game, AGENT)[:3]
    for line in (
        f"roomy 2: {first + 1}, {second + 1}",
        "",
        f"{first + 1}",
        "pass",
        "",
        f"reservoir 1: {third + 1}",
    ):
        session.feed(line)
    session.feed("")
    session.feed(str(second + 1))
    story = said(play_on(session, "win"))
    assert " ".join(story.split()).count("for the earlier clue ROOMY, right") == 1


def test_a_touch_that_the_partners_own_key_spoke_for_is_explained_so(tmp_path):
    """LIEDA is nearest to an assassin on the partner's key, which in duo is no agent card of the giver's."""
    files, _ = own_world(tmp_path)
    game = sit(tmp_path, "duo", hot_seat=True, files=files).game
    words, giver = game.setup.words, int(game.state.giver[0])
    # the partner gives the first clue
    own, theirs = game.state.keys[0, 1 - giver], game.state.keys[0, giver]
    meant = int(np.flatnonzero(own == AGENT)[0])
    nearer = int(np.flatnonzero(theirs == ASSASSIN)[0])
    write_vectors(tmp_path, lieda={words[nearer]: 0.8, words[meant]: 0.6})
    space = f'embedding=file("{tmp_path / "own.vec"}")'
    partner = f"margin({space}) > bayes({space}, clock=false, sharpness=20)"
    session = sit(tmp_path, "duo", seat="spymaster", files=files, partner=partner)
    session.open()
    session.feed("lieda 1")
    assert session.game.log[1].touches[0].place == meant
    story = said(tell_story(session.brains, session.scenes, session.game, session.options.helper))
    assert "2nd nearest, likelier by its own key" in " ".join(story.split())
    assert not re.search(r"the nearest,\s+(likelier|safer)", story)
    # one that does not look at its key has no such reason, wherever it touches
    session.brains.agent(GUESSERS.kind, session.options.helper.guesser).own_key = False
    told = said(tell_story(session.brains, session.scenes, session.game, session.options.helper))
    assert "2nd nearest" in " ".join(told.split())
    assert "own key" not in told


def test_a_touch_that_the_partner_read_for_an_older_clue_is_explained_so(tmp_path):
    """LIEDA 3 is for two own cards with a bystander between; after LIEDB the partner goes back to LIEDA."""
    files, _ = own_world(tmp_path)
    cards = sit(tmp_path, "solo", hot_seat=True, files=files).game
    words = cards.setup.words
    first, second, third = places(cards, AGENT)[:3]
    between = places(cards, BYSTANDER)[0]
    write_vectors(
        tmp_path,
        lieda={words[first]: 0.9, words[between]: 0.7, words[second]: 0.6},
        liedb={words[third]: 1.0},
    )
    space = f'embedding=file("{tmp_path / "own.vec"}")'
    partner = f"margin({space}) > bayes({space}, clock=false, memory=0.9, sharpness=6)"
    session = sit(tmp_path, "solo", seat="spymaster", files=files, partner=partner)
    assert session.game.setup.words == words
    session.open()
    session.feed("lieda 3")
    assert [touch.place for touch in session.game.log[0].touches] == [first, between]
    session.feed("liedb 2")
    assert {touch.place for touch in session.game.log[1].touches} == {third, second}
    story = " ".join(
        said(tell_story(session.brains, session.scenes, session.game, session.options.helper)).split()
    )
    assert story.count("read for") == 1
    touched = story[story.index(f"{words[second].upper()} ", story.index("2. You: LIEDB 2")) :]
    assert touched.split("(")[1].startswith("read for the earlier clue LIEDA, right")


def test_places_are_spoken():
    assert [_ordinal(n) for n in (2, 3, 4, 11, 12, 13, 21, 22, 23, 25)] == (
        ["2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "23rd", "25th"]
    )


def test_more_cards_than_are_left_cannot_be_meant(tmp_path):
    session = giving(tmp_path)
    assert "you have 9 cards left to find" not in said(session.feed("reservoir 9"))
    session = giving(tmp_path, "solo(own=2, other=8, bystander=14, assassin=1)")
    assert said(session.feed("reservoir 3")) == "3 is too many: you have 2 cards left to find"


def test_commands_are_answered(tmp_path):
    session = guessing(tmp_path)
    assert "To touch a card" in said(session.feed("help"))
    assert "To touch a card" in said(session.feed("?"))
    assert isinstance(session.feed("rules")[0], ShowRules)
    assert isinstance(session.feed("history")[0], ShowHistory)
    assert isinstance(session.feed("board")[0], Show)
    assert "nearest to" in said(session.feed("hint"))
    assert read_game(session.writer.path).asides[0]["hint"] is True
    assert "cluejam play --resume" in said(session.feed("quit"))


def test_a_hint_for_a_giver_is_a_clue_that_may_be_given(tmp_path):
    session = giving(tmp_path)
    told = said(session.feed("hint"))
    clue, number = told.split("an agent would say ")[1].split(",")[0].split(" ")
    before = len(session.game.log)
    session.feed(f"{clue} {number}")
    assert session.game.log[before].clue == clue.lower()


def test_the_coach_tells_after_the_turn_how_the_field_reads_a_clue(tmp_path):
    session = giving(tmp_path, coach=True)
    text = said(session.feed("reservoir 2"))
    assert "coach: how a field of agents reads RESERVOIR 2" in text
    touch, coach = text.index("touches"), text.index("coach:")
    assert touch < coach
    quiet = giving(tmp_path)
    assert "coach:" not in said(quiet.feed("reservoir 2"))


@pytest.mark.parametrize("partner", ["news", "robust"])
def test_a_word_that_is_only_understood_is_taken_by_the_partner_the_coach_and_the_story(tmp_path, partner):
    session = giving(tmp_path, coach=True, partner=partner)
    text = said(session.feed("giraffe 1"))
    turn = next(turn for turn in session.game.log if turn.clue == "giraffe")
    assert turn.touches or "passes" in text
    coached = text[text.index("coach: how a field of agents reads GIRAFFE 1") :].splitlines()
    names = ["use", "minilm", "glove50", "wordnet-gloss", "careful, all"]
    assert [line[2:16].strip() for line in coached[1:6]] == names
    told = said(tell_story(session.brains, session.scenes, session.game, session.options.helper))
    assert "GIRAFFE 1" in told


CARDS = [f"brot{sign}k" for sign in "abcdefghijklmnopqrstuvwxyzäöü"]
CLUES = [f"lied{sign}" for sign in "abcdefghijklmnopqrstuvwxyzäöü"]


def write_vectors(folder, **near):
    """Write vectors of the own world: every card has its own direction, a clue those of cards, or any."""
    rng = np.random.default_rng(3)
    vectors = dict(zip(CARDS, np.eye(len(CARDS)), strict=True))
    for clue in CLUES:
        cards = near.get(clue, {})
        vectors[clue] = sum((share * vectors[card] for card, share in cards.items()), np.zeros(len(CARDS)))
        vectors[clue] += rng.normal(size=len(CARDS)) * (0.01 if cards else 1)
    rows = [f"{word} {' '.join(f'{x:.4f}' for x in vector)}" for word, vector in vectors.items()]
    (folder / "own.vec").write_text("\n".join(rows) + "\n", encoding="utf-8")


def own_world(folder):
    """Return files of board words, clue words and vectors that nobody has shipped, and a partner in them."""
    for name, words in (("cards", CARDS), ("clues", CLUES)):
        (folder / f"{name}.txt").write_text("\n".join(["# language: de", *words]) + "\n", encoding="utf-8")
    write_vectors(folder)
    space = f'embedding=file("{folder / "own.vec"}")'
    files = WordFiles(str(folder / "cards.txt"), str(folder / "clues.txt"))
    return files, f"margin({space}) > nearest({space})"


def test_the_coach_thinks_in_the_partners_vectors_where_no_other_agent_knows_the_words(tmp_path):
    files, partner = own_world(tmp_path)
    session = giving(tmp_path, coach=True, files=files, partner=partner)
    text = said(session.feed("liedq 1"))
    coached = text[text.index("coach: how a field of agents reads LIEDQ 1") :].splitlines()
    assert [line.split("  ")[1].strip() for line in coached[1:3]] == ["your partner", "careful"]
    # the partner reads it as it has touched: up to the number, or until a card was wrong
    turn = next(turn for turn in session.game.log if turn.clue == "liedq")
    for touch in turn.touches:
        assert session.game.setup.words[touch.place].upper() in coached[1]
    assert not session.finished


def test_after_the_game_every_clue_and_guess_is_explained(tmp_path):
    session = sit(tmp_path, "duo(turns=20)")
    events = play_on(session, "win")
    story = next(event.text for event in events if getattr(event, "text", "").startswith("What the clues"))
    for place, turn in enumerate(session.game.log, start=1):
        assert f"\n{place}. " in story
        assert f"{turn.clue.upper()} {turn.number}" in story
    assert story.count("   meant for:") == sum(bool(targets) for targets in session.game.targets)
    assert story.count("dangers:") == len(session.game.log)
    assert "(assassin)" in story


def test_a_giver_says_its_own_clue_again_only_when_its_words_are_used_up(tmp_path):
    """One card is found a turn, so that no clue has failed, and the best one is often the same again."""
    (tmp_path / "four.txt").write_text("ocean\nmusic\nwinter\nkitchen\n")
    files = WordFiles(lexicon=str(tmp_path / "four.txt"))
    session = sit(tmp_path, "solo", files=files)
    session.open()
    while not session.finished:
        touched = session.game.log[-1].touches
        session.feed("pass" if touched else session.game.setup.words[places(session.game, AGENT)[0]])
    clues = [turn.clue for turn in session.game.log]
    assert len(clues) > 4
    assert set(clues[:4]) == {"ocean", "music", "winter", "kitchen"}
    assert set(clues[4:]) <= set(clues[:4])


def test_sudden_death_goes_on_without_clues(tmp_path):
    session = sit(tmp_path, "duet(turns=1, sudden_death=true)", hot_seat=True)
    text = said(play_on(session, "win"))
    assert "no clue (sudden death)" in text
    assert ending(session) in ("found", "sudden-death")
    assert session.game.log[-1].clue is None


def test_wishes_that_cannot_be_met_are_told(tmp_path):
    from cluejam_ai.errors import CluejamError

    for wishes, reason in (
        ({"rules": "chess"}, "unknown ruleset 'chess'"),
        ({"level": "mad"}, "unknown level 'mad'"),
        ({"partner": "robst"}, "did you mean 'robust'"),
        ({"hot_seat": True, "seat": "guesser"}, "leave out --seat"),
        ({"rules": "duo(illegal_clue=lose_turn)"}, "leave out illegal_clue"),
        ({"name": "a\tb"}, "printable"),
        ({"files": WordFiles(words="nowhere.txt")}, "nowhere.txt"),
        ({"files": WordFiles(lexicon="nowhere.txt")}, "nowhere.txt"),
    ):
        with pytest.raises(CluejamError, match=reason):
            sit(tmp_path, **wishes)
    assert list(tmp_path.iterdir()) == []


def test_agents_that_think_in_no_space_can_be_partners(tmp_path):
    session = sit(tmp_path, "duo(turns=3)", partner="random > random")
    text = said(play_on(session, "slow"))
    assert "What the clues were meant for:" in text
    assert "dangers:" not in text


def test_people_play_in_any_language(tmp_path):
    words = [f"wort{letter}" for letter in "abcdefghijklmnopqrstuvwxyzäöü"]
    (tmp_path / "deutsch.txt").write_text("# language: de\n" + "\n".join(words), encoding="utf-8")
    session = sit(tmp_path, "duo", hot_seat=True, files=WordFiles(str(tmp_path / "deutsch.txt")))
    session.open()
    session.feed("")
    assert "no hint:" in said(session.feed("hint"))
    own = session.game.setup.words[places(session.game, AGENT)[0]]
    assert "not allowed" in said(session.feed(f"{own} 1"))
    session.feed("flöte 1")
    assert session.game.log[0].clue == "flöte"
    session.feed("")
    assert "What the clues were meant for" in said(play_on(session, "assassin"))


@pytest.mark.parametrize(
    "rules, wishes, seats",
    [
        ("duo", {}, "You and your partner, an agent, give clues and guess in turn."),
        ("duet", {"seat": "guesser"}, "You guess; an agent beside you gives clues for your side."),
        ("duo", {"seat": "spymaster"}, "You give clues; an agent beside you guesses for your side."),
        ("classic", {"seat": "spymaster"}, "You give clues to an agent, against two agents."),
        ("classic", {"seat": "team"}, "Your team guesses on an agent's clues, against two agents."),
        ("solo", {}, "You guess on an agent's clues; the other team never plays."),
        ("classic", {"hot_seat": True}, "Teams A and B share the keyboard"),
        ("duo", {"hot_seat": True}, "Players A and B share the keyboard"),
    ],
)
def test_a_person_is_told_first_who_sits_where(tmp_path, rules, wishes, seats):
    session = sit(tmp_path, rules, **wishes)
    told = next(event for event in session.open() if not isinstance(event, Clear))
    assert seats in said([told])
    # the rules' table: in duo no pair of assassin and agent, in duet one
    keys = {"duo": "is never an agent", "duet": "may be an agent"}
    assert [text for text in keys.values() if text in said([told])] == (
        [keys[rules]] if rules in keys else []
    )


def test_marks_are_explained_when_there_are_some(tmp_path):
    session = sit(tmp_path, "duo", seat="guesser")
    first = screen(session, session.open())
    assert "/y" not in first
    assert "/p" not in first
    neutral = places(session.game, BYSTANDER)[0]
    after = screen(session, session.feed(str(neutral + 1)))
    assert "/y you touched it: neutral on the other key" in after


def test_a_clue_is_shown_with_its_cards_and_touches_and_help_tells_of_the_one_more(tmp_path):
    session = sit(tmp_path, "duo", hot_seat=True)
    session.open()
    session.feed("")
    session.feed("zebra 2")
    assert "(for 2 cards, at most 3 touches)" in screen(session, session.feed(""))
    assert "one card more than the clue's number" in said(session.feed("help"))
    plain = sit(tmp_path, "duo(bonus_guess=false)", hot_seat=True)
    plain.open()
    for line in ("", "zebra 1"):
        plain.feed(line)
    assert "(for 1 card, at most 1 touch)" in screen(plain, plain.feed(""))
    assert "one card more" not in said(plain.feed("help"))


def test_a_giver_is_told_how_many_cards_of_the_own_key_are_left(tmp_path):
    session = sit(tmp_path, "duo", hot_seat=True)
    session.open()
    assert "agents left: 15 (9 on your key)" in screen(session, session.feed(""))
    session.feed("zebra 1")
    assert "on your key" not in screen(session, session.feed("")).split("turns left")[0]


@pytest.mark.parametrize("rules", ["duo", "duet", "classic"])
def test_cards_that_were_not_found_are_named_after_the_game(tmp_path, rules):
    session = sit(tmp_path, rules)
    text = " ".join(said(play_on(session, "assassin" if rules == "classic" else "slow")).split())
    game = session.game
    told = text[text.index("Not found: ") :].split(" What the clues were meant for")[0]
    for place, word in enumerate(game.setup.words):
        roles = [int(key[place]) for key in game.setup.keys[0]]
        touched = bool(game.state.covered[0, place])
        wanted = AGENT in roles or (rules == "classic" and ASSASSIN in roles)
        assert (f"{word.upper()}," in told or f"{word.upper()} (" in told) == (wanted and not touched), word


def test_lists_of_two_people_name_them(tmp_path):
    session = sit(tmp_path, "duo", hot_seat=True)
    giver = "AB"[session.game.team]
    session.open()
    for line in ("", "zebra 1", "", "pass", ""):
        session.feed(line)
    out = StringIO()
    talk = Talk(Console(file=out, width=80), session.game.setup.ruleset, ASCII, seat_names(session.game))
    talk.print(session.feed("history"))
    assert f"1. {giver}: ZEBRA 1" in out.getvalue()
    assert seat_names(sit(tmp_path, "duo").game) == ()


def test_what_endangers_their_clues_is_called_ours(tmp_path):
    session = sit(tmp_path, "classic", level="hard")
    text = said(play_on(session, "slow"))
    story = text[text.index("What the clues were meant for") :]
    theirs = "".join(part for part in re.split(r"\n(?=\d+\. )", story) if ". Their spymaster" in part)
    ours = "".join(part for part in re.split(r"\n(?=\d+\. )", story) if ". Your spymaster" in part)
    assert "(yours" in theirs
    assert "(the other team's" not in theirs
    assert "(yours" not in ours
    assert "neutral" not in story
