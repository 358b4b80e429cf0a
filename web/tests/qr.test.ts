import { describe, expect, it } from "vitest";
import { pathOf, penalty, qr } from "../src/lib/qr";
import { CODES } from "./codes";

describe.each(CODES)("the code of %s", (text, mask, size, rows) => {
  it("matches the drawing of another program", () => {
    const known = rows.split(" ").map((row) => [...BigInt(`0x${row}`).toString(2).padStart(size, "0")].map((bit) => bit === "1"));
    expect(qr(text, mask)).toEqual(known);
  });
});

it("takes the mask that is easiest to read", () => {
  const text = "https://parlour.example/r/BCDFGH";
  const best = penalty(qr(text)!);
  for (let mask = 0; mask < 8; mask++) expect(best).toBeLessThanOrEqual(penalty(qr(text, mask)!));
});

it("counts what makes a code hard to read", () => {
  const plain = (size: number) => Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  // every line and column is one run, every square of four is one kind, and nothing is dark
  expect(penalty(plain(21))).toBe(42 * 19 + 400 * 3 + 100);
});

it("returns nothing for a text that is too long", () => {
  expect(qr("z".repeat(135))).toBeNull();
  expect(qr("ü".repeat(68))).toBeNull();
});

it("is drawn in runs", () => {
  expect(pathOf([[true, true, false], [false, false, false], [true, false, true]])).toBe("M0 0h2v1h-2zM0 2h1v1h-1zM2 2h1v1h-1z");
});
