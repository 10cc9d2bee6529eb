"""Which embedder the settings choose. For commands and servers: a hook never has another than the static one."""

from __future__ import annotations

import importlib.util
import os

from ..adapters.embed.guarded import GuardedEmbedder
from ..adapters.embed.static import StaticEmbedder, shipped_model
from ..core.errors import SagacityError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..adapters.embed.dialects import Dialect
    from ..app.ports import Embedder
    from ..core.settings import Settings

MULTIPLE = 8  # of components; the index keeps their signs in bytes


def build_embedder(settings: Settings, environ: Mapping[str, str]) -> Embedder | None:
    """None when there is to be none. Connects to nothing.

    environ: is asked for the one variable that embedder_key_env names. Raises SagacityError: `unsupported` when a
    package is not installed, `invalid` when a setting is missing or wrong, `integrity` when a model's file is.
    """
    if settings.embedder == "none":
        return None
    if settings.embedder == "static":
        return StaticEmbedder(shipped_model())
    if settings.embedder == "onnx":
        return GuardedEmbedder(_onnx(settings))
    if settings.embedder == "fastembed":
        return GuardedEmbedder(_fastembed(settings))
    return GuardedEmbedder(_remote(settings, environ))


def _onnx(settings: Settings) -> Embedder:
    try:
        from ..adapters.embed.onnx import PACKAGE, PACKAGE_FILE, PACKAGE_SHA256, OnnxEmbedder
    except ImportError as error:
        raise _not_installed("onnx", "sagacity[onnx]") from error
    path, digest = settings.embedder_path, ""
    if not path:
        package = importlib.util.find_spec(PACKAGE)
        if package is None or not package.submodule_search_locations:
            raise _not_installed("onnx", "sagacity[onnx]")
        path, digest = os.path.join(package.submodule_search_locations[0], PACKAGE_FILE), PACKAGE_SHA256
    words = StaticEmbedder(shipped_model())
    return OnnxEmbedder(path, words.piece_ids, n_threads=settings.embedder_threads, expected_sha256=digest)


def _fastembed(settings: Settings) -> Embedder:
    try:
        from ..adapters.embed.fastembed import MODEL, FastEmbedder
    except ImportError as error:
        raise _not_installed("fastembed", "fastembed") from error
    model = _one_word(settings.embedder_model) or MODEL
    return FastEmbedder(model, folder=settings.embedder_path, n_threads=settings.embedder_threads)


def _remote(settings: Settings, environ: Mapping[str, str]) -> Embedder:
    from ..adapters.embed.dialects import DIALECTS
    from ..adapters.embed.endpoint import Endpoint
    from ..adapters.embed.remote import RemoteEmbedder

    dialect = DIALECTS[settings.embedder]
    model = _one_word(settings.embedder_model) or dialect.model
    n_dims = _dims(dialect, model, settings.embedder_dims)
    endpoint = Endpoint(
        (settings.embedder_url or dialect.url).rstrip("/") + dialect.path, _key(settings, environ, dialect)
    )
    return RemoteEmbedder(dialect, endpoint, model, n_dims, timeout_s=settings.embedder_timeout_s)


def _dims(dialect: Dialect, model: str, asked: int) -> int:
    size = dialect.sizes.get(model.removesuffix(":latest"))
    n_dims = asked or (size.n_dims if size else 0)
    if not n_dims:
        hint = "set embedder_dims to what its maker says"
        raise SagacityError("invalid", f"how many components vectors of {model} have is not known", hint=hint)
    if n_dims % MULTIPLE:
        raise SagacityError("invalid", f"embedder_dims is {n_dims}, which is no multiple of {MULTIPLE}")
    return n_dims


def _key(settings: Settings, environ: Mapping[str, str], dialect: Dialect) -> str:
    """The key, "" where none is named and none needed."""
    name = settings.embedder_key_env
    key = environ.get(name, "").strip() if name else ""
    if key and key.isascii() and key.isprintable() and " " not in key:
        return key
    if key:
        raise SagacityError("invalid", f"what the variable {name} holds can be no key", hint="set it anew")
    if name:
        raise SagacityError("invalid", f"the variable {name}, which embedder_key_env names, is not set", hint="set it")
    if dialect.needs_key and not settings.embedder_url:
        hint = "put the key into a variable and its name into embedder_key_env"
        raise SagacityError("invalid", f"the embedder {dialect.name} needs a key", hint=hint)
    return ""


def _one_word(model: str) -> str:
    """Raises `invalid` for a name with blanks or signs that cannot be seen."""
    if model and (not model.isprintable() or model.split() != [model]):
        raise SagacityError("invalid", "embedder_model is no name of a model: it holds a blank", hint="correct it")
    return model


def _not_installed(embedder: str, package: str) -> SagacityError:
    said = f"the embedder {embedder} needs packages that are not installed"
    return SagacityError("unsupported", said, hint=f"pip install '{package}'")
