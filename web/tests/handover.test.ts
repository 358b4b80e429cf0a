import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { notices } from "../src/lib/announce.svelte";
import { keep } from "../src/lib/kept.svelte";
import type { Finished } from "../src/offline/shelf";

const shelf = new Map<string, Finished>();
vi.mock("../src/offline/shelf", () => ({
  finished: () => Promise.resolve([...shelf.keys()]),
  finishedGame: (id: string) => Promise.resolve(shelf.get(id)),
  dropFinished: (id: string) => Promise.resolve(shelf.delete(id)),
  putFinished: (id: string, game: Finished) => Promise.resolve(Boolean(shelf.set(id, game))),
}));
const { handOver, mayHaveGames } = await import("../src/offline/handover");

let asked: string[] = [];
let said: string[] = [];

/** A house that answers each game by its file. */
function visit(answers: Record<string, [number, unknown]>): Promise<void> {
  [asked, said] = [[], []];
  vi.stubGlobal("fetch", (path: string, { body }: RequestInit) => {
    asked.push(`${path} ${String(body)}`);
    const [status, told] = answers[String(body)] ?? [0, null];
    return status ? Promise.resolve(new Response(JSON.stringify(told), { status })) : Promise.reject(new TypeError("no network"));
  });
  return handOver();
}

beforeEach(() => {
  shelf.clear();
  keep("unsent", { any: true });
  vi.spyOn(notices, "show").mockImplementation((text: string) => void said.push(text));
});

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("games that were played without a server", () => {
  it("join the history, and are forgotten here", async () => {
    shelf.set("a", { save: "one", seat: 1 });
    await visit({ one: [201, { id: "x" }] });
    expect(asked).toEqual(["/api/me/games?seat=1 one"]);
    expect(said).toEqual(["A game that you played offline is now in your history."]);
    expect([shelf.size, mayHaveGames()]).toEqual([0, false]);
  });

  it("stay here with a sentence if the house refuses them, and are not offered again", async () => {
    shelf.set("a", { save: "one", seat: 0 });
    shelf.set("b", { save: "two", seat: 0 });
    shelf.set("c", { save: "three", seat: 0 });
    await visit({ one: [400, { error: "The saved game contains an invalid move." }], two: [201, {}], three: [413, {}] });
    expect(said).toEqual([
      "A game that you played offline is now in your history. 2 games that you played offline can't be added to your history and stay on this device. " +
        "The first one: The saved game contains an invalid move.",
    ]);
    expect([[...shelf.keys()], mayHaveGames()]).toEqual([["a", "c"], true]);
    await visit({});
    expect([asked, said]).toEqual([[], []]);
    // pages of another version may bring another house
    shelf.set("a", { save: "one", seat: 0, refused: "parts-0123456789ab.json" });
    await visit({ one: [201, {}] });
    expect([asked.length, [...shelf.keys()]]).toEqual([1, ["c"]]);
  });

  it("stay here without a word while the house can't take them", async () => {
    shelf.set("a", { save: "one", seat: 0 });
    shelf.set("b", { save: "two", seat: 0 });
    await visit({ one: [503, { error: "Too many." }] });
    expect([said, shelf.size, mayHaveGames()]).toEqual([[], 2, true]);
  });
});
