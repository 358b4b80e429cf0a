"""The rules in words: RULES.md, parsed once and presented to its reader.

A RULES.md is plain Markdown. A word with a meaning in the game is in a code span, which can be one of these:

    `hand_size`                 a house rule of the game, by its name
    `stacking=twos`             a house rule with a value
    `penalty (usually 2)`       the number that a house rule stands for; 2 is its default
    `play 8h`, `draw`           a move: a verb of the game, and what it is about
    `8h`                        a card
    `seat 0`, `slots 2 and 3`   seats and slots; written from 0, shown from 1

Any other code span is shown unchanged. Also:

    [AB-1.2, AB-1.3]            ids of the statements just made
    [section 4](#4-the-call)    a link to a section
    <!-- typed -->              the next block, or the section of the next heading, is only for those who type their moves
    ```slots                    a drawing in which every number is a slot

The section "House rules" lists every option of the game. An entry begins with the option's name. A bare value in it is a
value of that option, and its ids are those of the statements that the option changes. In its first paragraph, *Example:*
introduces the example. Further paragraphs are details:

    - `stacking` (`off`, `twos` or `all`; usually `off`). What may be stacked [AB-3.2]. *Example:* with `twos`, …

      A penalty that is stacked …

A word that is both a move and an option is read as the move; write `challenge=on` for the option. Imports core and
markdown-it-py, which is loaded only when rules are read; names no game.
"""

from .book import OptionEntry, Rulebook, Section, read_rulebook, rulebook_of, shared_rulebook
from .presentation import Guide, HouseRule, SectionShown, presented, presented_shared
from .vocabulary import Vocabulary, shared_vocabulary, vocabulary_of

__all__ = [
    "Guide",
    "HouseRule",
    "OptionEntry",
    "Rulebook",
    "Section",
    "SectionShown",
    "Vocabulary",
    "presented",
    "presented_shared",
    "read_rulebook",
    "rulebook_of",
    "shared_rulebook",
    "shared_vocabulary",
    "vocabulary_of",
]
