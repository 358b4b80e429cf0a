import { flushSync } from "svelte";
import { expect, it, vi } from "vitest";
import type { GameTold, OptionTold } from "../src/lib/api";
import { hasMoved } from "../src/lib/company";
import { settingsOf } from "../src/lib/guide";
import { keepRules, newRules, ownRules } from "../src/lib/houserules.svelte";
import { onNamed } from "../src/lib/names";
import { Planner, tablePlan } from "../src/lib/planner.svelte";
import { change } from "../src/lib/settings.svelte";
import HouseRules from "../src/parts/HouseRules.svelte";
import OptionRow from "../src/parts/OptionRow.svelte";
import PlanForm from "../src/parts/PlanForm.svelte";
import Chairs from "../src/parts/Chairs.svelte";
import { room, session, show, Socket, visiting } from "./house";

visiting();

const levels = ["weak", "usual", "best"].map((name) => ({ name, label: name, says: `Plays ${name}.`, usual: name === "usual" }));
const free = { ...room().chairs[0]!, kind: "free" as const, name: "" };
const gathering = room({ phase: "gathering", chairs: [room().chairs[0]!, free, free] });
const button = (target: HTMLElement, text: string) => [...target.querySelectorAll("button")].find((found) => found.textContent === text)!;

it("seats bots of the default level, or of the one that was chosen on this device, and says what it means", async () => {
  const target = show(Chairs, { session, room: gathering, levels });
  button(target, "Add bot").click();
  expect(Socket.last.asked("add_bot").at(-1)).toMatchObject({ seat: 1, level: "usual" });
  expect(target.textContent).toContain("Plays usual.");
  const choice = target.querySelector("select")!;
  choice.value = "best";
  choice.dispatchEvent(new Event("change", { bubbles: true }));
  flushSync();
  expect(target.textContent).toContain("Plays best.");
  button(target, "Fill with bots").click();
  expect(Socket.last.asked("add_bot").at(-1)).toMatchObject({ seat: 1, level: "best" });
  await Socket.last.follow("add_bot");
  expect(Socket.last.asked("add_bot").at(-1)).toMatchObject({ seat: 2, level: "best" });
  change("level", "");
});

it("says once what a level lacks: at the choice of the level, or below the seats", () => {
  const bot = { ...gathering.chairs[0]!, kind: "bot" as const, level: "usual", waits: "Not yet." };
  const seated = { ...gathering, chairs: [gathering.chairs[0]!, bot, { ...bot, name: "Ben" }, free] };
  const count = (found: typeof levels) => show(Chairs, { session, room: seated, levels: found }).textContent.split("Not yet.").length - 1;
  expect(count(levels)).toBe(1);
  expect(count(levels.map((level) => ({ ...level, says: "Not yet.", can_play: false })))).toBe(1);
});

it("tells people who changed places for a new deal from people who left", () => {
  const before = room().chairs;
  const turned = [...before.slice(1), before[0]!];
  expect(before.map((old, seat) => hasMoved(old, turned[seat]!, before, turned))).toEqual([true, true, true, true]);
  const replaced = [{ ...before[1]!, name: "Dora" }, ...before.slice(1)];
  expect(before.map((old, seat) => hasMoved(old, replaced[seat]!, before, replaced))).toEqual([false, false, false, false]);
});

it("asks for each change of the plan by itself, one after the other", async () => {
  const planner = new Planner(tablePlan(session), { options: [] } as unknown as GameTold);
  const both = [planner.option("one", true), planner.option("two", true)];
  await vi.advanceTimersByTimeAsync(0);
  const told = room();
  Socket.last.say({ ...told, plan: { ...told.plan, pace: 5, options: { one: true } } });
  await Socket.last.follow("replan");
  await Socket.last.follow("replan");
  // the house may answer before it sends the room again
  const third = planner.change("public", { public: true });
  await vi.advanceTimersByTimeAsync(0);
  expect(Socket.last.asked("replan")[1]).toMatchObject({ change: { options: { two: true } } });
  expect(Socket.last.asked("replan")[2]).toMatchObject({ change: { public: true } });
  await Socket.last.follow("replan");
  expect(await Promise.all([...both, third])).toEqual([true, true, true]);
});

it("keeps the house rules that were chosen last for new games, and the person's own as a set", async () => {
  const game = { id: "sample", options: [{ name: "one", default: false }, { name: "two", default: 7 }], presets: [] } as unknown as GameTold;
  const planner = new Planner(tablePlan(session), game);
  const follow = async (change: Promise<boolean>) => (await Socket.last.follow("replan"), await change);
  await follow(planner.option("one", true));
  expect(newRules(game)).toEqual({ one: true });
  await follow(planner.option("two", 9));
  await follow(planner.change("preset", { options: { one: false, two: 7 } }, false));
  expect(newRules(game)).toEqual({});
  expect(ownRules("sample")).toMatchObject({ one: true, two: 9 });
});

const slots = { name: "slots", kind: "choice", label: "Slots", says: "", default: 6, values: [6, 4, 2], labels: ["6", "4", "2"] } as unknown as OptionTold;

it("sends a choice among numbers as a number", () => {
  const onchange = vi.fn(() => Promise.resolve(true));
  const choice = show(OptionRow, { option: slots, value: 6, onchange }).querySelector("select")!;
  expect([choice.value, [...choice.options].map(({ text }) => text)]).toEqual(["6", ["6", "4", "2"]]);
  choice.value = "4";
  choice.dispatchEvent(new Event("change", { bubbles: true }));
  expect(onchange).toHaveBeenCalledWith(4);
});

it("reads the number of a choice that an earlier version kept as text", () => {
  const game = { id: "older", options: [slots], presets: [{ name: "Short", says: "Short games.", options: { slots: 4 } }] } as unknown as GameTold;
  const told = room({ you_host: true, plan: { ...room().plan, options: { slots: "4" } } });
  const target = show(HouseRules, { planner: new Planner(tablePlan(session), game), plan: told.plan, game });
  expect(button(target, "Short").getAttribute("aria-pressed")).toBe("true");
  expect(target.querySelector("select")!.value).toBe("4");
  keepRules("older", { slots: "6" }, false);
  expect(newRules(game)).toEqual({});
  expect(settingsOf(game, { slots: "6" })[0]).toMatchObject({ value: "6", is_changed: false });
});

it("explains the range of a number with the label of its rule, without a request", async () => {
  const game = { options: [{ name: "most", label: "Most turns", kind: "number", default: 9, low: 5, high: 10 }] } as unknown as GameTold;
  const planner = new Planner(tablePlan(session), game);
  expect(await planner.option("most", 11)).toBe(false);
  expect(planner.clash?.why).toBe("“Most turns” must be between 5 and 10.");
  expect(Socket.last.asked("replan")).toEqual([]);
});

it("shows how long a match is, for any number of rounds", () => {
  const game = { least_seats: 2, most_seats: 4, target: 0, options: [] } as unknown as GameTold;
  const told = room({ plan: { ...room().plan, rounds: 7 } });
  const length = show(PlanForm, { planner: new Planner(tablePlan(session), game), plan: told.plan, game }).querySelectorAll("select")[1]!;
  expect(length.selectedOptions[0]?.textContent).toBe("7 rounds");
});

it("notices a name changed in another tab", () => {
  const heard: string[] = [];
  const stop = onNamed((name) => heard.push(name));
  localStorage.setItem("parlour.name", '"Eve"');
  dispatchEvent(new StorageEvent("storage", { key: "parlour.name" }));
  stop();
  dispatchEvent(new StorageEvent("storage", { key: "parlour.name" }));
  expect(heard).toEqual(["Eve"]);
});
