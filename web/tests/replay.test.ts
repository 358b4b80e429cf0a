import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { linesOf, Replay } from "../src/lib/replay.svelte";
import type { ReplayTold } from "../src/lib/replays";
import { routeOf } from "../src/lib/router.svelte";
import ReplayScreen from "../src/screens/Replay.svelte";
import Table from "../src/table/Table.svelte";
import { games } from "./house";
import { storyOf } from "./events";

/** A replay made from the updates of a table. */
function told(parts: Partial<ReplayTold> = {}): ReplayTold {
  const updates = Object.values(games)[0]!.slice(0, 12);
  const { view } = updates[0]!;
  const steps = updates.map(({ events, story, view: seen }, i) => ({ seat: i ? (events[0]?.seat ?? 0) : null, words: "", events, story, view: seen }));
  return { game: view.game, seats: view.seats, options: {}, names: ["Ana", "Ben", "Cleo", "Dan"], rounds: 2, round: 0, viewer: "open", steps, ...parts };
}

let answer: (path: string) => unknown;

beforeEach(() => {
  vi.useFakeTimers();
  answer = (path) => (path.includes("/steps") ? told() : { games: [], levels: [] });
  vi.stubGlobal("fetch", (path: string) => {
    const body = answer(path);
    const ok = !(typeof body === "object" && body !== null && "error" in body);
    return Promise.resolve({ ok, status: ok ? 200 : 404, json: () => Promise.resolve(body) });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function loaded(step = 0): Promise<Replay> {
  const replay = new Replay("abc");
  await replay.load(0, "open", step);
  return replay;
}

describe("stepping", () => {
  it("animates the next step, and goes to any other at once", async () => {
    const replay = await loaded();
    const shown: boolean[] = [];
    replay.watch((_, news, apply) => {
      shown.push(news.live && news.events.length > 0);
      apply();
    });
    replay.go(1);
    replay.go(5);
    replay.go(4);
    replay.go(5);
    expect(shown).toEqual([true, false, false, true]);
    expect(replay.step).toBe(5);
    expect(replay.update?.view.moves_made).toBe(told().steps[5]!.view.moves_made);
  });

  it("stays within the game", async () => {
    const replay = await loaded();
    replay.go(-3);
    expect(replay.step).toBe(0);
    replay.go(999);
    expect(replay.step).toBe(replay.last);
  });

  it("has the events up to the step, and no move to make", async () => {
    const replay = await loaded(3);
    expect(replay.events).toEqual(told().steps.slice(0, 4).flatMap((step) => step.events));
    expect(replay.update?.view.moves).toEqual([]);
    expect(await replay.move()).toBe(false);
  });

  it("begins where the link says, within the game", async () => {
    expect((await loaded(4)).step).toBe(4);
    expect((await loaded(400)).step).toBe(told().steps.length - 1);
  });
});

describe("playing", () => {
  it("goes on by itself until the end, faster if asked to", async () => {
    const replay = await loaded();
    replay.play();
    vi.advanceTimersByTime(1_300);
    expect(replay.step).toBe(1);
    replay.setSpeed(4);
    vi.advanceTimersByTime(1_300);
    expect(replay.step).toBe(5);
    vi.advanceTimersByTime(60_000);
    expect([replay.step, replay.isPlaying]).toEqual([replay.last, false]);
    replay.play();
    expect(replay.step).toBe(0);
  });

  it("stops when it is asked to, and when it is left", async () => {
    const replay = await loaded();
    replay.toggle();
    replay.toggle();
    vi.advanceTimersByTime(10_000);
    expect(replay.step).toBe(0);
    replay.play();
    replay.close();
    vi.advanceTimersByTime(10_000);
    expect(replay.step).toBe(0);
  });
});

it("keeps the step when another viewer is chosen, and uses the last answer", async () => {
  const replay = await loaded(6);
  answer = (path) => told({ viewer: path.includes("viewer=1") ? "1" : "watcher" });
  await Promise.all([replay.load(0, "1"), replay.load(0, "watcher")]);
  expect([replay.step, replay.told?.viewer]).toEqual([6, "watcher"]);
});

it("turns no card back that a step shows", async () => {
  const looks = Object.values(games).flat().find(({ events }) => events.some(({ kind }) => kind === "looked"))!;
  const zones = looks.view.zones.map((zone) => (zone.kind === "grid" ? { ...zone, cards: zone.cards.map(() => "7h") } : zone));
  const step = { seat: null, words: "", events: looks.events, story: looks.story, view: { ...looks.view, zones, look_seconds: 4 } };
  answer = () => told({ steps: [step] });
  const target = document.createElement("div");
  document.body.replaceChildren(target);
  const table = mount(Table, { target, props: { session: await loaded() } });
  const shown = () => {
    flushSync();
    const slots = [...target.querySelectorAll("[data-slot] .unseen")];
    return slots.filter((slot) => slot.textContent?.includes("7 of hearts")).length;
  };
  const cards = zones.filter((zone) => zone.kind === "grid").flatMap((zone) => zone.cards);
  expect([cards.length, shown()]).toEqual([16, 16]);
  vi.advanceTimersByTime(6_000);
  expect(shown()).toBe(16);
  await unmount(table);
});

it("says why there is nothing to see", async () => {
  answer = () => ({ error: "There is nothing here." });
  const replay = await loaded();
  expect(replay.error?.message).toBe("There is nothing here.");
});

it("tells each step once, and begins a turn where another seat moves", () => {
  const event = told().steps.flatMap((step) => step.events)[0]!;
  const view = told().steps[0]!.view;
  const step = (seat: number | null, ...texts: string[]) => {
    const events = texts.map((text) => ({ ...event, kind: "drew", text }));
    return { seat, words: "", events, story: storyOf(events), view };
  };
  const lines = linesOf(told({ steps: [step(null), step(0, "A draws.", "B waits."), step(0), step(1, "B plays.")] }));
  expect(lines.map(({ text }) => text)).toEqual(["The cards are dealt.", "A draws. B waits.", "Nothing visible happened.", "B plays."]);
  expect(lines.map(({ isTurn }) => isTurn)).toEqual([true, true, false, true]);
});

it("is stepped through by keys", async () => {
  const target = document.createElement("div");
  document.body.replaceChildren(target);
  const screen = mount(ReplayScreen, { target, props: { id: "abc" } });
  await vi.advanceTimersByTimeAsync(10);
  flushSync();
  const press = (key: string) => {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    flushSync();
    return [...target.querySelectorAll("aside li")].findIndex((line) => line.querySelector("[aria-current]"));
  };
  expect(["ArrowRight", "ArrowRight", "ArrowLeft", "End", "Home"].map(press)).toEqual([1, 2, 1, 11, 0]);
  press(" ");
  await vi.advanceTimersByTimeAsync(1_400);
  expect(press("x")).toBe(1);
  await unmount(screen);
});

it("has an address", () => {
  expect(routeOf("/replay/gNxdyrrv-NUenXPUPsx9hw")).toEqual({ screen: "replay", id: "gNxdyrrv-NUenXPUPsx9hw" });
  expect(routeOf("/replay/")).toEqual({ screen: "lost" });
  expect(routeOf("/me")).toEqual({ screen: "me" });
});
