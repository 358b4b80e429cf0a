/** The moments of a game as the stage plays them: what flies when, from where to where, and what shakes. */

import { tick } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Drama } from "../src/lib/table/drama.svelte";
import { Stage } from "../src/lib/table/stage.svelte";
import type { GameEvent, View } from "../src/lib/wire";
import { drew, event, played } from "./events";

const PLACES = ["deck", "pile", "hand 0", "hand 1", "seat 1", "grid 1:2"];
const animate = vi.fn();
let stage: Stage;
let drama: Drama;

/** Places side by side, as a browser would lay them out. */
function laid(): void {
  PLACES.forEach((name, i) => {
    const element = document.createElement("div");
    element.getBoundingClientRect = () => ({ x: i * 100, y: 0, width: 50, height: 70 }) as DOMRect;
    for (const [side, size] of [["offsetWidth", 50], ["offsetHeight", 70]] as const) Object.defineProperty(element, side, { value: size });
    element.animate = animate;
    stage.place(name)(element);
  });
}

const view = (hands: number, pile: string[] = []) =>
  ({
    viewer: null,
    seats: 2,
    result: null,
    zones: [{ kind: "pile", owner: null, cards: pile, count: pile.length, columns: 0 }, ...[0, 1].map((owner) => ({ kind: "hand", owner, cards: Array(hands).fill("??"), count: hands, columns: 0 }))],
  }) as unknown as View;

async function show(events: GameEvent[], before: View, after: View) {
  stage.show(events, before, after, () => {});
  drama.show(events, before, after);
  await tick();
  return stage.flights.map(({ from, to, ...flight }) => ({ ...flight, from: PLACES[from.x / 100], to: PLACES[to.x / 100] }));
}

beforeEach(() => {
  vi.useFakeTimers();
  animate.mockClear();
  stage = new Stage();
  drama = new Drama(stage);
  laid();
});
afterEach(() => void vi.useRealTimers());

it("a penalty is a volley: card after card, counted as they land", async () => {
  const flights = await show(Array.from({ length: 4 }, () => drew(1, 5)), view(3), view(7));
  expect(flights.map(({ from, to }) => `${from} > ${to}`)).toEqual(Array(4).fill("deck > hand 1"));
  expect(flights.map(({ delay }) => delay)).toEqual([0, 190, 380, 570]);
  const counted = [];
  for (let i = 0; i < 4; i++) counted.push((vi.advanceTimersByTime(i ? 190 : 320), drama.counts.get(1)));
  expect(counted).toEqual(["+1", "+2", "+3", "+4"]);
  vi.advanceTimersByTime(1_400);
  expect(drama.counts.size).toBe(0);
});

it("hands that are swapped cross: both are on their way at the same time, and slower than a card that is played", async () => {
  const got = (seat: number) => event("got", { seat, card: "??", source: "hand", target: "hand" });
  const flights = await show([event("swapped", { value: 1, exchanges: "hands" }), got(1), got(1), got(0)], view(2), view(2));
  expect(flights.map(({ from, to, isSwap }) => [from, to, isSwap])).toEqual([
    ["hand 0", "hand 1", true],
    ["hand 0", "hand 1", true],
    ["hand 1", "hand 0", true],
  ]);
  expect(new Set(flights.map(({ lasts }) => lasts))).toEqual(new Set([900]));
  expect(flights.at(-1)!.delay).toBeLessThan(100);
});

it("a run climbs, each card higher than the one before", async () => {
  const flights = await show([played(1, 5), played(1, 5, "9h"), played(1, 5, "Th")], view(5), view(2, ["8h", "9h", "Th"]));
  const lifts = flights.map(({ lift }) => lift);
  expect(lifts).toEqual([...lifts].sort((one, other) => one - other));
  expect(new Set(lifts).size).toBe(3);
});

it("a bomb clears the pile: its cards fly apart and fade", async () => {
  const flights = await show([played(1, 5, "Th"), event("destroyed", { seat: 1, move: 5, value: 3, source: "pile" })], view(3, ["8h", "9h"]), view(2));
  const gone = flights.filter(({ fades }) => fades);
  expect(gone).toHaveLength(3);
  expect(new Set(stage.flights.filter(({ fades }) => fades).map(({ to }) => `${to.x} ${to.y}`)).size).toBe(3);
  // the ring that shows it waits for the card that did it
  expect([stage.clearings, stage.clearsAfter]).toEqual([1, gone[0]!.delay]);
  expect(stage.clearsAfter).toBeGreaterThan(300);
});

it("what was wrong shakes: the card that was looked at, else the seat", async () => {
  await show([event("mismatched", { seat: 1, value: 18, wrong: true, looks: true })], view(3), view(3));
  await show([event("refused", { seat: 1, wrong: true })], view(3), view(3));
  expect(animate).not.toHaveBeenCalled();
  vi.advanceTimersByTime(0);
  const shaken = animate.mock.contexts.map((element) => PLACES[(element as Element).getBoundingClientRect().x / 100]);
  expect(shaken).toEqual(["grid 1:2", "seat 1"]);
  expect(animate.mock.calls[0]![0]).toContainEqual({ translate: "-7px 0" });
});
