"""Operations: layers, index, health and measurement."""

from __future__ import annotations

from .. import requests as ask
from .. import results as give
from ..evaluation import EvalRequest, EvalResult
from ..operation import HERE, Operation, verb
from ..tending import ConfigRequest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..configuration import configuration
    from ..doctor import doctor
    from ..evaluate import evaluate
    from ..init import init
    from ..reindex import reindex
else:
    configuration = verb("configuration", "configuration")
    doctor = verb("doctor", "doctor")
    evaluate = verb("evaluate", "evaluate")
    init = verb("init", "init")
    reindex = verb("reindex", "reindex")

UPKEEP = (
    Operation(
        "init",
        "Make a project layer that is committed with the code",
        ask.InitRequest,
        give.InitResult,
        "admin",
        init,
        HERE,
        "sagacity init",
    ),
    Operation(
        "reindex",
        "Rebuild the index from the files",
        ask.ReindexRequest,
        give.ReindexResult,
        "admin",
        reindex,
        HERE,
        "sagacity reindex",
        idempotent=True,
    ),
    Operation(
        "doctor",
        "Check by doing: write, find and delete a canary",
        ask.DoctorRequest,
        give.DoctorResult,
        "admin",
        doctor,
        HERE,
        "sagacity doctor",
        idempotent=True,
    ),
    Operation(
        "eval",
        "Measure how well recall finds, in test sets or your own notes",
        EvalRequest,
        EvalResult,
        "read",
        evaluate,
        HERE,
        "sagacity eval",
        idempotent=True,
    ),
    Operation(
        "config",
        "Show the settings in force and where each comes from",
        ConfigRequest,
        give.ConfigResult,
        "read",
        configuration,
        HERE,
        "sagacity config recall_limit",
        idempotent=True,
    ),
)
