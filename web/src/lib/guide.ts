/** The rules of a table as the house presents them: sections of blocks, and every house rule as it is set. */

import { getContext, setContext } from "svelte";
import { ask, isSameValue, valueLabel, type GameTold } from "./api";
import type { Values } from "./wire";

export type Part =
  | { kind: "text"; text: string }
  | { kind: "code"; text: string }
  | { kind: "remark"; text: string }
  | { kind: "strong"; parts: Part[] }
  | { kind: "em"; parts: Part[] }
  | { kind: "link"; parts: Part[]; section: string };

export type Block =
  | { kind: "heading"; level: number; parts: Part[] }
  | { kind: "paragraph"; parts: Part[] }
  | { kind: "list"; ordered: boolean; items: Block[][] }
  | { kind: "table"; head: Part[][]; rows: Part[][][] }
  | { kind: "code"; text: string };

export interface Section {
  id: string;
  title: string;
  level: number;
  /** All its text, for searching. */
  words: string;
  blocks: Block[];
}

/** A house rule as set at a table. */
export interface HouseRule {
  name: string;
  label: string;
  value: string;
  usual: string;
  is_changed: boolean;
  says: string;
  /** All its text, for searching. */
  words: string;
  example: Part[];
  details: Block[];
}

export interface Guide {
  sections: Section[];
  house_rules: HouseRule[];
}

export async function guideOf(game: GameTold, seats: number, options: Values): Promise<Guide> {
  const query = new URLSearchParams({ seats: String(seats) });
  for (const [name, value] of Object.entries(options)) query.set(name, typeof value === "boolean" ? (value ? "on" : "off") : String(value));
  return (await ask<{ guide: Guide }>("GET", `/api/games/${encodeURIComponent(game.id)}/rules?${query}`)).guide;
}

/** The sections that contain all words of a search. */
export function found(sections: readonly Section[], search: string): Section[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return sections.filter((section) => words.every((word) => section.words.toLowerCase().includes(word)));
}

/** Every house rule, changed ones first; without examples, which are in the rules. */
export function settingsOf(game: GameTold, options: Values): HouseRule[] {
  const settings = game.options.map((option): HouseRule => {
    const value = options[option.name] ?? option.default;
    return {
      name: option.name,
      label: option.label,
      value: valueLabel(option, value),
      usual: valueLabel(option, option.default),
      is_changed: !isSameValue(value, option.default),
      says: option.says,
      words: option.says,
      example: [],
      details: [],
    };
  });
  return [...settings.filter((setting) => setting.is_changed), ...settings.filter((setting) => !setting.is_changed)];
}

type Show = (section: string) => void;

const KEY = Symbol("sections");
/** Set how the target section of a link is shown. */
export const provideSections = (show: Show) => setContext(KEY, show);
export const useSections = () => getContext<Show | undefined>(KEY);
