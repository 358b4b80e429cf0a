import { flushSync } from "svelte";
import { expect, it } from "vitest";
import { change } from "../src/lib/settings.svelte";
import Chairs from "../src/parts/Chairs.svelte";
import { room, session, show, Socket, visiting } from "./house";

visiting();

const levels = ["weak", "usual", "best"].map((name) => ({ name, label: name, says: `Plays ${name}.`, usual: name === "usual" }));
const free = { ...room().chairs[0]!, kind: "free" as const, name: "" };
const gathering = room({ phase: "gathering", chairs: [room().chairs[0]!, free, free] });
const button = (target: HTMLElement, text: string) => [...target.querySelectorAll("button")].find((found) => found.textContent === text)!;

it("seats bots of the usual level, or of the one that was chosen on this device, and says what it means", async () => {
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
