"""What does a house rule do?  python examples/lab_compare.py [GAME [GAMES [REPORT.html]]]"""

import sys

from parlour import game_ids
from parlour.lab import compare, write_report


def main(game: str = game_ids()[-1], games: str = "20000", page: str = "") -> None:
    """Play the same deals with seat 0 beginning and with a random seat beginning."""
    found = compare(game, {"first_seat": ["seat0", "random"]}, games=int(games), seats=4, seed=1)
    for variant in found.variants[1:]:
        print(f"{variant.name} instead of {found.variants[0].name}:")
        for finding in variant.seen:
            print(f"  {finding.measure.label}: {finding.before.value:.3f} becomes {finding.after.value:.3f}")
        if not variant.seen:
            print("  no difference seen")
    if page:
        write_report(found, page)


if __name__ == "__main__":
    main(*sys.argv[1:])
