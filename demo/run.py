"""The main job, end to end, on a throw-away home: one session writes notes, the next one knows them.

`make demo`. Every process is the real one: the MCP server as a client starts it, the hooks as the client's settings
name them, the command line as a person types it. A step that does not show what was stored ends the demonstration
with exit status 1.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import textwrap
import time
from pathlib import Path
from typing import TYPE_CHECKING

from mcp import Client
from mcp.client.stdio import StdioServerParameters

from demo.notes import NOTES, OLDER, older
from demo.stage import DemoError, make_stage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mcp.types import CallToolResult

    from demo.stage import Answer, Stage

QUESTION = "the deploy hangs at the database migration, any idea why?"
SECOND_QUESTION = "where should the payment orchestrator capture vouchers?"


def say(number: int, what: str, took_ms: float | None = None) -> None:
    """The heading of a step."""
    took = "" if took_ms is None else f"  [{took_ms:.0f} ms]"
    print(f"\n{number}. {what}{took}", flush=True)


def show(text: str) -> None:
    """What was said, set off from what we say."""
    print(textwrap.indent(text.rstrip("\n"), "   | ", lambda _: True), flush=True)


def must(answer: str, expected: Sequence[str], step: str) -> None:
    """Ends the demonstration when something expected is not in the answer."""
    lacking = [text for text in expected if text not in answer]
    if lacking:
        raise DemoError(f"\nFAILED: {step} does not show {lacking}. It says:\n{answer}")


def must_not(answer: str, unwanted: str, step: str) -> None:
    """Ends the demonstration when something is there that must not be."""
    if unwanted in answer:
        raise DemoError(f"\nFAILED: {step} shows {unwanted!r}. It says:\n{answer}")


async def write_over_mcp(stage: Stage) -> tuple[float, list[str], list[tuple[float, CallToolResult]]]:
    """Starts the server as any client would, and writes the notes.

    Gives the milliseconds from spawn to the list of tools, their names, and the time and answer of each write.
    """
    entry = stage.settings(".claude.json")["mcpServers"]["sagacity"]
    server = StdioServerParameters(
        command=entry["command"], args=entry["args"], env={**stage.env, **entry["env"]}, cwd=str(stage.project)
    )
    started = time.perf_counter()
    async with Client(server) as client:
        tools = (await client.list_tools()).tools
        ready_ms = (time.perf_counter() - started) * 1000
        answers = [await _remember(client, note) for note in NOTES]
        await asyncio.sleep(1.1)  # times in notes are whole seconds; what comes now is newer than what was
        return ready_ms, [tool.name for tool in tools], [*answers, await _remember(client, older())]


async def _remember(client: Client, note: dict[str, object]) -> tuple[float, CallToolResult]:
    started = time.perf_counter()
    result = await client.call_tool("remember", note)
    return (time.perf_counter() - started) * 1000, result


def connect(stage: Stage) -> None:
    """Tells the agent of it, once: an MCP server and two hooks in the client's own settings."""
    answer = stage.sagacity("setup", "claude-code", "--yes")
    say(2, "Claude Code is told of it, once: sagacity setup claude-code", answer.took_ms)
    show("\n".join(line for line in answer.text.splitlines() if line[:1].strip()))


def first_session(stage: Stage) -> None:
    """An agent that knows nothing of the product but its tools writes down what it learned."""
    ready_ms, tools, answers = asyncio.run(write_over_mcp(stage))
    say(3, "An agent starts the server and lists its tools", ready_ms)
    show(", ".join(tools))
    must(" ".join(tools), ["recall", "read", "remember", "update", "forget"], "tools/list")
    say(4, f"It writes five notes, and {len(OLDER)} more in one call")
    for note, (took_ms, result) in zip((*NOTES, older()), answers, strict=True):
        text = "\n".join(getattr(part, "text", "") for part in result.content)
        if result.is_error or not result.structured_content:
            raise DemoError(f"\nFAILED: remember {note}: {text}")
        written = result.structured_content["notes"]
        what = f"{note['type']:16} {note['title']}" if len(written) == 1 else f"{len(written)} notes, synced together"
        show(f"{took_ms:4.0f} ms  {what} ({written[0]['state']})")


def new_session(stage: Stage) -> None:
    """What the next session sees before its first word, and with each prompt."""
    start = stage.hook("SessionStart", source="startup")
    say(5, "A new session starts; this is all its agent sees of it", start.took_ms)
    show(start.text)
    must(
        start.text,
        ["No direct pushes to main", "Short answers", "Vouchers through PaymentOrchestrator"],
        "session start",
    )

    _prompt(stage, 6, QUESTION, ["Deploys need the VPN", "vpn status"])
    _prompt(stage, 7, SECOND_QUESTION, ["All captures go through PaymentOrchestrator"])

    thanks = stage.hook("UserPromptSubmit", prompt="ok, thanks")
    say(8, 'The user says "ok, thanks"; nothing is added', thanks.took_ms)
    if thanks.text:
        raise DemoError(f"\nFAILED: an empty prompt got {thanks.text!r}")


def _prompt(stage: Stage, number: int, prompt: str, expected: list[str]) -> Answer:
    answer = stage.hook("UserPromptSubmit", prompt=prompt)
    say(number, f'The user asks "{prompt}"', answer.took_ms)
    show(answer.text)
    must(answer.text, expected, "the prompt")
    return answer


def edit_by_hand(stage: Stage) -> None:
    """A person changes a file in an editor; the next session knows."""
    note = next((stage.home / ".sagacity" / "personal").rglob("deploys-need-the-vpn.md"))
    before = note.read_text("utf-8")
    note.write_text(before.replace("ten minutes", "an hour (since this week)"), "utf-8")
    say(9, f"A person edits {note.name} in an editor: ten minutes becomes an hour. A command line sees it at once")
    answer = stage.sagacity("recall", "why does the deploy hang", "--limit", "2")
    show(f"$ sagacity recall 'why does the deploy hang' --limit 2        [{answer.took_ms:.0f} ms]\n{answer.text}")
    must(answer.text, ["Deploys need the VPN"], "recall")
    read = stage.sagacity("read", "deploys-need-the-vpn")
    must(read.text, ["an hour (since this week)"], "read")
    prompt = stage.hook("UserPromptSubmit", prompt=QUESTION, session_id="another-session")
    say(10, "and so does the next session's prompt", prompt.took_ms)
    show("\n".join(line for line in prompt.text.splitlines() if "an hour" in line))
    must(prompt.text, ["an hour (since this week)"], "the prompt after the edit")
    must_not(prompt.text, "ten minutes", "the prompt after the edit")


def throw_away_the_index(stage: Stage) -> None:
    """The index is disposable: delete it, ask again."""
    index = stage.home / ".sagacity" / "index"
    for file in index.iterdir():
        file.unlink()
    answer = stage.sagacity("list", "--limit", "100")
    say(11, "The index is deleted; the notes are the truth, so nothing is lost", answer.took_ms)
    show(answer.text.splitlines()[-1])
    must(answer.text, [str(note["title"]) for note in NOTES], "list after the index was deleted")


def main() -> int:
    """Runs the whole of it. The folder is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="sagacity-demo-", ignore_cleanup_errors=True) as folder:
        stage = make_stage(Path(folder).resolve())
        say(1, "A small project under git, and a home where nothing was ever set up")
        show(stage.run(["git", "ls-files"]).text)
        connect(stage)
        first_session(stage)
        new_session(stage)
        edit_by_hand(stage)
        throw_away_the_index(stage)
    print("\nEverything above came out as it had to.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
