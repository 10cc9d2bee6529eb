"""The notes of the demonstration: five that matter in it, and what else a few weeks on a project leave behind."""

from __future__ import annotations

OLDER = (
    "The basket expires after 30 minutes; the clock is the server's, not the browser's.",
    "Prices are integers of cents everywhere. Only the template turns them into text.",
    "Images are resized by a worker. The upload page shows the original until it is done.",
    "Search suggestions come from the product names of the last night.",
    "The newsletter form posts to the marketing system; we keep no addresses.",
    "Returns are allowed for 14 days; the date of delivery comes from the carrier.",
    "Country names are translated by the browser, we send codes.",
    "Tests that need a mailbox use the folder of the test, not a server.",
    "The colour of the shop is set in one variable in theme.css.",
    "Stock is counted in the warehouse system; we keep a copy that is at most a minute old.",
    "A customer may have several addresses; exactly one is the default.",
    "Invoices get their number when they are sent, without gaps.",
    "The sitemap is written each night and holds at most 50,000 addresses.",
    "Reviews are shown after a day, so that a spam wave can be stopped.",
    "Log lines carry the request id; ask for it when somebody reports a problem.",
    "The login page counts failures by account and by address.",
    "Categories form a tree of at most three levels.",
    "A product without a picture is not listed, but can be found.",
    "Delivery costs depend on weight and country; the table is in data/delivery.csv.",
    "Feature flags live in flags.toml and are read at start.",
    "Opening hours of the shops are text; nobody parses them.",
    "The admin pages are behind single sign-on and have no own passwords.",
    "Cookies: one for the session, one for the language, nothing else.",
    "Phone numbers are stored as typed.",
    "Gift wrapping is an article of its own with the price zero.",
    "The style guide for texts is in docs/voice.md.",
)

NOTES: tuple[dict[str, object], ...] = (
    {
        "content": "Deploys need the VPN. Without it step 3 (migrate database) hangs for ten minutes, silently.\n\n"
        "Prevention: run `vpn status` before `make deploy`.",
        "title": "Deploys need the VPN",
        "type": "learning/gotcha",
        "tags": ["deploy", "network"],
        "references": ["scripts/deploy.sh"],
    },
    {
        "content": "Captures go through PaymentOrchestrator, never to the gateway: only there they are idempotent.",
        "title": "All captures go through PaymentOrchestrator",
        "type": "decision",
        "tags": ["payments"],
        "references": ["shop/payments.py"],
    },
    {
        "content": "Never push to main. Open a pull request and wait for the checks.",
        "title": "No direct pushes to main",
        "type": "policy",
    },
    {"content": "Answer in short sentences, and show the diff first.", "title": "Short answers", "type": "preference"},
    {
        "content": "Move the capture of vouchers into PaymentOrchestrator.\n\n- [ ] vouchers\n- [ ] gift cards",
        "title": "Vouchers through PaymentOrchestrator",
        "type": "task",
        "status": "pending",
    },
)


def older() -> dict[str, object]:
    """One call of remember with all of the older ones."""
    types = ("decision", "learning/gotcha", "convention")
    return {
        "notes": [
            {"content": text, "title": text.split(". ")[0].split(";")[0], "type": types[at % len(types)]}
            for at, text in enumerate(OLDER)
        ]
    }
