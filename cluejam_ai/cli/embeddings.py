"""``cluejam embeddings``: what vectors there are, what they are worth, and how to make some."""

from pathlib import Path
from typing import Annotated, Any

import typer

from cluejam_ai.cli.options import AsJson, ClueWords, MissingCards, Trust, Words
from cluejam_ai.cli.output import number, print_json, print_note, print_table, reports_errors

embeddings = typer.Typer(rich_markup_mode=None, add_completion=False, pretty_exceptions_enable=False)

_Name = Annotated[str, typer.Argument(help="An embedding: use, use+minilm, glove100:FILE.")]
_Names = Annotated[list[str], typer.Argument(help="Embeddings.")]


@embeddings.callback(invoke_without_command=True)
@reports_errors
def group(context: typer.Context, as_json: AsJson = False) -> None:
    """List the embeddings that agents can use, or say more of them.

    Example: cluejam embeddings
    """
    if context.invoked_subcommand is None:
        _list(as_json)


@embeddings.command("list")
@reports_errors
def list_all(as_json: AsJson = False) -> None:
    """List embeddings: family, size, licence, and how much of the shipped words they cover.

    Example: cluejam embeddings list
    """
    _list(as_json)


def _list(as_json: bool) -> None:
    from cluejam_ai import embedding_list

    found = embedding_list()
    if as_json:
        print_json(found)
        return
    # three tables, each of which fits a terminal of 80 columns
    headers = ("shipped", "family", "dim", "MB", "licence", "lexicon", "cards")
    print_table(headers, [_shipped_row(entry) for entry in found if entry["shipped"]])
    typer.echo()
    print_table(("embedding", "what it is"), [(entry["name"], entry["summary"]) for entry in found])
    typer.echo()
    print_table(("embedding", "parameters and defaults"), [_defaults_row(entry) for entry in found])
    print_note("lexicon, cards: share of the shipped words with a vector")
    print_note('a file is read as NAME:FILE; with parameters as NAME("FILE", center=true)')


def _shipped_row(entry: dict[str, Any]) -> tuple[str, ...]:
    coverage = [f"{entry[key]:.1%}" for key in ("lexicon_coverage", "card_coverage")]
    size = f"{entry['bytes'] / 1e6:.1f}"
    return entry["name"], entry["family"], str(entry["dim"]), size, entry["licence"], *coverage


def _defaults_row(entry: dict[str, Any]) -> tuple[str, str]:
    return entry["name"], entry["spec"].removeprefix(entry["name"]).removeprefix("(").removesuffix(")")


@embeddings.command()
@reports_errors
def info(
    name: _Name,
    words: Words = None,
    lexicon: ClueWords = None,
    as_json: AsJson = False,
    trust: Trust = False,
) -> None:
    """Tell where an embedding comes from and which of the shipped words, or of yours, it lacks.

    Example: cluejam embeddings info glove50
    """
    from cluejam_ai import embedding_info

    found = embedding_info(name, trust=trust, words=words, lexicon=lexicon)
    if as_json:
        print_json(found)
        return
    print_table(("", ""), [(key.replace("_", " "), _brief(value)) for key, value in found.items()])


def _brief(value: Any) -> str:
    if isinstance(value, list):
        more = f" and {len(value) - 10} more" if len(value) > 10 else ""
        return (", ".join(value[:10]) + more) or "none"
    return f"{value:.4f}" if isinstance(value, float) else str(value)


@embeddings.command()
@reports_errors
def nearest(
    name: _Name,
    word: Annotated[str, typer.Argument(help="A word or card.")],
    n: Annotated[int, typer.Option("-n", min=1, help="How many.")] = 10,
    words: Words = None,
    lexicon: ClueWords = None,
    as_json: AsJson = False,
    trust: Trust = False,
) -> None:
    """List the words nearest to a word, with their cosines.

    Example: cluejam embeddings nearest glove50 ocean -n 5
    """
    from cluejam_ai import nearest_words

    found = nearest_words(name, word, n=n, trust=trust, words=words, lexicon=lexicon)
    if as_json:
        print_json(found)
        return
    print_table(("word", "cosine"), [(row["word"], number(row["cosine"])) for row in found])


@embeddings.command()
@reports_errors
def evaluate(
    names: _Names,
    source: Annotated[
        bool, typer.Option("--source", help="Compute shipped families anew, unrounded.")
    ] = False,
    boards: Annotated[int, typer.Option(min=0, help="Boards for the agreement; 0 leaves it out.")] = 500,
    seed: Annotated[int, typer.Option(help="What the boards are drawn from.")] = 1,
    words: Words = None,
    lexicon: ClueWords = None,
    missing_cards: MissingCards = "error",
    as_json: AsJson = False,
    trust: Trust = False,
) -> None:
    """Compare embeddings with people's judgements (WordSim-353, SimLex-999) and with each other.

    Hubness is the skewness of how often a word is among the 10 nearest of others. Agreement is how often the
    nearest two cards of a guesser are the two that a giver of the other family meant. People's judgements
    need the extra 'train'; without it the others are told.

    Example: cluejam embeddings evaluate glove50 wordnet-gloss --boards 50
    """
    from cluejam_ai import embedding_agreement, evaluate_embedding

    measures = [
        row
        for name in names
        for row in evaluate_embedding(name, source=source, trust=trust, words=words, lexicon=lexicon)
    ]
    pairs = []
    if boards:
        pairs = embedding_agreement(
            names,
            boards=boards,
            seed=seed,
            trust=trust,
            words=words,
            lexicon=lexicon,
            missing_cards=missing_cards,
        )
    if as_json:
        print_json({"seed": seed, "measures": measures, "agreement": pairs})
        return
    print_note(f"seed {seed}")
    headers = ("embedding", "measure", "value", "95 % interval", "n")
    print_table(headers, [_measure_row(row) for row in measures])
    if boards:
        typer.echo()
        title = f"clues for two understood on {boards} boards: giver below, guesser across"
        print_table(("giver", *names), _matrix(names, pairs), title=title)


def _measure_row(row: dict[str, Any]) -> tuple[str, ...]:
    interval = f"{number(row['low'])} to {number(row['high'])}"
    return row["embedding"], row["measure"], number(row["value"]), interval, f"{row['n']} of {row['n_pairs']}"


def _matrix(names: list[str], pairs: list[dict[str, Any]]) -> list[tuple[str, ...]]:
    cells = [f"{number(p['value'], 2)} ({number(p['low'], 2)} to {number(p['high'], 2)})" for p in pairs]
    return [(name, *cells[i * len(names) : (i + 1) * len(names)]) for i, name in enumerate(names)]


@embeddings.command()
@reports_errors
def train(
    text: Annotated[Path, typer.Argument(help="A text file in UTF-8, a sentence or more a line; also .gz.")],
    out: Annotated[Path, typer.Option(help="The new file: word2vec text, or .npz.")] = Path("vectors.txt"),
    method: Annotated[str, typer.Option(help="skip-gram (gensim) or ppmi-svd (scipy).")] = "skip-gram",
    dim: Annotated[int, typer.Option(min=1, help="Dimensions.")] = 100,
    window: Annotated[int, typer.Option(min=1, help="Words to either side that are context.")] = 5,
    least: Annotated[int, typer.Option(min=1, help="Occurrences that a word needs.")] = 5,
    epochs: Annotated[int, typer.Option(min=1, help="Passes over the text, for skip-gram.")] = 5,
    seed: Annotated[int, typer.Option(help="Names the random numbers of skip-gram.")] = 1,
) -> None:
    """Train vectors on a text of your own.

    Example: cluejam embeddings train text.txt --method ppmi-svd --dim 5 --least 1 --out vectors.txt
    """
    from cluejam_ai.embeddings.train import Training, write_vectors
    from cluejam_ai.embeddings.train import train as train_vectors

    print_note(f"seed {seed}")
    trained = train_vectors(text, Training(method, dim, window, least, epochs, seed))
    write_vectors(out, trained)
    typer.echo(str(out))
    loader = "npz" if out.suffix == ".npz" else "word2vec"
    print_note(f"{len(trained.words)} words; use them with --embedding {loader}:{out}")


@embeddings.command()
@reports_errors
def build(
    names: _Names,
    out: Annotated[
        Path | None, typer.Option(help="A folder; the package's own by default, this one for own words.")
    ] = None,
    words: Words = None,
    lexicon: ClueWords = None,
) -> None:
    """Rebuild shipped tables from their public sources, or build them for words of your own.

    With --lexicon or --words each family is written to NAME.npz, to be used as --embedding npz:NAME.npz.

    Example: cluejam embeddings build glove50 --out tables
    """
    from cluejam_ai.embeddings.build import build_for, rebuild
    from cluejam_ai.words.lexicon import lexicon_of
    from cluejam_ai.words.lists import board_words_of

    if words is None and lexicon is None:
        for name in names:
            folder, found = rebuild(name, out)
            typer.echo(str(folder / f"{name}.npy"))
            print_note(f"sha256 {found.sha256}")
        return
    own = [*lexicon_of(lexicon).words, *board_words_of(words).words]
    for name in names:
        path, table = build_for(name, own, out or Path())
        typer.echo(str(path))
        print_note(
            f"{len(table.words):,} vectors for {len(set(own)):,} words, with those for parts of cards; "
            f"use them with --embedding npz:{path}"
        )
