import { createHash } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { keptFor, pledgeFor, Randomness } from "../src/lib/randomness";
import { sha256 } from "../src/lib/sha256";
import type { RoomTold } from "../src/lib/wire";
import { room } from "./house";

const HOUSE = "ab".repeat(32);
const before = (parts: Partial<RoomTold> = {}) => room({ phase: "gathering", commitment: HOUSE, ...parts });
const asked = (guest: Randomness, told: RoomTold) => guest.answer(told) as { type: string; commitment?: string; number?: string } | null;

beforeEach(() => localStorage.clear());

test("the hash is SHA-256, also where the browser offers none", () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000]) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 37 + length) & 255);
    expect(sha256(bytes)).toBe(createHash("sha256").update(bytes).digest("hex"));
  }
  expect(pledgeFor(HOUSE, "00".repeat(16))).toBe(
    createHash("sha256").update("parlour number 2\n").update(Buffer.from(HOUSE, "hex")).update(Buffer.alloc(16)).digest("hex"),
  );
});

test("a seated browser pledges a number once, and reveals it when the list is fixed", () => {
  const guest = new Randomness();
  const pledge = asked(guest, before());
  expect(pledge?.type).toBe("pledge");
  expect(pledge?.commitment).toBe(pledgeFor(HOUSE, keptFor(HOUSE)!.number));
  const pledges = [{ seat: 0, commitment: pledge!.commitment! }];
  expect(asked(guest, before({ pledges }))).toBeNull();
  expect(asked(guest, before({ pledges, dealing: "revealing" }))).toEqual({ type: "reveal", number: keptFor(HOUSE)!.number });
  expect(asked(guest, before({ pledges, dealing: "revealing" }))).toBeNull();
  expect(keptFor(HOUSE)!.pledges).toEqual(pledges);
});

test("a number is never told before the list is fixed, nor under another commitment", () => {
  const guest = new Randomness();
  const pledge = asked(guest, before())!.commitment!;
  expect(asked(guest, before({ dealing: "revealing" }))).toBeNull();
  expect(asked(guest, before({ dealing: "revealing", pledges: [{ seat: 0, commitment: "00".repeat(32) }] }))).toBeNull();
  const other = { commitment: "cd".repeat(32), dealing: "revealing" as const, pledges: [{ seat: 0, commitment: pledge }] };
  expect(asked(guest, before(other))).toBeNull();
});

test("two tabs and a page that was loaded again use the same number", () => {
  const first = asked(new Randomness(), before())!.commitment!;
  expect(asked(new Randomness(), before({ pledges: [{ seat: 0, commitment: first }] }))).toBeNull();
  expect(asked(new Randomness(), before())!.commitment).toBe(first);
});

test("two devices of one person do not replace each other's commitment for ever", () => {
  const guest = new Randomness();
  asked(guest, before());
  expect(asked(guest, before({ pledges: [{ seat: 0, commitment: "11".repeat(32) }] }))).toBeNull();
});

test("a deal that starts again asks for another number, but not of those who were left out", () => {
  const guest = new Randomness();
  const first = asked(guest, before())!.commitment;
  const again = { commitment: "cd".repeat(32), dealing: "pledging" as const };
  const second = asked(guest, before(again));
  expect(second?.type).toBe("pledge");
  expect(second?.commitment).not.toBe(first);
  expect(asked(new Randomness(), before({ ...again, left_out: [0] }))).toBeNull();
});

test("watchers, players in a game and rooms without a commitment are asked for nothing", () => {
  for (const told of [before({ you: null }), before({ commitment: "" }), before({ phase: "playing" })]) {
    expect(new Randomness().answer(told)).toBeNull();
  }
});

test("what could not be sent is sent again", () => {
  const guest = new Randomness();
  const pledge = asked(guest, before());
  guest.retry();
  expect(asked(guest, before())).toEqual(pledge);
});
