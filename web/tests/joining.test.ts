import { expect, it } from "vitest";
import { joined } from "../src/lib/joining";

it("names whoever goes on once, and everybody else", () => {
  const names = ["You", "Ada", "Ada (2)"];
  expect(joined(["Ada draws a card.", "Ada plays ♥7.", "Ada wins."], names)).toBe("Ada draws a card, plays ♥7, wins.");
  expect(joined(["Ada plays ♠J.", "Ada (2) swaps.", "Ada (2) draws."], names)).toBe("Ada plays ♠J. Ada (2) swaps, draws.");
  expect(joined(["You draw.", "The pile is shuffled.", "You play ♣3."], names)).toBe("You draw. The pile is shuffled. You play ♣3.");
  expect(joined(["Ada gives up: 2 cards.", "Ada draws a card.", "Ada draws a card.", "Ada waits."], names)).toBe("Ada gives up: 2 cards; draws a card ×2, waits.");
  expect(joined([], names)).toBe("");
});
