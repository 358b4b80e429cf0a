import { describe, expect, it } from "vitest";
import { completed, continuations, isFinal, isSet, moveOf, offered, ofStack, onlyMove, pickOf, toggled, verbOf } from "../src/lib/table/picking";
import type { Choice } from "../src/lib/wire";

const move = (words: string, ...picks: string[]): Choice => ({ words, picks });
const SETS = [
  move("play 9s", "9s"),
  move("play 9h", "9h"),
  move("play 9s 9h", "9s", "9h"),
  move("play 9h 9s", "9h", "9s"),
  move("draw", "deck"),
];

it("treats deck and pile as moves by themselves, even if another move contains them", () => {
  const moves = [
    { words: "take", picks: ["pile"] },
    { words: "match 0", picks: ["0:0", "pile"] },
  ];
  expect(ofStack(moves, "pile")?.words).toBe("take");
  expect(ofStack(moves, "0:0")).toBeNull();
  expect(ofStack(moves.slice(1), "pile")).toBeNull();
});

describe("picking cards one after the other", () => {
  it("offers everything that begins a move or is part of one", () => {
    expect([...continuations(SETS, []).keys()]).toEqual(["9s", "9h", "deck"]);
    expect([...continuations(SETS, ["9h"]).keys()]).toEqual(["9s"]);
    expect([...continuations(SETS, ["9h", "9s"]).keys()]).toEqual([]);
  });

  it("knows a move when it is picked, the last card being the top", () => {
    expect(moveOf(SETS, ["9h"])?.words).toBe("play 9h");
    expect(moveOf(SETS, ["9s", "9h"])?.words).toBe("play 9s 9h");
    expect(moveOf(SETS, ["9h", "9s"])?.words).toBe("play 9h 9s");
    expect(moveOf(SETS, [])).toBeNull();
  });

  it("takes cards in an order that no move has, if the set is one", () => {
    const moves = [move("play Jh", "Jh"), move("play Jh Js", "Jh", "Js")];
    expect([...continuations(moves, ["Js"]).keys()]).toEqual(["Jh"]);
    expect(moveOf(moves, ["Js"])).toBeNull();
    expect(moveOf(moves, ["Js", "Jh"])?.words).toBe("play Jh Js");
  });

  it("makes a move at once only if nothing could be added", () => {
    expect(isFinal(SETS, ["deck"])?.words).toBe("draw");
    expect(isFinal(SETS, ["9h"])).toBeNull();
    expect(isFinal(SETS, ["9h", "9s"])?.words).toBe("play 9h 9s");
  });

  it("unpicks what is pressed again, and starts over with a card that doesn't go with the others", () => {
    expect(toggled(SETS, ["9h", "9s"], "9h")).toEqual(["9s"]);
    expect(toggled(SETS, ["9h"], "deck")).toEqual(["deck"]);
    expect(toggled(SETS, ["9h"], "4c")).toEqual(["9h"]);
  });

  it("takes two copies of one card as two", () => {
    const moves = [move("play r5", "r5"), move("play r5 r5", "r5", "r5")];
    expect(toggled(moves, ["r5"], "r5", 2)).toEqual(["r5", "r5"]);
    expect(toggled(moves, ["r5"], "r5", 1)).toEqual([]);
  });
});

it("picks the cards that must go along, so that nothing is played unseen", () => {
  const moves = [move("play Jh", "Jh"), move("play Jh Js", "Jh", "Js"), move("match 1", "0:1", "pile")];
  expect(completed(moves, ["Js"])).toEqual(["Jh", "Js"]);
  expect(completed(moves, ["Jh"])).toEqual(["Jh"]);
  expect(completed(moves, ["0:1"])).toEqual(["0:1"]);
  expect(completed(SETS, ["9s"])).toEqual(["9s"]);
  expect([["Jh", "Js"], ["Jh"], ["0:1", "0:2"]].map(isSet)).toEqual([true, false, false]);
});

it("names the only move that is left although more must be picked for it", () => {
  const moves = [move("match 0", "0:0", "pile"), move("match 1", "0:1", "pile"), move("pass", "button pass")];
  expect(onlyMove(moves, ["0:1"])?.words).toBe("match 1");
  expect(onlyMove(moves, [])).toBeNull();
  expect(onlyMove([...moves, move("look 0:1", "0:1")], ["0:1"])).toBeNull();
});

it("reads the verb of a move", () => {
  expect(["play 9s 9h", "take back", "swap 2", "match 1:2", "pick up", "play W+4", "catch 3"].map(verbOf)).toEqual([
    "play",
    "take back",
    "swap",
    "match",
    "pick up",
    "play",
    "catch",
  ]);
});

it("knows where a pick is", () => {
  expect(pickOf("8h")).toEqual({ on: "card", card: "8h" });
  expect(pickOf("deck")).toEqual({ on: "deck" });
  expect(pickOf("1:3")).toEqual({ on: "place", seat: 1, slot: 3 });
  expect(pickOf("seat 12")).toEqual({ on: "seat", seat: 12 });
  expect(pickOf("button take back")).toEqual({ on: "button", name: "take back" });
});

it("still offers moves without cards while cards are picked, unless they ask a question", () => {
  const named: Choice[] = [...SETS, { words: "play 8h hearts", picks: ["8h", "button hearts"] }];
  expect([...offered(named, ["9h"]).keys()]).toEqual(["9s", "deck"]);
  expect([...offered(named, ["8h"]).keys()]).toEqual(["button hearts"]);
});
