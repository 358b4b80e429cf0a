import { expect, it } from "vitest";
import en from "../src/texts/en.json";

const sources = import.meta.glob<string>("../src/**/*.{ts,svelte}", { eager: true, query: "?raw", import: "default" });

it("has a text for every key that is asked for, and no text that nobody asks for", () => {
  const all = Object.values(sources).join("\n");
  const asked = [...all.matchAll(/\bt\("([\w.]+)"/g)].map((found) => found[1]!);
  const keys = Object.keys(en);
  expect(asked.filter((key) => !keys.includes(key))).toEqual([]);
  // keys that are put together at run time are recognised by how they begin
  const begun = [...all.matchAll(/[`"]([\w.]+\.)\$\{/g)].map((found) => found[1]!);
  const counted = [...all.matchAll(/counted\("([\w.]+)"/g)].map((found) => found[1]!);
  const quoted = new Set([...all.matchAll(/"([a-z]+\.[\w.]+)"/g)].map((found) => found[1]!));
  const unused = keys.filter(
    (key) => !quoted.has(key) && !begun.some((start) => key.startsWith(start)) && !counted.some((start) => key.startsWith(`${start}.`)),
  );
  expect(unused).toEqual([]);
});

it("keeps files small", () => {
  for (const [name, text] of Object.entries(sources)) expect(text.split("\n").length, name).toBeLessThan(300);
});

it("has no style attribute in its markup, which the house's policy forbids", () => {
  for (const [name, text] of Object.entries(sources)) expect(text, name).not.toMatch(/<[a-z][^>]*\sstyle="/);
});
