"""What a shell would run when it is given a text: simple commands, out of compound ones and from behind wrappers.

A reader for rules, not a sandbox: variables and aliases are not resolved, and what a script does is not seen. Where it
is in doubt it sees a command too many rather than one too few.
"""

from __future__ import annotations

from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_CHARS = 65_536
MAX_COMMANDS = 400
MAX_DEPTH = 6
MAX_BEHIND = 50
SHELLS = ("sh", "bash", "zsh", "dash", "ksh", "ash", "fish")
OPENERS = ("if", "then", "else", "elif", "while", "until", "do", "!", "{", "}", "coproc")
# What runs the rest of its words: its options that take a value, and how many words come before the command.
WRAPPERS: dict[str, tuple[str, int]] = {
    "sudo": ("-u -g -h -p -C -T -r -t -U -D -R --user --group --chdir", 0),
    "doas": ("-u -C", 0),
    "env": ("-u -C --unset --chdir", 0),
    "nice": ("-n --adjustment", 0),
    "ionice": ("-c -n --class --classdata", 0),
    "time": ("-f -o --format --output", 0),
    "timeout": ("-s -k --signal --kill-after", 1),
    "stdbuf": ("-i -o -e", 0),
    "exec": ("-a", 0),
    "xargs": ("-I -n -P -L -s -d -a -E --max-args --max-procs --delimiter --arg-file", 0),
    "watch": ("-n --interval", 0),
    "strace": ("-o -e -p -s", 0),
    "flock": ("-w -E --wait --timeout", 1),
    "chroot": ("", 1),
    "nohup": ("", 0),
    "setsid": ("", 0),
    "command": ("", 0),
    "builtin": ("", 0),
}
# Programs whose own options stand before the word that says what is done: those that take a value.
OPTIONS_FIRST = {
    "git": "-C -c --git-dir --work-tree --namespace --exec-path --config-env",
    "docker": "-H -c -l --host --context --config --log-level",
    "kubectl": "-n -s --namespace --context --cluster --kubeconfig --server --user --token",
    "helm": "-n --namespace --kube-context --kubeconfig",
    "npm": "--prefix -w --workspace --registry",
    "pnpm": "-C --dir --filter -F",
    "yarn": "--cwd",
    "gh": "-R --repo",
    "aws": "--profile --region --output --endpoint-url",
    "gcloud": "--project --account --configuration",
    "terraform": "",
    "cargo": "--manifest-path --config -Z -C",
    "make": "-C -f -j --directory --file --jobs",
    "systemctl": "-H -M --host --machine",
}
REMOTE = {"ssh": "-p -i -l -o -F -J -L -R -D -b -c -m -w -W -E -S -Q -I"}
RUNNERS = ("-exec", "-execdir", "-ok", "-okdir")
BLANKS = " \t\r"
ENDS = "\n;&|()"
ESCAPED_IN_QUOTES = '"\\$`\n'


class Commands(Value):
    """texts: each command as it is written and as its words without quotes, then what it runs in turn; each once.

    whole: all of it was read; else there was too much.
    """

    texts: tuple[str, ...]
    whole: bool = True


def commands_of(text: str) -> Commands:
    """The commands of a line or a script."""
    found = _Found()
    found.read(text, 0)
    return Commands(tuple(found.texts), found.whole)


def commands_in_words(words: Sequence[str]) -> Commands:
    """Likewise of one command whose words are apart already."""
    found = _Found()
    found.add(list(words), " ".join(words), 0)
    return Commands(tuple(found.texts), found.whole)


class _Found:
    """What was found so far. texts: a dict for its order."""

    def __init__(self) -> None:
        self.texts: dict[str, None] = {}
        self.whole = True

    def read(self, text: str, depth: int) -> None:
        """A text that a shell is given."""
        if depth > MAX_DEPTH or len(self.texts) > MAX_COMMANDS:
            self.whole = False
            return
        if len(text) > MAX_CHARS:
            self.whole = False
        reader = _Reader(text[:MAX_CHARS])
        for words, raw in reader.commands():
            self.add(words, raw, depth)
        for inner in reader.inner:
            self.read(inner, depth + 1)

    def add(self, words: list[str], raw: str, depth: int) -> None:
        """A simple command, and what it runs."""
        self._keep(raw)
        rest: list[str] | None = words
        for _ in range(MAX_BEHIND):
            if not rest:
                return
            self._keep(" ".join(rest))
            rest = self._behind(rest, depth)
        self.whole = self.whole and not rest

    def _keep(self, text: str) -> None:
        if text:
            self.texts[text] = None

    def _behind(self, words: list[str], depth: int) -> list[str] | None:
        """The words of the command that this one stands before, None where it is the last."""
        if _is_assignment(words[0]) or words[0] in OPENERS:
            return words[1:]
        program = words[0].rpartition("/")[2]
        if program != words[0]:
            return [program, *words[1:]]
        if program in WRAPPERS:
            options, n_before = WRAPPERS[program]
            return _after_options(words, options)[n_before:]
        if program in OPTIONS_FIRST:
            rest = [program, *_after_options(words, OPTIONS_FIRST[program])]
            return rest if rest != words else None
        if program == "find":
            return _run_by_find(words)
        inner = _given_to_shell(program, words)
        if inner:
            self.read(inner, depth + 1)
        return None


def _given_to_shell(program: str, words: list[str]) -> str:
    """The text that a program hands on to a shell, "" for none."""
    if program == "eval":
        return " ".join(words[1:])
    if program in REMOTE:
        return " ".join(_after_options(words, REMOTE[program])[1:])
    if program in SHELLS or program == "su":
        for at, word in enumerate(words[1:-1], 1):
            if word == "--command" or (word[:1] == "-" and word[:2] != "--" and "c" in word):
                return words[at + 1]
    return ""


def _run_by_find(words: list[str]) -> list[str] | None:
    for at, word in enumerate(words):
        if word in RUNNERS:
            return words[at + 1 :]
    return None


def _is_assignment(word: str) -> bool:
    name, mark, _ = word.partition("=")
    return bool(mark) and name.removesuffix("+").isidentifier()


def _after_options(words: list[str], with_value: str) -> list[str]:
    """The words after the first and its options. with_value: those of them that the next word belongs to."""
    takers = with_value.split()
    at = 1
    while at < len(words) and words[at][:1] == "-" and words[at] != "-":
        if words[at] == "--":
            return words[at + 1 :]
        at += 2 if words[at] in takers else 1
    return words[at:]


class _Reader:
    """Cuts a text into simple commands. inner: texts of substitutions, and of here-documents that a shell is given."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.inner: list[str] = []
        self._words: list[str] = []
        self._word: list[str] | None = None
        self._start = 0
        self._delimiters: list[str] = []
        self._found: list[tuple[list[str], str]] = []

    def commands(self) -> list[tuple[list[str], str]]:
        """(words without quotes, redirections left out; as written) of each."""
        while self.at < len(self.text):
            self._step(self.text[self.at])
        self._end_command()
        return self._found

    def _step(self, char: str) -> None:
        if char in BLANKS:
            self._end_word()
            self.at += 1
        elif self.text.startswith("\\\n", self.at):  # a line that goes on, which neither begins a word nor ends one
            self.at += 2
        elif char in "<>" or (char == "&" and self.text[self.at + 1 : self.at + 2] == ">"):
            self._redirection()
        elif char in ENDS:
            self._end(char)
        elif char == "#" and self._word is None:
            end = self.text.find("\n", self.at)
            self.at = len(self.text) if end < 0 else end
        else:
            self._in_word(char)

    def _in_word(self, char: str) -> None:
        word = self._word = self._word if self._word is not None else []
        if char == "\\":
            self._escaped(word)
        elif char == "'":
            end = self._until("'", self.at + 1)
            word.append(self.text[self.at + 1 : end])
            self.at = end + 1
        elif char == '"':
            self._quoted(word)
        elif char in "$`":
            self._substitution(word)
        else:
            word.append(char)
            self.at += 1

    def _escaped(self, word: list[str]) -> None:
        following = self.text[self.at + 1 : self.at + 2]
        if following != "\n":  # a line that goes on
            word.append(following)
        self.at += 2

    def _quoted(self, word: list[str]) -> None:
        self.at += 1
        while self.at < len(self.text) and self.text[self.at] != '"':
            char = self.text[self.at]
            if char == "\\" and self.text[self.at + 1 : self.at + 2] in ESCAPED_IN_QUOTES:
                self._escaped(word)
            elif char in "$`":
                self._substitution(word)
            else:
                word.append(char)
                self.at += 1
        self.at += 1

    def _substitution(self, word: list[str]) -> None:
        """At a dollar sign or a backquote: what is run there is read by itself, and stands in the word as written."""
        start = self.at
        if self.text[start] == "`":
            end = self._until("`", start + 1)
            self.inner.append(self.text[start + 1 : end])
        elif self.text[start + 1 : start + 2] == "(":
            end = self._closing(start + 1)
            self.inner.append(self.text[start + 2 : end])
        else:
            end = start
        self.at = end + 1
        word.append(self.text[start : self.at])

    def _until(self, mark: str, at: int) -> int:
        """The place of the mark, not after a backslash where the mark is a backquote; the end where there is none."""
        while at < len(self.text) and self.text[at] != mark:
            at += 2 if self.text[at] == "\\" and mark == "`" else 1
        return min(at, len(self.text))

    def _closing(self, at: int) -> int:
        """The place of the parenthesis that closes the one here."""
        depth, quote = 0, ""
        while at < len(self.text):
            char = self.text[at]
            if char == "\\" and quote != "'":
                at += 1
            elif quote:
                quote = "" if char == quote else quote
            elif char in "'\"":
                quote = char
            else:
                depth += (char == "(") - (char == ")")
                if not depth:
                    return at
            at += 1
        return len(self.text)

    def _redirection(self) -> None:
        """At `<`, `>` or `&>`; its target is no word of the command."""
        if self._word is not None and "".join(self._word).isdigit():
            self._word = None
        self._end_word()
        start = self.at
        while self.text[self.at : self.at + 1] in ("<", ">", "&", "|") and self.at - start < 3:
            self.at += 1
        mark = self.text[start : self.at]
        if self.text[self.at : self.at + 1] == "(":  # a process: what stands in its parentheses is a command, too
            return
        if mark == "<<" and self.text[self.at : self.at + 1] == "-":
            self.at += 1
        while self.text[self.at : self.at + 1] in (" ", "\t"):
            self.at += 1
        target = self._target()
        if mark == "<<":
            self._delimiters.append(target)

    def _target(self) -> str:
        words, self._words = self._words, []
        while self.at < len(self.text) and self.text[self.at] not in BLANKS + ENDS + "<>":
            self._in_word(self.text[self.at])
        self._end_word()
        target = "".join(self._words)
        self._words = words
        return target

    def _end(self, char: str) -> None:
        self._end_word()
        words = list(self._words)
        self._end_command()
        self.at += 1
        self._start = self.at
        if char == "\n" and self._delimiters:
            self._here_documents(words)

    def _here_documents(self, words: list[str]) -> None:
        """At the line after a command that announced them: no commands, but for a shell."""
        delimiters, self._delimiters = self._delimiters, []
        is_shell = any(word.rpartition("/")[2] in SHELLS for word in words)
        for delimiter in delimiters:
            lines: list[str] = []
            while self.at < len(self.text):
                line, _, _ = self.text[self.at :].partition("\n")
                self.at += len(line) + 1
                if line.strip() == delimiter:
                    break
                lines.append(line)
            if is_shell:
                self.inner.append("\n".join(lines))
        self._start = self.at

    def _end_word(self) -> None:
        if self._word is not None:
            self._words.append("".join(self._word))
            self._word = None

    def _end_command(self) -> None:
        self._end_word()
        if self._words:
            raw = " ".join(self.text[self._start : self.at].split())
            self._found.append((self._words, raw))
        self._words = []
        self._start = self.at
