"""Of two texts that say the same, the second adds only what is new."""

from sagacity.core.joining import joined, paragraphs, what_is_new

LONG = "The deploy job needs the VPN, since step three asks the internal registry for the image."


def test_what_is_said_already_is_not_said_again():
    assert what_is_new(f"Intro.\n\n{LONG}", LONG.upper()) == ""
    assert what_is_new(LONG, LONG.replace("image", "picture")) == ""
    assert joined("one", [("Two", "one")]) == "one"


def test_new_paragraphs_come_with_their_headings_under_the_name_of_their_note():
    other = f"# Deploys\n\n{LONG}\n\n## Times\n\nOnly on Mondays before noon.\n\n## Empty\n"
    assert joined(f"{LONG}\n", [("Deploy day", other)]) == (
        f"{LONG}\n\n## From Deploy day\n\n# Deploys\n\n## Times\n\nOnly on Mondays before noon."
    )


def test_a_second_text_is_compared_with_what_the_first_one_brought():
    assert joined("one", [("A", "two is new"), ("B", "two is new")]).count("two is new") == 1


def test_a_fenced_block_stays_whole():
    code = "```\na\n\n# no heading\n\nb\n```"
    assert paragraphs(f"text\n\n{code}\nmore") == ["text", f"{code}\nmore"]
    assert what_is_new("text", code) == code
