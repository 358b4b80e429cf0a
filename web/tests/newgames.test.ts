import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { GameTold, OptionTold } from "../src/lib/api";
import { notices } from "../src/lib/announce.svelte";
import { newRules } from "../src/lib/houserules.svelte";
import { firstRoom, keepLevels, newBots, newPlan, newRoom, resetGame, settingsSaid } from "../src/lib/newgames.svelte";
import { Opening } from "../src/lib/newtable.svelte";
import { newGamesPlan, Planner } from "../src/lib/planner.svelte";
import { router, routeOf } from "../src/lib/router.svelte";
import GameCard from "../src/parts/GameCard.svelte";
import GameSettings from "../src/screens/GameSettings.svelte";
import { show, visiting } from "./house";

visiting();

const toggle: OptionTold = { name: "wild", kind: "toggle", label: "Wild cards", says: "Wilds are in.", default: false, values: ["off", "on"], labels: ["Off", "On"], low: null, high: null, nothing: null, nothing_label: null };
const decks: OptionTold = { ...toggle, name: "decks", kind: "number", label: "Decks", default: 1, values: [], labels: [], low: 1, high: 4 };
const game: GameTold = { id: "sample", name: "Sample", pitch: "A game.", scoring: "", least_seats: 2, most_seats: 8, usual_seats: 4, target: 0, lowest_wins: false, options: [toggle, decks], presets: [] };
const levels = ["weak", "usual", "best"].map((name) => ({ name, label: name, says: `Plays ${name}.`, usual: name === "usual" }));

/** The requests to the house, which answers that more than 6 seats need 2 decks. */
let asked: { path: string; body: { seats: number; options: { decks?: number }; changed?: string[] } }[] = [];
const answer = (status: number, told: unknown) => Promise.resolve(new Response(JSON.stringify(told), { status }));

beforeEach(() => {
  asked = [];
  localStorage.clear();
  resetGame(game);
  vi.stubGlobal("fetch", (path: string, { body }: RequestInit) => {
    const told = JSON.parse(String(body ?? "{}")) as (typeof asked)[number]["body"];
    asked.push({ path, body: told });
    const why = told.seats > 6 && (told.options.decks ?? 1) < 2 ? "More than 6 seats need 2 “Decks”." : "";
    const remedy = why ? { options: { decks: 2 }, seats: null, text: "Use 2 decks" } : null;
    if (path.endsWith("/check")) return answer(200, { ok: !why, why, remedy });
    return why ? answer(400, { error: why }) : answer(201, { code: "BCDFGH" });
  });
});

afterEach(() => history.replaceState(null, "", "/"));

const keepRaw = (value: unknown) => {
  localStorage.setItem("parlour.plan.sample", JSON.stringify(value));
  dispatchEvent(new StorageEvent("storage", { key: "parlour.plan.sample" }));
};
const opened = () => asked.filter(({ path }) => path === "/api/rooms").map(({ body }) => body);

describe("the plan of new games", () => {
  it("is the default until something is set, and again after a reset", async () => {
    expect(newPlan(game)).toMatchObject({ seats: 4, rounds: 1, target: 0, options: { wild: false, decks: 1 } });
    expect(settingsSaid(game, levels)).toBe("");
    const planner = new Planner(newGamesPlan(game), game);
    expect(await planner.change("seats", { seats: 5 })).toBe(true);
    expect(await planner.option("wild", true)).toBe(true);
    expect(await planner.change("length", { target: 200, rounds: 1 })).toBe(true);
    keepLevels(game, ["best"]);
    expect(settingsSaid(game, levels)).toBe("5 players\u00a0· to 200 points\u00a0· best bots\u00a0· with your house rules: 1 changed");
    expect(newRoom(game, levels, true)).toMatchObject({ seats: 5, target: 200, options: { wild: true }, bots: ["best", "best", "best", "best"] });
    expect(newRoom(game, levels, false).bots).toEqual([]);
    resetGame(game);
    expect(settingsSaid(game, levels)).toBe("");
    expect(newRoom(game, levels, true)).toMatchObject({ seats: 4, target: 0, options: {}, bots: ["usual", "usual", "usual"] });
  });

  it("gives somebody who has just learnt the game one easier bot, unless something is set", () => {
    const rising = [{ ...levels[0]!, name: "easy", usual: false }, { ...levels[0]!, name: "usual", usual: true }];
    const easy = Array.from({ length: game.least_seats - 1 }, () => "easy");
    expect(firstRoom(game, rising)).toMatchObject({ seats: game.least_seats, options: {}, bots: easy });
    keepLevels(game, ["usual"]);
    expect(firstRoom(game, rising)).toEqual(newRoom(game, rising, true));
    resetGame(game);
  });

  it("keeps nothing that the house refuses, says why, and offers the remedy", async () => {
    const planner = new Planner(newGamesPlan(game), game);
    expect(await planner.change("seats", { seats: 8 })).toBe(false);
    expect(newPlan(game).seats).toBe(4);
    expect(planner.clash?.why).toBe("More than 6 seats need 2 “Decks”.");
    expect(asked.at(-1)!.body).toMatchObject({ seats: 8, changed: ["seats"] });
    expect(planner.clash?.remedy?.text).toBe("Use 2 decks");
    await planner.clash!.remedy!.apply();
    expect(newPlan(game)).toMatchObject({ seats: 8, options: { decks: 2 } });
    expect(planner.clash).toBeNull();
  });

  it("ignores invalid settings stored on the device", () => {
    for (const nonsense of [{ seats: 99, rounds: 0, target: -1, pace: "fast", levels: "best" }, { seats: 2.5, levels: ["unheard of"] }, 7, "text", [1]]) {
      keepRaw(nonsense);
      expect(newRoom(game, levels, true)).toMatchObject({ seats: 4, rounds: 1, target: 0, pace: 900, bots: ["usual", "usual", "usual"] });
    }
  });

  it("has a level for each bot, and the last one for those who come later", () => {
    keepLevels(game, ["best", "weak"]);
    expect(newBots(game, levels)).toEqual(["best", "weak", "weak"]);
    expect(settingsSaid(game, levels)).toBe("bots of several levels");
    keepLevels(game, []);
    expect(newBots(game, levels)).toEqual(["usual", "usual", "usual"]);
  });
});

describe("the bots' speed", () => {
  const delay: OptionTold = { ...decks, name: "delay", label: "Delay", default: 8, low: 0, high: 50, role: "bot_pause" };
  const slow = { ...game, options: [toggle, delay] };
  const speed = (target: HTMLElement) => [...target.querySelectorAll<HTMLSelectElement>("select")].find(({ labels }) => labels[0]?.textContent === "Bots' speed")!;

  it("has the same control in a game with a house rule for it, which is not listed and counts as no house rule", async () => {
    const target = show(GameSettings, { game: slow, levels });
    expect(target.textContent).not.toContain("Delay");
    expect(speed(target).selectedOptions[0]!.textContent).toBe("Easy to follow");
    for (const [chosen, pace, tenths] of [["400", 400, 4], ["1600", 1600, 16], ["0", 0, 16], ["900", 900, 8]] as const) {
      speed(target).value = chosen;
      speed(target).dispatchEvent(new Event("change", { bubbles: true }));
      await vi.advanceTimersByTimeAsync(0);
      flushSync();
      expect(newPlan(slow)).toMatchObject({ pace, options: { delay: tenths } });
      expect(speed(target).value).toBe(chosen);
      expect(settingsSaid(slow, levels)).toBe("");
    }
  });
});

describe("“Play now”", () => {
  it("plays by the settings, and is dealt at once", async () => {
    keepRaw({ seats: 3, levels: ["weak"] });
    await new Planner(newGamesPlan(game), game).option("wild", true);
    await new Opening().open(game, levels, true);
    expect(opened()).toMatchObject([{ game: "sample", seats: 3, options: { wild: true }, bots: ["weak", "weak"] }]);
    expect(location.pathname).toBe("/r/BCDFGH");
    router.go("/");
  });

  it("plays the rules as written, and says so, if the settings have become incompatible", async () => {
    keepRaw({ seats: 8, levels: ["best"] });
    await new Opening().open(game, levels, true);
    expect(opened()[1]).toMatchObject({ seats: 4, options: {}, bots: ["best", "best", "best"] });
    expect(notices.current?.text).toContain("More than 6 seats need 2 “Decks”.");
    router.go("/");
  });

  it("says on the card of a game what it plays with, and describes the button by it", async () => {
    await new Planner(newGamesPlan(game), game).option("wild", true);
    const card = show(GameCard, { game, levels, code: "", isBusy: false, onplay: () => {}, onfriends: () => {} });
    const play = [...card.querySelectorAll("button")].find(({ textContent }) => textContent === "Play now")!;
    expect(document.getElementById(play.getAttribute("aria-describedby")!)?.textContent).toBe("with your house rules: 1 changed");
    expect(card.querySelector("a")?.getAttribute("href")).toBe("/settings/sample");
  });
});

describe("the settings of a game", () => {
  const page = () => show(GameSettings, { game, levels });
  const settle = async () => {
    await vi.advanceTimersByTimeAsync(0);
    flushSync();
  };

  it("changes house rules, goes back to the rules as written, and offers the person's own again", async () => {
    const target = page();
    target.querySelector<HTMLElement>("[role=switch]")!.click();
    await settle();
    expect(newRules(game)).toEqual({ wild: true });
    expect(target.textContent).toContain("with your house rules: 1 changed");
    const preset = (name: string) => [...target.querySelectorAll<HTMLElement>(".presets button")].find(({ textContent }) => textContent === name);
    preset("As written")!.click();
    await settle();
    expect(newRules(game)).toEqual({});
    preset("Yours from last time")!.click();
    await settle();
    expect(newRules(game)).toEqual({ wild: true });
  });

  it("gives a single bot its own level", async () => {
    const target = page();
    const second = target.querySelectorAll<HTMLSelectElement>("details select")[1]!;
    second.value = "best";
    second.dispatchEvent(new Event("change", { bubbles: true }));
    await settle();
    expect(newBots(game, levels)).toEqual(["usual", "best", "usual"]);
    expect(target.textContent).toContain("bots of several levels");
  });

  it("says at once if stored settings are incompatible", async () => {
    keepRaw({ seats: 8 });
    const target = page();
    await settle();
    expect(target.querySelector("[role=alert]")?.textContent).toContain("More than 6 seats need 2 “Decks”.");
  });

  it("has an address for every game, and one for all", () => {
    expect(routeOf("/settings")).toEqual({ screen: "settings", game: "" });
    expect(routeOf("/settings/some_game/")).toEqual({ screen: "settings", game: "some_game" });
    expect(routeOf("/settings/a/b").screen).toBe("lost");
  });
});
