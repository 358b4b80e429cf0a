import { describe, expect, it } from "vitest";
import { backImage, BACKS } from "../src/cards/backs";
import { faceImage } from "../src/cards/faces";
import { CHARACTERS, characterImage, characterOf } from "../src/lib/characters";
import { faceOf } from "../src/lib/table/cards";
import { soundsOf } from "../src/lib/table/cues";
import type { View } from "../src/lib/wire";
import { event } from "./events";

const image = (card: string, fourColours = false) => decodeURIComponent(faceImage(card, faceOf(card), fourColours));
const picture = (card: string) => new DOMParser().parseFromString(image(card).slice('url("data:image/svg+xml,'.length, -2), "image/svg+xml");

describe("faces", () => {
  it("have as many pips as their rank says, and an index at either end", () => {
    for (const rank of [2, 3, 4, 5, 6, 7, 8, 9]) {
      const large = picture(`${rank}h`).getElementById("L")!;
      // the small ones belong to the two indices
      const hearts = [...large.querySelectorAll("path")].filter((path) => path.getAttribute("transform")?.includes("scale(0.8125)"));
      expect(hearts, String(rank)).toHaveLength(rank);
    }
  });

  it("are different for all cards of a deck", () => {
    const deck = [..."23456789TJQKA"].flatMap((rank) => [..."cdhs"].map((suit) => rank + suit));
    const all = [...deck, "J1", "J2", "r5", "yS", "gR", "b+2", "W", "W+4"];
    expect(new Set(all.map((card) => image(card))).size).toBe(all.length);
    expect(faceImage("??", faceOf("??"), false)).toBe("");
  });

  it("have other inks in a four-colour deck", () => {
    expect(image("7c", true)).not.toBe(image("7c"));
    expect(image("7s", true)).toBe(image("7s"));
  });
});

it("has five backs, each with its own drawing", () => {
  expect(new Set(BACKS.map((back) => backImage(back, 155))).size).toBe(5);
});

describe("characters", () => {
  const BOTS = "Ada Bruno Clara Dario Edda Felix Greta Hugo Ida Jonas Klara Leo Mila Nils Olga Paul Rosa Sven Tilda Udo Vera Willi Xenia Yara".split(" ");

  it("are different for each bot", () => {
    expect(new Set(BOTS.map((name) => characterImage(characterOf(name, true)))).size).toBe(BOTS.length);
    expect(CHARACTERS).toHaveLength(BOTS.length);
  });

  it("stay the same for a name, in any script", () => {
    for (const name of ["Anna", "Łukasz", "美咲", ""]) expect(characterImage(characterOf(name, false))).toBe(characterImage(characterOf(name, false)));
  });
});

describe("sounds", () => {
  const hand = (count: number) => ({ viewer: 0, must: 1, result: null, zones: [{ kind: "hand", owner: 1, cards: [], count, columns: 0 }] }) as unknown as View;
  const laid = event("played", { seat: 1, card: "8h", source: "hand", target: "pile" });
  const sounds = (...told: Parameters<typeof soundsOf>) => soundsOf(...told).map(({ sound }) => sound);

  it("mark a run, a last card, and a whole pile with one bang", () => {
    expect(sounds([laid, laid, laid], hand(5), hand(2))).toEqual(["run", "card", "card", "card"]);
    expect(sounds([laid], hand(2), hand(1))).toEqual(["card", "last"]);
    expect(sounds([laid, event("destroyed", { value: 3, source: "pile" }), event("destroyed", { value: 3, source: "pile" })], hand(5), hand(4))).toEqual(["card", "bomb"]);
  });
});
