import { beforeEach, expect, it } from "vitest";
import { note, notedOf, short } from "../src/lib/commitments";
import { room } from "./house";

beforeEach(() => localStorage.clear());

const shown = (phase: "gathering" | "playing" | "scored" | "over", games: number, commitment: string, replay = "") =>
  room({ phase, games, commitment, replay });

it("keeps what was shown before the deal, and finds it by the finished game", () => {
  note(shown("gathering", 0, "aa"));
  note(shown("playing", 1, "aa"));
  note(shown("over", 1, "bb", "first"));
  note(shown("playing", 2, "bb", "first"));
  note(shown("over", 2, "cc", "second"));
  expect(notedOf("first")).toMatchObject({ room: "ABCDEF", game: 1, commitment: "aa", isBefore: true });
  expect(notedOf("second")).toMatchObject({ game: 2, commitment: "bb", isBefore: true });
  expect(notedOf("other")).toBeNull();
});

it("does not let the house change its mind after the deal", () => {
  note(shown("gathering", 0, "aa"));
  note(shown("playing", 1, "zz"));
  note(shown("over", 1, "bb", "first"));
  expect(notedOf("first")?.commitment).toBe("aa");
});

it("takes the last one shown before the deal", () => {
  note(shown("gathering", 0, "aa"));
  note(shown("gathering", 0, "ab"));
  note(shown("over", 1, "", "first"));
  expect(notedOf("first")?.commitment).toBe("ab");
});

it("says so if it was only seen after the deal", () => {
  note(shown("playing", 3, "aa"));
  note(shown("over", 3, "", "late"));
  expect(notedOf("late")).toMatchObject({ game: 3, isBefore: false });
});

it("keeps a limited number of them, and survives invalid storage", () => {
  for (let game = 0; game < 100; game++) note(shown("gathering", game, `c${game}`));
  expect((JSON.parse(localStorage.getItem("parlour.commitments")!) as unknown[]).length).toBe(60);
  localStorage.setItem("parlour.commitments", '{"not": "a list"}');
  note(shown("gathering", 0, "aa"));
  expect((JSON.parse(localStorage.getItem("parlour.commitments")!) as unknown[]).length).toBe(1);
});

it("does not mix up a room of the same code from long ago", () => {
  note(shown("gathering", 0, "aa"));
  note(shown("over", 1, "", "old"));
  note(shown("gathering", 0, "new"));
  note(shown("over", 1, "", "young"));
  expect([notedOf("old")?.commitment, notedOf("young")?.commitment]).toEqual(["aa", "new"]);
});

it("is shown in a short form", () => {
  expect(short("0123456789abcdef".repeat(4))).toBe("01234567…cdef");
  expect(short("")).toBe("");
});
