import { expect, it } from "vitest";
import { joined, type Told } from "../src/lib/joining";
import type { GameEvent } from "../src/lib/wire";

const NAMES = ["You", "Ada", "Ada (2)"];
const read = (...news: (string | Told)[]) => joined(news.map((told) => (typeof told === "string" ? { text: told } : told)), NAMES);
const told = (text: string, event: Partial<GameEvent>): Told => ({
  text,
  event: { number: 1, move: 1, kind: "", seat: 0, card: null, value: 0, text, source: "", target: "", key: "", ...event },
});
const drawn = (text: string, card: string): Told => told(text, { card, source: "deck", target: "hand" });

it("names whoever goes on once, and everybody else", () => {
  expect(read("Ada draws a card.", "Ada plays ♥7.", "Ada wins.")).toBe("Ada draws a card, plays ♥7 and wins.");
  expect(read("Ada plays ♠J.", "Ada (2) swaps.", "Ada (2) draws.")).toBe("Ada plays ♠J. Ada (2) swaps and draws.");
  expect(read("You draw.", "The pile is shuffled.", "You play ♣3.")).toBe("You draw. The pile is shuffled. You play ♣3.");
  expect(read("Ada gives up the run.", "Ada draws a card.", "Ada draws a card.", "Ada waits.")).toBe("Ada gives up the run, draws 2 cards and waits.");
  expect(read("Ada pays: 2 cards.", "Ada waits.")).toBe("Ada pays: 2 cards. Ada waits.");
  expect(read("Ada switches card 1 …", "… with card 2.")).toBe("Ada switches card 1 with card 2.");
  expect(read()).toBe("");
});

it("lists the cards of which the same is said, by the card of the event", () => {
  const got = (card: string, sign: string) => told(`You get ${sign} from Ben.`, { card });
  expect(read(got("7s", "♠7"), got("gS", "Green Skip"), got("J2", "black joker"), "You wait.")).toBe("You get ♠7, Green Skip and black joker from Ben, and wait.");
  expect(read(told("You play ♠7.", { card: "7s" }), told("You play a card.", { card: "8s" }))).toBe("You play ♠7 and play a card.");
});

it("lists the places of which the same is said", () => {
  const look = (slot: number) => told(`You look at your card ${slot}.`, { card: "??" });
  expect(read(look(3), look(4), "You wait.")).toBe("You look at your card 3 and 4, and wait.");
});

it("tells a penalty once, with the cards that are drawn for it", () => {
  const due = told("You are to draw 2 cards.", { value: 2 });
  const penalty = told("You draw 2 cards as a penalty.", { value: 2 });
  const [reverse, skip] = [drawn("You draw Green Reverse.", "gR"), drawn("You draw Green Skip.", "gS")];
  expect(read(due, penalty, reverse, skip, "You lose your turn.")).toBe("You draw Green Reverse and Green Skip as a penalty, and lose your turn.");
  expect(read(penalty, reverse, "There is nothing left.")).toBe("You draw Green Reverse as a penalty. There is nothing left.");
  const unseen = drawn("Ada draws a card.", "??");
  expect(read(told("Ada draws 2 cards as a penalty.", { value: 2 }), unseen, unseen, unseen)).toBe("Ada draws 2 cards as a penalty and draws a card.");
});
