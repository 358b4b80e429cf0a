import { describe, expect, it, vi } from "vitest";
import { changesFor, costsOf, keptMoves, lastMoveOf, newsFor } from "../src/lib/table/feed";
import { Drama, revealed } from "../src/lib/table/drama.svelte";
import { Stage } from "../src/lib/table/stage.svelte";
import { drew, event, played } from "./events";
import type { View } from "../src/lib/wire";

const me = 0;

describe("what the player may have missed", () => {
  it("is everything since the player's own last move", () => {
    const events = [played(0, 1), played(1, 2), event("skipped", { move: 2, seat: 0 }), drew(2, 3)];
    expect(lastMoveOf(me, events)).toBe(1);
    expect(lastMoveOf(1, events)).toBe(2);
    expect(lastMoveOf(3, events)).toBe(0);
    expect(lastMoveOf(null, events)).toBe(0);
  });

  it("is marked on the places that others changed, until the player moves", () => {
    const switched = [event("switched", { move: 2, seat: 1, exchanges: "cards", value: 3 }), event("switched_with", { move: 2, seat: 1, exchanges: "cards", value: 17 })];
    const events = [played(me, 1), ...switched, played(1, 3), drew(2, 4)];
    expect(newsFor(me, events)).toEqual(events.slice(1));
    expect([...changesFor(me, events)].sort()).toEqual(["grid 0:3", "grid 1:1", "hand 2", "pile"]);
    expect([...changesFor(me, [...events, played(me, 5)])]).toEqual([]);
    expect(newsFor(null, events)).toEqual([]);
  });

  it("stays if it cost the player something, until they move", () => {
    const wrong = event("mismatched", { move: 3, seat: me, wrong: true, number: 5 });
    const fine = event("penalty_dealt", { move: 3, seat: me, counts: "fine card", number: 6 });
    const events = [played(me, 1), played(1, 2), wrong, fine];
    expect(costsOf(me, events)).toEqual([wrong, fine]);
    const others = [...events, played(1, 4), drew(2, 5)];
    expect(costsOf(me, others)).toEqual([wrong, fine]);
    expect(costsOf(1, others)).toEqual([]);
    expect(costsOf(me, [...others, played(me, 6)])).toEqual([]);
  });

  it("keeps what changed the player's own cards when it is cut short", () => {
    const switched = [event("switched", { move: 2, seat: 1, exchanges: "cards", value: 3 }), event("switched_with", { move: 2, seat: 1, exchanges: "cards", value: 17 })];
    const events = [played(me, 1), ...switched, played(1, 3), event("passed", { move: 4, seat: 1 }), drew(2, 5), event("passed", { move: 6, seat: 2 })];
    const moves = [1, 2, 3, 4, 5, 6];
    expect(keptMoves(me, events, moves, 6)).toEqual(moves);
    expect(keptMoves(me, events, moves, 5)).toEqual([2, 3, 4, 5, 6]);
    expect(keptMoves(me, events, moves, 4)).toEqual([2, 3, 5, 6]);
    expect(keptMoves(me, events, moves, 2)).toEqual([2, 6]);
    expect(keptMoves(null, events, moves, 2)).toEqual([5, 6]);
  });

  it("is told also if somebody else brought it about", () => {
    const taken = event("took_penalty", { move: 2, seat: me, counts: "penalty", value: 4 });
    const caught = event("caught", { move: 3, seat: 1, counts: "catch", value: me });
    expect(costsOf(me, [played(me, 1), played(1, 2), taken, caught])).toEqual([taken, caught]);
    expect(costsOf(null, [taken, caught])).toEqual([]);
  });
});

describe("at the end", () => {
  const zone = (kind: string, owner: number, cards: string[]) => ({ kind, owner, cards, count: cards.length, columns: 2 });
  const view = (zones: object[], winners?: number[]) => ({ seats: 3, viewer: 0, zones, result: winners ? { winners, scores: [] } : null }) as unknown as View;

  it("the cards that nobody saw are turned up seat by seat, the winner's last", () => {
    const before = view([zone("grid", 0, ["??", "4h"]), zone("grid", 1, ["??", "-"]), zone("hand", 2, ["??"])]);
    const after = view([zone("grid", 0, ["2c", "4h"]), zone("grid", 1, ["9c", "-"]), zone("hand", 2, ["Kd"])], [0]);
    expect(revealed(before, after)).toEqual([
      { seat: 1, places: ["grid 1:0"] },
      { seat: 2, places: ["hand 2"] },
      { seat: 0, places: ["grid 0:0"] },
    ]);
  });

  it("totals are counted up meanwhile, and none is left for the next game", () => {
    vi.useFakeTimers();
    const drama = new Drama(new Stage());
    const before = view([zone("grid", 0, ["??"]), zone("grid", 1, ["??"])]);
    const after = view([zone("grid", 0, ["2c"]), zone("grid", 1, ["9c"])], [0]);
    drama.show([event("total", { seat: 0, reveals: "total", value: 2 }), event("total", { seat: 1, reveals: "total", value: 9 })], before, after);
    expect([drama.isRevealing, drama.counts.size]).toEqual([true, 0]);
    vi.advanceTimersByTime(1_300);
    expect([drama.isRevealing, drama.counts.get(1)]).toEqual([true, "9"]);
    vi.advanceTimersByTime(2_000);
    expect([drama.isRevealing, drama.counts.size]).toEqual([false, 0]);
    vi.useRealTimers();
  });
});
