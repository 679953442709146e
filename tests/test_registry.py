import sys
from textwrap import dedent

import pytest

from cluejam_ai.errors import CluejamError, UnknownNameError
from cluejam_ai.registry import Registry
from cluejam_ai.specs import ComponentSpec, parse_spec


class Nearest:
    """Touches what is nearest.

    More about it.
    """

    def __init__(
        self, resources, *, fear: float = 1.0, depth: int = 3, wary: bool = False, words: str = "use"
    ):
        self.resources = resources
        self.settings = (fear, depth, wary, words)


NEAREST = ComponentSpec("nearest")


class Averse:
    def __init__(self, resources, path, *, cost, slack=None, inner=NEAREST):
        self.settings = (resources, path, cost, slack, inner)


@pytest.fixture
def guessers():
    registry = Registry("guesser")
    registry.register("nearest")(Nearest)
    registry.register("averse")(Averse)
    return registry


def resolved(registry, text):
    return str(registry.resolve(parse_spec(text)))


# names


def test_names_are_listed_in_alphabetical_order(guessers):
    assert guessers.names() == ["averse", "nearest"]


def test_the_decorator_leaves_the_class_as_it_is(guessers):
    assert guessers.register("again")(Nearest) is Nearest


def test_an_unknown_name_suggests_the_nearest(guessers):
    with pytest.raises(UnknownNameError, match=r"^unknown guesser 'neerest'; did you mean 'nearest'\?$"):
        guessers.entry("neerest")


def test_a_far_off_name_lists_the_known_ones(guessers):
    with pytest.raises(UnknownNameError, match=r"^unknown guesser 'q'; known are averse, nearest$"):
        guessers.build(parse_spec("q"))


def test_two_things_may_not_have_one_name(guessers):
    with pytest.raises(CluejamError, match=r"^two guessers are called 'nearest'; rename one of them$"):
        guessers.register("nearest")(Averse)
    assert guessers.entry("nearest").factory is Nearest


def test_the_same_thing_may_be_registered_again(guessers):
    guessers.register("nearest")(Nearest)
    assert guessers.names() == ["averse", "nearest"]


@pytest.mark.parametrize(
    "told, source",
    [
        ('Source: Kim et al., "A\nB", AIIDE 2019. More of it.', 'Kim et al., "A B", AIIDE 2019'),
        ("Source: Luce's rule (1959), drawn.", "Luce's rule (1959)"),
        ("Source: nobody knows. Really.", "nobody knows"),
        ("No word of it.", ""),
    ],
)
def test_the_source_is_whose_idea_it_is_up_to_the_year(guessers, told, source):
    class Cited:
        pass

    Cited.__doc__ = f"Does it.\n\nNotes\n-----\n{told}\n"
    guessers.register("cited")(Cited)
    assert guessers.entry("cited").source == source


def test_the_summary_is_the_first_line_of_the_docstring(guessers):
    assert guessers.entry("nearest").summary == "Touches what is nearest."
    assert guessers.entry("averse").summary == ""


def test_functions_can_be_registered_too():
    registry = Registry("metric")

    @registry.register("twice")
    def twice(value, *, plus: int = 0):
        return 2 * value + plus

    assert registry.build(parse_spec("twice(plus=1)"), 5) == 11


# parameters


def test_the_defaults_are_those_of_the_signature(guessers):
    assert guessers.entry("nearest").defaults() == {
        "fear": 1.0,
        "depth": 3,
        "wary": False,
        "words": "use",
    }


def test_a_keyword_without_a_default_is_required_and_has_none(guessers):
    assert guessers.entry("averse").required() == ["cost"]
    assert guessers.entry("averse").defaults() == {"slack": None, "inner": NEAREST}


def test_resolving_fills_in_every_default_in_order(guessers):
    assert resolved(guessers, "nearest") == "nearest(depth=3, fear=1.0, wary=false, words=use)"
    assert resolved(guessers, "nearest(wary=true)") == "nearest(depth=3, fear=1.0, wary=true, words=use)"


def test_resolving_twice_changes_nothing_more(guessers):
    once = guessers.resolve(parse_spec("nearest(fear=2)"))
    assert guessers.resolve(once) == once
    assert guessers.resolve(parse_spec(str(once))) == once


def test_a_whole_number_is_a_number_too(guessers):
    value = guessers.resolve(parse_spec("nearest(fear=2)")).param_dict()["fear"]
    assert (value, type(value)) == (2.0, float)


def test_two_ways_to_write_the_same_component_resolve_to_one(guessers):
    assert resolved(guessers, "nearest(fear=2, depth=3)") == resolved(guessers, "nearest( fear=2.0 )")


def test_further_parameters_of_the_kind_are_known(guessers):
    spec = guessers.resolve(parse_spec("nearest(published=true)"), {"published": False})
    assert spec.param_dict()["published"] is True
    assert guessers.resolve(parse_spec("nearest"), {"published": False}).param_dict()["published"] is False


def test_an_unknown_parameter_suggests_the_nearest(guessers):
    with pytest.raises(
        UnknownNameError, match=r"^unknown parameter of guesser 'nearest': 'feer'; did you mean 'fear'\?$"
    ):
        guessers.resolve(parse_spec("nearest(feer=2)"))


def test_a_required_parameter_is_suggested_too(guessers):
    with pytest.raises(UnknownNameError, match="'kost'; did you mean 'cost'"):
        guessers.resolve(parse_spec("averse(kost=2)"))


@pytest.mark.parametrize(
    "text, message",
    [
        ("nearest(fear=high)", "guesser 'nearest': fear=high is not a number (default 1.0)"),
        ("nearest(fear=true)", "guesser 'nearest': fear=True is not a number (default 1.0)"),
        ("nearest(depth=1.5)", "guesser 'nearest': depth=1.5 is not a whole number (default 3)"),
        ("nearest(depth=false)", "guesser 'nearest': depth=False is not a whole number (default 3)"),
        ("nearest(wary=1)", "guesser 'nearest': wary=1 is not true or false (default False)"),
        ("nearest(wary=yes)", "guesser 'nearest': wary=yes is not true or false (default False)"),
        ("nearest(words=3)", "guesser 'nearest': words=3 is not a word (default use)"),
    ],
)
def test_a_value_of_another_type_is_refused(guessers, text, message):
    with pytest.raises(CluejamError) as error:
        guessers.resolve(parse_spec(text))
    assert str(error.value) == message


def test_where_the_default_is_a_word_a_component_may_stand(guessers):
    assert "words=use+minilm" in resolved(guessers, "nearest(words=use+minilm)")


@pytest.mark.parametrize("value", ["1", "0.5", "word", "true", "a(x=1)"])
def test_where_the_default_is_none_or_missing_anything_may_stand(guessers, value):
    assert f"slack={value}" in resolved(guessers, f"averse(slack={value})")
    assert f"cost={value}" in resolved(guessers, f"averse(cost={value})")


# building


def test_a_component_is_built_from_its_resources_and_its_spec(guessers):
    built = guessers.build(parse_spec("nearest(fear=2, wary=true)"), "the resources")
    assert built.resources == "the resources"
    assert built.settings == (2.0, 3, True, "use")


def test_arguments_without_a_name_come_after_the_resources(guessers):
    built = guessers.build(parse_spec('averse("a b.txt", cost=2)'), "the resources")
    assert built.settings == ("the resources", "a b.txt", 2, None, NEAREST)


def test_a_missing_keyword_is_an_error(guessers):
    with pytest.raises(
        CluejamError, match=r"cannot build guesser 'averse\(x\)': missing a required .*'cost'"
    ):
        guessers.build(parse_spec("averse(x)"), "the resources")


def test_a_missing_argument_is_an_error(guessers):
    with pytest.raises(CluejamError, match=r"cannot build guesser 'averse\(cost=1\)': missing .*'path'"):
        guessers.build(parse_spec("averse(cost=1)"), "the resources")


def test_an_argument_too_many_is_an_error(guessers):
    with pytest.raises(CluejamError, match=r"cannot build guesser 'nearest\(5\)': too many positional"):
        guessers.build(parse_spec("nearest(5)"), "the resources")


def test_an_error_of_the_component_itself_is_not_hidden():
    registry = Registry("guesser")

    @registry.register("broken")
    def broken(resources):
        raise TypeError("inside")

    with pytest.raises(TypeError, match=r"^inside$"):
        registry.build(parse_spec("broken"), "the resources")


# components of other packages


@pytest.fixture
def foreign(tmp_path, monkeypatch):
    """A module on the path, with an entry point that registers something in it."""
    (tmp_path / "foreign_agents.py").write_text(
        dedent(
            """
            from test_registry_hook import REGISTRY

            @REGISTRY.register("foreign")
            class Foreign:
                def __init__(self, resources, *, nerve: float = 0.5):
                    self.nerve = nerve

            number = 3
            """
        )
    )
    (tmp_path / "test_registry_hook.py").write_text(
        "from cluejam_ai.registry import Registry\nREGISTRY = Registry('guesser', 'cluejam_ai.a_test')\n"
    )
    info = tmp_path / "foreign_agents-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: foreign-agents\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[cluejam_ai.a_test]\nforeign = foreign_agents\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield
    for name in ("foreign_agents", "test_registry_hook"):
        sys.modules.pop(name, None)


@pytest.mark.usefixtures("foreign")
def test_modules_of_the_entry_point_group_are_imported_when_first_needed():
    from test_registry_hook import REGISTRY

    assert "foreign_agents" not in sys.modules
    assert REGISTRY.names() == ["foreign"]
    assert REGISTRY.build(parse_spec("foreign(nerve=1)"), None).nerve == 1.0


@pytest.mark.usefixtures("foreign")
def test_a_class_is_found_by_its_module_and_name(guessers):
    spec = parse_spec("foreign_agents:Foreign(nerve=2)")
    assert str(guessers.resolve(spec)) == "foreign_agents:Foreign(nerve=2.0)"
    assert guessers.build(spec, None).nerve == 2.0
    assert guessers.names() == ["averse", "nearest"]


@pytest.mark.usefixtures("foreign")
@pytest.mark.parametrize(
    "name, why",
    [
        ("no_such_module:Class", "No module named 'no_such_module'"),
        ("foreign_agents:Missing", "has no attribute 'Missing'"),
        ("foreign_agents:", "has no attribute ''"),
    ],
)
def test_a_class_that_cannot_be_loaded_is_an_error(guessers, name, why):
    with pytest.raises(CluejamError) as error:
        guessers.entry(name)
    message = str(error.value)
    assert message.startswith(f"cannot load guesser '{name}': ")
    assert why in message
    assert message.endswith(" (is it on PYTHONPATH?)")


def test_a_package_that_is_broken_is_named_and_does_not_break_the_others(monkeypatch):
    class Point:
        def __init__(self, value, error=None):
            self.value, self.error = value, error

        def load(self):
            if self.error:
                raise self.error
            loaded.append(self.value)

    loaded = []
    points = [Point("broken_package", ImportError("no module nosuch")), Point("good_package")]
    monkeypatch.setattr("cluejam_ai.registry.entry_points", lambda group: points)
    registry = Registry("guesser", "some.group")
    with pytest.warns(RuntimeWarning, match="the guessers of 'broken_package' are left out"):
        assert registry.names() == []
    assert loaded == ["good_package"]


@pytest.mark.usefixtures("foreign")
def test_what_is_not_a_class_or_function_cannot_be_a_component(guessers):
    with pytest.raises(
        CluejamError, match="cannot load guesser 'foreign_agents:number': it is not a class or function"
    ):
        guessers.build(parse_spec("foreign_agents:number"))
