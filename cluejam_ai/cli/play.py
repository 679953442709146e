"""``cluejam play``: a game at the terminal, with agents or with other people."""

import errno
import shlex
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cluejam_ai.cli.ends import QuietEnds, discard_output
from cluejam_ai.cli.options import ClueWords, Trust, Words
from cluejam_ai.cli.output import INTERRUPTED, print_note, reports_errors

if TYPE_CHECKING:
    from cluejam_ai.interactive.session import Session
    from cluejam_ai.terminal.talk import Talk


@reports_errors
def play(
    rules: Annotated[
        str | None,
        typer.Argument(help="duo, duet, classic, solo, duo(turns=12); with --resume also a saved game."),
    ] = None,
    seat: Annotated[
        str | None, typer.Option(help="guesser, spymaster, both, or team: several guess.")
    ] = None,
    hot_seat: Annotated[bool, typer.Option("--hot-seat", help="People on all seats.")] = False,
    partner: Annotated[str, typer.Option(help="robust, sentence, news, dictionary, or an agent.")] = "robust",
    level: Annotated[str, typer.Option(help="easy, normal or hard.")] = "normal",
    coach: Annotated[bool, typer.Option("--coach", help="Tell how agents would read your clues.")] = False,
    seed: Annotated[int | None, typer.Option(help="Names the board; drawn if not given.")] = None,
    words: Words = None,
    lexicon: ClueWords = None,
    name: Annotated[str | None, typer.Option(help="Your name, for the record; none by default.")] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the last unfinished game, or with a file.")
    ] = False,
    games: Annotated[Path | None, typer.Option(help="Folder of saved games; or CLUEJAM_GAMES.")] = None,
    trust: Trust = False,
) -> None:
    """Play a game in the terminal, with an agent as your partner. It is saved after every move.

    Example: cluejam play duo --level easy --seed 7
    """
    from cluejam_ai.interactive.opening import Wishes, WordFiles, new_session, resumed_session
    from cluejam_ai.interactive.savefile import game_to_resume, games_folder

    folder = games or games_folder()
    if resume:
        session = resumed_session(game_to_resume(rules, folder), trust=trust)
    else:
        files = WordFiles(words, lexicon)
        wishes = Wishes(rules or "duo", _seat(seat), hot_seat, partner, level, seed, files, name, coach)
        session = new_session(wishes, folder, lambda: print_note("setting the table ..."))
    if games or session.writer.path.parent != folder:
        session.resume_with = f"cluejam play --resume {_where(session.writer.path, games)}"
    _converse(session, folder)


def _where(path: Path, games: Path | None) -> str:
    """Return the words that name a saved game on the command line."""
    if games and path.parent == games:
        return f"{shlex.quote(path.name)} --games {shlex.quote(str(games))}"
    return shlex.quote(str(path))


def _seat(text: str | None) -> Any:
    from cluejam_ai.errors import UnknownNameError
    from cluejam_ai.interactive.chairs import Seat

    names = [seat.value for seat in Seat]
    if text is not None and text not in names:
        raise UnknownNameError("seat", text, names)
    return None if text is None else Seat(text)


def _converse(session: "Session", folder: Path) -> None:
    """Talk until the game is over or left; whatever ends it, all moves are saved."""
    from cluejam_ai.interactive.wording import seat_names
    from cluejam_ai.terminal.talk import Talk, complete_from, make_talk_console, prepare_input, signs_here

    ruleset = session.game.setup.ruleset
    talk = Talk(make_talk_console(), ruleset, signs_here(), seat_names(session.game))
    prepare_input()
    complete_from(lambda: session.completions)
    print_note(f"{_title(session)}; 'help' says what you can type")
    with _hang_up():
        try:
            with QuietEnds():
                talk.print(session.opening())
                while not session.finished:
                    _one_line(session, talk)
        except KeyboardInterrupt:
            talk.print(session.stop())
            raise typer.Exit(INTERRUPTED) from None
        except SystemExit:
            print_note("")  # what was typed stays on its line
            raise
        finally:
            print_note(f"saved as {session.writer.path}")
    if session.is_over:
        _show_result(session, folder, talk)


def _title(session: "Session") -> str:
    from cluejam_ai.interactive.savefile import read_game

    header = read_game(session.writer.path).header
    level = "" if header.get("seat") == "hot-seat" else f", level {header.get('level', 'normal')}"
    return f"{session.game.setup.ruleset.label}{level}, seed {session.game.setup.seed}"


def _one_line(session: "Session", talk: "Talk") -> None:
    from cluejam_ai.terminal.talk import forget_typed_ahead

    if session.needs_fresh_answer:
        forget_typed_ahead()
    try:
        line = input(session.prompt)
    except EOFError:
        typer.echo()
        talk.print(session.stop())
        return
    except ValueError:  # bytes that are no text, or a zero byte
        line = ""
    talk.print(session.steps(line))


@contextmanager
def _hang_up() -> Iterator[None]:
    """End as after a hang-up, and without a word, when there is no terminal any more to talk to."""
    try:
        yield
    except OSError as error:
        if error.errno != errno.EIO or not hasattr(signal, "SIGHUP"):
            raise
        discard_output()
        raise typer.Exit(128 + signal.SIGHUP) from None


def _show_result(session: "Session", folder: Path, talk: "Talk") -> None:
    from cluejam_ai.interactive.on_record import AGENTS_ON_RECORD
    from cluejam_ai.interactive.savefile import SavedGame, games_folder, read_game, saved_games
    from cluejam_ai.interactive.standing import result_page
    from cluejam_ai.interactive.telling import tell_outcome

    past = [saved for saved in saved_games(folder) if isinstance(saved, SavedGame)]
    on_record = AGENTS_ON_RECORD.get(session.game.setup.ruleset.name, {})
    talk.tell(result_page(read_game(session.writer.path), past, on_record))
    usual = session.writer.path.parent == games_folder()
    print_note(f"see it again: cluejam show {session.writer.path.stem if usual else session.writer.path}")
    # once more, for what was told before may have left the screen
    talk.print([tell_outcome(session.game, hot_seat=session.hot_seat)])
