"""Embedders behind HTTP, against services on this machine that speak each vendor's protocol and fail in every way."""

import json
import socket
import traceback

import pytest

from sagacity.adapters.embed.dialects import DIALECTS
from sagacity.adapters.embed.endpoint import ANSWER_MAX_BYTES
from sagacity.adapters.embed.prefixes import prefixes
from sagacity.adapters.embed.remote import FEW, TEXT_MAX_CHARS, batches
from sagacity.core.errors import SagacityError
from sagacity.core.settings import Settings
from sagacity.wiring.embedders import build_embedder
from tests.adapters.embed.vendors import KEY, N_DIMS, PROTOCOLS, TEXT, one, says, says_nothing, serving, status
from tests.contracts.embedder import EmbedderContract


def connect(service, name="openai", **changes):
    given = {
        "embedder": name,
        "embedder_model": "toy",
        "embedder_url": service.url,
        "embedder_dims": N_DIMS,
        "embedder_key_env": "MY_KEY",
        "embedder_timeout_s": 10.0,
        **changes,
    }
    return build_embedder(Settings(**given), {"MY_KEY": KEY, "OPENAI_API_KEY": "another"})


@pytest.fixture
def service():
    with serving("openai") as service:
        yield service


@pytest.fixture(params=sorted(PROTOCOLS))
def embedder(request):
    with serving(request.param) as service:
        yield connect(service, request.param)


class TestRemoteEmbedder(EmbedderContract):
    pass


# --- what is sent -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "texts", "query", "text"),
    [
        ("openai", "input", {}, {}),
        ("voyage", "input", {"input_type": "query"}, {"input_type": "document"}),
        ("cohere", "texts", {"input_type": "search_query"}, {"input_type": "search_document"}),
        ("ollama", "input", {}, {}),
    ],
)
def test_questions_and_texts_are_told_apart_as_the_service_wants_it(name, texts, query, text):
    with serving(name) as service:
        embedder = connect(service, name)
        embedder.embed_query("how do I deploy")
        embedder.embed_documents(["Deploying", "Rolling back"])
    asked, told = service.bodies
    assert asked.items() >= {"model": "toy", texts: ["how do I deploy"], **query}.items()
    assert told.items() >= {"model": "toy", texts: ["Deploying", "Rolling back"], **text}.items()


@pytest.mark.parametrize(
    ("model", "query", "text"),
    [
        ("intfloat/multilingual-e5-small", "query: ", "passage: "),
        ("e5-large-v2:latest", "query: ", "passage: "),
        ("nomic-embed-text", "search_query: ", "search_document: "),
        ("nomic-ai/nomic-embed-text-v1.5", "search_query: ", "search_document: "),
        ("BAAI/bge-small-en-v1.5", "Represent this sentence for searching relevant passages: ", ""),
        ("bge-m3", "", ""),
        ("text-embedding-3-small", "", ""),
        ("some-e5nd", "", ""),
    ],
)
def test_models_that_want_a_word_before_a_text_get_it(service, model, query, text):
    embedder = connect(service, embedder_model=model)
    embedder.embed_query("q")
    embedder.embed_documents(["d"])
    assert [body["input"] for body in service.bodies] == [[f"{query}q"], [f"{text}d"]]
    assert prefixes(model) == (query, text)


def test_another_word_before_texts_is_another_stamp(service):
    stamps = {connect(service, embedder_model=model).stamp for model in ("e5-small", "toy", "nomic-embed-text")}
    assert {stamp.count("-") for stamp in stamps if "toy" in stamp} == {2}
    assert len(stamps) == 3
    assert connect(service, embedder_dims=128).stamp != connect(service).stamp


@pytest.mark.parametrize("name", sorted(PROTOCOLS))
def test_a_dimension_is_asked_for_only_where_the_model_has_several(name):
    for model, size in DIALECTS[name].sizes.items():
        with serving(name) as service:
            for n_dims in (0, N_DIMS):
                service.script.append(status(400))
                embedder = connect(service, name, embedder_model=model, embedder_dims=n_dims)
                with pytest.raises(SagacityError):
                    embedder.embed_query("x")
                assert embedder.n_dims == (n_dims or size.n_dims)
        usual, cut = (body.get("dimensions", body.get("output_dimension")) for body in service.bodies)
        assert (usual, cut) == (None, N_DIMS if size.may_cut else None), model


def test_the_key_goes_into_its_header_and_no_other_goes_along(service):
    connect(service).embed_query("x")
    connect(service, embedder_key_env="").embed_query("x")
    (_, first, _), (_, second, _) = service.asked
    assert first["Authorization"] == f"Bearer {KEY}"
    assert "Authorization" not in second
    assert KEY not in json.dumps([service.bodies, second])


def test_many_texts_go_in_few_requests_and_come_back_in_order(service):
    texts = [f"note {number} about deploy" for number in range(150)]
    vectors = connect(service).embed_documents(texts)
    assert [len(body["input"]) for body in service.bodies] == [64, 64, 22]
    assert vectors == [connect(service).embed_query(text) for text in texts]


def test_batches_keep_both_bounds_and_leave_nothing_out():
    texts = list(enumerate(["a" * 40, "b" * 40, "c" * 30, "d" * 200, "e", "f", "g", "h"]))
    cut = list(batches(texts, 3, 100))
    assert [text for batch in cut for text in batch] == texts
    assert [[at for at, _ in batch] for batch in cut] == [[0, 1], [2], [3], [4, 5, 6], [7]]
    assert list(batches([], 3, 100)) == []


def test_of_a_long_text_the_beginning_is_sent_and_of_an_empty_one_nothing(service):
    embedder = connect(service)
    assert embedder.embed_documents(["", " \n", "\x00"]) == [b"", b"", b""]
    assert embedder.embed_query("\u200b") == b""
    assert service.asked == []
    embedder.embed_documents(["y" * 50_000, " "])
    assert service.bodies[0]["input"] == ["y" * TEXT_MAX_CHARS]


def test_half_characters_and_hidden_ones_are_not_sent(service):
    connect(service).embed_documents(["a\x00b\ud800c\u200b"])
    assert service.bodies[0]["input"] == ["ab\ufffdc"]


def test_a_proxy_is_not_told_what_stays_on_this_machine(service, monkeypatch):
    with serving("openai") as proxy:
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.server_port}")
        monkeypatch.delenv("no_proxy", raising=False)
        connect(service).embed_query("x")
    assert proxy.asked == []
    assert len(service.asked) == 1


# --- what goes wrong --------------------------------------------------------------------------------------------------


def hangs_up(handler):
    handler.close_connection = True


def breaks_off(handler):
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"data": [')


def floods(handler):
    handler.send_response(200)
    handler.end_headers()
    try:
        for _ in range(ANSWER_MAX_BYTES // 2**20 + 8):
            handler.wfile.write(b" " * 2**20)
    except OSError:
        pass
    handler.close_connection = True


BAD = [
    ("401", status(401), "invalid", r"127.0.0.1 does not accept the key \(401\) · see the variable"),
    ("403", status(403), "invalid", "does not accept the key"),
    ("404", status(404), "invalid", "no such model"),
    ("400", status(400), "invalid", "answers 400: Bad Request"),
    ("413", status(413), "invalid", "answers 413"),
    ("799", status(799), "degraded", "answers 799: no known status"),
    ("500", status(500), "degraded", "answers 500: Internal Server Error"),
    ("429", status(429, Retry_After="0"), "busy", "takes no more requests"),
    ("not JSON", says(b"<html>sorry</html>"), "degraded", "is not JSON"),
    ("empty", says(b""), "degraded", "is not JSON"),
    ("deep", says(b"[" * 200_000), "degraded", "is not JSON"),
    ("not text", says(b"\xff\xfe{}"), "degraded", "is not JSON"),
    ("cut", breaks_off, "degraded", "is not JSON"),
    ("hung up", hangs_up, "degraded", "cannot reach 127.0.0.1: the connection broke off"),
    ("endless", floods, "degraded", "is too long"),
    ("other JSON", says({"error": TEXT}), "degraded", "holds no vectors"),
    ("a list", says([]), "degraded", "holds no vectors"),
    ("nothing", says(None), "degraded", "holds no vectors"),
    ("no index", says({"data": [{"embedding": [1.0]}]}), "degraded", "holds no vectors"),
    ("wrong index", says({"data": [{"index": 1, "embedding": [1.0]}]}), "degraded", "holds no vectors"),
    ("too few", says({"data": []}), "degraded", "holds 0 vectors for 1 texts"),
    ("no list", one("x" * N_DIMS), "degraded", "holds no vectors"),
    ("short", one([1.0] * 8), "invalid", f"toy gives vectors of 8 components, not of {N_DIMS} · set embedder_dims"),
    ("NaN", one([float("nan")] * N_DIMS), "degraded", "no finite number"),
    ("infinite", one([float("inf")] + [0.0] * (N_DIMS - 1)), "degraded", "no finite number"),
    ("huge", one([10**400] * N_DIMS), "degraded", "no finite number"),
    ("text", one(["1.0"] * N_DIMS), "degraded", "no finite number"),
    ("null", one([None] * N_DIMS), "degraded", "no finite number"),
]


@pytest.mark.parametrize(("answer", "code", "message"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_a_bad_answer_is_one_line_that_repeats_neither_key_nor_text(service, answer, code, message):
    service.script += [answer, answer]
    with pytest.raises(SagacityError, match=message) as caught:
        connect(service).embed_documents([TEXT])
    assert caught.value.code == code
    said = "".join(traceback.format_exception(caught.value))
    assert "\n" not in str(caught.value)
    assert KEY not in said
    assert TEXT not in said


def test_zeros_are_a_vector_that_says_nothing(service):
    service.script.append(one([0.0] * N_DIMS))
    assert connect(service).embed_query("x") == b""


@pytest.mark.parametrize("answer", [status(503), status(500), status(429), status(429, Retry_After="0")])
def test_an_overloaded_service_is_asked_once_more(service, answer):
    service.script.append(answer)
    assert connect(service).embed_documents(["deploy"] * (FEW + 1))[0]
    assert len(service.asked) == 2


def test_a_few_texts_for_which_somebody_waits_have_one_try(service):
    service.script.append(status(503))
    with pytest.raises(SagacityError, match="503"):
        connect(service).embed_documents(["deploy"] * FEW)
    assert len(service.asked) == 1


@pytest.mark.parametrize("answer", [status(401), status(400), status(302), says(b"x"), status(429, Retry_After="3600")])
def test_what_another_try_would_not_better_is_not_tried_again(service, answer):
    service.script.append(answer)
    with pytest.raises(SagacityError):
        connect(service).embed_documents(["deploy"] * (FEW + 1))
    assert len(service.asked) == 1


def test_nobody_who_asks_waits_for_a_second_try(service):
    service.script.append(status(503))
    with pytest.raises(SagacityError):
        connect(service).embed_query("deploy")
    assert len(service.asked) == 1


@pytest.mark.parametrize("number", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed(service, number):
    with serving("openai") as elsewhere:
        service.script.append(status(number, Location=f"{elsewhere.url}/embeddings"))
        with pytest.raises(SagacityError, match="points elsewhere") as caught:
            connect(service).embed_documents(["deploy"])
    assert caught.value.code == "refused"
    assert elsewhere.asked == []


def test_a_service_that_is_down_is_one_line():
    with serving("openai") as gone:
        pass
    with pytest.raises(SagacityError, match=r"cannot reach 127\.0\.0\.1: Connection refused") as caught:
        connect(gone).embed_query("x")
    assert caught.value.code == "degraded"


def drips(handler):
    handler.send_response(200)
    handler.end_headers()
    while not handler.server.ended.wait(0.02):
        handler.wfile.write(b" ")


@pytest.mark.parametrize("answer", [says_nothing, drips])
def test_a_slow_service_is_left(service, answer):
    service.script.append(answer)
    with pytest.raises(SagacityError, match=r"127.0.0.1 took longer than 0.2 s · see embedder_timeout_s") as caught:
        connect(service, embedder_timeout_s=0.2).embed_documents(["x"])
    assert caught.value.code == "degraded"


def test_what_takes_no_connection_is_left():
    with socket.socket() as full:
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        url = f"http://127.0.0.1:{full.getsockname()[1]}"
        settings = Settings(embedder="ollama", embedder_url=url, embedder_timeout_s=0.2)
        with pytest.raises(SagacityError, match="took longer than"):
            build_embedder(settings, {}).embed_query("x")


def test_after_a_failure_the_next_request_works(service):
    embedder = connect(service)
    service.script.append(status(401))
    with pytest.raises(SagacityError):
        embedder.embed_query("deploy")
    assert embedder.embed_query("deploy")
