import { expect, it } from "vitest";
import { joined, together, type Told } from "../src/lib/joining";
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
  const many = ["2s", "3s", "4s", "5s"].map((card, i) => drawn(`You draw ♠${i + 2}.`, card));
  expect(together(many, NAMES, 3)).toEqual(["You draw 4 cards."]);
  expect(together(many.slice(1), NAMES, 3)).toEqual(["You draw ♠3, ♠4 and ♠5."]);
  expect(read(told("You play ♠7.", { card: "7s" }), told("You play a card.", { card: "8s" }))).toBe("You play ♠7 and play a card.");
});

it("lists the places of which the same is said", () => {
  const look = (slot: number, card: string) => told(`You look at your card ${slot}.`, { card });
  expect(read(look(3, "??"), look(4, "7s"), "You wait.")).toBe("You look at your card 3 and 4, and wait.");
  // cards are counted where there is little room, places are not
  const four = [1, 2, 3, 4].map((slot) => look(slot, "??"));
  expect(together(four, NAMES, 3)).toEqual(["You look at your card 1, 2, 3 and 4."]);
});

it("tells of cards that go from hand to hand with what they go for, and only of one's own", () => {
  const got = (text: string, card: string) => told(text, { card, source: "hand", target: "hand" });
  const [own, other] = [got("You get ♠7 from Ada.", "7s"), got("Ada gets ♣2 from you.", "2c")];
  expect(read("Ada plays ♥J.", "Ada swaps hands with you.", other, own, "Ada waits.")).toBe(
    "Ada plays ♥J and swaps hands with you: you get ♠7 from Ada. Ada waits.",
  );
  expect(read("All hands go on.", other, own, own, own, own)).toBe("All hands go on: you get 4 cards from Ada.");
  expect(read("Ada swaps hands with Ben.", got("Ada gets a card from Ben.", "??"))).toBe("Ada swaps hands with Ben.");
  expect(read(own)).toBe("You get ♠7 from Ada.");
});

it("reads a wrong match as a sentence of its own", () => {
  const wrong = told("Ada tries to match with card 3, but it is ♣9, for all to see.", { card: "9c" });
  expect(read("Ada discards ♥2.", wrong, "Ada gets an unseen card.")).toBe(
    "Ada discards ♥2 and tries to match with card 3, but it is ♣9, for all to see. Ada gets an unseen card.",
  );
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
