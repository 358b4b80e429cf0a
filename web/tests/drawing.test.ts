import { describe, expect, it } from "vitest";
import { hueOf, hueOfColour } from "../src/lib/ground";
import { routeOf } from "../src/lib/router.svelte";
import { aloud, faceOf, sortKey, spoken } from "../src/lib/table/cards";
import { fan } from "../src/lib/table/fan";
import { inRows, others, seating } from "../src/lib/table/seats";
import { landings, startsOf } from "../src/lib/table/stage.svelte";
import { arrivals, isOpen, waysOf } from "../src/lib/table/motion";
import type { View } from "../src/lib/wire";
import { event } from "./events";

describe("cards", () => {
  it("are read from their texts", () => {
    expect(faceOf("Th")).toEqual({ kind: "suited", rank: "10", suit: "hearts" });
    expect(faceOf("J1")).toEqual({ kind: "joker", colour: "red" });
    expect(faceOf("Jc")).toEqual({ kind: "suited", rank: "J", suit: "clubs" });
    expect(faceOf("b+2")).toEqual({ kind: "coloured", colour: "blue", sign: "+2" });
    expect(faceOf("W+4")).toEqual({ kind: "wild", sign: "+4" });
    expect(faceOf("??")).toEqual({ kind: "hidden" });
    expect(faceOf("zz9")).toEqual({ kind: "other", text: "zz9" });
  });

  it("are spoken, and a hidden one reveals nothing", () => {
    expect(["8h", "As", "gS", "r5", "W", "W+4", "??"].map(spoken)).toEqual([
      "8 of hearts",
      "Ace of spades",
      "Green Skip",
      "Red 5",
      "Wild",
      "Wild +4",
      "a hidden card",
    ]);
  });

  it("have spoken names for screen readers", () => {
    expect(aloud("Ada plays ♠K, ♦10: name ♥ or ♣.")).toBe("Ada plays King of spades, 10 of diamonds: name hearts or clubs.");
  });

  it("are sorted by suit or by rank", () => {
    const by = (how: "suit" | "rank") => ["Ah", "2c", "2h"].sort((a, b) => sortKey(a, how) - sortKey(b, how));
    expect(by("suit")).toEqual(["2c", "2h", "Ah"]);
    expect(by("rank")).toEqual(["2c", "2h", "Ah"]);
  });
});

describe("seats", () => {
  it("follow the viewer clockwise", () => {
    expect(others(4, 2)).toEqual([3, 0, 1]);
    expect(others(3, null)).toEqual([0, 1, 2]);
    expect(seating(4, 0, 2)).toEqual({ left: [1], top: [2], right: [3] });
    expect(seating(8, 0, 2)).toEqual({ left: [1, 2], top: [3, 4, 5], right: [6, 7] });
    expect(seating(8, 0, 0).top).toHaveLength(7);
    expect([3, 4, 5, 7, 13].map((count) => inRows(count, 3))).toEqual([3, 2, 3, 3, 3]);
    expect([11, 12, 13].map((count) => inRows(count, 11))).toEqual([11, 6, 7]);
    expect(seating(2, 1, 2)).toEqual({ left: [], top: [0], right: [] });
  });
});

describe("a hand", () => {
  it("stays within its width and leaves room to touch", () => {
    for (const [count, width] of [[7, 300], [14, 300], [20, 340], [25, 1200]] as const) {
      const { spots } = fan(count, width, 64, 90, true);
      expect(spots).toHaveLength(count);
      for (const spot of spots) expect(Math.abs(spot.x) + 32).toBeLessThanOrEqual(width / 2 + 0.01);
    }
    expect(fan(14, 300, 64, 90, true).step).toBeGreaterThanOrEqual(39);
    expect(fan(0, 300, 64, 90, true).spots).toEqual([]);
  });
});

describe("paths of cards", () => {
  it("go from place to place", () => {
    const ways = waysOf(
      [
        event("drew", { seat: 2, card: "??", source: "deck", target: "hand" }),
        event("played", { card: "8h", source: "hand", target: "pile" }),
        event("swapped_out", { card: "2c", value: 16 + 3, source: "grid", target: "pile" }),
        event("destroyed", { value: 3, source: "pile" }),
        event("skipped"),
      ],
      null,
    );
    expect(ways.map(({ from, to }) => `${from} > ${to}`)).toEqual([
      "deck > hand 2",
      "hand 0 > pile",
      "grid 1:3 > pile",
      "pile > away",
      "pile > away",
      "pile > away",
    ]);
  });

  it("go from one grid to another, from slot to slot", () => {
    const gift = event("gift", { seat: 1, value: (16 + 3) * 256 + 2, source: "grid", target: "grid" });
    expect(waysOf([gift], null).map(({ card, from, to }) => `${card}: ${from} > ${to}`)).toEqual(["??: grid 1:3 > grid 0:2"]);
  });

  it("cross when two places switch, and follow the giver when hands do", () => {
    const crossed = waysOf([event("switched", { value: 1, exchanges: "cards" }), event("switched_with", { value: 18, exchanges: "cards" })], null);
    expect(crossed.map(({ from, to }) => `${from} > ${to}`)).toEqual(["grid 0:1 > grid 1:2", "grid 1:2 > grid 0:1"]);
    const swapped = waysOf([event("swapped", { value: 3, exchanges: "hands" }), event("got", { seat: 3, card: "??", source: "hand", target: "hand" })], null);
    expect(swapped[0]?.from).toBe("hand 0");
  });

  const view = (pile: string[], hand: string[], others: object[] = []) =>
    ({
      viewer: 0,
      zones: [
        { kind: "pile", owner: null, cards: pile, count: pile.length, columns: 0 },
        { kind: "hand", owner: 0, cards: hand, count: hand.length, columns: 0 },
        ...others,
      ],
    }) as unknown as View;

  it("let a card that is drawn and played be seen in one place at a time", () => {
    const ways = waysOf(
      [
        event("drew", { card: "Qs", source: "deck", target: "hand" }),
        event("played", { card: "Qs", source: "hand", target: "pile" }),
      ],
      view(["2c"], ["8h"]),
    );
    expect(ways.map(({ isFresh }) => isFresh)).toEqual([false, true]);
    expect([...startsOf(ways).values()]).toEqual([0, 320]);
  });

  it("show the player's own cards that go to somebody else", () => {
    const got = (value: object) => event("got", { card: "??", source: "hand", target: "hand", ...value });
    const ways = waysOf([event("swapped", { value: 1, exchanges: "hands" }), got({ seat: 1 }), got({ seat: 1 }), got({ seat: 0, card: "r2" })], view([], ["r5", "b7"]));
    expect(ways.map(({ card, from, to }) => `${card}: ${from} > ${to}`)).toEqual(["r5: hand 0 > hand 1", "b7: hand 0 > hand 1", "r2: hand 1 > hand 0"]);
    // all at once: hands may be large
    expect([...startsOf(ways).values()]).toEqual([0, 35, 70]);
  });

  it("know where a card lies face up", () => {
    const seen = view(["2c"], ["8h"], [
      { kind: "grid", owner: 0, cards: ["??", "4d"], count: 2, columns: 2 },
      { kind: "held", owner: 0, cards: ["6d"], count: 1, columns: 0 },
      { kind: "hand", owner: 1, cards: ["??"], count: 1, columns: 0 },
    ]);
    for (const [place, card] of [["pile", "2c"], ["away", "2c"], ["hand 0", "8h"], ["grid 0:1", "4d"], ["held 0", "6d"]] as const) {
      expect(isOpen(seen, place, card), place).toBe(true);
    }
    for (const [place, card] of [["deck", "2c"], ["pile", "??"], ["hand 1", "8h"], ["grid 0:0", "4d"], ["held 1", "6d"], ["seat 1", "6d"]] as const) {
      expect(isOpen(seen, place, card), place).toBe(false);
    }
  });

  it("end at cards that wait for them", () => {
    const events = [
      event("played", { card: "8h", source: "hand", target: "pile" }),
      event("drew", { card: "r5", source: "deck", target: "hand" }),
    ];
    const [before, after] = [view(["2c"], ["8h", "r5"]), view(["2c", "8h"], ["r5", "r5"])];
    expect(landings(waysOf(events, before), before, after)).toEqual(["pile 1", "card r5#1"]);
    expect(arrivals(["a", "b"], ["b", "a", "a"])).toEqual(["a"]);
  });
});

it("finds the ground of a game", () => {
  expect(hueOf({ id: "anything", ground: 30 })).toBe(30);
  expect(hueOf({ id: "anything" })).toBe(hueOf({ id: "anything" }));
  expect(hueOfColour("#ff0000")).toBe(29);
  expect(hueOfColour("red")).toBeNull();
});

it("finds the screen of an address", () => {
  expect(routeOf("/")).toEqual({ screen: "landing" });
  expect(routeOf("/r/abcdef")).toEqual({ screen: "room", code: "ABCDEF" });
  expect(routeOf("/r/abc")).toEqual({ screen: "lost" });
});
