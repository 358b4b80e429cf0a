/** Statements of the rules that a changed house rule overrules say so themselves.

The list of house rules names for each of them the numbers of the statements that it is about, as `[AB-1.2, AB-1.3]`; on a page
the numbers give way to what holds at the table.
*/

import { settingOf, valueLabel, type GameTold, type OptionTold } from "./api";
import { plain, type Block, type Inline } from "./markdown";
import { t } from "./texts";
import type { Value, Values } from "./wire";

export const HOUSE_RULES = "House rules";
const NUMBERS = /\s*[[(][A-Z]{2,4}-\d[\d.]*(?:,\s[A-Z]{2,4}-\d[\d.]*)*[\])]/g;
const NUMBER = /[A-Z]{2,4}-\d+(?:\.\d+)?/g;

/** What is to be said at a statement, by its number; cells of tables are narrow and name only the house rule. */
type Remarks = Map<string, { whole: string; short: string }[]>;

/** Rules without numbers and with remarks where a house rule is not as written. */
export function remarked(blocks: readonly Block[], game: GameTold, options: Values): Block[] {
  const remarks = remarksIn(blocks, game, options);
  const none: Remarks = new Map();
  let now = remarks;
  return blocks.map((block) => {
    if (block.kind === "heading" && block.level <= 2) now = plain(block.parts) === HOUSE_RULES ? none : remarks;
    return told(block, now);
  });
}

/** The items of the list of house rules: each begins with the name of one. */
export function itemsIn(blocks: readonly Block[]): Map<string, Inline[]> {
  const items = new Map<string, Inline[]>();
  const start = blocks.findIndex((block) => block.kind === "heading" && plain(block.parts) === HOUSE_RULES);
  for (const block of start < 0 ? [] : blocks.slice(start)) {
    if (block.kind !== "list") continue;
    for (const [first] of block.items) {
      const parts = first?.kind === "paragraph" ? first.parts : [];
      if (parts[0]?.kind === "code" && !items.has(parts[0].text)) items.set(parts[0].text, parts);
    }
  }
  return items;
}

function remarksIn(blocks: readonly Block[], game: GameTold, options: Values): Remarks {
  const items = itemsIn(blocks);
  const remarks: Remarks = new Map();
  for (const option of game.options) {
    const value = options[option.name] ?? option.default;
    if (value === option.default) continue;
    for (const number of numbersIn(items.get(option.name) ?? [])) {
      remarks.set(number, [...(remarks.get(number) ?? []), remark(option, value)]);
    }
  }
  return remarks;
}

function remark(option: OptionTold, value: Value): { whole: string; short: string } {
  const named = { setting: settingOf(option, value), usual: valueLabel(option, option.default), says: option.says };
  return { whole: t(value === false ? "guide.remarkOff" : "guide.remark", named), short: t("guide.remarkShort", named) };
}

function numbersIn(parts: readonly Inline[]): string[] {
  return (plain(parts).match(NUMBERS) ?? []).flatMap((found) => found.match(NUMBER) ?? []);
}

function told(block: Block, remarks: Remarks): Block {
  switch (block.kind) {
    case "code":
      return block;
    case "list":
      return { ...block, items: block.items.map((item) => item.map((inner) => told(inner, remarks))) };
    case "table":
      return { ...block, head: block.head.map(bare), rows: block.rows.map((row) => row.map((cell) => line(cell, remarks, "short"))) };
    default:
      return { ...block, parts: line(block.parts, remarks) };
  }
}

function line(parts: Inline[], remarks: Remarks, size: "whole" | "short" = "whole"): Inline[] {
  const texts = new Set(numbersIn(parts).flatMap((number) => (remarks.get(number) ?? []).map((found) => found[size])));
  return [...bare(parts), ...[...texts].map((text): Inline => ({ kind: "remark", text }))];
}

function bare(parts: readonly Inline[]): Inline[] {
  return parts.map((part) => {
    if (part.kind === "text") return { ...part, text: part.text.replace(NUMBERS, "") };
    return "parts" in part ? { ...part, parts: bare(part.parts) } : part;
  });
}
