/** Fits whole sentences into little room: how many lines a text takes, and which sentences to show. */

import { t } from "../texts";

/** The width of a text in pixels. */
export type Ruler = (text: string) => number;

/** `a, b and c`. */
export function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : t("list.and", { first: parts.slice(0, -1).join(", "), last: parts.at(-1)! });
}

/** The number of lines of a text at a width, wrapped between words as a browser does. */
export function linesOf(text: string, width: number, ruler: Ruler): number {
  let [lines, line] = [1, ""];
  for (const word of text.split(" ")) {
    const longer = line ? `${line} ${word}` : word;
    if (line && ruler(longer) > width) [lines, line] = [lines + 1, word];
    else line = longer;
  }
  return lines;
}

/** The first sentences that fit completely into this many lines: always the action itself, then its results. */
export function firstThatFit(sentences: readonly string[], most: number, width: number, ruler: Ruler): string {
  for (let to = sentences.length; to > 1; to--) {
    const text = sentences.slice(0, to).join(" ");
    if (linesOf(text, width, ruler) <= most) return text;
  }
  return sentences[0] ?? "";
}
