"""Secrets are found however they are carried, reported by kind and line alone, and nothing else is taken for one.

No secret stands in this file: all are made when it runs.
"""

from __future__ import annotations

import json
import random
import string
import time
from base64 import b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sagacity.core.egress import is_suspicious, without_secrets
from sagacity.core.secret_rules import OTHER_KINDS, RULES, SHAPES
from sagacity.core.secrets import find_secrets
from sagacity.core.value import fields_of

RANDOM = random.Random(20261129)
HEX = "0123456789abcdef"
UPPER = string.ascii_uppercase + string.digits
WORD = string.ascii_letters + string.digits
URL = WORD + "-_"
B64 = WORD + "+/"


def some(alphabet: str, size: int) -> str:
    """A random value that ends in a digit, so that it is none of the words that happen."""
    return "".join(RANDOM.choices(alphabet, k=size - 1)) + "7"


def encoded(text: str) -> str:
    return b64encode(text.encode()).decode()


def jwt() -> str:
    head, body = (encoded(part).rstrip("=") for part in ('{"alg":"HS256","typ":"JWT"}', '{"sub":"4711"}'))
    return f"{head}.{body}.{some(URL, 43)}"


def pem(kind: str) -> str:
    lines = "\n".join(some(B64, 64) for _ in range(3))
    return f"-----BEGIN {kind}-----\n{lines}\n-----END {kind}-----"


PASSWORD = "pear" + "Tree" + "94"
GITHUB = "ghp" + "_" + some(WORD, 36)

KNOWN = {
    "aws_access_key": ["AK" + "IA" + some(UPPER, 16), "AS" + "IA" + some(UPPER, 16), "AKIA" + "IOSFODNN7EXAMPLE"],
    "aws_secret_key": ["aws_secret_access_key = " + some(B64, 40), '"SecretAccessKey": "' + some(B64, 40) + '"'],
    "gcp_service_account": ['{"type": "service_' + 'account", "project_id": "p"}', "type = 'service_" + "account'"],
    "google_api_key": ["AI" + "za" + some(URL, 35)],
    "google_oauth_secret": ["GOC" + "SPX-" + some(URL, 28)],
    "google_oauth_token": ["ya" + "29." + some(URL, 60)],
    "github_token": ["gh" + letter + "_" + some(WORD, 36) for letter in "pousr"],
    "github_fine_grained_token": ["github_" + "pat_" + some(WORD, 22) + "_" + some(WORD, 59)],
    "gitlab_token": ["glp" + "at-" + some(URL, 20), "gl" + "rt-" + some(URL, 20)],
    "slack_token": ["xox" + letter + "-" + some(string.digits, 12) + "-" + some(WORD, 24) for letter in "abeprs"],
    "slack_app_token": ["xa" + "pp-1-A" + some(UPPER, 10) + "-" + some(string.digits, 13) + "-" + some(HEX, 64)],
    "slack_webhook": [
        "https://hooks.slack.com/services/T" + some(UPPER, 9) + "/B" + some(UPPER, 9) + "/" + some(WORD, 24)
    ],
    "stripe_key": [
        f"{kind}_{mode}_" + some(WORD, 24)
        for kind, mode in [("sk", "live"), ("rk", "live"), ("pk", "live"), ("sk", "test")]
    ],
    "stripe_webhook_secret": ["wh" + "sec_" + some(WORD, 32)],
    "openai_key": ["sk" + "-" + some(WORD, 48), "sk" + "-proj-" + some(URL, 100)],
    "anthropic_key": ["sk" + "-ant-api03-" + some(URL, 93) + "AA"],
    "openrouter_key": ["sk" + "-or-v1-" + some(HEX, 64)],
    "huggingface_token": ["hf" + "_" + some(string.ascii_letters, 34)],
    "npm_token": ["npm" + "_" + some(WORD, 36)],
    "pypi_token": ["pypi" + "-AgEIcHlwaS5vcmc" + some(URL, 150)],
    "rubygems_token": ["rubygems" + "_" + some(HEX, 48)],
    "docker_token": ["dckr" + "_pat_" + some(URL, 27)],
    "twilio_key": ["S" + "K" + some(HEX, 32)],
    "sendgrid_key": ["S" + "G." + some(URL, 22) + "." + some(URL, 43)],
    "mailgun_key": ["mailgun uses key" + "-" + some(HEX, 32)],
    "mailchimp_key": [some(HEX, 32) + "-us" + "12"],
    "telegram_bot_token": [some(string.digits, 10) + ":AA" + some(URL, 33)],
    "discord_bot_token": ["M" + some(WORD, 23) + "." + some(URL, 6) + "." + some(URL, 38)],
    "discord_webhook": ["https://discord.com/api/webhooks/" + some(string.digits, 18) + "/" + some(URL, 68)],
    "azure_storage_key": ["DefaultEndpointsProtocol=https;AccountName=a;AccountKey=" + some(B64, 86) + "=="],
    "azure_sas_token": ["https://a.blob.core.windows.net/c?sv=2024-11-04&sig=" + some(WORD, 43) + "%3D"],
    "azure_client_secret": [some(WORD, 3) + "8" + "Q~" + some(WORD, 34)],
    "jwt": [jwt()],
    "private_key": [
        *(pem(f"{kind}PRIVATE" + " KEY") for kind in ("", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED ")),
        pem("PGP PRIVATE" + " KEY BLOCK"),
        "PuTTY-User-" + "Key-File-3: ssh-ed25519",
    ],
    "age_secret_key": ["AGE-SECRET-" + "KEY-1" + some(UPPER, 58)],
    "url_credentials": [
        f"postgres://app:{PASSWORD}@db.local:5432/x",
        f"redis://:{PASSWORD}@cache",
        f"HTTPS://bob:{PASSWORD}@x.y",
        f"mongodb+srv://u:{PASSWORD}@c",
        "https://user:" + "pass@github.com/x",
    ],
    "http_basic": ["Authorization: Basic " + encoded(f"bob:{PASSWORD}")],
    "http_bearer": ["Authorization: Bearer " + some(WORD, 40)],
    "curl_credentials": [f"curl -s -u bob:{PASSWORD} http://x.y"],
    "netrc_password": [f"machine x.y login bob password {PASSWORD}"],
    "sql_password": [f"CREATE USER bob IDENTIFIED BY '{PASSWORD}'"],
    "shopify_token": ["shp" + "at_" + some(HEX, 32)],
    "square_token": ["sq0" + "csp-" + some(URL, 43)],
    "digitalocean_token": ["dop" + "_v1_" + some(HEX, 64)],
    "doppler_token": ["dp" + ".pt." + some(WORD, 43)],
    "vault_token": ["hv" + "s." + some(URL, 90)],
    "terraform_token": [some(WORD, 14) + ".atlas" + "v1." + some(WORD, 67)],
    "linear_key": ["lin" + "_api_" + some(WORD, 40)],
    "notion_token": ["ntn" + "_" + some(WORD, 46)],
    "postman_key": ["PM" + "AK-" + some(HEX, 24) + "-" + some(HEX, 34)],
    "new_relic_key": ["NR" + "AK-" + some(UPPER, 27)],
    "grafana_token": ["gl" + "sa_" + some(WORD, 32) + "_" + some(HEX, 8)],
    "sentry_token": ["sn" + "trys_" + some(B64, 90)],
    "databricks_token": ["da" + "pi" + some(HEX, 32)],
    "atlassian_token": ["ATA" + "TT3" + some(URL, 180)],
    "figma_token": ["fi" + "gd_" + some(URL, 40)],
    "heroku_key": ["HR" + "KU-" + some(URL, 60)],
    "planetscale_token": ["pscale" + "_tkn_" + some(URL, 43)],
    "groq_key": ["gs" + "k_" + some(WORD, 52)],
    "xai_key": ["xa" + "i-" + some(WORD, 80)],
    "perplexity_key": ["pp" + "lx-" + some(WORD, 48)],
    "replicate_token": ["r" + "8_" + some(WORD, 37)],
    "tailscale_key": ["ts" + "key-auth-" + some(WORD, 12) + "-" + some(WORD, 32)],
    "supabase_token": ["sb" + "p_" + some(HEX, 40)],
    "fly_token": ["Fly" + "V1 fm2_" + some(B64, 200)],
    "onepassword_token": ["ops" + "_eyJ" + some(WORD, 300)],
    "password": [
        f"password = {PASSWORD}",
        f'DB_PASSWORD="{PASSWORD}"',
        f"password: {PASSWORD}.",
        "pwd='s3cr" + "et!'",
        f'{{"password": "{PASSWORD}"}}',
        f"<password>{PASSWORD}</password>",
        f"password: str = '{PASSWORD}'",
        f'os.environ["PGPASSWORD"] = "{PASSWORD}"',
        f"mysql --password {PASSWORD} -u root",
        f"tool --db-password={PASSWORD}",
        f"the password is {PASSWORD}.",
        f"密码：{PASSWORD}",
        f"Passwort: {PASSWORD}",
        "password: hunter" + "2",
    ],
    "secret": [
        "api_key: " + some(HEX, 32),
        "client_secret = '" + some(URL, 40) + "'",
        "SECRET_KEY=" + some(WORD, 50),
        "token: " + some(WORD, 24),
        "the API key is " + some(WORD, 32),
        "cli --auth-token " + some(WORD, 32),
        "access-token => " + some(WORD, 32),
    ],
}

CARRIERS = {
    "plain": lambda secret: f"use {secret} for this",
    "code block": lambda secret: f"```sh\nexport X={secret}\n```",
    "inline code": lambda secret: f"run with `{secret}`, then",
    "quoted": lambda secret: f'x = "{secret}"',
    "next to other scripts": lambda secret: f"密钥{secret}在此",
    "base 64": encoded,
    "base 64 of a wide string": lambda secret: b64encode(secret.encode("utf-16le")).decode(),
    "wrapped base 64": lambda secret: "\n".join(wrapped(encoded(f"the secret is {secret} and that is it"), 30)),
    "hex": lambda secret: secret.encode().hex(),
    "JSON escapes": lambda secret: "".join(f"\\u{ord(char):04x}" for char in secret),
    "JSON in JSON": lambda secret: json.dumps(json.dumps({"note": f"a\n{secret}\n"})),
    "URL escapes": lambda secret: "?q=" + "".join(f"%{ord(char):02X}" for char in secret),
    "HTML escapes": lambda secret: "".join(f"&#{ord(char)};" for char in secret),
    "markdown escapes": lambda secret: secret.replace("_", "\\_"),
    "wrapped": lambda secret: f"here\n{secret[:20]}\n{secret[20:]}\nand on",
    "wrapped and indented": lambda secret: f"  {secret[:20]}\\\n    {secret[20:]}",
    "wrapped in a quotation": lambda secret: f"> {secret[:20]}\n> {secret[20:]}\n> and on",
    "strings added": lambda secret: f'"{secret[:20]}" + "{secret[20:]}"',
    "strings added over lines": lambda secret: f'x = ("{secret[:20]}" +\n     "{secret[20:]}")',
    "zero width": "\u200b".join,
    "soft hyphens": "\u00ad".join,
    "full width": lambda secret: "".join(chr(ord(char) + 0xFEE0) for char in secret),
    "carriage returns": lambda secret: f"a\r\n{secret}\r\n",
    "trailing punctuation": lambda secret: f"({secret}), or <{secret}>.",
}

LINE_OF = {"code block": 2, "wrapped": 2, "carriage returns": 2}


def wrapped(text: str, width: int) -> list[str]:
    return [text[at : at + width] for at in range(0, len(text), width)]


def kinds(text: str) -> set[str]:
    return {finding.kind for finding in find_secrets(text)}


def test_every_kind_has_examples() -> None:
    assert set(KNOWN) == {rule.kind for rule in RULES} | {kind for kind, _ in SHAPES} | set(OTHER_KINDS)


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, texts in KNOWN.items() for text in texts])
def test_known_secret_is_found_by_kind_and_line(kind: str, text: str) -> None:
    found = find_secrets(f"One line.\n\nSee {text}\nand more\n")
    assert [(finding.kind, finding.line) for finding in found] == [(kind, 3)]


@pytest.mark.parametrize("text", [text for texts in KNOWN.values() for text in texts])
def test_the_cheap_look_before_showing_misses_none(text: str) -> None:
    assert without_secrets(f"One line.\n\nSee {text}\nand more\n") != f"One line.\n\nSee {text}\nand more\n"


@pytest.mark.parametrize("kind", sorted(set(KNOWN) - {"private_key", "gcp_service_account", "url_credentials"}))
def test_near_miss_is_not_found(kind: str) -> None:
    for text in KNOWN[kind]:
        assert not kinds(f"See {text[:9]} here")


@pytest.mark.parametrize(
    "text",
    [
        pem("PUBLIC KEY"),
        pem("CERTIFICATE"),
        "-----BEGIN PRIVATE" + " KEYS-----",
        "the type is service_account",
        '"kind": "service_account"',
        "https://example.org:8080/a@b",
        "git@github.com:org/repo.git",
        "ssh://git@host:22/x",
        "postgres://app:$DB_PASSWORD@db/x",
        "postgres://app:<password>@db/x",
        "postgres://app:{password}@db/x",
        "postgres://postgres:postgres@localhost/x",
        "postgres://app:xxxx@db/x",
        "postgres://user:password@localhost:5432/x",
        "mysql://username:pass@host/database",
        "password = 'password123'",
        "Basic authentication is off",
        "Basic " + encoded("no colon in here"),
        "Bearer tokens are short-lived",
        "Bearer <token>",
        "curl -u $USER:$PASSWORD https://x.y",
        "ghp" + "_" + "x" * 36,
        "sk" + "-ant-your-key-goes-here-0000",
        "sk-learn-compatible-estimator",
        "sk-cube-grid sk-folding-cube-2",
        "npm" + "_config_registry_and_other_settings_1",
        "task-" + some(WORD, 48),
        "key-" + some(HEX, 32),
        "AK" + "IA" + some(UPPER, 17),
        "eyJhbGciOiJIUzI1NiJ9",
    ],
)
def test_look_alike_of_known_shape_is_left_alone(text: str) -> None:
    assert not find_secrets(text)


@pytest.mark.parametrize("carrier", CARRIERS)
@pytest.mark.parametrize(
    "secret",
    [GITHUB, "sk" + "-ant-api03-" + some(URL, 60), "AI" + "za" + some(URL, 35), jwt()],
    ids=["github", "anthropic", "google", "jwt"],
)
def test_secret_is_found_in_every_carrier(carrier: str, secret: str) -> None:
    found = find_secrets("First line.\n" + CARRIERS[carrier](secret))
    assert found
    assert found[0].line == 1 + LINE_OF.get(carrier, 1)


@pytest.mark.parametrize("carrier", ["plain", "code block", "base 64", "JSON in JSON", "zero width", "full width"])
def test_assignment_is_found_in_carriers(carrier: str) -> None:
    assert kinds(CARRIERS[carrier](f"password={PASSWORD}")) == {"password"}


def test_ordinary_words_of_developers_cost_no_scan() -> None:
    for text in (
        "It passed in CI, and passes locally since the parser was fixed in payment_gateway_v2.",
        "The password reset flow sends a mail; see src/accounts/reset_2.py.",
        "Rotate the key by hand when the token of order_service_v3 has expired.",
        "See `credential_isolating_1f2c`; token_bucket_v2 counts, and the_key_schedule_v3 is old.",
    ):
        assert not is_suspicious(text)


def test_what_follows_a_name_is_looked_at() -> None:
    for text in (f"my_api_key_v2 = {PASSWORD}", f"token_bucket_v2: {GITHUB}", f"old_token_name_2 is {PASSWORD}"):
        assert is_suspicious(text)


def test_private_key_is_found_in_json() -> None:
    assert kinds(json.dumps({"k": pem("RSA PRIVATE" + " KEY")})) == {"private_key"}


def test_placeholders_and_references_are_left_alone() -> None:
    for value in [
        "<token>", "<your-api-key-1>", "xxxxxxxxxxxxxxxx1", "$TOKEN", "${API_TOKEN_1}", "{{ token_1 }}", "${{ secrets.TOKEN_1 }}",
        "%(password1)s", "...", "********", "example-token-1", "changeme123", "YOUR_API_KEY_2", "redacted1", "null", "None", "true",
        "string", "required", "os.environ['TOKEN_1']", "process.env.API_TOKEN_1", 'getenv("X1")', "settings.DB_PASSWORD_1",
        "self._token2", "Config::TOKEN1", "Optional[str]", "str | None", "/run/secrets/db1", "./keys/token1.txt", "~/.token1",
        "https://x.y/oauth2/token1", "C:\\keys\\token1", "my-app-credentials-2", "DB_PASSWORD_1", "github-token-prod-1", "v1.2.3",
        "2026-11-29", "3600s", "30days", "64bytes", "sha256", "bcrypt12", "argon2id", "base64-encoded", "oauth2", "HS256", "8192",
    ]:  # fmt: skip
        for key in ("password", "api_key", "token", "secret", "client_secret"):
            for form in (
                "{key} = {value}",
                "{key}: {value}",
                '"{key}": "{value}"',
                "{key} is {value}",
                "--{key} {value}",
            ):
                text = form.format(key=key, value=value)
                assert not find_secrets(text), text


def test_lines_are_listed_in_order_and_values_never() -> None:
    text = f"a\n{GITHUB}\nb\npassword = {PASSWORD}\n{GITHUB}"
    found = find_secrets(text)
    assert [(one.kind, one.line) for one in found] == [("github_token", 2), ("password", 4), ("github_token", 5)]
    assert fields_of(found[0]) == ("kind", "line")


@given(st.integers(0, 50), st.lists(st.text(alphabet="ab .\u00e9日\u200b", max_size=40), max_size=20))
def test_line_is_right_wherever_it_stands(position: int, lines: list[str]) -> None:
    position = min(position, len(lines))
    text = "\n".join([*lines[:position], f"x {GITHUB} y", *lines[position:]])
    assert [(one.kind, one.line) for one in find_secrets(text)] == [("github_token", position + 1)]


@given(st.one_of(st.text(), st.text(alphabet="ghp_AKIAeyJ.:/@=\"'\\u%&#;\n \u200b", max_size=300)))
def test_any_text_is_searched_without_error(text: str) -> None:
    for one in find_secrets(text):
        assert 1 <= one.line <= text.count("\n") + text.count("\r") + 1


@pytest.mark.parametrize(
    "unit",
    ["eyJ", ".eyJa", " ", "password", "password: ", "://a:", "curl ", "A", "a\n", "\\u0041", "token='", "aB1+", "sk-", ":AA",
     ".a", "\"' ", "-----BEGIN ", "a\u200b", "aB1+ \\ \n", "machine a login ", "-us1", "%41", "&#65;", "==", "x" + "\t" * 500],
)  # fmt: skip
def test_hostile_text_costs_no_more_than_its_length(unit: str) -> None:
    begin = time.perf_counter()
    find_secrets(unit * (100_000 // len(unit)))
    assert time.perf_counter() - begin < 5  # a tenth of a second where nothing else runs; minutes when not linear


def test_a_wrapped_token_ends_where_a_key_or_a_dash_begins():
    token = "ghp_" + "a1B2" * 9
    wrapped = f"value: {token[:20]}\n{token[20:]}\nupdated_at: 2026-03-01\n"
    assert [one.kind for one in find_secrets(wrapped)] == ["github_token"]
    for after in ("updated_at: x", "- next", "---"):
        assert find_secrets(f"target: {token[:-1]}\n{after}\n") == find_secrets(f"target: {token[:-1]}\n\n{after}\n")
