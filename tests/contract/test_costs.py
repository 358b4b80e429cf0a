"""A script writes the table of costs in the documents: new figures replace old ones, and all others stay."""

from scripts.costs import BEGIN, END, with_costs

ORDER = ["lint", "rules", "bots"]


def test_measured_parts_replace_their_rows_and_the_sum_follows() -> None:
    first = with_costs(f"Before.\n{BEGIN}{END}\nAfter.\n", {"bots": 40.4, "lint": 2.6}, "Monday, 2 cores", ORDER)
    assert (
        "| lint | 3 | Monday, 2 cores |\n| bots | 40 | Monday, 2 cores |\n| **together** | **43** | without rules |\n" in first
    )
    second = with_costs(first, {"bots": 20.0, "rules": 9.5}, "Tuesday, 2 cores", ORDER)
    rows = [line for line in second.splitlines() if "cores" in line or "together" in line]
    assert rows == [
        "| lint | 3 | Monday, 2 cores |",
        "| rules | 10 | Tuesday, 2 cores |",
        "| bots | 20 | Tuesday, 2 cores |",
        "| **together** | **33** |  |",
    ]
    assert second.startswith("Before.\n") and second.endswith(f"{END}\nAfter.\n")
