import { expect, it } from "vitest";
import { firstThatFit, linesOf } from "../src/lib/table/lines";

/** Letters that are all one unit wide. */
const ruler = (text: string) => text.length;

it("counts lines as a browser breaks them", () => {
  expect(linesOf("one two three", 13, ruler)).toBe(1);
  expect(linesOf("one two three", 12, ruler)).toBe(2);
  expect(linesOf("one two three", 5, ruler)).toBe(3);
  expect(linesOf("unbreakable", 3, ruler)).toBe(1);
});

it("shows whole sentences only, an action before its results", () => {
  const told = ["Ada plays ♣8.", "Bruno is skipped.", "Clara is skipped."];
  expect(firstThatFit(told, 2, 60, ruler)).toBe(told.join(" "));
  expect(firstThatFit(told, 2, 18, ruler)).toBe("Ada plays ♣8. Bruno is skipped.");
  expect(firstThatFit(told, 1, 18, ruler)).toBe("Ada plays ♣8.");
  expect(firstThatFit(told, 1, 5, ruler)).toBe("Ada plays ♣8.");
  expect(firstThatFit([], 2, 18, ruler)).toBe("");
});
