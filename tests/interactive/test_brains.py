import numpy as np
import pytest

from cluejam_ai.agents.spymasters.people_listener import PeopleListenerSpymaster
from cluejam_ai.embeddings.similarity import similarity_table
from cluejam_ai.errors import EmbeddingError
from cluejam_ai.game.cards import AGENT, PASS
from cluejam_ai.interactive.at_table import AtTable
from cluejam_ai.interactive.brains import Brains
from cluejam_ai.interactive.familiar import better, familiar_part, without_card_parts, worth_to
from cluejam_ai.interactive.game import begin, say, touch
from cluejam_ai.interactive.partners import LEVELS, find_partner
from tests.interactive.people import places
from tests.interactive.tables import sit


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    return sit(tmp_path_factory.mktemp("games"), "duo", partner="sentence")


def clue_of_level(session, familiar: int) -> tuple[str, int, tuple[int, ...]]:
    brains = Brains(session.brains.workshop, familiar)
    return brains.clue(begin(session.game.setup), session.options.helper.spymaster)


def test_familiar_words_come_before_rare_ones(session):
    lexicon = session.brains.workshop.lexicon
    ranks = {n: lexicon.index()[clue_of_level(session, n)[0]] for n in (500, 10_000)}
    assert ranks[500] <= ranks[10_000]
    part = familiar_part(session.brains.resources(session.options.helper.spymaster), 500)
    assert set(range(500, 10_000)) <= set(part.similarity.unknown)
    assert (part.similarity.unknown < 500).sum() < 100
    # a clue is as close to a card as before, for rare words count where words are ranked
    whole = session.brains.resources(session.options.helper.spymaster)
    assert np.array_equal(part.closeness, whole.closeness)
    assert part.clues == lexicon.clues


def test_a_rare_word_is_given_only_if_it_is_worth_clearly_more(session):
    brains, spec = session.brains, session.options.helper.spymaster
    view = brains.spymaster_view(begin(session.game.setup))
    resources = brains.resources(spec)
    agent = brains.agent("spymaster", spec)
    worth = worth_to(agent, resources)
    best = agent.give_clues(view, np.zeros(1, dtype=np.uint64), {})
    poor = type(best)(np.array([0]), best.number, best.targets)
    assert worth(best, view) > worth(poor, view) + 0.4
    assert better(poor, best, view, worth) is best
    assert better(best, poor, view, worth) is best
    assert better(best, best, view, worth) is best
    assert better(poor, best, view, worth, margin=9.0) is poor
    assert LEVELS["easy"].margin > LEVELS["normal"].margin > LEVELS["hard"].margin


@pytest.mark.parametrize(
    "spec, measured",
    [("people-listener", True), ("margin(embedding=use)", True), ("random", False)],
)
def test_what_a_clue_is_worth_is_asked_of_the_spymaster_or_of_a_listener_in_its_vectors(
    session, spec, measured
):
    game = begin(session.game.setup)
    seated, resources = session.brains._giver(game, spec, 10_000)
    assert (worth_to(seated.agent, resources) is not None) is measured


def test_a_spymaster_of_several_spaces_says_familiar_words_too(session):
    """It looks its words up through other embeddings, where the rare ones must be barred as well."""
    game = begin(session.game.setup)
    view = session.brains.spymaster_view(game)
    for n_words in (300, 1000):
        seated, _ = session.brains._giver(game, "people-listener", n_words)
        word = seated.agent.give_clues(view, np.zeros(1, dtype=np.uint64), {}).word[0]
        assert word < n_words
    strict = without_card_parts(session.brains.workshop.resources(None), game.setup.words)
    assert np.array_equal(strict.through("use").verdicts, strict.verdicts)


@pytest.mark.parametrize("spec", ["people-listener(families=glove50)", "margin(embedding=glove50)"])
def test_a_spymaster_that_is_kept_from_a_word_gives_another_as_familiar(session, spec):
    game = begin(session.game.setup)
    view = session.brains.spymaster_view(game)
    clues = session.brains.workshop.lexicon.clues
    said: list[str] = []
    for _ in range(3):
        seated, resources = session.brains._giver(game, spec, 500, frozenset(said))
        word = int(seated.agent.give_clues(view, np.zeros(1, dtype=np.uint64), {}).word[0])
        assert word < 500
        assert clues[word] not in said
        said.append(clues[word])
    assert resources.verdicts.sum() > session.brains._giver(game, spec, 500)[1].verdicts.sum()


def test_tables_that_were_shared_are_those_it_would_have_made(session):
    game = begin(session.game.setup)
    spec = "people-listener(families=glove50)"
    whole, familiar = (session.brains._giver(game, spec, n)[0].agent for n in (10_000, 500))
    assert familiar._scores is whole._scores
    resources = familiar_part(session.brains._giver(game, spec, 10_000)[1], 500)
    own = PeopleListenerSpymaster(resources, families="glove50")
    assert np.array_equal(own._scores, whole._scores)
    assert np.array_equal(own._weights, whole._weights)


def test_a_clue_that_begins_or_ends_with_a_card_is_not_given_to_people(session):
    """RINGGIT beside RING: the words have nothing in common, but the eye sees a part of the board."""
    resources = session.brains.resources(session.options.helper.spymaster)
    pairs = [
        (card, clue)
        for card in ("ring", "star", "boy scout")
        for clue in resources.clues
        if any(clue.startswith(part) or clue.endswith(part) for part in card.split())
    ]
    strict = without_card_parts(resources, ("ring", "star", "boy scout"))
    place = {word: place for place, word in enumerate(resources.words)}
    order = {clue: place for place, clue in enumerate(resources.clues)}
    before = [resources.verdicts[place[card], order[clue]] for card, clue in pairs]
    assert not all(before)
    assert all(strict.verdicts[place[card], order[clue]] for card, clue in pairs)
    changed = np.argwhere(strict.verdicts != resources.verdicts)
    assert len(changed) == before.count(0)


def test_the_spymaster_at_the_table_obeys_that(session):
    game = begin(session.game.setup)
    brains, spec = session.brains, session.options.helper.spymaster
    strict = without_card_parts(brains.resources(spec), game.setup.words)
    for n_words in (500, len(strict.clues)):
        seated, resources = brains._giver(game, spec, n_words)
        assert np.array_equal(resources.verdicts, strict.verdicts)
        assert seated.agent is not brains.agent("spymaster", spec)
    assert (strict.verdicts != brains.resources(spec).verdicts).any()


def test_the_numbers_and_targets_of_a_clue_agree_and_are_own_cards(session):
    _, number, meant = clue_of_level(session, 4000)
    key = session.game.state.keys[0, int(begin(session.game.setup).state.giver_key[0])]
    assert number == len(meant)
    assert all(key[place] == AGENT for place in meant)


def test_a_guesser_reads_a_clue_that_spymasters_do_not_give(session):
    brains, helper = session.brains, session.options.helper
    inside = brains.workshop.lexicon
    guessed = next(word for word in inside.words[inside.n_clues :] if word.isalpha())
    brains.knows(guessed, helper.guesser)
    game = say(begin(session.game.setup), guessed, 1)
    place = brains.guess(game, helper.guesser)
    near = brains.similarity(helper.guesser, game, guessed)
    assert near.shape == (25,)
    assert place == PASS or near[place] >= np.median(near)
    with pytest.raises(EmbeddingError, match="xyzzyplugh"):
        brains.knows("xyzzyplugh", helper.guesser)


def test_a_guesser_of_several_spaces_reads_a_clue_that_no_lexicon_has(session):
    """The words are added in every embedding that it looks into, and one unknown to any is refused."""
    brains, guesser = session.brains, "people(families=glove50)"
    game = begin(session.game.setup)
    inside = brains.workshop.lexicon
    guessed = next(word for word in inside.words[inside.n_clues :] if word.isalpha())
    brains.knows(guessed, guesser)
    place = brains.guess(say(game, guessed, 1), guesser)
    view = brains.guesser_view(say(game, guessed, 1))
    vectors = brains.workshop.embedding("glove50")
    near = similarity_table(vectors, game.setup.words, [guessed]).values[:, 0]
    # by rank among a card's clues, so that the nearest in cosine is at least among the first
    assert (near > near[place]).sum() < 5
    assert view.touchable[0, place]
    with pytest.raises(EmbeddingError, match="xyzzyplugh"):
        brains.knows("xyzzyplugh", guesser)


def test_a_clue_outside_the_lexicon_does_not_disturb_the_spymaster(session):
    """The clue before is longer than the spymaster's tables, which end with the lexicon."""
    inside = session.brains.workshop.lexicon
    guessed = inside.words[inside.n_clues]
    game = say(begin(session.game.setup), guessed, 1)
    game = touch(game, places(game, AGENT)[0])
    game = touch(game, PASS)
    word, _, _ = session.brains.clue(game, session.options.helper.spymaster)
    assert word in inside.clues


def test_the_partner_of_a_level_gives_in_a_run_what_it_gives_a_person(session):
    workshop = session.brains.workshop
    given = set()
    for name, level in LEVELS.items():
        brains, spec = Brains(workshop, level.familiar, level.margin), find_partner("robust", level).spymaster
        game = begin(session.game.setup)
        word, number, places = brains.clue(game, spec)
        at_table = AtTable(workshop.resources(None), level=name)
        clues = at_table.give_clues(brains.spymaster_view(game), np.zeros(1, dtype=np.uint64), {})
        assert workshop.lexicon.clues[int(clues.word[0])] == word
        assert int(clues.number[0]) == number
        assert tuple(np.flatnonzero(clues.targets[0])) == places
        given.add(word)
    assert len(given) > 1
