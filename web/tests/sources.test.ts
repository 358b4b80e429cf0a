import { expect, it } from "vitest";
import en from "$texts/en.json";

const sources = import.meta.glob<string>("../src/**/*.{ts,svelte}", { eager: true, query: "?raw", import: "default" });

it("has a text for every key that is asked for", () => {
  const all = Object.values(sources).join("\n");
  const asked = [...all.matchAll(/\bt\("([\w.]+)"/g)].map((found) => found[1]!);
  expect(asked.filter((key) => !(key in en))).toEqual([]);
});

it("contains no texts that only the terminal or refusals of the house use", () => {
  expect(Object.keys(en).filter((key) => /^(terminal|refusal|lab)\./.test(key))).toEqual([]);
});

it("keeps files small", () => {
  const written = Object.entries(sources).filter(([name]) => !name.endsWith("/lib/protocol.ts"));
  for (const [name, text] of written) expect(text.split("\n").length, name).toBeLessThan(300);
});

it("has no style attribute in its markup, which the house's policy forbids", () => {
  for (const [name, text] of Object.entries(sources)) expect(text, name).not.toMatch(/<[a-z][^>]*\sstyle="/);
});
