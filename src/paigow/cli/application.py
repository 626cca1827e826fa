"""The `paigow` program: help, exit codes, and overview. The commands load when called."""

from __future__ import annotations

import errno
import gc
import os
import re
import sys
from collections.abc import Sequence
from typing import Annotated, Any, Final, NoReturn

import typer
import typer.main

from paigow import __version__
from paigow.cli.arguments import shown_source
from paigow.cli.commands import COMMANDS, CliCommand, examples
from paigow.cli.output import console, emit_fault
from paigow.faults import BadInput, guess, nearest

USAGE = 2
BAD_INPUT = 3
INTERRUPTED = 130  # 128 plus the number of SIGINT, as in shells
BROKEN_PIPE = 141  # 128 plus the number of SIGPIPE
COLLECT_EVERY = 50_000
"""Allocations between garbage collections. High, since what is loaded at startup stays in memory anyway."""

_FORBIDDEN: Final = (errno.EACCES, errno.EPERM, errno.EROFS)
_NOWHERE: Final = (errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.EEXIST, errno.ENAMETOOLONG, errno.ELOOP)
_FULL: Final = (errno.ENOSPC, errno.EDQUOT)

PROGRAM = "paigow"
HELP_OPTIONS: Final = ["-h", "--help"]
COMPLETE = "_PAIGOW_COMPLETE"
"""Set by the scripts that --install-completion writes."""

ABOUT = "Pai gow tiles and pai gow poker by the book: play, deal, settle, verify, and compute exact odds."
ALONE = "paigow alone opens the floor in your browser."
EXIT_CODES = "Exit codes: 0 success, 1 a check failed, 2 wrong usage, 3 bad input."
QUOTES = 'a hand is one argument: put it in quotes, "6-6 4-5 2-2 1-3"'

PLAIN_WORDS: Final = tuple(
    (re.compile(pattern), words)
    for pattern, words in (
        (r"Invalid value for '([^']+)': ", r"\1: "),
        (r"'.*' is not a valid int(?: range)?\.", "give a whole number."),
        (r"'.*' is not a valid float(?: range)?\.", "give a number."),
        (r"\S+ is not in the range (\S+)<=x<=(\S+)\.", r"give \1 to \2."),
        (r"\S+ is not in the range x>=(\S+)\.", r"give \1 or more."),
        (r"\S+ is not in the range x<=(\S+)\.", r"give at most \1."),
        (r"Got unexpected extra argument\(s\) \((\S+)\)", r"There is an extra argument: \1."),
        (r"Got unexpected extra argument\(s\) \((.*)\)", r"There are extra arguments: \1."),
        (r"^(No such option: [^ ]+).*$", r"\1."),
    )
)
"""The argument parser's wording, and ours."""

OTHER_NAMES: Final = {
    (f"{PROGRAM} way", "No such command 'compare'."): f"{PROGRAM} way diff",
    (f"{PROGRAM} submission rules", "No such option: --format."): "--html or --pdf",
}
"""Commands and options that people look for under other names."""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the program with the given arguments, or the process's own, and exit."""
    gc.set_threshold(COLLECT_EVERY)
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str], commands: Sequence[CliCommand] = COMMANDS) -> int:
    """Run the program and return its exit code."""
    try:
        code = _run_or_explain(arguments, commands)
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
        return BROKEN_PIPE
    except OSError as fault:
        if fault.errno not in _FULL:
            raise
        _drop_output()
        full = BadInput("the output can't be written: the disk is full", allowed="free some space")
        emit_fault(full, as_json=False)
        return BAD_INPUT
    except SystemExit as leaving:
        # Rich handles a broken pipe by exiting with 1, which here means a finding.
        if isinstance(leaving.__context__, BrokenPipeError):
            return BROKEN_PIPE
        raise
    return code


def _drop_output() -> None:
    """The interpreter flushes again at exit and would report the same error."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run_or_explain(arguments: Sequence[str], commands: Sequence[CliCommand]) -> int:
    as_json = "--json" in arguments
    command: Any = None
    try:
        command = typer.main.get_command(_build([*arguments, *_words_to_complete()], commands))
        _tidy_help(command)
        if COMPLETE in os.environ:
            command.main([], PROGRAM)
        with command.make_context(PROGRAM, list(arguments)) as context:
            command.invoke(context)
    except typer.Exit as leaving:
        return leaving.exit_code
    except BadInput as fault:
        emit_fault(_without_temporary_names(fault), as_json)
        return BAD_INPUT
    except OSError as fault:
        if fault.errno not in (*_FORBIDDEN, *_NOWHERE):
            raise
        emit_fault(_unopened(fault), as_json)
        return BAD_INPUT
    except typer.TyperException as misuse:
        # Empty if a group was called without a command: its help has been printed.
        if message := misuse.format_message():
            problem = _plainly(message)
            path = _path_of(misuse, command, arguments)
            emit_fault(BadInput(problem, allowed=_hint(misuse, problem, path)), as_json)
        return USAGE
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    return 0


def _path_of(misuse: typer.TyperException, command: Any, arguments: Sequence[str]) -> str:
    """The command that was misused. The parser doesn't say which when an option's value is missing."""
    context = getattr(misuse, "ctx", None)
    if context is not None:
        return str(context.command_path)
    path = PROGRAM
    for word in arguments:
        command = getattr(command, "commands", {}).get(word)
        if command is None:
            break
        path += f" {word}"
    return path


def _hint(misuse: typer.TyperException, problem: str, path: str) -> str:
    """The hint for a usage error: the likely intended word, else where to read the help."""
    context = getattr(misuse, "ctx", None)
    if "extra argument" in problem:
        return _hint_about_extra(context, path)
    if (path, problem) in OTHER_NAMES:
        return guess(OTHER_NAMES[path, problem])
    wrong = getattr(misuse, "option_name", None)
    if wrong and context is not None:
        # Without the dashes, which all options share.
        names = {name.strip("-"): name for each in context.command.params for name in each.opts}
        if meant := nearest(wrong.strip("-"), names):
            return guess(names[meant])
    return f"run {path} --help to see how to use it"


def _hint_about_extra(context: typer.Context | None, path: str) -> str:
    """What an extra argument was probably meant as: the rest of a hand, or a store."""
    named = {name for each in context.command.params for name in each.opts} if context is not None else set()
    if named & {"hand", "player"}:
        return QUOTES
    return "name the store with --store" if "--store" in named else f"run {path} --help to see how to use it"


def _without_temporary_names(fault: BadInput) -> BadInput:
    """Standard input was saved to a temporary file, whose name would mean nothing to the user."""
    where, allowed = (text and shown_source(text) for text in (fault.where, fault.allowed))
    return BadInput(shown_source(fault.problem), where=where, allowed=allowed)


def _unopened(fault: OSError) -> BadInput:
    """The message for a path that doesn't exist, or that the user isn't allowed to open."""
    place = "something it needs" if fault.filename is None else str(fault.filename)
    return BadInput(
        f"{place} can't be opened: {(fault.strerror or str(fault)).casefold()}",
        allowed="run this as its owner, or give yourself access"
        if fault.errno in _FORBIDDEN
        else "check the path",
    )


def _tidy_help(command: Any) -> None:
    """Keeps help from printing `--json <bool>`, as if a flag took a value, and from wrapping lines twice."""
    if command.help:
        command.help = "\n\n".join(map(_on_one_line, command.help.split("\n\n")))
    context = typer.Context(command, info_name=PROGRAM, help_option_names=HELP_OPTIONS)
    for option in command.get_params(context):
        if getattr(option, "is_flag", False):
            option.metavar = ""
    for each in getattr(command, "commands", {}).values():
        _tidy_help(each)


def _on_one_line(paragraph: str) -> str:
    """A paragraph that the terminal wraps, unless it is indented on purpose."""
    lines = paragraph.split("\n")
    return paragraph if any(line.startswith("  ") for line in lines) else " ".join(lines)


def _plainly(message: str) -> str:
    """A parser's error about an argument, reworded for people."""
    for pattern, words in PLAIN_WORDS:
        message = pattern.sub(words, message)
    return message


def _words_to_complete() -> list[str]:
    """The words typed so far, when a shell asks for completions."""
    return f"{os.environ.get('COMP_WORDS', '')} {os.environ.get('_TYPER_COMPLETE_ARGS', '')}".split()


def _build(arguments: Sequence[str], commands: Sequence[CliCommand]) -> typer.Typer:
    """Assemble the program: load the command that was called, and only the names of the others."""
    application = typer.Typer(
        help=ABOUT,
        epilog=f"{ALONE} {EXIT_CODES}",
        rich_markup_mode="rich",
        context_settings={"obj": tuple(commands), "help_option_names": HELP_OPTIONS},
    )
    application.callback(invoke_without_command=True)(_start)
    for command in commands:
        _register(application, command, command.load() if command.name in arguments else _not_loaded)
    return application


def _register(application: typer.Typer, command: CliCommand, target: object) -> None:
    epilog = examples(*command.examples)
    if isinstance(target, typer.Typer):
        application.add_typer(
            target,
            name=command.name,
            help=command.summary,
            epilog=epilog,
            rich_help_panel=command.panel,
            no_args_is_help=True,
        )
    else:
        assert callable(target), f"{command.target} is neither a function nor a typer.Typer"
        register = application.command(
            command.name, short_help=command.summary, epilog=epilog, rich_help_panel=command.panel
        )
        register(target)


def _not_loaded() -> None:
    raise AssertionError("a command that was called for is always loaded")


def _start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", "-V", help="Print the version.")] = False,
) -> None:
    if version:
        print(f"paigow {__version__}")
    elif context.invoked_subcommand is None:
        _open_floor(context.obj)


def _open_floor(commands: Sequence[CliCommand]) -> None:
    """What `paigow` does without arguments: open the floor, or list the commands."""
    if any(command.name == "serve" for command in commands):
        from paigow.cli.serve import open_floor

        open_floor()
    else:
        _print_overview(commands)


def _print_overview(commands: Sequence[CliCommand]) -> None:
    out = console()
    out.print(f"[bold]paigow {__version__}[/bold]  {ABOUT}\n")
    for command in commands:
        out.print(f"[bold]{command.name}[/bold]  {command.summary}")
        for example in command.examples:
            out.print(f"  {example}", style="cyan", markup=False)
    out.print("\npaigow --help lists every command; paigow COMMAND --help explains one.")
