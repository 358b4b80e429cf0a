import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, it, vi } from "vitest";
import type { Replay } from "../src/lib/replay.svelte";
import { marginOf, pathOf, signed, stepAt, type Review as Found } from "../src/lib/reviews";
import Review from "../src/parts/replay/Review.svelte";

const FOUND: Found = {
  round: 0,
  seat: 1,
  chances: [
    [0.5, 0.5],
    [0.2, 0.8],
    [0.6, 0.4],
    [1, 0],
  ],
  decisions: [
    { move: 1, label: "best", chance: 0.8, best_chance: 0.8, cost: 0, play: 0, guess: 0, why: ["It was best."] },
    { move: 2, label: "mistake", chance: 0.4, best_chance: 0.7, cost: 0.3, play: -0.3, guess: -0.1, why: ["Another was better.", "Ada gains."] },
  ],
  parts: { before: 0.5, deal: 0, draws: 0.3, play: -0.3, guesses: -0.1, others: -0.4, result: 0 },
  margins: { before: 0, deal: 0.011, draws: 0.021, play: 0.004, guesses: 0.021, others: 0 },
  turn: { move: 2, before: 0.8, after: 0.4, is_luck: false },
};

const answer = (status: number, body: unknown) => ({ ok: status === 200, status, json: () => Promise.resolve(body) });

function replayed() {
  const told = { seats: 2, names: ["Ada", "Ben"], round: 0 };
  const lines = ["The deal.", "Ben plays.", "Ben draws.", "Ada wins."].map((text, step) => ({ step, seat: 1, text, isTurn: true }));
  return { id: "x", own: 1, step: 2, told, lines, go: vi.fn() };
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  document.body.replaceChildren();
});

function opened(replay: ReturnType<typeof replayed>) {
  HTMLDialogElement.prototype.show ??= () => {};
  const made = mount(Review, { target: document.body, props: { replay: replay as unknown as Replay, onclose: () => {} } });
  flushSync();
  return () => void unmount(made);
}

const settled = () => vi.waitFor(() => expect(document.querySelector("svg[role=img]")).not.toBeNull());
const buttons = () => [...document.querySelectorAll<HTMLButtonElement>(".review button")];

it("shows the chances, what stood out, and what decided the result", async () => {
  const fetched = vi.fn(() => Promise.resolve(answer(200, FOUND)));
  vi.stubGlobal("fetch", fetched);
  const replay = replayed();
  const close = opened(replay);
  await settled();
  expect(fetched).toHaveBeenCalledWith("/api/replays/x/review?round=0&seat=1", expect.anything());
  const text = document.querySelector(".review")?.textContent ?? "";
  for (const said of ["Step 2: 40%", "Ben draws.", "(−40)", "mistake", "Another was better. Ada gains.", "from 80% to 40%", "−30", "+30", "± 3"]) expect(text).toContain(said);
  expect(text).not.toContain("It was best.");
  expect(document.querySelector(".line")?.getAttribute("d")).toBe("M0 50.0L1 20.0L2 60.0L3 100.0");
  const decision = buttons().find((button) => button.textContent?.includes("mistake"));
  expect(decision?.getAttribute("aria-current")).toBe("step");
  decision?.click();
  expect(replay.go).toHaveBeenLastCalledWith(2);
  buttons()
    .find((button) => button.textContent?.includes("Show all"))
    ?.click();
  flushSync();
  expect(document.querySelector(".review")?.textContent).toContain("It was best.");
  close();
});

it("asks again while the house compiles the rules, and says why there is none", async () => {
  vi.useFakeTimers();
  const answers = [answer(503, { error: "Being compiled." }), answer(400, { error: "No search engine." })];
  vi.stubGlobal("fetch", () => Promise.resolve(answers.shift()));
  const close = opened(replayed());
  await vi.advanceTimersByTimeAsync(1);
  expect(document.querySelector("[role=status]")?.textContent).toBe("Being compiled.");
  expect(buttons()).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(document.querySelector("[role=status]")?.textContent).toBe("No search engine.");
  expect(buttons()).toHaveLength(1);
  close();
});

it("has a step for every place of the chart, and legible points", () => {
  expect([stepAt(-1, 8), stepAt(0, 8), stepAt(0.49, 8), stepAt(2, 8)]).toEqual([0, 0, 4, 8]);
  expect([signed(0.1234), signed(-0.05), signed(0.004), signed(-0.004)]).toEqual(["+12", "−5", "0", "0"]);
  expect([marginOf(0), marginOf(0.001), marginOf(0.021)]).toEqual(["", "± 1", "± 3"]);
  expect(pathOf([0, 1])).toBe("M0 100.0L1 0.0");
});
