import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { announcer } from "../src/lib/announce.svelte";
import { spoken } from "../src/lib/table/cards";
import { Session } from "../src/lib/session.svelte";
import Table from "../src/table/Table.svelte";
import { games, room, Socket } from "./house";

let session: Session;
let table: Record<string, unknown> | null = null;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Socket);
  session = new Session("ABCDEF");
  await Socket.last.greet();
  Socket.last.say(room());
});

afterEach(async () => {
  if (table) await unmount(table);
  table = null;
  session.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function show(): HTMLElement {
  const target = document.createElement("div");
  document.body.replaceChildren(target);
  table = mount(Table, { target, props: { session } });
  flushSync();
  return target;
}

describe.each(Object.entries(games))("%s", (_, updates) => {
  it("is drawn at every moment, with a way to make a move whenever there is one", () => {
    Socket.last.say(updates[0]!);
    const target = show();
    for (const update of updates.slice(1)) {
      Socket.last.say(update);
      flushSync();
      const { view } = update;
      const pickable = target.querySelectorAll(".can, .choices button, .seat > .button");
      expect(pickable.length > 0).toBe(view.moves.length > 0);
      expect(target.querySelectorAll(".seat")).toHaveLength(view.seats - 1);
    }
  });

  it("has no name or face for a hidden card", () => {
    for (const update of updates) Socket.last.say(update);
    const target = show();
    const view = updates.at(-1)!.view;
    const shown = new Set(view.zones.flatMap((zone) => zone.cards));
    if (shown.size === 0) return;
    const hidden = view.zones.find((zone) => zone.owner === 1 && zone.cards.every((card) => card === "??"));
    if (!hidden) return;
    const seat = target.querySelector('section[aria-label="Ada"]')!;
    expect(seat.querySelectorAll("svg text")).toHaveLength(0);
    expect(seat.innerHTML).not.toMatch(/of (hearts|spades|clubs|diamonds)/);
  });
});

const sets = Object.values(games).flat().find(
  ({ view }) => view.must === 0 && view.moves.some((move) => move.picks.length === 2 && move.words.startsWith("play")),
)!;

function card(target: HTMLElement, name: string): HTMLButtonElement {
  return [...target.querySelectorAll<HTMLButtonElement>(".hand button")].find((button) => button.textContent?.includes(name))!;
}

it("lets cards of a set be picked one after the other, shows their order, and plays them together", async () => {
  Socket.last.say({ ...sets, number: 0, events: [] });
  const target = show();
  const pair = sets.view.moves.find((move) => move.picks.length === 2)!;
  const [one, other] = pair.picks.map(spoken) as [string, string];
  card(target, one).click();
  flushSync();
  expect(Socket.last.asked("move")).toEqual([]);
  expect(card(target, one).getAttribute("aria-pressed")).toBe("true");
  card(target, other).click();
  flushSync();
  const largest = Math.max(...sets.view.moves.map((move) => move.picks.length));
  if (largest > 2) {
    expect([...target.querySelectorAll(".order")].map((order) => order.textContent)).toEqual(expect.arrayContaining(["1", "2"]));
    target.querySelector<HTMLButtonElement>(".buttons .main")!.click();
  }
  flushSync();
  expect(Socket.last.asked("move")[0]).toMatchObject({ move: pair.words });
});

it("has one stop for the keyboard in the hand; digits and arrows move it", () => {
  Socket.last.say({ ...sets, number: 0, events: [] });
  const target = show();
  const cards = [...target.querySelectorAll<HTMLButtonElement>(".hand button")];
  const stops = () => cards.filter((found) => found.tabIndex === 0);
  expect(stops()).toEqual([cards[0]]);
  window.dispatchEvent(new KeyboardEvent("keydown", { key: "2" }));
  flushSync();
  expect(stops()).toEqual([cards[1]]);
  cards[1]!.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true }));
  flushSync();
  expect(stops()).toEqual([cards[0]]);
});

it("asks the house why a card cannot be played", async () => {
  const mixed = Object.values(games).flat().find(({ view }) => {
    const hand = view.zones.find((zone) => zone.kind === "hand" && zone.owner === 0);
    const picks = view.moves.flatMap((move) => move.picks);
    return view.must === 0 && picks.includes("deck") && hand?.cards.some((name) => !picks.includes(name));
  })!;
  Socket.last.say({ ...mixed, number: 0, events: [] });
  const target = show();
  const out = [...target.querySelectorAll<HTMLButtonElement>(".hand .out")][0];
  expect(out).toBeDefined();
  out!.click();
  const asked = Socket.last.asked("move")[0]!;
  expect(asked["move"]).toMatch(/^play ..$/);
  Socket.last.say({ type: "refused", id: String(asked["id"]), why: "It matches nothing.", stale: false });
  await vi.advanceTimersByTimeAsync(0);
  expect(announcer.urgent).toContain("It matches nothing.");
});
