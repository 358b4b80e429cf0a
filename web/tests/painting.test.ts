/** Updates from the house wait for a press, in order, and never for long. */

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { announcer } from "../src/lib/announce.svelte";
import { afterPress } from "../src/lib/painting";
import { Drama } from "../src/lib/table/drama.svelte";
import { Stage } from "../src/lib/table/stage.svelte";

/** Dispatch an event as if a person had caused it. */
function press(name: string): void {
  const event = new Event(name);
  Object.defineProperty(event, "isTrusted", { value: true });
  dispatchEvent(event);
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

it("runs callbacks at once while nobody presses, and after a press otherwise, in order", () => {
  const done: number[] = [];
  afterPress(() => done.push(1));
  press("pointerdown");
  afterPress(() => done.push(2));
  afterPress(() => done.push(3));
  expect(done).toEqual([1]);
  press("click");
  vi.advanceTimersByTime(100);
  expect(done).toEqual([1, 2, 3]);
});

it("does not wait for a finger that rests, nor for a key that is held down", () => {
  const done: number[] = [];
  press("pointerdown");
  afterPress(() => done.push(1));
  vi.advanceTimersByTime(250);
  expect(done).toEqual([1]);
  press("keydown");
  afterPress(() => done.push(2));
  for (let i = 0; i < 20; i++) {
    vi.advanceTimersByTime(15);
    press("keydown");
  }
  expect(done).toEqual([1, 2]);
});

it("ignores presses that no person made", () => {
  dispatchEvent(new Event("click"));
  const done: number[] = [];
  afterPress(() => done.push(1));
  expect(done).toEqual([1]);
});

const spot = { x: 0, y: 0, width: 10, height: 14, turn: 0 };
const rest = { card: "??", isUp: false, turns: false, from: spot, to: spot, delay: 0, lasts: 1, fades: false, isLate: false, isMine: false, passes: false, isSwap: false, lift: 0 };
const flight = (id: number) => ({ ...rest, id, key: `grid 0:${id}` });

it("ends the motion that was under way at a press, not the motion that the press starts", () => {
  const stage = new Stage();
  const drama = new Drama(stage);
  const done: string[] = [];
  stage.flights = [flight(1)];
  drama.after(500, () => {
    done.push("old");
    drama.after(500, () => done.push("follows"));
  });
  const [flights, pending] = [stage.flights, drama.pending];
  stage.flights = [...flights, flight(2)];
  drama.after(500, () => done.push("new"));
  stage.finish(flights);
  drama.finish(pending);
  expect(stage.flights).toEqual([flight(2)]);
  expect(done).toEqual(["old", "follows"]);
  stage.finish();
  drama.finish();
  expect(stage.flights).toEqual([]);
  expect(done).toEqual(["old", "follows", "new"]);
});

it("lets cards that have landed wait for the others, and all of them for a press", () => {
  const flights = [flight(1), flight(2), flight(3)];
  const stage = new Stage();
  stage.flights = flights;
  for (const { key } of flights) stage.hidden.add(key);
  stage.landed(flights[0]!);
  expect(stage.flights).toHaveLength(3);
  vi.advanceTimersByTime(100);
  expect(stage.flights).toEqual(flights.slice(1));
  expect([...stage.hidden]).toEqual(["grid 0:2", "grid 0:3"]);
  press("pointerdown");
  stage.landed(flights[1]!);
  stage.landed(flights[2]!);
  expect(stage.flights).toHaveLength(2);
  press("click");
  vi.advanceTimersByTime(100);
  expect(stage.flights).toEqual([]);
  expect(stage.hidden.size).toBe(0);
});

it("removes old lines with the next new one, or after a quiet while", () => {
  const lines = () => announcer.lines.map(({ text }) => text);
  announcer.say("one");
  vi.advanceTimersByTime(7_000);
  announcer.say("two");
  vi.advanceTimersByTime(2_000);
  expect(lines()).toEqual(["one", "two"]);
  announcer.say("three");
  expect(lines()).toEqual(["two", "three"]);
  vi.advanceTimersByTime(8_001);
  expect(lines()).toEqual([]);
});
