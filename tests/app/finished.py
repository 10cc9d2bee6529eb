"""A store of forty notes around a plan that was carried out, and what does not belong to it.

The story: a shop made its invoices while the customer waited, and moved that into a queue.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from sagacity.app.link import link
from sagacity.app.requests import LinkRequest, UpdateRequest
from sagacity.app.update import update
from tests.app.conftest import RunningClock, put, repository

if TYPE_CHECKING:
    from sagacity.app.context import App
    from tests.app.conftest import Machine

PR = "https://github.com/example/shop/pull/"
START_MS = 1_772_366_400_000  # 2026-03-01

# (day, type, title, text, more fields)
NOTES = (
    (0, "incident", "Checkout times out at month end", "On 1 March 214 customers saw a gateway timeout. The invoice was made while they waited, and the printer service needs 9 s per PDF when everybody closes their books.", {"references": ("shop/pdf.py:1-2",)}),
    (1, "idea", "Make invoices after the order, not during it", "The customer needs the order number at once; the PDF can follow by mail a minute later. Nobody reads it on the page anyway.", {}),
    (1, "investigation", "Where checkout spends its time", "Traces of 500 orders: 84 % of the time goes into the PDF, 6 % into mail, 4 % into the database.\n\n| step | median | p95 |\n|---|---|---|\n| PDF | 2.1 s | 9.4 s |\n| mail | 0.2 s | 0.4 s |", {}),
    (2, "plan", "Move invoices out of checkout", "## Goal\nCheckout answers within 500 ms at the 95th percentile, whatever the PDF service does.\n\n## Approach\nA queue between the order and the invoice, a worker that retries, and a page that says where an invoice is.\n\n## Not part of it\nChanging how an invoice looks.", {"status": "not_started", "due": "2026-04-15"}),
    (3, "decision", "Queue in Redis", "Redis is there already, for sessions. A list and `BRPOPLPUSH` are enough.", {}),
    (9, "decision", "Queue in PostgreSQL with SKIP LOCKED", "The job is written in the transaction of the order, so there is no order without a job and no job without an order. 40 jobs a second are far below what it takes.", {}),
    (10, "decision", "Retry five times, then ask a person", "After 1 min, 5 min, 30 min, 2 h and 12 h. Then the job is parked and support sees it. No job is ever dropped.", {}),
    (10, "decision", "One invoice number per order, taken in the transaction", "Tax law wants numbers without gaps. A worker that takes the number can crash between number and PDF.", {}),
    (11, "hypothesis", "Two workers are enough", "At 9 s per PDF and 800 orders in the worst hour two workers have 0.9 jobs a second to spare.", {}),
    (4, "task", "Write the job table", "Columns: order, state, attempts, next attempt, last error.", {"status": "not_started"}),
    (4, "task", "Worker that makes and mails an invoice", "Idempotent by invoice number.", {"status": "not_started"}),
    (4, "task", "Page that shows where an invoice is", "For support, not for customers.", {"status": "not_started"}),
    (5, "task", "Switch checkout over behind a flag", "1 %, 10 %, everybody.", {"status": "not_started"}),
    (5, "task", "Make the missing invoices of March", "312 orders have none.", {"status": "not_started"}),
    (6, "task", "Take the old code out", "Two weeks after everybody has the new way.", {"status": "not_started"}),
    (6, "task", "Customers download invoices again", "Dropped: nobody asked for it.", {"status": "not_started"}),
    (14, "incident", "Jobs lost when Redis was restarted", "The cache node was restarted on 14 March and 37 jobs were gone: it keeps nothing on disk.", {}),
    (20, "incident", "Two mails for one order", "The worker was killed between mail and commit, the job ran again, and 12 customers got two mails.", {}),
    (26, "incident", "Worker stuck on one broken logo", "A PNG with a wrong checksum kept the PDF library busy for ever; the queue stood for 40 minutes.", {}),
    (15, "learning/gotcha", "The session Redis keeps nothing on disk", "**What happened:** jobs were gone after a restart.\n**Rule:** what must not be lost does not go into the session Redis.", {}),
    (21, "learning/error-fix", "Mark before you mail", "**Rule:** write down that a mail is about to go, with its message id, before it goes. After a crash ask the mail server, do not send again.", {}),
    (27, "learning/gotcha", "A PDF needs a time limit of its own", "**Rule:** every call into the PDF library runs in a process that is killed after 60 s.", {}),
    (44, "learning", "A flag with three steps found all three bugs", "At 1 % twelve customers were hurt and not twelve hundred. Worth the day it cost.", {}),
    (28, "convention", "Jobs are idempotent by a key of the domain", "Not by the job's id: the same invoice may come as two jobs.", {}),
    (43, "feature", "Invoices by mail", "An order writes a job in its own transaction; a worker makes the PDF and mails it, five attempts, then a person. Support sees the state of each under `/support/invoices`.", {"references": ("shop/worker.py:1-3",)}),
    (12, "reference", "SKIP LOCKED in the PostgreSQL manual", "`SELECT … FOR UPDATE SKIP LOCKED` skips rows that another transaction has locked. Meant for queues.", {}),
    (13, "fact", "Worst hour of the year has 800 orders", "31 December 2025, 11 to 12 o'clock.", {}),
    (2, "entity/person", "Mira", "Looks after the shop's backend.", {}),
    (2, "entity/technology", "PostgreSQL", "The shop's database, version 16.", {}),
    (30, "observation", "Mail provider slows down above 20 a second", "Seen in the load test; it answers 421 and the worker waits.", {}),
    # what does not belong to it
    (3, "fact", "The office has a new door code", "Ask at the desk.", {}),
    (7, "preference", "Answers in short sentences", "Please.", {}),
    (8, "decision", "Product photos as WebP", "A third of the bytes.", {}),
    (8, "task", "Convert the old product photos", "18,000 of them.", {"status": "pending"}),
    (16, "convention", "Commits in the imperative", "Add, not added.", {}),
    (17, "runbook", "When the search index is stale", "Run `make reindex` on the search node.", {}),
    (18, "fact", "Search runs on two nodes", "node-3 and node-4.", {}),
    (19, "idea", "Wishlists", "Customers asked twice.", {}),
    (22, "learning/gotcha", "WebP needs a fallback for old mail clients", "Use JPEG in mails.", {}),
    (31, "decision", "Cost of an invoice by the mail provider", "0.4 cent each; contract until 2027.", {"sensitivity": "confidential"}),
)  # fmt: skip

PLAN = "move-invoices-out-of-checkout"
LINKS = (
    (PLAN, "implements", "make-invoices-after-the-order-not-during-it", ""),
    ("make-invoices-after-the-order-not-during-it", "caused_by", "checkout-times-out-at-month-end", ""),
    ("where-checkout-spends-its-time", "applies_to", "checkout-times-out-at-month-end", ""),
    ("queue-in-redis", "applies_to", PLAN, ""),
    ("queue-in-postgresql-with-skip-locked", "applies_to", PLAN, ""),
    ("queue-in-postgresql-with-skip-locked", "supersedes", "queue-in-redis", "the session Redis loses what it holds"),
    ("queue-in-postgresql-with-skip-locked", "references", "skip-locked-in-the-postgresql-manual", ""),
    ("queue-in-postgresql-with-skip-locked", "mentions", "postgresql", ""),
    ("retry-five-times-then-ask-a-person", "applies_to", PLAN, ""),
    ("one-invoice-number-per-order-taken-in-the-transaction", "applies_to", PLAN, ""),
    ("two-workers-are-enough", "derived_from", "worst-hour-of-the-year-has-800-orders", ""),
    ("two-workers-are-enough", "applies_to", "worker-that-makes-and-mails-an-invoice", ""),
    *((task, "part_of", PLAN, "") for task in (
        "write-the-job-table", "worker-that-makes-and-mails-an-invoice", "page-that-shows-where-an-invoice-is",
        "switch-checkout-over-behind-a-flag", "make-the-missing-invoices-of-march", "take-the-old-code-out",
        "customers-download-invoices-again",
    )),
    ("jobs-lost-when-redis-was-restarted", "caused_by", "queue-in-redis", "the list was only in memory"),
    ("two-mails-for-one-order", "caused_by", "worker-that-makes-and-mails-an-invoice", "mail first, commit second"),
    ("worker-stuck-on-one-broken-logo", "caused_by", "worker-that-makes-and-mails-an-invoice", "no time limit"),
    ("the-session-redis-keeps-nothing-on-disk", "derived_from", "jobs-lost-when-redis-was-restarted", ""),
    ("mark-before-you-mail", "derived_from", "two-mails-for-one-order", ""),
    ("mark-before-you-mail", "applies_to", "worker-that-makes-and-mails-an-invoice", ""),
    ("a-pdf-needs-a-time-limit-of-its-own", "derived_from", "worker-stuck-on-one-broken-logo", ""),
    ("a-flag-with-three-steps-found-all-three-bugs", "applies_to", "switch-checkout-over-behind-a-flag", ""),
    ("jobs-are-idempotent-by-a-key-of-the-domain", "derived_from", "two-mails-for-one-order", ""),
    ("invoices-by-mail", "implements", PLAN, ""),
    ("mail-provider-slows-down-above-20-a-second", "applies_to", "worker-that-makes-and-mails-an-invoice", ""),
    ("cost-of-an-invoice-by-the-mail-provider", "applies_to", PLAN, ""),
    (PLAN, "has_owner", "mira", ""),
    ("product-photos-as-webp", "has_owner", "mira", ""),
    ("convert-the-old-product-photos", "implements", "product-photos-as-webp", ""),
    ("webp-needs-a-fallback-for-old-mail-clients", "applies_to", "convert-the-old-product-photos", ""),
)  # fmt: skip

# (day, slug, status, pull request)
DONE = (
    (12, "write-the-job-table", "complete", 411),
    (19, "worker-that-makes-and-mails-an-invoice", "complete", 418),
    (24, "page-that-shows-where-an-invoice-is", "complete", 423),
    (29, "customers-download-invoices-again", "cancelled", 0),
    (33, "switch-checkout-over-behind-a-flag", "complete", 430),
    (34, "make-the-missing-invoices-of-march", "complete", 0),
    (42, "take-the-old-code-out", "complete", 437),
    (43, PLAN, "complete", 0),
)  # fmt: skip


class Standing(RunningClock):
    """A clock that stands on a day of the story."""

    def __init__(self) -> None:
        super().__init__()
        self.ms = START_MS
        self.ticks = 0

    def set(self, day: int) -> None:
        self.ms = START_MS + day * 86_400_000 + 32_400_000

    def now_ms(self) -> int:
        self.ticks += 1
        return self.ms + self.ticks

    def monotonic_s(self) -> float:
        self.ticks += 1
        return self.ticks / 1000


def tell(machine: Machine) -> App:
    """Writes the store, day by day; gives the application, on its last day."""
    machine.clock = clock = Standing()
    machine.random_bytes = random.Random(40).randbytes
    top = machine.work / "webshop"
    (top / "shop").mkdir(parents=True)
    repository(top)
    (top / "shop" / "pdf.py").write_text("def invoice(order):\n    return printer.pdf(order)\n")
    (top / "shop" / "worker.py").write_text("def work(queue):\n    for job in queue:\n        mail(pdf(job))\n")
    app = machine.app(top)
    for day, type_, title, text, more in sorted(NOTES, key=lambda one: one[0]):
        clock.set(day)
        put(app, text, title=title, type=type_, **more)
    for source, op, target, note in LINKS:
        link(app, LinkRequest(source=source, op=op, target=target, note=note))
    for day, handle, status, pr in DONE:
        clock.set(day)
        path = update(app, UpdateRequest(handle=handle, status=status)).notes[0].path
        if pr:
            with open(path, encoding="utf-8") as file:
                said = file.read()
            with open(path, "w", encoding="utf-8") as file:
                file.write(said.replace("\n---\n", f"\nprs: [{PR}{pr}]\n---\n", 1))
    (top / "shop" / "pdf.py").unlink()
    return app
