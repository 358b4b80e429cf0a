/** What the house tells waits for a press, in order, and never for long. */

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { afterPress } from "../src/lib/painting";

/** An event as a person makes it. */
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

it("does at once what comes while nobody presses, and lets it wait for a press, in order", () => {
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

it("takes no notice of what no person pressed", () => {
  dispatchEvent(new Event("click"));
  const done: number[] = [];
  afterPress(() => done.push(1));
  expect(done).toEqual([1]);
});
