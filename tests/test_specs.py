import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cluejam_ai.errors import NotationError
from cluejam_ai.specs import MIX, ComponentSpec, format_value, parse_spec

#: A busy machine is no failure.
patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

# specs in the form that the parser gives

names = st.from_regex(r"[A-Za-z_]([A-Za-z0-9_.:-]{0,8}[A-Za-z0-9_])?", fullmatch=True)
keys = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,8}", fullmatch=True).filter(
    lambda key: key not in ("true", "false")
)
numbers = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
plain_values = st.booleans() | numbers | st.text() | names


def components(values):
    """A component with at least one argument; without any it is a word where a value stands."""
    arguments = st.tuples(
        names.filter(lambda name: name != MIX),
        st.lists(values, max_size=3),
        st.dictionaries(keys, values, max_size=3),
    )
    return arguments.filter(lambda parts: parts[1] or parts[2]).map(
        lambda parts: ComponentSpec.of(parts[0], *parts[1], **parts[2])
    )


def mixes(values):
    bare = names.filter(lambda name: name != MIX).map(ComponentSpec)
    return st.lists(bare | components(values), min_size=2, max_size=3).map(
        lambda parts: ComponentSpec(MIX, tuple(parts))
    )


values = st.recursive(plain_values, lambda inner: components(inner) | mixes(inner), max_leaves=6)
specs = names.filter(lambda name: name != MIX).map(ComponentSpec) | components(values) | mixes(values)


@patient
@given(specs)
def test_a_spec_survives_being_written_and_read(spec):
    assert parse_spec(str(spec)) == spec


@patient
@given(specs)
def test_blanks_around_signs_make_no_difference(spec):
    text = str(spec)
    if '"' not in text:
        spaced = re.sub(r"([(),=])", r"  \1 \n", text)
        assert parse_spec(f" {spaced} ") == spec


@patient
@given(st.text(alphabet='ab1.-+(),=" \\:', max_size=20))
def test_any_text_is_a_spec_that_round_trips_or_a_notation_error(text):
    try:
        spec = parse_spec(text)
    except NotationError:
        return
    assert parse_spec(str(spec)) == spec


# examples


@pytest.mark.parametrize(
    "text, spec",
    [
        ("nearest", ComponentSpec("nearest")),
        ("nearest()", ComponentSpec("nearest")),
        ("kim(threshold=0.5)", ComponentSpec("kim", (), (("threshold", 0.5),))),
        ("kim(threshold=.5)", ComponentSpec("kim", (), (("threshold", 0.5),))),
        ("a(x=1)", ComponentSpec("a", (), (("x", 1),))),
        ("a(x=-1)", ComponentSpec("a", (), (("x", -1),))),
        ("a(x=1e-3)", ComponentSpec("a", (), (("x", 0.001),))),
        ("a(x=true, y=false)", ComponentSpec("a", (), (("x", True), ("y", False)))),
        ('a(x="true")', ComponentSpec("a", (), (("x", "true"),))),
        ('a(x="1")', ComponentSpec("a", (), (("x", "1"),))),
        ("a(x=use)", ComponentSpec("a", (), (("x", "use"),))),
        ("a(x=6b.50d)", ComponentSpec("a", (), (("x", "6b.50d"),))),
        ("a(use, 3)", ComponentSpec("a", ("use", 3))),
        ("my.module:Class(x=1)", ComponentSpec("my.module:Class", (), (("x", 1),))),
        ("a(b(x=1))", ComponentSpec("a", (ComponentSpec("b", (), (("x", 1),)),))),
        (
            'file("vectors/a+b.txt", format=glove)',
            ComponentSpec("file", ("vectors/a+b.txt",), (("format", "glove"),)),
        ),
        ("use+minilm", ComponentSpec(MIX, (ComponentSpec("use"), ComponentSpec("minilm")))),
        ("a(v=use + minilm)", ComponentSpec.of("a", v=parse_spec("use+minilm"))),
        ("mix(a, b)", ComponentSpec(MIX, ("a", "b"))),
    ],
)
def test_a_text_is_read_as_it_says(text, spec):
    read = parse_spec(text)
    assert read == spec
    types = [type(value) for value in (*read.args, *read.param_dict().values())]
    assert types == [type(value) for value in (*spec.args, *spec.param_dict().values())]


@pytest.mark.parametrize(
    "text, canonical",
    [
        ("kim( threshold = .5,max_number=3 )", "kim(max_number=3, threshold=0.5)"),
        (" use +minilm ", "use+minilm"),
        ("a(b=1,)", "a(b=1)"),
        ('a(b="use")', "a(b=use)"),
        (r'a(b="C:\\x \"y\"")', r'a(b="C:\\x \"y\"")'),
        ("mix(a, b)", "mix(a, b)"),
        ("mix(use+minilm, glove(dim=50))", "mix(use+minilm, glove(dim=50))"),
    ],
)
def test_a_text_has_one_canonical_form(text, canonical):
    assert str(parse_spec(text)) == canonical


def test_the_order_of_parameters_makes_no_difference():
    assert parse_spec("a(x=1, y=2)") == parse_spec("a(y=2, x=1)")
    assert ComponentSpec.of("a", y=2, x=1) == ComponentSpec.of("a", x=1, y=2)
    assert hash(parse_spec("a(x=1, y=2)")) == hash(parse_spec("a(y=2, x=1)"))


def test_the_order_of_arguments_matters():
    assert parse_spec("a(1, 2)") != parse_spec("a(2, 1)")


@pytest.mark.parametrize(
    "value, text",
    [
        (True, "true"),
        (False, "false"),
        (3, "3"),
        (0.5, "0.5"),
        (1e-7, "1e-07"),
        ("use", "use"),
        ("true", '"true"'),
        ("a b", '"a b"'),
        ("", '""'),
        ("6b", '"6b"'),
        ('say "hi"', r'"say \"hi\""'),
        (ComponentSpec.of("a", x=1), "a(x=1)"),
    ],
)
def test_a_value_is_written_so_that_it_is_read_as_the_same(value, text):
    assert format_value(value) == text
    assert parse_spec(f"a(x={text})").param_dict()["x"] == value


def test_parameters_are_added_and_replaced():
    spec = parse_spec("a(1, x=1, y=2)")
    assert str(spec.with_params({"y": 3, "b": True})) == "a(1, b=true, x=1, y=3)"
    assert str(spec) == "a(1, x=1, y=2)"


def test_the_parameters_are_handed_out_as_a_new_dict():
    spec = parse_spec("a(x=1)")
    spec.param_dict()["x"] = 2
    assert spec.param_dict() == {"x": 1}


# errors


@pytest.mark.parametrize(
    "text, why",
    [
        ("", "a name is missing"),
        ("  ", "a name is missing"),
        ("5", "a name is missing"),
        ('"a b.txt"', "a name is missing"),
        ("(x=1)", "a name is missing"),
        ("a+", "a name is missing"),
        ("a(,)", "a name is missing"),
        ("a(x=)", "a name is missing"),
        ("a(x=1", "',' or ')' is missing"),
        ("a(x=1 y=2)", "',' or ')' is missing"),
        ("a b", "'b' is too much"),
        ("a)", "')' is too much"),
        ("a(x=1)(y=2)", "'(' is too much"),
        ("a(x=1, x=2)", "parameter 'x' is given twice"),
        ("a(1=2)", "'1' is not the name of a parameter"),
        ("a(x.y=2)", "'x.y' is not the name of a parameter"),
        ("a(b(x=1)=2)", "'b(x=1)' is not the name of a parameter"),
        ("a(x=vectors/a.txt)", "unexpected sign"),
        ("a!", "unexpected sign"),
        ('a("open)', "unexpected sign"),
        ("a(", "a name is missing"),
    ],
)
def test_a_text_that_is_no_spec_is_refused_with_the_reason_and_the_place(text, why):
    with pytest.raises(NotationError) as error:
        parse_spec(text)
    message = str(error.value)
    assert message.startswith(f"cannot read component '{text}': {why} near position ")
    assert message.endswith('write it like name(key=0.5, other=word), and quote paths: file("a b.txt")')


def test_the_place_of_an_error_is_named():
    with pytest.raises(NotationError, match="unexpected sign near position 4;"):
        parse_spec("a(x=/b)")
