import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, it, vi } from "vitest";
import type { GameTold, OptionTold } from "../src/lib/api";
import { found, settingsOf, type Block, type Guide, type Section } from "../src/lib/guide";
import Blocks from "../src/parts/Blocks.svelte";
import GuidePanel from "../src/parts/GuidePanel.svelte";

const text = (said: string) => ({ kind: "text" as const, text: said });
const paragraph = (...parts: (Block & { kind: "paragraph" })["parts"]): Block => ({ kind: "paragraph", parts });
const section = (id: string, title: string, words: string, blocks: Block[] = [], level = 2): Section => ({ id, title, level, words, blocks });

afterEach(() => vi.unstubAllGlobals());

function drawn(blocks: Block[]): HTMLElement {
  const target = document.createElement("div");
  const made = mount(Blocks, { target, props: { blocks } });
  flushSync();
  const copy = target.cloneNode(true) as HTMLElement;
  void unmount(made);
  return copy;
}

it("draws paragraphs, lists, tables and code", () => {
  const target = drawn([
    paragraph(text("Play "), { kind: "strong", parts: [text("one")] }, { kind: "em", parts: [text(" card")] }, { kind: "code", text: "x" }, { kind: "remark", text: "Here: two." }),
    { kind: "list", ordered: true, items: [[paragraph(text("first"))], [paragraph(text("second"))]] },
    { kind: "table", head: [[text("card")]], rows: [[[text("8")]]] },
    { kind: "code", text: "[1] [2]" },
    { kind: "heading", level: 4, parts: [text("Small print")] },
  ]);
  const said = (selector: string) => [...target.querySelectorAll(selector)].map((element) => element.textContent);
  expect(said("p")).toEqual(["Play one cardxHere: two.", "first", "second"]);
  expect([said("strong"), said("em"), said("p code"), said(".remark")]).toEqual([["one"], [" card"], ["x"], ["Here: two."]]);
  expect([said("ol > li"), said("th"), said("td"), said("pre"), said("h5")]).toEqual([["first", "second"], ["card"], ["8"], ["[1] [2]"], ["Small print"]]);
});

it("turns everything into text: no markup comes through", () => {
  const evil = "<img src=x onerror=alert(1)>";
  const target = drawn([paragraph(text(evil), { kind: "code", text: evil }, { kind: "remark", text: evil }), { kind: "code", text: evil }]);
  expect(target.querySelectorAll("img, script")).toHaveLength(0);
  expect(target.textContent?.split(evil)).toHaveLength(5);
});

it("finds the sections in which all words of a search are", () => {
  const sections = [section("a", "Setup", "Setup Deal the cards."), section("b", "Cards", "Cards Seven each of the cards.")];
  expect(found(sections, "").map(({ id }) => id)).toEqual(["a", "b"]);
  expect(found(sections, " seven CARDS ").map(({ id }) => id)).toEqual(["b"]);
  expect(found(sections, "nowhere")).toEqual([]);
});

it("lists all house rules, changed ones first", () => {
  const option = (parts: Partial<OptionTold>): OptionTold => ({ name: "", kind: "toggle", label: "", says: "", default: false, values: [], labels: [], low: null, high: null, nothing: null, nothing_label: null, ...parts });
  const game = {
    options: [
      option({ name: "cards", kind: "number", default: 7, low: 1, high: 9 }),
      option({ name: "pace", kind: "choice", default: "slow", values: ["slow", "fast"], labels: ["Slow", "Fast"] }),
      option({ name: "noise", values: ["off", "on"], labels: ["Off", "On"] }),
    ],
  } as unknown as GameTold;
  expect(settingsOf(game, { pace: "fast", noise: false }).map(({ name, value, usual, is_changed }) => [name, value, usual, is_changed])).toEqual([
    ["pace", "Fast", "Slow", true],
    ["cards", "7", "7", false],
    ["noise", "Off", "Off", false],
  ]);
});

const GUIDE: Guide = {
  sections: [
    section("sample", "Sample", "Sample What it is.", [paragraph(text("What it is."))], 1),
    section("1-setup", "Setup", "Setup Deal.", [paragraph(text("See "), { kind: "link", parts: [text("“The end”")], section: "2-the-end" })]),
    section("2-the-end", "The end", "The end Count.", [paragraph(text("Count."))]),
  ],
  house_rules: [
    { name: "cards", label: "Cards", value: "3", usual: "7", is_changed: true, says: "Cards dealt.", words: "Cards 3 Cards dealt.", example: [text("with 3, three.")], details: [paragraph(text("Always."))] },
  ],
};

it("opens with the introduction, then the house rules, and follows links within it", async () => {
  const asked = vi.fn(async (_path: string) => ({ ok: true, json: async () => ({ guide: GUIDE }) }));
  vi.stubGlobal("fetch", asked);
  const game = { id: "sample", name: "Sample", options: [] } as unknown as GameTold;
  const target = document.body.appendChild(document.createElement("div"));
  const panel = mount(GuidePanel, { target, props: { game, seats: 3, options: { cards: 3, noise: true }, onclose: () => {} } });
  await vi.waitFor(() => expect(target.querySelectorAll("section")).toHaveLength(4));
  expect(asked.mock.calls[0]![0]).toBe("/api/games/sample/rules?seats=3&cards=3&noise=on");
  expect([...target.querySelectorAll("[data-section]")].map((heading) => heading.textContent)).toEqual(["Sample", "House rules at this table", "Setup", "The end"]);
  expect(target.querySelector(".settings")?.textContent?.replace(/\s+/g, " ").trim()).toBe("Cards as written: 7 3 Cards dealt. Always. Example: with 3, three.");
  target.querySelector<HTMLElement>("section a")?.click();
  expect(document.activeElement?.textContent).toBe("The end");
  await unmount(panel);
  target.remove();
});
