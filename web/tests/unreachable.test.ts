import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ask } from "../src/lib/api";
import { LONG_PATIENCE } from "../src/lib/house";

const UNREACHABLE = { status: 0, message: "The house can't be reached." };

/** An answer that never comes, or breaks off, until the request is given up. */
const never = (init: RequestInit) => new Promise<never>((_, reject) => init.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error)));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a server that doesn't answer", () => {
  it("counts as unreachable after ten seconds", async () => {
    vi.stubGlobal("fetch", (_: string, init: RequestInit) => never(init));
    const answer = expect(ask("GET", "/api/games")).rejects.toMatchObject(UNREACHABLE);
    let isOver = false;
    void answer.then(() => (isOver = true));
    await vi.advanceTimersByTimeAsync(9_900);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    await answer;
  });

  it("has longer to check a whole game", async () => {
    const result = vi.fn();
    vi.stubGlobal("fetch", (_: string, init: RequestInit) => never(init));
    ask("GET", "/api/replays/x/review", undefined, "", LONG_PATIENCE).catch(result);
    await vi.advanceTimersByTimeAsync(LONG_PATIENCE - 100);
    expect(result).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(result).toHaveBeenCalled();
  });

  it("is unreachable too if its answer breaks off, and an empty answer is none", async () => {
    const broken = { ok: true, status: 200, json: () => Promise.reject(new TypeError("network error")) };
    vi.stubGlobal("fetch", () => Promise.resolve(broken));
    await expect(ask("GET", "/api/games")).rejects.toMatchObject(UNREACHABLE);
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("", { status: 200 })));
    expect(await ask("DELETE", "/api/me")).toEqual({});
  });
});
