import { flushSync, mount, unmount } from "svelte";
import { expect, it } from "vitest";
import type { GameTold, OptionTold } from "../src/lib/api";
import { found, rulesIn, sectionsOf, settingsOf } from "../src/lib/guide";
import { worded } from "../src/lib/wording";
import { inlines, markdown, plain, plainBlock } from "../src/lib/markdown";
import type { Values } from "../src/lib/wire";
import Blocks from "../src/parts/Blocks.svelte";

function drawn(text: string): HTMLElement {
  const target = document.createElement("div");
  const blocks = mount(Blocks, { target, props: { blocks: markdown(text) } });
  flushSync();
  const copy = target.cloneNode(true) as HTMLElement;
  void unmount(blocks);
  return copy;
}

it("reads headings, paragraphs, lists, tables and code", () => {
  const blocks = markdown(
    ["# One", "", "Two lines", "of text.", "", "- a", "  goes on", "- b", "", "1. first", "2. second", "", "| x | y |", "|---|---|", "| 1 | `a \\| b` |", "", "```", "- no list", "```", "", "    indented"].join("\n"),
  );
  expect(blocks.map((block) => block.kind)).toEqual(["heading", "paragraph", "list", "list", "table", "code", "code"]);
  expect(blocks.map(plainBlock)).toEqual(["One", "Two lines of text.", "a goes on b", "first second", "x y 1 a | b", "- no list", "indented"]);
});

it("reads what is marked within a line", () => {
  expect(inlines("**bold *and* more** `x*y*` 2 * 3 * 4")).toEqual([
    { kind: "strong", parts: [{ kind: "text", text: "bold " }, { kind: "em", parts: [{ kind: "text", text: "and" }] }, { kind: "text", text: " more" }] },
    { kind: "text", text: " " },
    { kind: "code", text: "x*y*" },
    { kind: "text", text: " 2 * 3 * 4" },
  ]);
  expect(plain(inlines("see [the rules](../RULES.md), not \\*this\\*, a_name_too"))).toBe("see the rules, not *this*, a_name_too");
});

it("reads lists within lists, and ends them where they end", () => {
  const [list, after] = markdown("- a\n  - a1\n  - a2\n\n  more of a\n- b\n\nAfter.");
  expect(list).toMatchObject({ kind: "list", items: [[{ kind: "paragraph" }, { kind: "list", items: [[{}], [{}]] }, { kind: "paragraph" }], [{ kind: "paragraph" }]] });
  expect(after && plainBlock(after)).toBe("After.");
});

it("makes text of everything: no markup comes through", () => {
  const evil = '<img src=x onerror=alert(1)>';
  const target = drawn(`${evil} **${evil}** \`${evil}\`\n\n- ${evil}\n\n| ${evil} |\n|---|\n| [${evil}](javascript:alert(1)) |\n\n\`\`\`\n${evil}\n\`\`\``);
  expect(target.querySelectorAll("img, a, script")).toHaveLength(0);
  expect(target.textContent?.split(evil)).toHaveLength(8);
});

it("comes to an end with anything", () => {
  for (const text of ["", "|", "|-|", "```", "- ", "**", "*", "[](", "#", "- - - -", "> quote", "*".repeat(3000), "- ".repeat(500), "[".repeat(2000)]) {
    expect(Array.isArray(markdown(text))).toBe(true);
  }
});

const RULES = `# A game

What it is about.

## 1 Setup

Deal the cards.

### Cards

Seven each.

## House rules

- \`pace\` (\`slow\` or \`fast\`; usually \`slow\`). How fast. *Example:* with \`fast\`, you run.
- \`cards\` (1 to 9, usually 7): how many.

## House rules at this table

| rule | set to |
|---|---|
| pace | fast |

## Positions

Words for programs.
`;

const option = (parts: Partial<OptionTold>): OptionTold => ({ name: "", kind: "toggle", label: "", says: "", default: false, values: [], labels: [], low: null, high: null, nothing: null, nothing_label: null, ...parts });

it("shows the text in sections without what stands elsewhere", () => {
  const sections = sectionsOf(markdown(RULES));
  expect(sections.map(({ title, level }) => `${level} ${title}`)).toEqual(["2 ", "2 Setup", "3 Cards"]);
  expect(found(sections, "").map(({ title }) => title)).toEqual(["Setup", "Cards"]);
  expect(found(sections, " seven CARDS ").map(({ title }) => title)).toEqual(["Cards"]);
  expect(found(sections, "nowhere")).toEqual([]);
});

it("shows what is set, what is changed first, with its example", () => {
  const game = {
    options: [
      option({ name: "cards", kind: "number", default: 7, low: 1, high: 9 }),
      option({ name: "pace", kind: "choice", default: "slow", values: ["slow", "fast"], labels: ["Slow", "Fast"] }),
      option({ name: "noise", values: ["off", "on"], labels: ["Off", "On"] }),
    ],
  } as unknown as GameTold;
  const settings = settingsOf(game, { pace: "fast", noise: false }, markdown(RULES));
  expect(settings.map(({ name, value, usual, isChanged }) => [name, value, usual, isChanged])).toEqual([
    ["pace", "Fast", "Slow", true],
    ["cards", "7", "7", false],
    ["noise", "Off", "Off", false],
  ]);
  expect(plain(settings[0]!.example).trim()).toBe("with fast, you run.");
  expect(settings[1]!.example).toEqual([]);
});

it("says a rule sheet as a page does: places from 1, house rules and values by their labels, cards by their signs", () => {
  const option = { kind: "choice", values: ["off", "own_turn"], labels: ["Never", "After one's turn"], low: null, high: null, nothing: null };
  const size = { name: "hand_size", label: "Cards in hand", kind: "number", values: [], labels: [], nothing: "auto", nothing_label: "By the seats" };
  const game = { options: [{ ...option, name: "matching", label: "Matching" }, size], words: { matching: "Match", flip: "Flip" } } as unknown as GameTold;
  const says = (text: string) => worded(text, game, { hand_size: 9 });
  expect(says("Seat 0 looks at slots 2, 3 and\n0 of seat\n1: `look 1:0`.")).toBe("Seat 1 looks at slots 3, 4 and\n1 of seat\n2: `look 2:1`.");
  expect(says("With the rule `matching` set to `own_turn` play `4c` with `play 4c 10h 2`; 3 seats, 2 slots.")).toBe(
    "With the rule “Matching” set to “After one's turn” play `♣4` with `play ♣4 ♥10 3`; 3 seats, 2 slots.",
  );
  expect(says("`hand_size=7`, not `auto` nor `2,3`.")).toBe("“Cards in hand: 7”, not “By the seats” nor `2,3`.");
  expect(says("Say `matching`; draw `hand_size` cards of the rule\n`hand_size`.")).toBe("Say “Match”; draw 9 cards of the rule\n“Cards in hand”.");
  expect(says("`flip 3`, else `hand_size` cards (usually 5), see section 4.\n## 4 The end")).toBe("“Flip 4”, else 9 cards, see “The end”.\n## 4 The end");
  expect(says("\n- `matching` (`off`)")).toBe("\n- `matching` (“Never”)");
});

it("says at every statement that a house rule overrules what holds at the table, and no numbers", () => {
  const sheet = `# G\n\nSeven cards each [AB-1.1, AB-1.2]. **Play [AB-2]**.\n\n| a | b |\n|---|---|\n| 2 | draw (AB-1.2) |\n| 3 | none |\n\n## House rules\n\n- \`cards\` [AB-1.1,\n  AB-1.2]. *Example:* with 3, three [AB-1.1].\n- \`must\` [AB-2].`;
  const game = {
    options: [
      option({ name: "cards", label: "Cards", says: "Cards dealt.", kind: "number", default: 7 }),
      option({ name: "must", label: "Must", says: "All must.", default: true, values: ["off", "on"], labels: ["Off", "On"] }),
    ],
  } as unknown as GameTold;
  const said = (options: Values) => sectionsOf(rulesIn(sheet, game, options)).map(({ words }) => words.trim());
  expect(said({})).toEqual(["Seven cards each. Play. a b 2 draw 3 none"]);
  const cards = "At this table: “Cards: 3” (as written: 7). Cards dealt.";
  expect(said({ cards: 3 })).toEqual([`Seven cards each. Play. ${cards} a b 2 draw At this table: “Cards: 3”. 3 none`]);
  expect(said({ must: false })[0]).toContain("Play. At this table: “Must: Off”. So this does not hold here: All must. a b 2 draw 3");
  expect(plain(settingsOf(game, { cards: 3 }, rulesIn(sheet, game, { cards: 3 }))[0]!.example).trim()).toBe("with 3, three.");
});
