import { flushSync } from "svelte";
import { expect, it, vi } from "vitest";
import type { GameTold } from "../src/lib/api";
import { Planner, tablePlan } from "../src/lib/planner.svelte";
import { learn } from "../src/lib/texts";
import type { Remedy } from "../src/lib/wire";
import PlanForm from "../src/parts/PlanForm.svelte";
import { spoken } from "../src/lib/table/cards";
import Table from "../src/table/Table.svelte";
import { games, room, session, show, Socket, visiting } from "./house";

visiting();

async function refuse(type: string, why: string, remedy: Remedy | null): Promise<void> {
  Socket.last.say({ type: "refused", id: String(Socket.last.asked(type).at(-1)?.["id"]), why, stale: false, remedy });
  await vi.advanceTimersByTimeAsync(0);
  flushSync();
}

// ---- the plan ------------------------------------------------------------------------------------------------------

const decks = { name: "decks", kind: "number", label: "Decks", says: "", default: 1, values: [], labels: [], low: 1, high: 4, nothing: null, nothing_label: null };
const game = { id: "sample", name: "Sample", least_seats: 2, most_seats: 20, target: 0, options: [decks] } as unknown as GameTold;

async function refusedSeats(remedy: Remedy | null = null): Promise<HTMLElement> {
  const target = show(PlanForm, { planner: new Planner(tablePlan(session), game), plan: session.room!.plan, game });
  const seats = target.querySelector("select")!;
  seats.value = "20";
  seats.dispatchEvent(new Event("change", { bubbles: true }));
  await refuse("replan", "More than 10 players need at least 2 decks.", remedy);
  flushSync();
  return target;
}

it("shows the current number of seats after a refusal, and the reason only while it applies", async () => {
  const target = await refusedSeats();
  expect(target.querySelector("select")!.value).toBe("4");
  expect(target.querySelector("[role=alert] p")?.textContent).toBe("Not changed: More than 10 players need at least 2 decks.");
  expect(target.querySelector("[role=alert] button")).toBeNull();
  // somebody has changed the table, which now plays with more decks
  Socket.last.say(room({ plan: { ...room().plan, options: { decks: 2 } } }));
  flushSync();
  expect(target.querySelector("[role=alert]")).toBeNull();
});

it("offers the remedy of a refusal, and asks for both at once", async () => {
  const target = await refusedSeats({ options: { decks: 2 }, seats: null, text: "Use 2 decks" });
  const remedy = target.querySelector<HTMLElement>("[role=alert] button")!;
  expect(remedy.textContent).toBe("Use 2 decks");
  remedy.click();
  expect(Socket.last.asked("replan").at(-1)!["change"]).toMatchObject({ seats: 20, options: { decks: 2 } });
  await Socket.last.follow("replan");
  flushSync();
  expect(target.querySelector("[role=alert]")).toBeNull();
});

it("requests another number of seats if that is the remedy", async () => {
  const target = await refusedSeats({ options: {}, seats: 16, text: "Play with 16 seats" });
  target.querySelector<HTMLElement>("[role=alert] button")!.click();
  expect(Socket.last.asked("replan").at(-1)!["change"]).toMatchObject({ seats: 16 });
});

// ---- a hint --------------------------------------------------------------------------------------------------------

const lays = Object.values(games).flat().find(({ view }) => view.must === 0 && view.moves.some((move) => /^play [2-9][cdhs]$/.test(move.words)))!;
const advice = lays.view.moves.find((move) => /^play [2-9][cdhs]$/.test(move.words))!;

async function hinted(more: Record<string, unknown> = {}): Promise<HTMLElement> {
  Socket.last.say({ ...lays, number: 0, events: [] });
  const target = show(Table, { session });
  void session.askAdvice();
  const asked = Socket.last.asked("hint").at(-1)!;
  Socket.last.say({ type: "done", id: String(asked["id"]), number: 0, hint: advice.words, why: "Best: play it.", ...more });
  await vi.advanceTimersByTimeAsync(0);
  flushSync();
  return target;
}

it("says a hint in the words of the page, and marks what to pick, visually and for screen readers", async () => {
  const target = await hinted();
  const said = target.querySelector(".advice")!.textContent!;
  expect(said).toMatch(/Play: \d of (clubs|diamonds|hearts|spades)/);
  expect(said).not.toContain(advice.words);
  const marked = [...target.querySelectorAll("[data-advised]")];
  expect(marked).toHaveLength(1);
  expect(marked[0]!.closest(".hand")).not.toBeNull();
  expect(marked[0]!.getAttribute("aria-description")).toBeTruthy();
});

it("does not repeat below the table of a hint what the table says", async () => {
  const other = lays.view.moves.find((move) => move !== advice)!;
  const rated = [advice, other].map(({ words }, place) => ({ words, chance: 0.5 - place / 10, low: 0, high: 1, playouts: 100, idea: place ? "" : "It skips Ada." }));
  const reasons = (["idea", "more", "ranking", "more"] as const).map((role, place) => ({ text: place ? `Sentence ${place}.` : "It skips Ada.", role, key: "", parts: {}, moves: [] }));
  const target = await hinted({ why: "All of them.", rated, reasons });
  expect(target.querySelector(".advice .why p")!.textContent).toBe("Sentence 1. Sentence 3.");
  expect(target.querySelector(".advice table")!.textContent).toContain("It skips Ada.");
});

it("closes a hint with Escape, with its button, and when the table moves on", async () => {
  let target = await hinted();
  window.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
  flushSync();
  expect(target.querySelector(".advice, [data-advised]")).toBeNull();
  target = await hinted();
  target.querySelector<HTMLElement>(".advice .close")!.click();
  flushSync();
  expect(target.querySelector(".advice, [data-advised]")).toBeNull();
  target = await hinted();
  Socket.last.say({ ...lays, number: 1, events: [{ ...lays.events[0]!, number: 1, source: "", target: "" }] });
  flushSync();
  expect(target.querySelector(".advice, [data-advised]")).toBeNull();
});

// ---- a move that cannot be undone ----------------------------------------------------------------------------------

const choices = [
  { words: "stop", picks: ["button stop"] },
  { words: "draw", picks: ["deck"] },
];

function offered(moves: typeof choices): HTMLElement {
  learn({ [`${lays.view.game}.word.stop.ask`]: "Stop? It is over then." });
  Socket.last.say({ ...lays, view: { ...lays.view, moves }, number: 0, events: [] });
  return show(Table, { session });
}

const button = (target: HTMLElement, name: string) =>
  [...target.querySelectorAll<HTMLElement>(".choices button")].find((found) => found.textContent === name)!;

function press(target: HTMLElement, name: string): void {
  button(target, name).click();
  flushSync();
}

it("asks once before a move that needs confirmation, with a way back", () => {
  const target = offered(choices);
  press(target, "Stop");
  expect(Socket.last.asked("move")).toEqual([]);
  expect(target.querySelector(".question")?.textContent).toContain("Stop? It is over then.");
  press(target, "Go back");
  expect(target.querySelector(".question")).toBeNull();
  press(target, "Stop");
  press(target, "Stop");
  expect(Socket.last.asked("move")).toMatchObject([{ move: "stop" }]);
});

it("does not ask about another move, nor about the only one", () => {
  const target = offered(choices);
  target.querySelector<HTMLElement>(".place.can")!.click();
  expect(Socket.last.asked("move")).toMatchObject([{ move: "draw" }]);
  Socket.last.sent = [];
  session.pending = "";
  press(offered(choices.slice(0, 1)), "Stop");
  expect(Socket.last.asked("move")).toMatchObject([{ move: "stop" }]);
});

// ---- warnings ------------------------------------------------------------------------------------------------------

const last = { about: advice.words, text: "You can't finish on a trick card: you'd draw a card." };
const inHand = lays.view.zones.find(({ kind, owner }) => kind === "hand" && owner === 0)!.cards;
const stuck = inHand.find((card) => !lays.view.moves.some(({ picks }) => picks.includes(card)))!;
const unplayable = { about: stuck, text: "It goes only on ♥ or a Jack: put J♥ first." };

function warned(): { target: HTMLElement; card(text: string): HTMLElement } {
  Socket.last.say({ ...lays, number: 0, events: [], cautions: [last], needs: [unplayable] });
  const target = show(Table, { session });
  return { target, card: (text) => [...target.querySelectorAll<HTMLElement>(".hand button")].find((found) => found.textContent?.includes(spoken(text)))! };
}

it("asks before a last card is played that may not finish", () => {
  const { target, card } = warned();
  card(advice.picks[0]!).click();
  flushSync();
  expect(Socket.last.asked("move")).toEqual([]);
  const doubt = target.querySelector(".doubt")!;
  expect(doubt.textContent).toContain(last.text);
  doubt.querySelector<HTMLElement>(".main")!.click();
  flushSync();
  expect(Socket.last.asked("move")).toMatchObject([{ move: advice.words }]);
});

it("says which card has to go first, without asking the house", () => {
  const { target, card } = warned();
  const asked = Socket.last.sent.length;
  card(stuck).click();
  flushSync();
  expect(target.querySelector(".notice")!.textContent).toBe(unplayable.text);
  expect(Socket.last.sent).toHaveLength(asked);
});
