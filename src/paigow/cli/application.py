"""The `paigow` program: help, exit codes and overview. Not the commands, which load when called."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from typing import Annotated, NoReturn

import typer
import typer.main

from paigow import __version__
from paigow.cli.commands import COMMANDS, CliCommand, examples
from paigow.cli.output import console, emit_fault
from paigow.faults import BadInput

USAGE = 2
BAD_INPUT = 3
INTERRUPTED = 130  # 128 and the number of SIGINT, as shells count
BROKEN_PIPE = 141  # 128 and the number of SIGPIPE
COLLECT_EVERY = 50_000
"""New objects between two looks of the garbage collector: what is loaded at the start stays anyway."""

PROGRAM = "paigow"
COMPLETE = "_PAIGOW_COMPLETE"
"""Set by the scripts that --install-completion writes."""

ABOUT = "Pai gow tiles and pai gow poker of the casino floor: played, settled and proven by the book."
ALONE = "paigow alone opens the floor in your browser."
EXIT_CODES = "Exit codes: 0 fine, 1 a finding (a check failed), 2 wrong usage, 3 bad input."
QUOTES = 'a hand is one argument: put it in quotes, "6-6 4-5 2-2 1-3"'


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the program with the given arguments, or the process's own, and exit."""
    gc.set_threshold(COLLECT_EVERY)
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str], commands: Sequence[CliCommand] = COMMANDS) -> int:
    """Run the program and give its exit code."""
    try:
        code = _run_or_explain(arguments, commands)
        sys.stdout.flush()
    except BrokenPipeError:
        # The interpreter flushes once more at exit, and would complain of the same pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except SystemExit as leaving:
        # Rich answers a broken pipe by leaving with 1, which here means a finding.
        if isinstance(leaving.__context__, BrokenPipeError):
            return BROKEN_PIPE
        raise
    return code


def _run_or_explain(arguments: Sequence[str], commands: Sequence[CliCommand]) -> int:
    as_json = "--json" in arguments
    try:
        command = typer.main.get_command(_build([*arguments, *_words_to_complete()], commands))
        if COMPLETE in os.environ:
            command.main([], PROGRAM)
        with command.make_context(PROGRAM, list(arguments)) as context:
            command.invoke(context)
    except typer.Exit as leaving:
        return leaving.exit_code
    except BadInput as fault:
        emit_fault(fault, as_json)
        return BAD_INPUT
    except typer.TyperException as misuse:
        # Empty when a group was called without a command: its help has been printed.
        if message := misuse.format_message():
            hint = QUOTES if "extra argument" in message else "--help after any command tells how it is used"
            if as_json:
                emit_fault(BadInput(message, allowed=hint), as_json)
            else:
                print(f"paigow: {message}\npaigow: {hint}", file=sys.stderr)
        return USAGE
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    return 0


def _words_to_complete() -> list[str]:
    """What has been typed so far, when a shell asks how it may go on."""
    return f"{os.environ.get('COMP_WORDS', '')} {os.environ.get('_TYPER_COMPLETE_ARGS', '')}".split()


def _build(arguments: Sequence[str], commands: Sequence[CliCommand]) -> typer.Typer:
    """Assemble the program with the command called for loaded and only the names of all others."""
    application = typer.Typer(
        help=ABOUT,
        epilog=f"{ALONE} {EXIT_CODES}",
        rich_markup_mode="rich",
        context_settings={"obj": tuple(commands), "help_option_names": ["-h", "--help"]},
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
    """What the program does when nothing is said: open the floor, or tell what else there is."""
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
    out.print("\npaigow --help lists every command; paigow COMMAND --help tells how it is used.")
