"""The fit of people's weights: a second way to the same numbers."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

SCRIPT = Path(__file__).parents[2] / "data" / "fit_people.py"


@pytest.fixture(scope="module")
def script():
    if not SCRIPT.exists():
        pytest.skip("the scripts that make shipped data are not in this distribution")
    spec = importlib.util.spec_from_file_location("fit_people", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def rows():
    """Boards on which one card is touched with the chances of a logit with known weights."""
    draw = np.random.default_rng(1)
    features = draw.normal(size=(3000, 25, 3)) * [1, 2, 0.5]
    there = draw.random((3000, 25)) < 0.8
    score = features @ [1.0, -0.4, 2.0] + draw.gumbel(size=there.shape)
    wanted = np.zeros(there.shape, dtype=bool)
    wanted[np.arange(3000), np.where(there, score, -np.inf).argmax(axis=1)] = True
    return features, wanted, there


def test_the_weights_that_people_were_made_by_are_found_again(script, rows):
    assert script.fit(*rows) == pytest.approx([1.0, -0.4, 2.0], abs=0.12)


def test_a_general_minimiser_finds_the_same_weights(script, rows):
    optimize = pytest.importorskip("scipy.optimize")
    features, wanted, there = rows
    scale = features[there].std(axis=0)

    def loss(weights):
        total = 0.0
        for x, w, t in zip(features[:300] / scale, wanted[:300], there[:300], strict=True):
            score = x @ weights
            total += np.log(np.exp(score[t] - score[w][0]).sum())
        return total / 300 + script.RIDGE * weights @ weights / 2

    scale = features[:300][there[:300]].std(axis=0)
    found = optimize.minimize(loss, np.zeros(3), method="BFGS").x / scale
    assert script.fit(features[:300], wanted[:300], there[:300]) == pytest.approx(found, rel=1e-3)
