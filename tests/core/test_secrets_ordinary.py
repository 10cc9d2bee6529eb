"""Nothing in ordinary developers' notes is taken for a secret: hashes, ids, paths, versions, prose about credentials."""

from __future__ import annotations

import random
import string

from sagacity.core.secrets import find_secrets

RANDOM = random.Random(20261130)
HEX = "0123456789abcdef"
B64 = string.ascii_letters + string.digits + "+/"
WORDS = """the deploy failed because config was read before migration ran and we rolled back then added a guard so that queue
drains when password handling changes token refresh rotates every hour secret scanning runs in CI credentials live in vault
api keys are scoped per service access keys expire private keys never leave the machine authentication session cookie header
passphrase prompt bearer basic curl machine identified type login key signature verify hash digest lockfile commit branch""".split()
SENTENCES = [
    "Fixed in {sha}, see src/{word}/{word}.py:{n}.",
    "Commit {sha7} reverts {sha}.",
    "Request {uuid} failed after {n} ms with token expired.",
    "Note {ulid} supersedes {ulid}.",
    "integrity sha512-{b64_88}",
    "resolved https://registry.npmjs.org/{word}/-/{word}-{n}.{n}.{n}.tgz#{sha}",
    "sha256:{hex64}  dist/{word}-{n}.{n}.whl",
    '{{ file = "{word}-{n}.tar.gz", hash = "sha256:{hex64}" }},',
    "The {word} token is {word} and the password is {word}.",
    "password: {word}",
    "secret: {word}-{word}-{n}",
    "token = {word}_{word}(request, {n})",
    "api_key = os.environ['{upper}_KEY_{n}']",
    "export {upper}_TOKEN=$({word} get {word}-token-{n})",
    "const secret = await {word}.get('{word}/{word}-{n}');",
    "if password != user.password_{n}: raise {word}",
    "def check_password(self, password: str, salt: bytes = b'{word}') -> bool:",
    "Set `token` to the value of `{upper}_TOKEN` ({word}, {n} days).",
    'uuid {uuid} etag "{hex32}" md5 {hex32}',
    "docker.io/{word}/{word}@sha256:{hex64}",
    "go.sum: github.com/{word}/{word} v{n}.{n}.{n} h1:{b64_43}=",
    "See https://github.com/{word}/{word}/blob/{sha}/src/{word}.rs#L{n}-L{n}",
    "/home/{word}/.local/share/{word}-{n}/{uuid}/{word}.db",
    "{iso} {word} listening on 127.0.0.1:{n}, pid {n}",
    "| {word} | {n} | {sha7} | secret rotation {iso} |",
    "credentials: see {word}/{word}.md, rotated {iso}",
    "data:image/png;base64,{b64_120}",
    "{camel}Exception in {camel}.{word}() at line {n}",
    "The private key of {word} lives in the HSM; key id {uuid}.",
    "curl -s https://{word}.example.org/v{n}/{word} -H 'X-Request-Id: {uuid}'",
    "machine {word} runs login {word}; password prompts are {word}.",
    "color: #{hex6}; width: calc({n}px + {n}%)",
    "ssh-ed25519 {b64_68} {word}@{word}",
    "secret scan of {sha}: {n} files",
    "token count: {n}, token budget: {n}, tokens = {n}",
    "`{word}.{word}.{word}` and {word}::{word}::{word}<{camel}>",
]  # fmt: skip


def sentence() -> str:
    stamp = (
        f"20{RANDOM.randrange(10, 30)}-0{RANDOM.randrange(1, 9)}-1{RANDOM.randrange(9)}T0{RANDOM.randrange(9)}:00:00Z"
    )

    class Fill(dict):
        def __missing__(self, name: str) -> str:
            if name == "word":
                return RANDOM.choice(WORDS)
            size = int("".join(filter(str.isdigit, name.removeprefix("b64_"))) or 0)
            return "".join(RANDOM.choices(B64 if name.startswith("b64") else HEX, k=size))

    template = RANDOM.choice(SENTENCES)
    out: list[str] = []
    for piece in template.split("{"):
        name, brace, rest = piece.partition("}")
        fresh = Fill(
            n=str(RANDOM.randrange(1, 9999)),
            sha="".join(RANDOM.choices(HEX, k=40)),
            sha7="".join(RANDOM.choices(HEX, k=7)),
            uuid="-".join("".join(RANDOM.choices(HEX, k=size)) for size in (8, 4, 4, 4, 12)),
            ulid="01" + "".join(RANDOM.choices("0123456789ABCDEFGHJKMNPQRSTVWXYZ", k=24)),
            upper=RANDOM.choice(WORDS).upper(),
            camel=RANDOM.choice(WORDS).title() + RANDOM.choice(WORDS).title(),
            iso=stamp,
        )
        known = brace and (name in fresh or name == "word" or name.startswith(("hex", "b64_")))
        out.append(fresh[name] + rest if known else piece)
    return "".join(out).replace("}}", "}")


def test_nothing_is_found_in_thousands_of_ordinary_sentences() -> None:
    sentences = [sentence() for _ in range(6000)]
    wrong = [(one, find_secrets(one)) for one in sentences if find_secrets(one)]
    assert not wrong
    notes = ["\n".join(sentences[at : at + 30]) for at in range(0, len(sentences), 30)]
    assert not [find_secrets(note) for note in notes if find_secrets(note)]
