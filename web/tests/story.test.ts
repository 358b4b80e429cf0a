import { expect, it } from "vitest";
import { about, aloudOf, linesOf, textOf } from "../src/lib/table/story";
import type { Line, NarratedMove } from "../src/lib/wire";
import { event } from "./events";

const line: Line = { first: 3, last: 5, seat: 1, parts: ["Ada draws ", { cards: ["7h", "Ts"], text: "♥7 and ♠10", count: "2 cards" }, "."] };

it("writes cards with their symbols, or counts them where there is little room", () => {
  expect(textOf(line)).toBe("Ada draws ♥7 and ♠10.");
  expect(textOf(line, 1)).toBe("Ada draws 2 cards.");
});

it("speaks cards by their names", () => {
  expect(aloudOf(line)).toBe("Ada draws 7 of hearts and 10 of spades.");
});

it("names no card that is turned back", () => {
  const later: Line = { ...line, parts: ["Ada looks."] };
  const paragraph: NarratedMove = { move: 1, lines: [line], later: [later] };
  expect(linesOf(paragraph, true)).toEqual([line]);
  expect(linesOf(paragraph, false)).toEqual([later]);
  expect(linesOf({ move: 1, lines: [line], later: null }, false)).toEqual([line]);
});

it("finds the sentences about some events", () => {
  expect(about([line], [event("drew", { number: 4 })])).toEqual([line]);
  expect(about([line], [event("drew", { number: 6 })])).toEqual([]);
});
