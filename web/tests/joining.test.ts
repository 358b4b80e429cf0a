import { expect, it } from "vitest";
import { joined } from "../src/lib/joining";

it("names whoever goes on once, and everybody else", () => {
  const names = ["You", "Ada", "Ada (2)"];
  expect(joined(["Ada draws a card.", "Ada plays ♥7.", "Ada wins."], names)).toBe("Ada draws a card, plays ♥7, wins.");
  expect(joined(["Ada plays ♠J.", "Ada (2) swaps.", "Ada (2) draws."], names)).toBe("Ada plays ♠J. Ada (2) swaps, draws.");
  expect(joined(["You draw.", "The pile is shuffled.", "You play ♣3."], names)).toBe("You draw. The pile is shuffled. You play ♣3.");
  expect(joined(["Ada gives up the run.", "Ada draws a card.", "Ada draws a card.", "Ada waits."], names)).toBe("Ada gives up the run, draws 2 cards, waits.");
  expect(joined(["Ada pays: 2 cards.", "Ada waits."], names)).toBe("Ada pays: 2 cards; waits.");
  expect(joined(["Ada switches card 1 …", "… with card 2."], names)).toBe("Ada switches card 1 with card 2.");
  expect(joined(["Ada gets ♠7 from Ben.", "Ada gets ♦10 from Ben.", "Ada gets ♥K from Ben.", "Ada plays ♥K."], names)).toBe("Ada gets ♠7, ♦10, ♥K from Ben; plays ♥K.");
  expect(joined(["Ada draws ♠7.", "Ada plays ♠7.", "Ada plays ♠7."], names)).toBe("Ada draws ♠7, plays ♠7 ×2.");
  expect(joined([], names)).toBe("");
});
