import { flushSync } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { announcer } from "../src/lib/announce.svelte";
import type { GameEvent, NarratedMove, Update } from "../src/lib/wire";
import Table from "../src/table/Table.svelte";
import { games, room, session, show, Socket, visiting } from "./house";
import { event, storyOf } from "./events";

visiting();

const looks = Object.values(games).flat().find(({ events }) => events.some(({ kind }) => kind === "looked"))!;
const numbered = (events: GameEvent[]) => events.map((found, i) => ({ ...found, number: i + 1 }));
const heard = () => announcer.lines.map(({ text }) => text).join(" ");

beforeEach(() => {
  localStorage.clear();
  announcer.forget();
  Socket.last.say(room());
});

/** Show a table at which these events happen after it is drawn. */
function tell(events: GameEvent[], parts: Partial<Update["view"]> = {}, story?: NarratedMove[]): HTMLElement {
  Socket.last.say({ ...looks, base: 0, number: 0, events: [], story: [], view: { ...looks.view, zones: [] } });
  const target = show(Table, { session });
  announcer.forget();
  const told = story ?? (events === looks.events ? looks.story : storyOf(numbered(events)));
  Socket.last.say({ ...looks, base: 0, number: events.length, events: numbered(events), story: told, view: { ...looks.view, ...parts } });
  flushSync();
  return target;
}

describe("the deal of cards that are looked at", () => {
  it("is announced with the player's own cards first, and the others' looks in one sentence", () => {
    tell(looks.events);
    const said = heard();
    expect(said).toMatch(/^The cards are dealt\. Memorise for 4 seconds: your slot 3, 3 of clubs; your slot 4, 5 of clubs\./);
    expect(said).toContain("Ada, Bruno and Clara look at 2 cards of their own.");
  });

  it("is forgotten as soon as the player has seen enough", () => {
    const target = tell(looks.events);
    window.dispatchEvent(new KeyboardEvent("keydown", { key: "h" }));
    flushSync();
    expect(heard().match(/5 of clubs/g)).toHaveLength(2);
    target.querySelector<HTMLElement>(".looking button")!.click();
    flushSync();
    expect(heard()).not.toContain("of clubs");
  });

  it("is not read for longer than the look lasts, whatever key asked for it", () => {
    tell(looks.events);
    vi.advanceTimersByTime(3_000);
    for (const key of ["h", "l"]) window.dispatchEvent(new KeyboardEvent("keydown", { key }));
    flushSync();
    expect(heard()).toContain("of clubs");
    // the look begins when the cards have been dealt
    vi.advanceTimersByTime(2_500);
    flushSync();
    expect(heard()).not.toMatch(/of clubs|♣/);
  });
});

it("tells every sentence, with cards in words", () => {
  const story: NarratedMove[] = [
    { move: 1, lines: [{ first: 1, last: 1, seat: 1, parts: ["Ada draws 3 cards."] }], later: null },
    { move: 2, lines: [{ first: 2, last: 2, seat: 0, parts: ["You play ", { cards: ["Qs", "Qh"], text: "♠Q and ♥Q", count: "2 cards" }, "."] }], later: null },
  ];
  tell([event("drew", { seat: 1 }), event("played", { move: 2 })], {}, story);
  expect(heard()).toContain("Ada draws 3 cards. You play Queen of spades and Queen of hearts.");
});

it("says once that the player may cut in, and again at the next chance", () => {
  const prompt = "Waiting for Ada. You may cut in.";
  const mine = looks.view.moves.slice(0, 1);
  const passes = (count: number) => Array.from({ length: count }, () => event("told", { seat: 1, text: "Ada passes." }));
  const happens = (count: number, moves: typeof mine) => {
    Socket.last.say({ ...looks, base: 0, number: count, events: numbered(passes(count)).slice(-1), view: { ...looks.view, must: 1, moves, prompt } });
    flushSync();
    return heard().split(prompt).length - 1;
  };
  expect(mine).toHaveLength(1);
  tell(passes(1), { must: 1, moves: [], prompt: "Waiting for Ada." });
  expect([happens(2, mine), happens(3, mine), happens(4, []), happens(5, mine)]).toEqual([1, 1, 1, 2]);
});

it("does not name a card that lies face down already", () => {
  const put = event("swapped_in", { card: "Ts", source: "held", target: "grid", fleeting: true });
  const line = (text: string) => ({ first: 1, last: 1, seat: 0, parts: [text] });
  const story = [{ move: 1, lines: [line("You put ♠10 in the place of your slot 1.")], later: [line("You put a card in the place of your slot 1.")] }];
  tell([put], {}, story);
  expect(heard()).toContain("You put a card in the place of your slot 1.");
});

describe("the keyboard after a look", () => {
  it("has its focus at the player's side, where no key does anything, and a held key presses nothing", () => {
    const target = tell(looks.events);
    target.querySelector<HTMLElement>(".looking button")!.focus();
    vi.advanceTimersByTime(5_500);
    flushSync();
    expect(document.activeElement).toBe(target.querySelector(".me"));
    const held = new KeyboardEvent("keydown", { key: "Enter", repeat: true, bubbles: true, cancelable: true });
    target.querySelector(".place")!.dispatchEvent(held);
    expect(held.defaultPrevented).toBe(true);
  });
});
