import { describe, expect, it } from "vitest";
import en from "$texts/en.json";
import { highlights } from "../src/lib/table/highlights";
import { soundsOf } from "../src/lib/table/cues";
import { penalties, tallies } from "../src/lib/table/tally";
import type { View } from "../src/lib/wire";
import { dealt, drew, event, played } from "./events";

const view = (parts: Partial<View>) => ({ viewer: 0, must: 1, result: null, ...parts }) as View;

describe("what everybody did", () => {
  it("is counted from the paths of cards", () => {
    const events = [dealt(0), dealt(1), played(0, 1), drew(1, 2), played(1, 3), event("took_back", { seat: 1, move: 3, card: "8h", source: "pile", target: "hand" })];
    expect(tallies(events, 2)).toEqual([
      { played: 1, drawn: 0, taken: 0, given: 0 },
      { played: 0, drawn: 1, taken: 0, given: 0 },
    ]);
  });

  it("recognises a penalty by its announced number, and who gave it", () => {
    const events = [played(2, 1), event("anything", { seat: 0, move: 2, value: 2 }), drew(0, 2), drew(0, 2)];
    expect(penalties(events)).toEqual([{ seat: 0, cards: 2, giver: 2 }]);
  });

  it("recognises a penalty by who moved: other seats only draw in a move if they must", () => {
    expect(penalties([played(1, 4), drew(2, 4), drew(2, 4), drew(2, 4)])).toEqual([{ seat: 2, cards: 3, giver: 1 }]);
    expect(penalties([drew(1, 4), drew(1, 4)])).toEqual([]);
  });

  it("counts a pile that is picked up as one, and a card dealt into a grid", () => {
    const events = [played(0, 1), event("up", { seat: 1, move: 2, value: 9, source: "pile", target: "hand" })];
    expect(penalties(events)).toEqual([{ seat: 1, cards: 9, giver: 0 }]);
    expect(penalties([event("got", { seat: 1, move: 3, card: "??", source: "deck", target: "grid" })])).toEqual([{ seat: 1, cards: 1, giver: null }]);
  });

  it("blames nobody else for a fine", () => {
    expect(penalties([played(0, 1), event("fined", { seat: 1, move: 2, value: 1, counts: "fine" }), drew(1, 2)])[0]?.giver).toBeNull();
  });
});

describe("what was remarkable", () => {
  const outcome = { winners: [0], scores: [30, 0] };

  it("is the largest penalty and the longest turn", () => {
    const events = [...[1, 1, 1, 1].map((move) => played(0, move)), ...Array.from({ length: 6 }, () => drew(1, 1))];
    const found = highlights(events, outcome);
    expect(found.map(({ what, seat, count }) => [what, seat, count])).toEqual(
      expect.arrayContaining([
        ["penalty", 1, 6],
        ["turn", 0, 4],
      ]),
    );
    expect(found).toHaveLength(2);
  });

  it("is a win from a full hand, and who was close", () => {
    const events = [dealt(0), dealt(0), dealt(1), ...Array.from({ length: 6 }, (_, i) => drew(0, i + 1)), ...Array.from({ length: 8 }, (_, i) => played(0, 20 + i))];
    const found = highlights(events, outcome, 9).map(({ what, seat, count }) => `${what} ${seat} ${count}`);
    expect(found).toContain("comeback 0 8");
    expect(found).toContain("close 1 1");
  });

  it("is a narrow win where points are counted at the end", () => {
    expect(highlights([], { winners: [1], scores: [7, 6] })).toEqual([{ what: "margin", seat: 1, count: 1, weight: 7 }]);
    expect(highlights([], { winners: [1], scores: [9, -1, 5] })).toEqual([{ what: "ahead", seat: 1, count: 6, weight: 1.5 }]);
    expect(highlights([], { winners: [0, 1], scores: [6, 6] })).toEqual([]);
  });

  it("has a sentence for everything it can be", () => {
    const keys = Object.keys(en);
    for (const what of ["penalty", "giver", "turn", "comeback", "close", "cleared", "untouched", "drew", "margin", "ahead"]) {
      expect(keys.some((key) => key.startsWith(`remark.${what}.you.`)), what).toBe(true);
      expect(keys.some((key) => key.startsWith(`remark.${what}.other.`)), what).toBe(true);
    }
  });
});

describe("sounds", () => {
  const sounds = (...heard: Parameters<typeof soundsOf>) => soundsOf(...heard).map(({ sound }) => sound);

  it("are those of the cards, then of the turn", () => {
    expect(sounds([played(1, 1), drew(2, 1)], view({}), view({ must: 0 }))).toEqual(["card", "draw", "penalty", "turn"].filter((sound) => sound !== "penalty"));
  });

  it("mark the player's own penalty, and a win", () => {
    expect(sounds([played(1, 1), drew(0, 1), drew(0, 1)], view({}), view({}))).toEqual(["card", "draw", "draw", "penalty"]);
    expect(sounds([played(0, 1)], view({ must: 0 }), view({ must: null, result: { winners: [0], scores: [] } }))).toEqual(["card", "win"]);
    expect(sounds([played(1, 1)], view({}), view({ must: null, result: { winners: [1], scores: [] } }))).toEqual(["card", "over"]);
  });

  it("stay short however much happens", () => {
    const heard = soundsOf(Array.from({ length: 60 }, (_, i) => dealt(i % 4)), null, view({}));
    expect(heard.length).toBeLessThanOrEqual(11);
    expect(Math.max(...heard.map(({ at }) => at))).toBeLessThanOrEqual(1_100);
  });
});
