import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Fitting } from "../src/lib/table/fitting";
import { Glimpses, isOpenNow } from "../src/lib/table/glimpses.svelte";
import { Pacer } from "../src/lib/table/pacing";
import { arrived, kept, moved, sorted } from "../src/lib/table/sorting";
import type { View } from "../src/lib/wire";
import { dealt, event } from "./events";

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => vi.useRealTimers());

describe("a hand", () => {
  it("is sorted by suit, by rank, or not at all", () => {
    const cards = ["Ah", "2c", "Kc", "2h"];
    expect(sorted(cards, "suit")).toEqual(["2c", "Kc", "2h", "Ah"]);
    expect(sorted(cards, "rank")).toEqual(["2c", "2h", "Kc", "Ah"]);
    expect(sorted(cards, "dealt")).toEqual(cards);
    expect(sorted(cards, "hand")).toEqual(cards);
  });

  it("keeps its order; new cards come last, also a second copy", () => {
    expect(kept(["r5", "g1", "W"], ["W", "r5", "r5", "b2"])).toEqual(["r5", "W", "r5", "b2"]);
    expect(arrived([dealt(0, "8h"), dealt(1), dealt(0, "2c")], 0)).toEqual(["8h", "2c"]);
  });

  it("can be put in order card by card", () => {
    expect(moved(["a", "b", "c", "d"], 0, 2)).toEqual(["b", "c", "a", "d"]);
    expect(moved(["a", "b", "c", "d"], 3, 0)).toEqual(["d", "a", "b", "c"]);
    expect(moved(["a"], 4, 0)).toEqual(["a"]);
  });
});

describe("pacing", () => {
  it("spaces updates out in order, and shows an urgent one at once after the others", () => {
    const shown: number[] = [];
    const pacer = new Pacer(() => 600);
    for (const i of [1, 2, 3]) pacer.push(() => shown.push(i), false);
    expect(shown).toEqual([1]);
    vi.advanceTimersByTime(600);
    expect(shown).toEqual([1, 2]);
    pacer.push(() => shown.push(4), true);
    expect(shown).toEqual([1, 2, 3, 4]);
    expect(pacer.isBehind).toBe(false);
    vi.advanceTimersByTime(5_000);
    expect(shown).toEqual([1, 2, 3, 4]);
  });

  it("shows everything at once without a gap", () => {
    const shown: number[] = [];
    const pacer = new Pacer(() => 0);
    for (const i of [1, 2, 3]) pacer.push(() => shown.push(i), false);
    expect(shown).toEqual([1, 2, 3]);
  });

  it("goes faster when many updates wait, and can be stopped", () => {
    const shown: number[] = [];
    const pacer = new Pacer(() => 1_000);
    for (let i = 0; i < 20; i++) pacer.push(() => shown.push(i), false);
    vi.advanceTimersByTime(6_000);
    expect(shown.length).toBeGreaterThan(12);
    pacer.stop();
    const before = shown.length;
    vi.advanceTimersByTime(60_000);
    expect(shown.length).toBe(before);
  });
});

describe("looking at cards", () => {
  const table = (...cards: string[]) =>
    ({ viewer: 0, result: null, look_seconds: 4, zones: [{ kind: "grid", owner: 0, cards, count: cards.length, columns: 2 }] }) as unknown as View;
  const looked = (slot: number, card: string, number = 1) => event("looked", { seat: 0, card, value: slot, number, looks: true });

  it("lasts as long as the table says, though the house shows the card for longer", () => {
    const glimpses = new Glimpses();
    glimpses.take(table("??", "7h"), [looked(1, "7h")], true, "game");
    expect(glimpses.face("0:1", "7h")).toBe("7h");
    vi.advanceTimersByTime(3_900);
    expect(glimpses.face("0:1", "7h")).toBe("7h");
    vi.advanceTimersByTime(200);
    expect(glimpses.face("0:1", "7h")).toBe("??");
    glimpses.take(table("??", "7h"), [], true, "game");
    expect(glimpses.face("0:1", "7h")).toBe("??");
  });

  it("goes on for its time though the house hides the card at once", () => {
    const glimpses = new Glimpses();
    glimpses.take(table("??", "??"), [looked(1, "7h")], true, "game");
    expect(glimpses.face("0:1", "??")).toBe("7h");
    vi.advanceTimersByTime(4_100);
    expect(glimpses.face("0:1", "??")).toBe("??");
  });

  it("is over when the card is gone, and there is nothing to look at in an empty place", () => {
    const glimpses = new Glimpses();
    glimpses.take(table("-", "7h"), [looked(1, "7h")], true, "game");
    expect(glimpses.count).toBe(1);
    glimpses.take(table("-", "-"), [], true, "game");
    expect(glimpses.count).toBe(0);
    expect(glimpses.face("0:0", "-")).toBe("-");
  });

  it("ends at once when the player has seen enough, and does not come back with the page", () => {
    const glimpses = new Glimpses();
    glimpses.take(table("9c", "7h"), [looked(0, "9c"), looked(1, "7h")], true, "game");
    expect(glimpses.count).toBe(2);
    expect(glimpses.until - Date.now()).toBe(4_000);
    glimpses.end();
    expect(glimpses.count).toBe(0);
    expect(glimpses.face("0:1", "7h")).toBe("??");
    const again = new Glimpses();
    again.take(table("9c", "7h"), [], false, "game");
    expect(again.face("0:0", "9c")).toBe("??");
  });

  it("does not begin again with the page", () => {
    new Glimpses().take(table("??", "7h"), [looked(1, "7h")], true, "game");
    vi.advanceTimersByTime(3_000);
    const again = new Glimpses();
    again.take(table("??", "7h"), [], false, "game");
    expect(again.face("0:1", "7h")).toBe("7h");
    vi.advanceTimersByTime(1_100);
    expect(again.face("0:1", "7h")).toBe("??");
    const late = new Glimpses();
    late.take(table("??", "7h"), [], false, "game");
    expect(late.face("0:1", "7h")).toBe("??");
  });

  it("begins again with another look, and in another game", () => {
    const glimpses = new Glimpses();
    glimpses.take(table("??", "7h"), [looked(1, "7h")], true, "game");
    vi.advanceTimersByTime(5_000);
    glimpses.take(table("??", "7h"), [looked(1, "7h", 2)], true, "game");
    expect(glimpses.face("0:1", "7h")).toBe("7h");
    const other = new Glimpses();
    vi.advanceTimersByTime(5_000);
    other.take(table("??", "7h"), [], false, "another game");
    expect(other.face("0:1", "7h")).toBe("7h");
  });

  it("is over in every game played at the same time, when the player switches between them", () => {
    for (const game of ["one", "other"]) {
      const glimpses = new Glimpses();
      glimpses.take(table("??", "7h"), [looked(1, "7h")], true, game);
      glimpses.end();
    }
    const again = new Glimpses();
    again.take(table("??", "7h"), [], false, "one");
    expect(again.face("0:1", "7h")).toBe("??");
  });

  it("is over on another page of the same game as well", () => {
    const [here, there] = [new Glimpses(), new Glimpses()];
    const stop = there.listen();
    for (const glimpses of [here, there]) glimpses.take(table("??", "7h"), [looked(1, "7h")], true, "game");
    here.end();
    dispatchEvent(new StorageEvent("storage", { key: "parlour.looks" }));
    expect(there.count).toBe(0);
    expect(there.face("0:1", "7h")).toBe("??");
    // a page that learns about the look only now does not begin it again
    const late = new Glimpses();
    late.take(table("??", "7h"), [looked(1, "7h")], true, "game");
    expect(late.face("0:1", "7h")).toBe("??");
    stop();
  });

  it("begins when the page is in sight, and waits while it is not", () => {
    const sight = vi.spyOn(document, "hidden", "get");
    const see = (isSeen: boolean) => {
      sight.mockReturnValue(!isSeen);
      document.dispatchEvent(new Event("visibilitychange"));
    };
    const glimpses = new Glimpses();
    const stop = glimpses.listen();
    see(false);
    glimpses.take(table("??", "7h"), [looked(1, "7h")], true, "game");
    vi.advanceTimersByTime(60_000);
    see(true);
    vi.advanceTimersByTime(3_000);
    expect(glimpses.face("0:1", "7h")).toBe("7h");
    see(false);
    vi.advanceTimersByTime(60_000);
    see(true);
    vi.advanceTimersByTime(900);
    expect(glimpses.face("0:1", "7h")).toBe("7h");
    vi.advanceTimersByTime(200);
    expect(glimpses.face("0:1", "7h")).toBe("??");
    stop();
    sight.mockRestore();
  });

  it("ends when the card is taken away", () => {
    const glimpses = new Glimpses();
    glimpses.take(table("??", "7h"), [looked(1, "7h")], true, "game");
    glimpses.take(table("??", "??"), [event("put", { value: 1, source: "held", target: "grid", card: "??" })], true, "game");
    expect(glimpses.face("0:1", "??")).toBe("??");
  });

  it("has no end with a memory aid, or when the game is over", () => {
    const glimpses = new Glimpses();
    glimpses.take({ ...table("7h"), look_seconds: null }, [], true, "game");
    vi.advanceTimersByTime(60_000);
    expect(glimpses.face("0:0", "7h")).toBe("7h");
    glimpses.take({ ...table("7h"), result: { winners: [0], scores: [1] } }, [], true, "game");
    expect(glimpses.face("0:0", "7h")).toBe("7h");
  });

  it("may be announced as long as it lasts", () => {
    const glimpses = new Glimpses();
    const view = table("??", "7h");
    glimpses.take(view, [looked(1, "7h")], true, "game");
    expect(isOpenNow(looked(1, "7h"), view, glimpses)).toBe(true);
    vi.advanceTimersByTime(4_100);
    expect(isOpenNow(looked(1, "7h"), view, glimpses)).toBe(false);
  });
});

describe("the size of a table", () => {
  it("is the largest that fits", () => {
    expect(new Fitting((step) => step / 0.8).begin()).toBe(0.78);
    expect(new Fitting(() => 1).begin()).toBe(1);
  });

  it("is a little smaller with large text; if that is not enough the page scrolls, and cards keep their usual size", () => {
    const large = (grown: number) => {
      let letters = grown;
      const usually = <T>(act: () => T) => {
        letters = 1;
        const found = act();
        letters = grown;
        return found;
      };
      return new Fitting((step) => (step * letters) / 0.86, usually);
    };
    for (const [grown, size] of [[1.3, 0.64], [2, 0.85]] as const) {
      const fitting = large(grown);
      expect([fitting.begin(), fitting.shrink(), fitting.settle()]).toEqual([size, size, size]);
    }
  });

  it("scrolls if none fits", () => {
    expect(new Fitting((step) => 1.1 + step / 10).begin()).toBe(0.57);
    expect(new Fitting((step) => 2 + step).begin()).toBe(0.85);
  });

  it("is measured once where nothing can get smaller", () => {
    let calls = 0;
    const fitting = new Fitting((step) => (calls++, 1.1 + step / 10));
    fitting.begin();
    calls = 0;
    expect([fitting.shrink(), calls]).toEqual([0.57, 1]);
  });

  it("is confirmed by two measurements, and found again if it is wrong", () => {
    let [most, calls] = [0.6, 0];
    const fitting = new Fitting((step) => (calls++, step / most));
    fitting.begin();
    calls = 0;
    expect([fitting.confirm(), calls]).toEqual([0.57, 2]);
    most = 0.95;
    expect(fitting.confirm()).toBe(0.92);
    most = 0.5;
    expect(fitting.confirm()).toBe(0.5);
  });

  it("settles even if every size makes another one fit", () => {
    let calls = 0;
    const fitting = new Fitting(() => (calls++ % 3 ? 1.01 : 1));
    const sizes = Array.from({ length: 20 }, () => fitting.shrink());
    expect(new Set(sizes.slice(-3)).size).toBe(1);
  });

  it("does not change with every card, only when it is worth it", () => {
    let most = 0.8;
    const fitting = new Fitting((step) => step / most);
    expect(fitting.begin()).toBe(0.78);
    most = 0.86;
    expect(fitting.settle()).toBe(0.78);
    most = 0.93;
    expect(fitting.settle()).toBe(0.92);
    most = 0.6;
    expect(fitting.shrink()).toBe(0.57);
    expect(fitting.settle()).toBe(0.57);
    most = 0.3;
    expect(fitting.shrink()).toBe(0.57);
    expect(fitting.settle()).toBe(0.57);
    most = 1;
    expect(fitting.settle()).toBe(1);
  });
});
