import { flushSync } from "svelte";
import { describe, expect, it, vi } from "vitest";
import { announcer } from "../src/lib/announce.svelte";
import { spoken } from "../src/lib/table/cards";
import { learn } from "../src/lib/texts";
import { PROTOCOL } from "../src/lib/wire";
import Table from "../src/table/Table.svelte";
import { games, room, session, show as put, Socket, visiting } from "./house";

visiting();

const show = () => put(Table, { session });

describe.each(Object.entries(games))("%s", (_, updates) => {
  it("is drawn at every moment, with a way to make a move whenever there is one", () => {
    Socket.last.say(updates[0]!);
    const target = show();
    for (const update of updates.slice(1)) {
      Socket.last.say(update);
      flushSync();
      const { view } = update;
      const pickable = target.querySelectorAll(".can, .choices button, .seat > .button");
      expect(pickable.length > 0).toBe(view.moves.length > 0);
      expect(target.querySelectorAll(".seat")).toHaveLength(view.seats - 1);
    }
  });

  it("has no name or face for a hidden card", () => {
    const hidden = updates.filter(({ view }) => {
      const cards = view.zones.filter((zone) => zone.owner === 1).flatMap((zone) => zone.cards);
      return cards.includes("??") && cards.every((card) => card === "??" || card === "-");
    });
    expect(hidden).not.toHaveLength(0);
    for (const update of updates.slice(0, updates.indexOf(hidden.at(-1)!) + 1)) Socket.last.say(update);
    const target = show();
    const seat = target.querySelector('section[aria-label="Ada"]')!;
    expect(seat.querySelectorAll("svg text")).toHaveLength(0);
    expect(seat.innerHTML).not.toMatch(/of (hearts|spades|clubs|diamonds)/);
  });
});

const sets = Object.values(games).flat().find(
  ({ view }) => view.must === 0 && view.moves.some((move) => move.picks.length === 2 && move.words.startsWith("play")),
)!;

function card(target: HTMLElement, name: string): HTMLButtonElement {
  return [...target.querySelectorAll<HTMLButtonElement>(".hand button")].find((button) => button.textContent?.includes(name))!;
}

it("lets cards of a set be picked one after the other, shows their order, and plays them together", async () => {
  Socket.last.say({ ...sets, number: 0, events: [] });
  const target = show();
  const pair = sets.view.moves.find((move) => move.picks.length === 2)!;
  const [one, other] = pair.picks.map(spoken) as [string, string];
  card(target, one).click();
  flushSync();
  expect(Socket.last.asked("move")).toEqual([]);
  expect(card(target, one).getAttribute("aria-pressed")).toBe("true");
  card(target, other).click();
  flushSync();
  expect(Socket.last.asked("move")).toEqual([]);
  expect([...target.querySelectorAll(".order")].map((order) => order.textContent)).toEqual(expect.arrayContaining(["1", "2"]));
  target.querySelector<HTMLButtonElement>(".buttons .main")!.click();
  flushSync();
  expect(Socket.last.asked("move")[0]).toMatchObject({ move: pair.words });
});

it("has one stop for the keyboard in the hand; digits and arrows move it", () => {
  Socket.last.say({ ...sets, number: 0, events: [] });
  const target = show();
  const cards = [...target.querySelectorAll<HTMLButtonElement>(".hand button")];
  const stops = () => cards.filter((found) => found.tabIndex === 0);
  expect(stops()).toEqual([cards[0]]);
  window.dispatchEvent(new KeyboardEvent("keydown", { key: "2" }));
  flushSync();
  expect(stops()).toEqual([cards[1]]);
  cards[1]!.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true }));
  flushSync();
  expect(stops()).toEqual([cards[0]]);
});

/** A moment in which drawing is a move and a card of the hand is not. */
const mixed = Object.values(games).flat().find(({ view }) => {
  const hand = view.zones.find((zone) => zone.kind === "hand" && zone.owner === 0);
  const picks = view.moves.flatMap((move) => move.picks);
  return view.must === 0 && picks.includes("deck") && hand?.cards.some((name) => !picks.includes(name));
})!;

it("asks the house why a card cannot be played", async () => {
  Socket.last.say({ ...mixed, number: 0, events: [] });
  const target = show();
  const out = [...target.querySelectorAll<HTMLButtonElement>(".hand .out")][0];
  expect(out).toBeDefined();
  out!.click();
  const asked = Socket.last.asked("move")[0]!;
  expect(asked["move"]).toMatch(/^play ..$/);
  Socket.last.say({ type: "refused", id: String(asked["id"]), why: "It matches nothing.", stale: false });
  await vi.advanceTimersByTimeAsync(0);
  expect(announcer.urgent).toContain("It matches nothing.");
  await vi.advanceTimersByTimeAsync(8_000);
  expect(announcer.urgent).toBe("");
});

const draws = Object.values(games).flat().find(({ view }) => view.must === 0 && view.moves.some((move) => move.picks.join() === "deck"))!;

it("draws by a key, once however long it is held down", () => {
  Socket.last.say({ ...draws, number: 0, events: [] });
  show();
  for (const repeat of [false, true, true]) window.dispatchEvent(new KeyboardEvent("keydown", { key: "d", repeat }));
  expect(Socket.last.asked("move").map(({ move }) => move)).toEqual([draws.view.moves.find((move) => move.picks.join() === "deck")!.words]);
});

const refuse = async (stale: boolean) => {
  const asked = Socket.last.asked("move").at(-1)!;
  Socket.last.say({ type: "refused", id: String(asked["id"]), why: "No.", stale });
  await vi.advanceTimersByTimeAsync(0);
  flushSync();
};

it("sends a move that came too late once more if nothing that matters has changed", async () => {
  Socket.last.say({ ...draws, number: 0, events: [] });
  const target = show();
  target.querySelector<HTMLElement>(".place.can")!.click();
  const something = { ...draws.events[0]!, number: 1, text: "Something else happened.", source: "", target: "" };
  Socket.last.say({ ...draws, number: 1, events: [something] });
  await refuse(true);
  expect(Socket.last.asked("move").map((asked) => asked["seen"])).toEqual([0, 1]);
  await refuse(true);
  expect(Socket.last.asked("move")).toHaveLength(2);
  expect(announcer.urgent).toContain("No.");
});

it("does not send it again on a table that has changed, but leaves it picked if it is still a move", async () => {
  Socket.last.say({ ...draws, number: 0, events: [] });
  const target = show();
  target.querySelector<HTMLElement>(".place.can")!.click();
  const badges = [...draws.view.badges, { name: "penalty", value: "4", text: "Take 4", owner: null }];
  const something = { ...draws.events[0]!, number: 1, source: "", target: "" };
  Socket.last.say({ ...draws, view: { ...draws.view, badges }, number: 1, events: [something] });
  await refuse(true);
  expect(Socket.last.asked("move")).toHaveLength(1);
  // a press on the same place tries again
  const again = target.querySelector<HTMLElement>(".buttons .main");
  expect(again).not.toBeNull();
  target.querySelectorAll<HTMLElement>(".place")[0]!.click();
  expect(Socket.last.asked("move").map((asked) => asked["seen"])).toEqual([0, 1]);
});

it("does not ask why more than twice a second, nor about what could be legal", async () => {
  Socket.last.say({ ...mixed, number: 0, events: [] });
  const target = show();
  const outs = [...target.querySelectorAll<HTMLButtonElement>(".hand .out")];
  expect(outs).not.toHaveLength(0);
  for (let i = 0; i < 5; i++) outs[0]!.click();
  expect(Socket.last.asked("move")).toHaveLength(1);
  await refuse(false);
  await vi.advanceTimersByTimeAsync(600);
  outs[0]!.click();
  expect(Socket.last.asked("move")).toHaveLength(2);
  const words = mixed.view.moves.map((move) => move.words);
  for (const asked of Socket.last.asked("move")) expect(words).not.toContain(asked["move"]);
});

it("sets legal cards apart where anything may be tried, and asks nothing about the others", () => {
  Socket.last.say({ ...sets, view: { ...sets.view, attempt: "attempt" }, number: 0, events: [] });
  const target = show();
  const picks = new Set(sets.view.moves.flatMap((move) => move.picks));
  const cards = [...target.querySelectorAll<HTMLButtonElement>(".hand button")];
  const hand = sets.view.zones.find((zone) => zone.kind === "hand" && zone.owner === 0)!.cards;
  expect(cards.filter((found) => found.classList.contains("legal"))).toHaveLength(hand.filter((name) => picks.has(name)).length);
  for (const found of cards) found.click();
  expect(Socket.last.asked("move")).toEqual([]);
});

it("draws at once also where cards may be tried", () => {
  const view = { ...sets.view, attempt: "attempt", moves: [{ words: "draw", picks: ["deck"] }, { words: "announce", picks: ["button announce"] }] };
  Socket.last.say({ ...sets, view, number: 0, events: [] });
  show().querySelector<HTMLButtonElement>(".stacks button")!.click();
  flushSync();
  expect(session.pending).toBe("draw");
});

it("changes nothing visible until a move is answered", async () => {
  const view = { ...sets.view, attempt: "attempt", moves: [{ words: "draw", picks: ["deck"] }] };
  Socket.last.say({ ...sets, view, number: 0, events: [] });
  const target = show();
  const card = target.querySelector<HTMLButtonElement>(".hand button")!;
  card.click();
  flushSync();
  const looks = () => [card.className.replace("pending", "").trim(), ...[...target.querySelectorAll(".foot, .buttons button")].map(({ textContent }) => textContent)];
  const before = looks();
  expect(before[0]).toContain("picked");
  target.querySelector<HTMLElement>(".buttons .main")!.click();
  flushSync();
  expect(session.pending).toMatch(/^attempt /);
  expect(looks()).toEqual(before);
});

it("shows what people say for a while and announces it once, but not what they said before the deal", async () => {
  Socket.last.say({ type: "said", name: "Ada", seat: 1, text: "Hello!", emote: "", hint: false, undo: false, count: 1, after: 0 });
  Socket.last.say({ ...sets, number: 0, events: [] });
  const target = show();
  expect(target.querySelector(".speech")).toBeNull();
  Socket.last.say({ type: "said", name: "Ada", seat: 1, text: "Nice!", emote: "", hint: false, undo: false, count: 2, after: 0 });
  // sent again, as after a reconnection
  Socket.last.say({ type: "said", name: "Ada", seat: 1, text: "Hello!", emote: "", hint: false, undo: false, count: 1, after: 0 });
  flushSync();
  expect(target.querySelector(".speech")?.textContent).toContain("Ada: Nice!");
  expect(announcer.polite).toBe("Ada: Nice!");
  await vi.advanceTimersByTimeAsync(9_000);
  flushSync();
  expect(target.querySelector(".speech")).toBeNull();
  expect(session.talk).toHaveLength(2);
});

it("asks the house why the deck cannot be drawn from, and forgets the answer at the next event", async () => {
  const mixed = Object.values(games).flat().find(({ view }) => view.must === 0 && view.moves.some((move) => move.picks.join() === "deck"))!;
  const view = { ...mixed.view, moves: mixed.view.moves.filter((move) => !move.picks.includes("deck")) };
  learn({ [`${view.game}.word.draw`]: "Draw" });
  Socket.last.say({ ...mixed, view, number: 0, events: [] });
  const target = show();
  await vi.advanceTimersByTimeAsync(600);
  target.querySelector<HTMLElement>(".place")!.click();
  const asked = Socket.last.asked("move").at(-1)!;
  expect(asked["move"]).toBe("draw");
  Socket.last.say({ type: "refused", id: String(asked["id"]), why: "You can play, so you may not draw here.", stale: false });
  await vi.advanceTimersByTimeAsync(0);
  flushSync();
  expect(target.querySelector(".me .notice")?.textContent).toBe("You can play, so you may not draw here.");
  Socket.last.say({ ...mixed, number: 1, events: [{ ...mixed.events[0]!, number: 1 }] });
  await vi.advanceTimersByTimeAsync(2_000);
  flushSync();
  expect(target.querySelector(".notice")).toBeNull();
});

it("says in place why a message is refused, and that the person is muted", async () => {
  Socket.last.say({ type: "hello", protocol: PROTOCOL, name: "Guest", colour: "red", levels: [], emotes: ["smile", "thanks"] });
  await Socket.last.follow("enter");
  Socket.last.say({ ...sets, number: 0, events: [] });
  const target = show();
  target.querySelector<HTMLElement>(".opener")!.click();
  flushSync();
  target.querySelector<HTMLElement>(".emote")!.click();
  const asked = Socket.last.asked("emote")[0]!;
  expect(asked["name"]).toBe("smile");
  Socket.last.say({ type: "refused", id: String(asked["id"]), why: "Not so fast.", stale: false });
  await vi.advanceTimersByTimeAsync(0);
  flushSync();
  expect(target.querySelector(".panel [role=alert]")?.textContent).toBe("Not so fast.");
  const chairs = room().chairs.map((chair, seat) => ({ ...chair, muted: seat === 0 }));
  Socket.last.say(room({ chairs }));
  flushSync();
  expect(target.querySelector(".panel .muted")).not.toBeNull();
  expect(target.querySelector(".emote")).toBeNull();
});

it("lists the points between rounds with the best first, by what wins and not by who won the round", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("away")));
  for (const [scores, sums, order] of [[[9, 0, 0, 0], [9, 30, 12, 0], ["Ada", "Bruno", "You", "Clara"]], [[2, 9, 7, 5], [20, 9, 31, 25], ["Ada", "You", "Clara", "Bruno"]]] as const) {
    Socket.last.say(room({ phase: "scored", plan: { ...room().plan, rounds: 5 }, scores: [...sums] }));
    Socket.last.say({ ...sets, number: 0, events: [], view: { ...sets.view, moves: [], must: null, result: { winners: [0], scores: [...scores] } } });
    const target = show();
    await vi.advanceTimersByTimeAsync(2_000);
    flushSync();
    expect([...target.querySelectorAll(".points tbody th")].map((found) => found.textContent)).toEqual(order);
  }
});

it("asks before a pick that is a move by itself completes another one", () => {
  const grids = Object.values(games).flat().find(({ view }) => view.must === 0 && view.zones.some(({ kind, cards }) => kind === "grid" && cards.length))!;
  const moves = [
    { words: "swap 0", picks: ["0:0"] },
    { words: "match 0", picks: ["0:0", "pile"] },
    { words: "discard", picks: ["pile"] },
  ];
  Socket.last.say({ ...grids, number: 0, events: [], view: { ...grids.view, moves } });
  const target = show();
  const pile = [...target.querySelectorAll<HTMLElement>(".place")].find(({ textContent }) => textContent?.includes("Pile"))!;
  target.querySelector<HTMLElement>(".me .grid button")!.click();
  flushSync();
  pile.click();
  flushSync();
  expect(Socket.last.asked("move")).toEqual([]);
  expect(target.querySelector(".question")?.textContent).toContain("Match: your slot 1?");
  expect(target.querySelectorAll(".main")).toHaveLength(1);
  target.querySelector<HTMLElement>(".question .main")!.click();
  expect(Socket.last.asked("move")[0]).toMatchObject({ move: "match 0" });
});
