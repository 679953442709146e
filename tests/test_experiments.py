"""Every experiment runs in a small setting, and the README tells what the summaries say."""

import csv
import os
import shutil
import subprocess
import sys
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from experiments import common, results
from experiments.fair_duo.analysis import by_formula
from experiments.own_key.analysis import bits
from experiments.self_and_cross.analysis import correlation, correlation_row
from experiments.unseen_price.analysis import knowledge

PROJECT = Path(__file__).parents[1]
#: How each is run when there is little time; what is not named here has no such test.
SMALL = {
    "embedding_agreement": ["--boards", "20"],
    "fair_duo": ["--small"],
    "own_key": ["--small"],
    "people": ["--small"],
    "self_and_cross": ["--small"],
    "speed": ["--games", "100", "--clues", "2000"],
    "unseen_partner": ["--small"],
    "unseen_price": ["--small"],
    "which_pair": ["--small"],
}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """Return a copy of the experiments, into which they may write."""
    folder = tmp_path_factory.mktemp("checkout")
    shutil.copytree(PROJECT / "experiments", folder / "experiments")
    return folder


def test_every_experiment_has_a_small_setting():
    folders = {path.parent.name for path in (PROJECT / "experiments").glob("*/analysis.py")}
    assert folders == set(SMALL)


@pytest.mark.parametrize("name", SMALL)
def test_an_experiment_runs_in_a_small_setting(name, checkout):
    summary = checkout / "experiments" / name / "summary.csv"
    before = summary.read_text(encoding="utf-8")
    columns = next(csv.reader(before.splitlines()))
    summary.unlink()
    done = subprocess.run(
        [sys.executable, "-m", f"experiments.{name}.analysis", *SMALL[name]],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    with summary.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == columns, "the summary that is kept has other columns than the analysis writes"
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", SMALL)
def test_an_experiment_says_what_was_asked_expected_and_found(name):
    text = (PROJECT / "experiments" / name / "README.md").read_text(encoding="utf-8")
    assert all(part in text for part in ("**Question.**", "**Answer"))
    # this one checks figures that were known before
    assert "**Prediction" in text or name == "embedding_agreement"
    assert len((PROJECT / "experiments" / name / "summary.csv").read_bytes()) < 100_000


def test_the_results_of_the_readme_are_those_of_the_summaries():
    assert results.stale() == [], "run: python -m experiments.results"


def test_a_changed_summary_is_noticed(checkout, monkeypatch):
    path = PROJECT / "experiments" / "fair_duo" / "summary.csv"
    changed = checkout / "changed.csv"
    changed.write_text(path.read_text(encoding="utf-8").replace("15,4,0.53", "15,4,0.93"), encoding="utf-8")
    monkeypatch.setitem(results.SOURCES, "fair_duo", changed)
    assert results.stale() == ["README.md", "docs/results/fair_duo.png", "docs/results/fair_duo_dark.png"]


@pytest.mark.parametrize(
    ("component", "families", "algorithm"),
    [
        ("kim(embedding=use)", {"use"}, "kim"),
        ("kim(embedding=use+minilm, threshold=0.4)", {"use", "minilm"}, "kim(threshold=0.4)"),
        (
            "kim(a=1, embedding=use(center=false, remove_top=0)+glove50, b=2)",
            {"use", "glove50"},
            "kim(a=1, b=2)",
        ),
        ("bayes(clock=false, embedding=wordnet-gloss)", {"wordnet-gloss"}, "bayes(clock=false)"),
    ],
)
def test_a_component_is_taken_apart(component, families, algorithm):
    assert common.vectors_of(component) == families
    assert common.algorithm_of(component) == algorithm


def test_what_a_spymaster_knows_of_its_partner():
    partner = "nearest(embedding=use)"
    assert knowledge("kim(embedding=use)", partner) == "the partner's alone"
    assert knowledge("kim(embedding=glove50)", partner) == "another alone"
    assert knowledge("robust(embedding=use+minilm+glove50)", partner) == "the partner's among three"
    assert knowledge("robust(embedding=minilm+glove50+wordnet-gloss)", partner) == "the three others"


def test_rank_correlation_is_that_of_scipy():
    from scipy.stats import spearmanr

    draws = np.random.default_rng(1)
    first, second = draws.integers(0, 6, size=(2, 12)), draws.normal(size=(2, 12))
    wanted = [spearmanr(one, two).statistic for one, two in zip(first, second, strict=True)]
    assert correlation(first, second) == pytest.approx(wanted)
    row = correlation_row("x", first.repeat(5).reshape(2, 12, 5)[0], second[0])
    # every board says the same, so drawing them anew changes nothing
    assert row["low"] == row["value"] == row["high"] == pytest.approx(wanted[0])


def test_the_formula_is_the_sum_over_all_ways_to_play():
    assert by_formula(14, 9, {1: 1.0}) == 0
    assert by_formula(15, 9, {1: 1.0}) == pytest.approx(0.875**15)
    # sixteen turns: all right, or one bystander at any of the first fifteen turns
    assert by_formula(16, 9, {1: 1.0}) == pytest.approx(0.875**15 * (1 + 15 * 0.102))
    assert by_formula(16, 1, {1: 1.0}) == pytest.approx(0.875**15)
    # eight clues for two leave room for one bystander, as second card of one of the first seven
    assert by_formula(8, 9, {2: 1.0}) == pytest.approx(0.875**15 * (1 + 7 * 0.102))


def test_what_a_key_tells_is_the_mutual_information_of_the_published_table(tmp_path):
    import cluejam_ai

    run = cluejam_ai.play("duo", "random", "random", games=1, seed=1, out=tmp_path / "run")
    found = {row["mine"]: row["bits"] for row in bits(run.cards)}
    joint = np.array([[3, 6, 0], [6, 5, 2], [0, 2, 1]]) / 25
    alone = joint.sum(axis=1)
    wanted = sum(
        joint[i, j] * np.log2(joint[i, j] / (alone[i] * alone[j]))
        for i, j in product(range(3), repeat=2)
        if joint[i, j]
    )
    assert found["a card"] == pytest.approx(wanted)
    assert found["all there is to know"] == pytest.approx(-(alone * np.log2(alone)).sum())
