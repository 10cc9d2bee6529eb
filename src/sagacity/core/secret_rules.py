"""The shapes of known secrets, as data: a literal to look for, and the pattern that has to stand there.

Every pattern begins with its literal and is bounded, so that matching is linear whatever the text.
Sources: the token formats that the issuers publish.
"""

from __future__ import annotations

from .value import Value


class Rule(Value):
    """One kind of secret.

    literals: case counts, no blanks; one of them opens the match. tail: the pattern after the literal; a group `v` is
    the value proper, `u` and `h` the user and host it belongs to. check: how the value must look besides: token,
    password, url or basic (see `secret_values`), "" for nothing. near: lower-case words of which one must stand
    somewhere in the text. before: what must end where the literal begins. inside: the literal may follow a letter or
    digit. examples: values that call themselves examples count too, as AWS's documented AKIAIOSFODNN7EXAMPLE.
    """

    kind: str
    literals: tuple[str, ...]
    tail: str
    check: str = ""
    near: tuple[str, ...] = ()
    before: str = ""
    inside: bool = False
    examples: bool = False


_END = r"(?![A-Za-z0-9_])"
_HEX_END = r"(?![A-Za-z0-9])"


def _hex(digits: int) -> str:
    return r"[0-9a-f]{" + str(digits) + "}" + _HEX_END


def _word(at_least: int, at_most: int = 255) -> str:
    return r"[A-Za-z0-9]{" + f"{at_least},{at_most}" + "}"


def _url_word(at_least: int, at_most: int = 255) -> str:
    return r"[A-Za-z0-9_-]{" + f"{at_least},{at_most}" + "}"


# Secrets of one long word.
WORD_RULES = (
    Rule("aws_access_key", ("AKIA", "ASIA", "ABIA", "ACCA"), r"[A-Z0-9]{16}(?![A-Za-z0-9])", examples=True),
    Rule("google_api_key", ("AIza",), r"[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])"),
    Rule("google_oauth_secret", ("GOCSPX-",), _url_word(24, 40)),
    Rule("google_oauth_token", ("ya29.",), _url_word(20, 1024)),
    Rule("github_token", ("ghp_", "gho_", "ghu_", "ghs_", "ghr_"), _word(36)),
    Rule("github_fine_grained_token", ("github_pat_",), r"[A-Za-z0-9_]{36,255}"),
    Rule(
        "gitlab_token",
        ("glpat-", "glrt-", "gldt-", "glptt-", "glcbt-", "glsoat-", "glft-", "glimt-", "glagent-"),
        r"[A-Za-z0-9_.-]{20,300}",
    ),
    Rule("slack_token", ("xoxa-", "xoxb-", "xoxe-", "xoxe.", "xoxp-", "xoxr-", "xoxs-", "xoxo-"), _url_word(10)),
    Rule("slack_app_token", ("xapp-",), r"[0-9]-[A-Z0-9]{8,14}-[0-9]{8,16}-[a-f0-9]{32,128}"),
    Rule(
        "slack_webhook",
        ("hooks.slack.com/",),
        r"(?:services|workflows)/[A-Z0-9]{8,14}/[A-Z0-9]{8,14}/[A-Za-z0-9]{16,64}",
    ),
    Rule("stripe_key", ("sk_live_", "rk_live_", "pk_live_", "sk_test_", "rk_test_"), _word(16)),
    Rule("stripe_webhook_secret", ("whsec_",), r"[A-Za-z0-9+/=]{24,80}"),
    Rule("openai_key", ("sk-proj-", "sk-svcacct-", "sk-admin-", "sk-None-"), _url_word(20)),
    Rule("openai_key", ("sk-",), r"[A-Za-z0-9]{20,200}(?![A-Za-z0-9_-])"),
    Rule("anthropic_key", ("sk-ant-",), _url_word(20)),
    Rule("openrouter_key", ("sk-or-",), r"v1-[0-9a-f]{32,64}"),
    Rule("huggingface_token", ("hf_", "api_org_"), _word(30, 64) + _END),
    Rule("npm_token", ("npm_",), r"[A-Za-z0-9]{36}" + _END),
    Rule("pypi_token", ("pypi-AgE",), _url_word(40, 512)),
    Rule("rubygems_token", ("rubygems_",), _hex(48)),
    Rule("docker_token", ("dckr_pat_", "dckr_oat_"), _url_word(20, 64)),
    Rule("twilio_key", ("SK",), _hex(32)),
    Rule("sendgrid_key", ("SG.",), r"[A-Za-z0-9_-]{20,24}\.[A-Za-z0-9_-]{39,50}"),
    Rule("mailgun_key", ("key-",), _hex(32), near=("mailgun",)),
    Rule("mailchimp_key", ("-us",), r"[0-9]{1,2}" + _END, before=r"(?<![0-9a-f])[0-9a-f]{32}", inside=True),
    Rule(
        "telegram_bot_token",
        (":AA",),
        r"[A-Za-z0-9_-]{32,33}(?![A-Za-z0-9_-])",
        before=r"(?<![0-9])[0-9]{8,10}",
        inside=True,
    ),
    Rule(
        "discord_webhook", ("discord.com/api/webhooks/", "discordapp.com/api/webhooks/"), r"[0-9]{16,20}/[\w-]{60,80}"
    ),
    Rule("azure_storage_key", ("AccountKey=", "SharedAccessKey="), r"[A-Za-z0-9+/]{40,88}={0,2}"),
    Rule("azure_sas_token", ("sig=",), r"[A-Za-z0-9%+/]{42,90}(?:=|%3[dD])", near=("sv=", "se=")),
    Rule("azure_client_secret", ("7Q~", "8Q~"), r"[A-Za-z0-9_.~-]{31,34}(?![A-Za-z0-9_.~-])", inside=True),
    Rule("jwt", ("eyJ",), r"[A-Za-z0-9_-]{8,2000}+\.[A-Za-z0-9_-]{8,8000}+\.[A-Za-z0-9_-]{8,2000}+"),
    Rule("age_secret_key", ("AGE-SECRET-KEY-1",), r"[A-Z0-9]{58}"),
    Rule("shopify_token", ("shpat_", "shpss_", "shpca_", "shppa_"), r"[0-9a-fA-F]{32}" + _END),
    Rule("square_token", ("sq0atp-", "sq0csp-", "sq0idp-"), _url_word(22, 60)),
    Rule("digitalocean_token", ("dop_v1_", "doo_v1_", "dor_v1_"), _hex(64)),
    Rule("doppler_token", ("dp.pt.", "dp.st.", "dp.ct.", "dp.sa."), r"[A-Za-z0-9_.-]{40,100}"),
    Rule("vault_token", ("hvs.", "hvb.", "hvr."), _url_word(24, 300)),
    Rule("terraform_token", (".atlasv1.",), r"[A-Za-z0-9=_-]{60,70}", inside=True),
    Rule("linear_key", ("lin_api_", "lin_oauth_"), _word(40, 64)),
    Rule("notion_token", ("ntn_", "secret_"), r"[A-Za-z0-9]{43,50}" + _END),
    Rule("postman_key", ("PMAK-",), r"[0-9a-f]{24}-[0-9a-f]{34}"),
    Rule("new_relic_key", ("NRAK-", "NRJS-", "NRII-"), r"[A-Za-z0-9_-]{19,32}"),
    Rule("grafana_token", ("glsa_", "glc_"), r"[A-Za-z0-9_+/=]{32,400}"),
    Rule("sentry_token", ("sntrys_", "sntryu_"), r"[A-Za-z0-9_+/=]{40,400}"),
    Rule("databricks_token", ("dapi",), r"[0-9a-f]{32}(?:-[0-9])?" + _END),
    Rule("atlassian_token", ("ATATT3", "ATCTT3", "ATBB"), r"[A-Za-z0-9_=-]{28,250}"),
    Rule("figma_token", ("figd_",), _url_word(38, 60)),
    Rule("heroku_key", ("HRKU-",), _url_word(36, 80)),
    Rule("planetscale_token", ("pscale_tkn_", "pscale_pw_", "pscale_oauth_"), r"[A-Za-z0-9_.=-]{32,64}"),
    Rule("groq_key", ("gsk_",), _word(40, 64)),
    Rule("xai_key", ("xai-",), _word(60, 100)),
    Rule("perplexity_key", ("pplx-",), _word(40, 64)),
    Rule("replicate_token", ("r8_",), _word(37, 40) + _END),
    Rule("tailscale_key", ("tskey-",), r"(?:auth|api|client|scim|webhook)-[A-Za-z0-9]{8,32}-[A-Za-z0-9]{16,64}"),
    Rule("supabase_token", ("sbp_", "sb_secret_"), r"[A-Za-z0-9_-]{24,64}"),
    Rule("onepassword_token", ("ops_eyJ",), r"[A-Za-z0-9+/=_-]{100,2000}"),
)

# Secrets that are short, or that only the words around them tell.
SPACED_RULES = (
    Rule(
        "aws_secret_key",
        (
            "SecretAccessKey",
            "secretAccessKey",
            "secret_access_key",
            "SECRET_ACCESS_KEY",
            "aws_secret_key",
            "AWS_SECRET_KEY",
        ),
        r"[\"'`]{0,2}[ \t]{0,8}(?:=>|:=|=|:)[ \t]{0,8}[\"'`]?[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])",
        inside=True,
        examples=True,
    ),
    Rule(
        "gcp_service_account",
        ("service_account",),
        r"[\"']",
        before=r"type[\"']?\s{0,8}[:=]\s{0,8}[\"']",
        examples=True,
    ),
    Rule(
        "private_key",
        ("-----BEGIN",),
        r" (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----",
        inside=True,
        examples=True,
    ),
    Rule("private_key", ("PuTTY-User-Key-File-",), r"[0-9]:", examples=True),
    Rule(
        "url_credentials",
        ("://",),
        r"(?P<u>[^\s:/@?#\"'<>`]{0,80}):(?P<v>[^\s/@\"'<>`]{1,200})@(?P<h>[A-Za-z0-9.\[-]{1,80})",
        check="url",
        inside=True,
    ),
    Rule("http_basic", ("Basic", "basic"), r"[ \t]{1,4}(?P<v>[A-Za-z0-9+/]{8,400}={0,2})", check="basic"),
    Rule("http_bearer", ("Bearer", "bearer"), r"[ \t]{1,4}(?P<v>[A-Za-z0-9._~+/-]{16,2000}={0,2})", check="token"),
    Rule(
        "curl_credentials",
        ("curl",),
        r"[^\n]{0,200}?[ \t](?:-u|--user)[ \t=]{1,4}[\"']?(?P<u>[^\s:\"']{1,80}):(?P<v>[^\s\"']{3,100})",
        check="url",
    ),
    Rule(
        "netrc_password",
        ("machine",),
        r"[ \t]{1,4}[^\s]{1,100}\s{1,8}login[ \t]{1,4}[^\s]{1,100}\s{1,8}password[ \t]{1,4}(?P<v>[^\s]{6,100})",
        check="password",
    ),
    Rule(
        "sql_password",
        ("IDENTIFIED", "identified"),
        r"[ \t]{1,4}(?:BY|by)[ \t]{1,4}'(?P<v>[^'\n]{6,100})'",
        check="password",
    ),
    Rule("fly_token", ("FlyV1",), r"[ \t]{1,2}fm[12][ar]?_[A-Za-z0-9+/=_-]{40,2000}"),
)

RULES = WORD_RULES + SPACED_RULES
WORD_LITERALS = tuple(literal for rule in WORD_RULES for literal in rule.literals)
SPACED_LITERALS = tuple(literal for rule in SPACED_RULES for literal in rule.literals)

# Secrets of one long word that no literal opens.
SHAPES = (("discord_bot_token", r"(?<![\w.-])[MNO][\w-]{22,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w.-])"),)
MIN_SHAPE_CHARS = 58

# Kinds that are found by the word before the value.
OTHER_KINDS = ("password", "secret")

# Words before a value, lower case, by a stem that all of a group hold. password: a short value counts; named: a long
# and random one, plain hex digits and UUIDs included; secret: the same without those.
WORDS = (
    ("password", "pass", ("password", "passwd", "passphrase", "passwort", "mot de passe")),
    ("password", "pwd", ("pwd",)),
    ("password", "contraseña", ("contraseña",)),
    ("password", "senha", ("senha",)),
    ("password", "пароль", ("пароль",)),
    ("password", "密", ("密码", "密碼")),
    ("password", "口令", ("口令",)),
    ("password", "パスワード", ("パスワード",)),
    ("password", "비밀번호", ("비밀번호",)),
    ("named", "secret", ("secret", "secret_key", "secret-key", "secretkey", "secret key")),
    ("named", "key", ("api_key", "api-key", "apikey", "api key")),
    ("named", "key", ("access_key", "access-key", "accesskey", "access key", "private_key", "private key")),
    ("named", "_key", ("account_key", "auth_key", "master_key", "encryption_key", "signing_key")),
    ("secret", "token", ("token",)),
    ("secret", "credential", ("credential",)),
)
