import { flushSync } from "svelte";
import { expect, it, vi } from "vitest";
import type { FiguresChanged } from "../src/lib/records";
import Table from "../src/table/Table.svelte";
import { games, room, session, show, Socket, visiting } from "./house";

visiting();

const ended = Object.values(games).flat().find(({ view }) => view.result)!;
const figures = { game: "sample", games: 4, wins: 3, win_rate: 0.75, streak: 2, best_streak: 2, cards_played: 0, penalties_given: 0, penalties_taken: 0, longest_game: 9 };
const before = { ...figures, games: 3, wins: 2, win_rate: 0.6667, streak: 1, best_streak: 1 };
let asked: string[] = [];

/** The end of a game that changed these statistics, according to the house. */
async function shown(changed: FiguresChanged | null, viewer: number | null = 0, parts: Partial<ReturnType<typeof room>> = {}): Promise<HTMLElement> {
  asked = [];
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    if (!path.startsWith("/api/me/statistics/")) return Promise.resolve(new Response("{}", { status: 404 }));
    return changed ? Promise.resolve(new Response(JSON.stringify(changed))) : Promise.reject(new Error("away"));
  });
  Socket.last.say(room({ phase: "over", you: viewer, commitment: "abc", replay: "game-1", result: { winners: [0], scores: [] }, ...parts }));
  Socket.last.say({ ...ended, number: 0, events: [], view: { ...ended.view, viewer } });
  const target = show(Table, { session });
  await vi.advanceTimersByTimeAsync(2_000);
  flushSync();
  return target;
}

const cells = (target: HTMLElement) => [...target.querySelectorAll(".record dl > div")].map(({ textContent }) => textContent!.replace(/\s+/g, " ").trim());

it("shows a player's statistics after a game and what it changed", async () => {
  const target = await shown({ before, after: figures });
  expect(asked).toContain("/api/me/statistics/game-1");
  expect(cells(target)).toEqual(["Games 4 +1", "Won 3 +1", "Win rate 75% was 67%", "Streak 2 your best"]);
});

it("shows the streak that a loss ended", async () => {
  const lost = { ...figures, wins: 2, win_rate: 0.5, streak: 0 };
  expect(cells(await shown({ before: { ...before, best_streak: 2, streak: 2 }, after: lost }))).toEqual(["Games 4 +1", "Won 2", "Win rate 50% was 67%", "Streak 0 was 2"]);
});

it("shows a first game without earlier statistics", async () => {
  const first = { ...figures, games: 1, wins: 1, win_rate: 1, streak: 1, best_streak: 1 };
  expect(cells(await shown({ before: null, after: first }))).toEqual(["Games 1 +1", "Won 1 +1", "Win rate 100%", "Streak 1"]);
});

it("says that a game does not count, or that the house cannot be asked", async () => {
  expect((await shown({ before: null, after: null })).querySelector(".record p")?.textContent).toBe("This game isn't in your statistics.");
  expect((await shown(null)).querySelector(".record p")?.textContent).toBe("Your statistics can't be shown right now.");
});

it("has nothing for a watcher, nor in the middle of a match, and waits until the game is saved", async () => {
  expect((await shown({ before, after: figures }, null)).querySelector(".record")).toBeNull();
  const plan = { ...room().plan, rounds: 3 };
  expect((await shown({ before, after: figures }, 0, { phase: "scored", plan })).querySelector(".record")).toBeNull();
  const waiting = await shown({ before, after: figures }, 0, { commitment: "", replay: "game-0" });
  expect(waiting.querySelector(".record")).not.toBeNull();
  expect(asked.filter((path) => path.includes("statistics"))).toEqual([]);
});
