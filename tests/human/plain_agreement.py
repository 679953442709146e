"""Every figure of one row, written a second time from its definition: lists, loops and no arrays."""

from itertools import permutations


def order_against(cards, score, right):
    """Cards by score, the right ones last among equals."""
    return sorted(cards, key=lambda card: (-score[card], card in right))


def recall(row, score):
    return _share(order_against(row.board, score, row.targets)[: len(row.targets)], row.targets)


def first_in_targets(row, score):
    best = max(score[card] for card in row.board)
    return float(all(card in row.targets for card in row.board if score[card] == best))


def exact(row, score):
    return float(recall(row, score) == 1)


def auc(row, score):
    pairs = [(t, c) for t in row.targets for c in row.board if c not in row.targets]
    return sum(score[t] > score[c] for t, c in pairs) / len(pairs)


def assassin_risk(row, score):
    own = {*row.targets, *row.team}
    worst_first = sorted(
        row.board, key=lambda card: (-score[card], 0 if card in row.assassin else 2 if card in own else 1)
    )
    for card in worst_first[: len(row.targets) or max(1, row.number)]:
        if card not in own:
            return float(card in row.assassin)
    return 0.0


def agreement(row, score):
    return _mean(
        _share(order_against(row.board, score, cards)[: len(cards)], cards) for cards in row.guess_sets
    )


def first_agrees(row, score):
    firsts = [cards[0] for cards in row.guess_sets] if row.ordered else []
    return _mean(all(score[first] > score[card] for card in row.board if card != first) for first in firsts)


def people_agreement(row):
    """Each person's cards against every other person's, as many as the other has."""
    return _mean(
        _share(mine[: len(theirs)], theirs)
        for k, mine in enumerate(row.guess_sets)
        for j, theirs in enumerate(row.guess_sets)
        if k != j
    )


def people_recall(row):
    return _mean(_share(cards[: len(row.targets)], row.targets) for cards in row.guess_sets)


def chance(figure, row, unknown=()):
    """The mean over every order that the known cards can come in, with the others equal behind them."""
    known = [card for card in row.board if card not in unknown]
    behind = dict.fromkeys(unknown, float("-inf"))
    orders = list(permutations(known))
    return _mean(figure(row, {c: -k for k, c in enumerate(order)} | behind) for order in orders)


def _share(cards, right):
    return sum(card in right for card in cards) / len(right)


def _mean(values):
    values = list(values)
    return sum(values) / len(values) if values else None


GUESSER = {
    "recall": recall,
    "first_in_targets": first_in_targets,
    "exact": exact,
    "auc": auc,
    "assassin_risk": assassin_risk,
    "agreement": agreement,
    "first_agrees": first_agrees,
}
