/** Rule sheets are written for people who type: seats and slots from 0, house rules by name. On a page all of them count
from 1 and have their labels, and cards their signs. */

import { settingOf, valueLabel, type GameTold, type OptionTold } from "./api";
import type { Values } from "./wire";

const COUNTED = /\b((?:seat|slot)s?)(\s+)(\d+(?:(?:,\s+|\s+(?:and|or|to)\s+)\d+\b)*)/gi;
/** What a number usually is, said behind a house rule that stands for it. */
const USUALLY = /(`\w+`(?:\s+[a-z]+){1,5})\s+\(usually\s[\d,]+\)/g;
const SLOT_DRAWN = /\[(\d+)\]/g;
const CARD = /^(10|[2-9AJQK])([cdhs])$/;
const CODE = /`([^`\n]+)`/g;
const SUITS: Record<string, string> = { c: "♣", d: "♦", h: "♥", s: "♠" };

const fromOne = (text: string) => text.replace(/\d+/g, (number) => String(Number(number) + 1));

/** A rule sheet as it is read at a table of this game with these house rules. */
export function worded(sheet: string, game: GameTold, options: Values): string {
  let about: OptionTold | undefined;
  return sections(sheet)
    .replace(USUALLY, "$1")
    .replace(COUNTED, (_, what: string, space: string, numbers: string) => what + space + fromOne(numbers))
    .replace(SLOT_DRAWN, (_, slot: string) => `[${fromOne(slot)}]`)
    .replace(CODE, (whole, code: string, at: number, all: string) => {
      const option = game.options.find(({ name }) => name === code);
      const [before, after] = [all.slice(0, at), all.slice(at + whole.length)];
      if (!option) return setting(code, game.options) ?? value(code, about, game.options) ?? move(code, game.words ?? {});
      about = option;
      // the list of house rules is looked up by its names
      if (/\n- $/.test(before.slice(-3))) return whole;
      if (isCount(option, after)) return String(options[code] ?? option.default);
      // a move may be called like a house rule
      const word = /\brules?\s$/.test(before.slice(-6)) ? undefined : game.words?.[code];
      return quoted(word ?? option.label);
    });
}

/** Sections have no numbers on a page: who refers to one says its title. */
function sections(sheet: string): string {
  const titles = new Map([...sheet.matchAll(/^## (\d+) (.+)$/gm)].map(([, number, title]) => [number, title]));
  return sheet.replace(/\bsection\s(\d+)\b/g, (whole, number: string) => (titles.has(number) ? quoted(titles.get(number)!) : whole));
}

/** Whether a house rule stands for its number, as in "draw `penalty_cards` cards". */
function isCount(option: OptionTold, after: string): boolean {
  const next = /^\s([a-z]+)/.exec(after)?.[1];
  return option.kind === "number" && next !== undefined && option.label.toLowerCase().split(" ").includes(next);
}

const quoted = (text: string) => `“${text}”`;

/** `hand_size=7`, said with labels. */
function setting(code: string, options: readonly OptionTold[]): string | undefined {
  const [name, value] = code.split("=");
  const option = options.find((found) => found.name === name);
  return option && value !== undefined ? settingOf(option, read(value)) : undefined;
}

/** The label of a value: of the house rule that was named last, if it has such a value. */
function value(code: string, about: OptionTold | undefined, options: readonly OptionTold[]): string | undefined {
  const has = (option: OptionTold | undefined) => option && (option.values.includes(code) || option.nothing === code);
  const option = has(about) ? about : options.find(has);
  return option && quoted(valueLabel(option, code));
}

const read = (value: string) => (/^\d+$/.test(value) ? Number(value) : value);

/** A move as its button says it: places count from 1, cards have their signs. */
function move(code: string, words: Record<string, string>): string {
  if (words[code]) return quoted(words[code]);
  const [first = "", ...rest] = code.split(" ");
  const isMove = /^[a-z]+ /.test(code) || /^\d+:\d+$/.test(code);
  const said = (word: string) =>
    isMove && /^\d+(:\d+)?$/.test(word) ? fromOne(word) : word.replace(CARD, (_, rank: string, suit: string) => `${SUITS[suit]}${rank}`);
  if (rest.length && words[first]) return quoted([words[first], ...rest.map(said)].join(" "));
  return `\`${[first, ...rest].map(said).join(" ")}\``;
}
