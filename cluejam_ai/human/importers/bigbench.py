"""The task file of BIG-bench's codenames."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cluejam_ai.errors import RecordError
from cluejam_ai.human.importers.base import Options, importer, refuse_options
from cluejam_ai.human.reader import make_row, read_text
from cluejam_ai.human.rows import HumanRow

_ASKED = re.compile(
    r"(?P<number>\d+)\s+words?\b.*?associated with the word\s+(?P<clue>.+?)\s+from the following list:?"
    r"(?P<board>.+)",
    re.DOTALL | re.IGNORECASE,
)
_INSTRUCTION = re.compile(r"\.\s*(Give|Write|List|Answer|Please)\b.*$", re.DOTALL)


@importer("bigbench")
def read_bigbench(path: Path, options: Options) -> Iterator[HumanRow]:
    """BIG-bench's codenames, its task.json: clue, board and targets.

    Source: Srivastava et al., "Beyond the imitation game", TMLR 2023 (Apache-2.0). It is part of a benchmark:
    measure with it, and never fit to it.
    """
    refuse_options("bigbench", options)
    try:
        task = json.loads(read_text(path))
    except json.JSONDecodeError as error:
        raise RecordError(f"{path}: no JSON: {error}") from error
    examples = task.get("examples") if isinstance(task, dict) else None
    if not isinstance(examples, list):
        raise RecordError(f"{path} has no list 'examples'; is it the task.json of the task codenames?")
    for place, example in enumerate(examples):
        yield _row(example, place, f"{path}, example {place}")


def _row(example: Any, place: int, where: str) -> HumanRow:
    asked = example.get("input") if isinstance(example, dict) else None
    answer = example.get("target") if isinstance(example, dict) else None
    if isinstance(answer, list) and answer:
        answer = answer[0]
    found = _ASKED.search(asked) if isinstance(asked, str) else None
    if found is None or not isinstance(answer, str):
        raise RecordError(
            f"{where}: not 'Try to identify the N words best associated with the word CLUE from the "
            f"following list: CARD, ...' and a target: {example!r}"
        )
    board = _cards(_INSTRUCTION.sub("", found["board"]))
    targets = _cards(answer)
    return make_row(
        {
            "id": f"bigbench-{place}",
            "source": "BIG-bench codenames",
            "board": board,
            "clue": found["clue"].strip("\"' "),
            "number": int(found["number"]),
            "targets": targets,
            "avoid": [card for card in board if card not in targets],
        },
        where,
    )


def _cards(text: str) -> list[str]:
    return [card.strip().strip(".").strip() for card in text.split(",") if card.strip(" .\n")]
