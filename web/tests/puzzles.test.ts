import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answeredHere, areResultsDamaged, daySolved, isSolved, noteAnswer, Puzzle, streak } from "../src/lib/puzzles.svelte";
import { routeOf } from "../src/lib/router.svelte";

const TODAY = "2026-11-18";
const PLACE = "parlour.puzzles";

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

function keepDays(solved: string): void {
  const days = [...solved].reverse().map((sign, ago) => [new Date(Date.parse(TODAY) - ago * 86_400_000).toISOString().slice(0, 10), sign] as const);
  const kept = days.filter(([, sign]) => sign !== "-").map(([day, sign]) => [day, sign === "1"]);
  localStorage.setItem(PLACE, JSON.stringify({ answers: {}, days: Object.fromEntries(kept) }));
}

it.each([
  ["", 0],
  ["1", 1],
  ["0", 0],
  ["11", 2],
  ["011", 2],
  ["11-", 2],
  ["110", 0],
  ["1-1", 1],
  ["11--", 0],
])("counts the days in a row in %s as the house does", (solved, length) => {
  keepDays(solved);
  expect(streak(TODAY)).toBe(length);
});

it("counts the first answer of a day, and remembers what was solved later", () => {
  noteAnswer("x-1", false, TODAY);
  noteAnswer("x-1", true, TODAY);
  expect([answeredHere("x-1"), isSolved("x-1"), daySolved(TODAY), streak(TODAY)]).toEqual(["later", true, false, 0]);
  noteAnswer("x-2", true);
  noteAnswer("x-2", false);
  expect([answeredHere("x-2"), answeredHere("x-3"), isSolved("x-3")]).toEqual(["first", undefined, false]);
  expect(areResultsDamaged()).toBe(false);
});

it.each(["{", "null", "7", "[]", '{"answers":7}', '{"answers":{"x-1":"perhaps"},"days":{}}', '{"answers":{},"days":{"2026-11-18":"yes"}}'])("leaves out what is damaged: %s", (text) => {
  localStorage.setItem(PLACE, text);
  expect([areResultsDamaged(), streak(TODAY), answeredHere("x-1")]).toEqual([true, 0, undefined]);
  noteAnswer("x-1", true, TODAY);
  expect([areResultsDamaged(), streak(TODAY), answeredHere("x-1")]).toEqual([false, 1, "first"]);
});

it("does not count future days in a streak", () => {
  localStorage.setItem(PLACE, JSON.stringify({ answers: {}, days: { "2026-11-17": true, "2026-11-19": true, "9999-99-99": true } }));
  expect([streak(TODAY), streak("never")]).toEqual([1, 0]);
});

it("counts a move that cannot be made as no answer", async () => {
  const told = { puzzle: { id: "x-1", game: "x", number: 1, grade: "easy", seats: 2, options: {} }, seat: 0, names: ["", "Ada"], options: {}, known: false, missed: "", view: { events_told: 0 } };
  const answers = [
    { ok: true, status: 200, json: () => Promise.resolve(told) },
    { ok: false, status: 400, json: () => Promise.resolve({ error: "That card doesn't fit." }) },
    { ok: true, status: 200, json: () => Promise.resolve({ right: true, says: ["Right!"], answer: "play" }) },
  ];
  vi.stubGlobal("fetch", () => Promise.resolve(answers.shift()));
  const puzzle = new Puzzle("x-1", TODAY);
  await puzzle.load();
  expect(await puzzle.move("fly")).toBe(false);
  expect([puzzle.answer, answeredHere("x-1")]).toEqual([null, undefined]);
  expect(await puzzle.move("play")).toBe(true);
  expect([puzzle.answer?.isRight, puzzle.advice?.words, answeredHere("x-1"), daySolved(TODAY)]).toEqual([true, "play", "first", true]);
});

it("finds the puzzles by their addresses", () => {
  expect(["/puzzles", "/puzzles/today", "/puzzles/switch-3/", "/puzzles/a/b"].map(routeOf)).toEqual([
    { screen: "puzzles", wanted: "" },
    { screen: "puzzles", wanted: "today" },
    { screen: "puzzles", wanted: "switch-3" },
    { screen: "lost" },
  ]);
});
