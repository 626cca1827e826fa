"""The program's frame: help, exit codes, faults, lazy loading. Not the commands."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from paigow import __version__
from paigow.cli.application import run
from paigow.cli.commands import COMMANDS, CliCommand
from paigow.cli.output import JsonFlag, console, emit, text_table
from paigow.faults import BadInput

HEAVY = {"numpy", "numba", "lark", "dask", "fastapi", "uvicorn", "psycopg", "apsw", "msgspec", "pydantic"}


def greet(name: str, as_json: JsonFlag = False) -> None:
    """Greet somebody, in a function like those in the topics' files."""
    if name == "nobody":
        raise BadInput("nobody cannot be greeted", where="first word", allowed="give a name")
    if name == "impatient":
        raise KeyboardInterrupt
    if name == "stranger":
        raise typer.Exit(1)
    emit(
        {"name": name, "sign": "天"},
        "paigow/greeting/1",
        as_json,
        lambda: console().print(f"good day, {name}"),
    )


group = typer.Typer()


@group.command()
def first() -> None:
    """Do the first thing."""


@group.command()
def second() -> None:
    """Do the second thing."""


SAMPLES = (
    CliCommand("greet", f"{__name__}:greet", "Greet somebody.", "Words", ("paigow greet Ada [once]",)),
    CliCommand("several", f"{__name__}:group", "Do one of several things.", "Words", ()),
    CliCommand("absent", "paigow.cli.there_is_no_such_file:absent", "Never loaded.", "Words", ()),
)


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False)


def test_help_imports_nothing_heavy() -> None:
    program = (
        "from paigow.cli.application import run; import sys; assert run(['--help']) == 0; print(*sys.modules)"
    )
    done = python("-c", program)
    assert done.returncode == 0, done.stderr
    top_level = {name.partition(".")[0] for name in done.stdout.splitlines()[-1].split()}
    assert "typer" in top_level
    assert not top_level & HEAVY


def test_the_script_and_the_module_print_the_version() -> None:
    assert python("-m", "paigow", "--version").stdout == f"paigow {__version__}\n"


def test_help_lists_commands_without_loading_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"], SAMPLES) == 0
    printed = capsys.readouterr().out
    assert "Greet somebody." in printed
    assert "Never loaded." in printed
    assert "3 bad input" in printed


def test_a_commands_help_shows_its_examples_as_typed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["greet", "--help"], SAMPLES) == 0
    assert "paigow greet Ada [once]" in capsys.readouterr().out


def test_the_overview_shows_each_command_with_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([], SAMPLES) == 0
    printed = capsys.readouterr().out
    assert "greet  Greet somebody.\n  paigow greet Ada [once]\n" in printed


def test_text_is_the_default(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["greet", "Ada"], SAMPLES) == 0
    assert capsys.readouterr().out == "good day, Ada\n"


def test_json_opens_with_its_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["greet", "Ada", "--json"], SAMPLES) == 0
    printed = capsys.readouterr().out
    assert list(json.loads(printed).items()) == [
        ("schema", "paigow/greeting/1"),
        ("name", "Ada"),
        ("sign", "天"),
    ]
    assert "天" in printed


def test_bad_input_is_a_sentence_and_exit_3(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["greet", "nobody"], SAMPLES) == 3
    printed = capsys.readouterr()
    assert printed.err == "paigow: Nobody cannot be greeted (first word). Give a name.\n"
    assert printed.out == ""


def test_bad_input_with_json_is_json_on_stdout_and_exit_3(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["greet", "nobody", "--json"], SAMPLES) == 3
    printed = capsys.readouterr()
    assert printed.err == ""
    assert json.loads(printed.out) == {
        "schema": "paigow/fault/1",
        "problem": "nobody cannot be greeted",
        "where": "first word",
        "allowed": "give a name",
    }


def test_a_finding_is_exit_1() -> None:
    assert run(["greet", "stranger"], SAMPLES) == 1


def test_an_interrupt_is_exit_130() -> None:
    assert run(["greet", "impatient"], SAMPLES) == 130


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["greet"], "Missing argument"),
        (["greet", "Ada", "--loud"], "--loud"),
        (["grett"], "Did you mean 'greet'?"),
    ],
)
def test_wrong_usage_is_a_sentence_and_exit_2(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments, SAMPLES) == 2
    printed = capsys.readouterr().err
    assert printed.startswith("paigow: ")
    assert sentence in printed


def test_a_group_without_a_command_prints_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["several"], SAMPLES) == 2
    printed = capsys.readouterr()
    assert "Do the second thing." in printed.out + printed.err


def test_a_closed_pipe_is_quiet() -> None:
    command = [sys.executable, "-m", "paigow", "--help"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


@pytest.mark.parametrize("arguments", [["books"], ["submission", "new", "colorado-tiles"]], ids=" ".join)
def test_a_full_disk_is_one_sentence(arguments: list[str]) -> None:
    """The first is written at the end, the second is longer than the output's buffer."""
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "paigow", *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 3
    assert done.stderr == "paigow: The output can't be written: the disk is full. Free some space.\n"


def test_piped_text_has_no_colour_and_is_not_folded(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    console().print("[red]" + "x" * 150)
    assert capsys.readouterr().out == "x" * 150 + "\n"


def test_a_table_in_a_narrow_window_keeps_every_digit(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = text_table("", "bet", "deals")
    table.add_row("main", "7,823,721,906,000")
    monkeypatch.setenv("COLUMNS", "16")
    console().print(table)
    printed = capsys.readouterr().out
    assert max(map(len, printed.splitlines())) <= 16
    assert "".join(printed.split()) == "betdealsmain7,823,721,906,000"


def test_no_two_commands_share_a_name() -> None:
    names = [command.name for command in COMMANDS]
    assert sorted(set(names)) == sorted(names)


def test_the_examples_in_help_work(capsys: pytest.CaptureFixture[str]) -> None:
    ending = (command for command in COMMANDS if command.name not in ("serve", "witness"))
    for example in (example for command in ending for example in command.examples):
        program, *arguments = shlex.split(example)
        assert program == "paigow"
        assert run(arguments) == 0, f"{example}\n{capsys.readouterr().err}"
        assert capsys.readouterr().out, example


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ("show 6-6 4-5 2-2 1-3", 2, "put it in quotes"),
        ("compare 2-2 1-3 6-6 4-5", 2, "put it in quotes"),
        ("audit sqlite:////tmp/floor.db", 2, "Name the store with --store."),
        ("export example other", 2, "Run paigow export --help to see how to use it."),
        ("serve --log loud", 2, "'debug', 'info', 'warning', 'error'"),
        ("odds commission-tiles --on localhost:8786", 3, "dask://host:port"),
        ("way check notes.txt", 3, "a file that ends in .way"),
        ("serve --play-at https://floor.example.org/", 3, "Add --read-only, or leave --play-at out."),
        ("serve --read-only --play-at floor", 3, "Write it like https://floor.example.org/."),
        ("serve --origin example.org", 3, "Write it like https://example.org."),
        ("serve --origin https://example.org/play", 3, "Write https://example.org."),
        ("book R9999", 3, "Rulings have numbers from R1 to R176, some of which are not used."),
        ("book commission-tiles sauerkraut", 3, "No paragraph of commission-tiles mentions 'sauerkraut'."),
        ("odds commission-tiles --wager raffle", 3, "Choose main."),
        ("submission check tests", 3, "'tests' is a directory. Give a submission file."),
        ("replay tests", 3, "Give a round file, as paigow deal writes it."),
        ("verify example --witness tests", 3, "Give a file that paigow witness wrote."),
        ("backup tests", 3, "'tests' already exists. Name a new file."),
    ],
)
def test_what_people_get_wrong_is_answered_with_what_would_do(
    arguments: str, code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments.split()) == code
    assert said in capsys.readouterr().err
