"""Fits the weights of ``cluejam_ai/resources/people.json`` to what people meant and guessed.

    python data/fit_people.py cultural_codes_train.jsonl [--out people.json] [--table ablation.csv]

The data (Shaikh et al. 2023) is not shipped. Candidates differ in what they know of a clue and a card and in
whose cards they are fitted to; they are compared by cross-validation over games and board words at once: no
game and no target of a row was seen in the fit that judges it. Of those within one standard error of the best
the one with the fewest weights is taken, then fitted to all rows. No other data is looked at. About 40
seconds on one core.
"""

import argparse
import csv
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from cluejam_ai.agents.closeness import closeness_in
from cluejam_ai.agents.resources import Similarity, standardised
from cluejam_ai.embeddings.load import load_embedding
from cluejam_ai.embeddings.people_weights import Weights
from cluejam_ai.embeddings.similarity import similarity_table
from cluejam_ai.human.agreement import guesser_figures
from cluejam_ai.human.coverage import cover
from cluejam_ai.human.intervals import by_group
from cluejam_ai.human.reader import read_human
from cluejam_ai.human.sheet import sheet_of
from cluejam_ai.outside import known_in_all
from cluejam_ai.words.lexicon import load_lexicon
from cluejam_ai.words.lists import load_board_words

HERE = Path(__file__).parent
SHIPPED = HERE.parent / "cluejam_ai" / "resources" / "people.json"
FAMILIES = ("use", "minilm", "glove50", "wordnet-gloss")
FOLDS, SEED, RIDGE = 5, 0, 1e-3


@dataclass(frozen=True)
class Rows:
    """The data in numbers: words (R, 25), -1 where nothing is known; clue (R,); and what it is judged by."""

    sheet: object
    words: np.ndarray
    clue: np.ndarray

    @property
    def there(self):
        """Cards that something is known of."""
        return self.words >= 0

    @property
    def guessed(self):
        """Cards that somebody touched."""
        marks = np.zeros(self.words.shape, dtype=bool)
        np.logical_or.at(marks, self.sheet.person_row, self.sheet.picked)
        return marks & self.there


def load(path):
    """Return the rows and, by name, the tables (W, V) of everything that could tell of a clue and a card."""
    data = read_human(path)
    spaces = {name: load_embedding(name) for name in FAMILIES}
    coverage = cover(data, lambda word: known_in_all(list(spaces.values()), word, derived=False))
    data = data.take(coverage.kept)
    lexicon = load_lexicon()
    everywhere = [w for w in load_board_words().words if known_in_all(list(spaces.values()), w) == w]
    cards = list(dict.fromkeys([*everywhere, *coverage.known_cards.values()]))
    clues = [w for w in lexicon.clues if known_in_all(list(spaces.values()), w) == w]
    clues = list(dict.fromkeys([*clues, *coverage.known_clues.values()]))
    place, said = {w: k for k, w in enumerate(cards)}, {w: k for k, w in enumerate(clues)}
    words = np.full((len(data), 25), -1)
    for line, row in zip(words, data.rows, strict=True):
        forms = [coverage.known_cards.get(card) for card in row.board]
        line[: len(forms)] = [-1 if form is None else place[form] for form in forms]
    clue = np.array([said[coverage.known_clues[row.clue]] for row in data.rows])
    return Rows(sheet_of(data), words, clue), tables(spaces, cards, clues, lexicon)


def tables(spaces, cards, clues, lexicon):
    """Return what could tell of a clue and a card, each (W, V)."""
    found = {}
    everywhere = np.ones(len(clues), dtype=bool)
    for name, space in spaces.items():
        similarity = Similarity(similarity_table(space, cards, clues).values, everywhere)
        found[f"{name} cosine"] = closeness_in(similarity, Weights(1, 0))
        found[f"{name} rank"] = closeness_in(similarity, Weights(0, 1))
        found[f"{name} z"] = standardised(similarity.table)
    z = [found[f"{name} z"] for name in spaces]
    found["best z"] = np.max(z, axis=0)
    order, last = dict(zip(lexicon.words, lexicon.ranks.tolist(), strict=True)), int(lexicon.ranks.max())
    common = [np.log([order.get(word, last) for word in words]) for words in (cards, clues)]
    found["card frequency"] = np.broadcast_to(common[0][:, None], z[0].shape)
    rarity = common[1] - common[1].mean()
    for name in spaces:
        found[f"{name} rank x clue frequency"] = found[f"{name} rank"] * rarity.astype(np.float32)
    # what a card is on its own: how near it is to clues on the whole
    prior = np.mean([part.mean(axis=1) for part in z], axis=0)
    found["card prior"] = np.broadcast_to(prior[:, None], z[0].shape)
    return found


def gather(rows, tables, names):
    """Return the features of every card: (R, 25, F)."""
    at = np.maximum(rows.words, 0), rows.clue[:, None]
    features = np.stack([tables[name][at] for name in names], axis=2).astype(np.float64)
    features[~rows.there] = 0
    return features


def fit(features, wanted, there, start=None):
    """Return the weights of a conditional logit: each wanted card against all that are not wanted.

    Newton's method with halved steps; the ridge is on weights of features scaled to unit variance.
    """
    scale = features[there].std(axis=0)
    row, card = np.nonzero(wanted & there)
    against = (there & ~wanted)[row]
    against[np.arange(len(row)), card] = True
    apart = (features[row] - features[row, card][:, None]) / scale  # (T, 25, F)

    def loss(weights):
        score = np.where(against, apart @ weights, -np.inf)
        most = score.max(axis=1, keepdims=True)
        odds = np.exp(score - most)
        total = odds.sum(axis=1, keepdims=True)
        return float((most + np.log(total)).mean() + RIDGE * weights @ weights / 2), odds / total

    weights = np.zeros(features.shape[2])
    value, chance = loss(weights)
    flat = apart.reshape(-1, features.shape[2])
    for _ in range(50):
        mean = np.einsum("tc,tcf->tf", chance, apart)
        slope = mean.mean(axis=0) + RIDGE * weights
        bend = ((chance.reshape(-1, 1) * flat).T @ flat - mean.T @ mean) / len(row)
        step = np.linalg.solve(bend + RIDGE * np.eye(len(weights)), slope)
        length = 1.0
        while (new := loss(weights - length * step))[0] > value and length > 1e-4:
            length /= 2
        weights, before, (value, chance) = weights - length * step, value, new
        if before - value < 1e-9:
            break
    return weights / scale


def cross_validated(rows, features, wanted):
    """Return scores of every card by weights that saw neither the row's game nor its targets: (R, 25)."""
    sheet, draw = rows.sheet, np.random.default_rng(SEED)
    game = draw.permutation(sheet.group.max() + 1)[sheet.group] % FOLDS
    kind = draw.permutation(rows.words.max() + 1) % FOLDS
    folds = np.where(rows.there, kind[np.maximum(rows.words, 0)], -1)  # of every card
    of_targets = [np.any(sheet.target & (folds == k), axis=1) for k in range(FOLDS)]
    first = folds[np.arange(len(folds)), sheet.target.argmax(axis=1)]
    score = np.zeros(rows.words.shape)
    for k in range(FOLDS):
        for j in range(FOLDS):
            # of several targets in different folds the first decides; none of its fold is seen
            judged, seen = (game == k) & (first == j), (game != k) & ~of_targets[j]
            there = rows.there[seen] & (folds[seen] != j)
            score[judged] = features[judged] @ fit(features[seen], wanted[seen] & there, there)
    return np.where(rows.there, score, -np.inf)


def judged(rows, score):
    """Return recall and agreement by game: sums (G, 4)."""
    figures = guesser_figures(rows.sheet, score)
    parts = [by_group(figures[name], rows.sheet.group) for name in ("recall", "agreement")]
    return np.stack([array for pair in parts for array in pair], axis=1)


def of(sums):
    """Return recall and agreement from their sums."""
    return sums[..., 0] / sums[..., 1], sums[..., 2] / sums[..., 3]


def drawn_anew(all_sums, times=1000):
    """Return the mean of recall and agreement of every candidate for games drawn anew: (times, K)."""
    draw = np.random.default_rng(SEED)
    n = len(all_sums[0])
    counts = draw.multinomial(n, np.full(n, 1 / n), size=times)
    return np.stack([np.mean(of(counts @ sums), axis=0) for sums in all_sums], axis=1)


def candidates() -> Mapping[str, tuple[str, ...]]:
    """Return what may be shipped: the features of each."""
    rank, cosine = ([f"{name} {kind}" for name in FAMILIES] for kind in ("rank", "cosine"))
    found = {"ranks": rank, "cosines": cosine, "ranks and cosines": [*rank, *cosine]}
    found["ranks, and the cosine of glove50"] = [*rank[:2], cosine[2], rank[3]]
    return {name: tuple(features) for name, features in found.items()}


def additions() -> Mapping[str, tuple[str, ...]]:
    """Return what is added to ranks and cosines, or left out of them, to see what it is worth."""
    whole = candidates()["ranks and cosines"]
    found = {f"without {name}": [f for f in whole if not f.startswith(f"{name} ")] for name in FAMILIES}
    found |= {f"only {name}": [f for f in whole if f.startswith(f"{name} ")] for name in FAMILIES}
    found["with z by clue"] = [*whole, *(f"{name} z" for name in FAMILIES)]
    found["with the best family"] = [*whole, "best z"]
    found["with the card's frequency"] = [*whole, "card frequency"]
    found["with the card's prior"] = [*whole, "card prior"]
    found["with the clue's frequency"] = [*whole, *(f"{name} rank x clue frequency" for name in FAMILIES)]
    return {name: tuple(features) for name, features in found.items()}


def plain(rows, tables):
    """Return scores without any fit: what each way of averaging is worth."""

    def spread(kind, names):
        return sum(tables[f"{name} {kind}"] for name in names)

    both = {name: 0.3 * tables[f"{name} cosine"] + 0.6 * tables[f"{name} rank"] for name in FAMILIES}
    ways = {f"{name}, cosine": tables[f"{name} cosine"] for name in FAMILIES}
    ways |= {f"{name}, closeness": both[name] for name in FAMILIES}
    ways["use and minilm, z averaged"] = spread("z", FAMILIES[:2])
    ways["all four, z averaged"] = spread("z", FAMILIES)
    ways["all four, closeness averaged"] = sum(both.values())
    at = np.maximum(rows.words, 0), rows.clue[:, None]
    return {name: np.where(rows.there, table[at], -np.inf) for name, table in ways.items()}


def main():
    """Compare the candidates, and write the weights of the one that is taken."""
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("data", type=Path)
    asked.add_argument("--out", type=Path, default=SHIPPED)
    asked.add_argument("--table", type=Path, default=None)
    asked = asked.parse_args()
    rows, known = load(asked.data)
    labels = {"targets": rows.sheet.target & rows.there, "guesses": rows.guessed}
    kept, lines = {}, []
    for name, score in plain(rows, known).items():
        lines.append(line_of("no fit", name, 0, judged(rows, score)))
    for name, features in candidates().items():
        for label, wanted in labels.items():
            sums = judged(rows, cross_validated(rows, gather(rows, known, features), wanted))
            kept[name, label] = sums
            lines.append(line_of(f"fitted to {label}", name, len(features), sums))
            print(lines[-1], flush=True)
    best, chosen = choose(kept)
    for name, features in additions().items():
        sums = judged(rows, cross_validated(rows, gather(rows, known, features), labels[best[1]]))
        lines.append(line_of(f"fitted to {best[1]}", name, len(features), sums))
        print(lines[-1], flush=True)
    if asked.table is not None:
        with asked.table.open("w", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([HEAD, *lines])
    write(asked, rows, known, chosen, labels[chosen[1]], kept[chosen])


def choose(kept):
    """Return the best candidate, and the one with fewest weights within one standard error of it."""
    names = list(kept)
    means = np.array([np.mean(of(sums.sum(axis=0))) for sums in kept.values()])
    drawn = drawn_anew(list(kept.values()))
    best = int(means.argmax())
    error = (drawn - drawn[:, [best]]).std(axis=0)
    near = [k for k in range(len(names)) if means[best] - means[k] <= error[k]]
    fewest = min(near, key=lambda k: (len(candidates()[names[k][0]]), -means[k]))
    print(f"best: {names[best]}; taken: {names[fewest]}", flush=True)
    return names[best], names[fewest]


HEAD = ("fit", "what", "weights", "recall", "recall_se", "agreement", "agreement_se", "games")


def line_of(how, what, n_weights, sums):
    """Return a line of the table: recall and agreement with standard errors over games."""
    draw = np.random.default_rng(SEED)
    counts = draw.multinomial(len(sums), np.full(len(sums), 1 / len(sums)), size=1000)
    values, errors = of(sums.sum(axis=0)), [part.std() for part in of(counts @ sums)]
    pairs = [f"{x:.4f}" for pair in zip(values, errors, strict=True) for x in pair]
    return how, what, n_weights, *pairs, len(sums)


def write(asked, rows, known, chosen, wanted, sums):
    """Fit the chosen candidate to all rows and write its weights with where they come from."""
    features = candidates()[chosen[0]]
    weights = dict(zip(features, fit(gather(rows, known, features), wanted, rows.there), strict=True))
    recall, agreement = of(sums.sum(axis=0))
    value = {
        "about": "Weights of cosine (in standard deviations of the table) and of the negative logarithm of "
        "the clue's rank among a card's clues, family by family; made by data/fit_people.py",
        "families": {
            name: {kind: round(float(weights.get(f"{name} {kind}", 0)), 4) for kind in ("cosine", "rank")}
            for name in FAMILIES
        },
        "fitted_to": {
            "data": "Cultural Codes, turns of Codenames Duet, training part (Shaikh et al. 2023)",
            "sha256": hashlib.sha256(asked.data.read_bytes()).hexdigest(),
            "rows": len(rows.words),
            "games": int(rows.sheet.group.max()) + 1,
            "labels": chosen[1],
            "features": chosen[0],
        },
        "cross_validated": {"recall": round(float(recall), 4), "agreement": round(float(agreement), 4)},
    }
    asked.out.write_text(json.dumps(value, indent=2) + "\n")
    print(asked.out.read_text())


if __name__ == "__main__":
    main()
