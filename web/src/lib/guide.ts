/** The rules of a table as one reads them there: what is set, with an example each, and the text in sections. */

import { ask, valueLabel, type GameTold } from "./api";
import { markdown, plain, plainBlock, type Block, type Inline } from "./markdown";
import { HOUSE_RULES, itemsIn, remarked } from "./remarks";
import type { Values } from "./wire";
import { worded } from "./wording";

export interface Section {
  id: string;
  title: string;
  level: number;
  blocks: Block[];
  /** All that it says, for the search. */
  words: string;
}

/** A house rule as it is set at a table. */
export interface Setting {
  name: string;
  label: string;
  value: string;
  usual: string;
  isChanged: boolean;
  says: string;
  example: Inline[];
}

/** What is shown otherwise, and what is about words that are typed. */
const ELSEWHERE = [HOUSE_RULES, "House rules at this table", "How to say it", "Positions"];

export async function rulesOf(game: GameTold, seats: number, options: Values): Promise<Block[]> {
  const query = new URLSearchParams({ seats: String(seats) });
  for (const [name, value] of Object.entries(options)) query.set(name, typeof value === "boolean" ? (value ? "on" : "off") : String(value));
  const told = await ask<{ markdown: string }>("GET", `/api/games/${encodeURIComponent(game.id)}/rules?${query}`);
  return rulesIn(told.markdown, game, options);
}

/** A rule sheet as it is shown at a table. */
export function rulesIn(sheet: string, game: GameTold, options: Values): Block[] {
  return remarked(markdown(worded(sheet, game, options)), game, options).filter((block) => !isAboutNumbers(block));
}

/** Whether a paragraph explains the numbers that are not shown. */
function isAboutNumbers(block: Block): boolean {
  return block.kind === "paragraph" && /^The marks in brackets number the rules\./.test(plain(block.parts));
}

/** The text in sections, the first one without a title. */
export function sectionsOf(blocks: readonly Block[]): Section[] {
  const sections: Section[] = [{ id: "rules-0", title: "", level: 2, blocks: [], words: "" }];
  let isElsewhere = false;
  for (const block of blocks) {
    if (block.kind === "heading" && block.level === 1) continue;
    if (block.kind === "heading" && block.level <= 3) {
      const title = plain(block.parts).replace(/^\d+(\.\d+)*\s+/, "");
      if (block.level === 2) isElsewhere = ELSEWHERE.includes(title);
      if (!isElsewhere) sections.push({ id: `rules-${sections.length}`, title, level: block.level, blocks: [], words: title });
    } else if (!isElsewhere) {
      const section = sections.at(-1)!;
      section.blocks.push(block);
      section.words += ` ${plainBlock(block)}`;
    }
  }
  return sections.filter((section) => section.title || section.blocks.length);
}

/** The sections in which all words of a search are found. */
export function found(sections: readonly Section[], search: string): Section[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return sections.filter((section) => section.title && words.every((word) => section.words.toLowerCase().includes(word)));
}

/** Every house rule as it is set, those that are not as written first. */
export function settingsOf(game: GameTold, options: Values, blocks: readonly Block[]): Setting[] {
  const examples = examplesIn(blocks);
  const settings = game.options.map((option): Setting => {
    const value = options[option.name] ?? option.default;
    return {
      name: option.name,
      label: option.label,
      value: valueLabel(option, value),
      usual: valueLabel(option, option.default),
      isChanged: value !== option.default,
      says: option.says,
      example: examples.get(option.name) ?? [],
    };
  });
  return [...settings.filter((setting) => setting.isChanged), ...settings.filter((setting) => !setting.isChanged)];
}

/** The examples in the list of house rules. */
function examplesIn(blocks: readonly Block[]): Map<string, Inline[]> {
  const examples = new Map<string, Inline[]>();
  for (const [name, parts] of itemsIn(blocks)) {
    const at = parts.findIndex((part) => part.kind === "em" && /^example:?$/i.test(plain([part])));
    if (at > 0) examples.set(name, parts.slice(at + 1));
  }
  return examples;
}
