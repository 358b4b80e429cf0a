/** A small part of Markdown as a tree: headings, paragraphs, lists, tables, code; bold, emphasis, code within a line.

Nothing in it is markup of a page: whoever draws the tree makes text of its texts. Links are their words.
*/

export type Inline =
  | { kind: "text"; text: string }
  | { kind: "code"; text: string }
  | { kind: "remark"; text: string }
  | { kind: "strong"; parts: Inline[] }
  | { kind: "em"; parts: Inline[] };

export type Block =
  | { kind: "heading"; level: number; parts: Inline[] }
  | { kind: "paragraph"; parts: Inline[] }
  | { kind: "list"; isOrdered: boolean; items: Block[][] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] }
  | { kind: "code"; text: string };

const DEEPEST = 6;
const HEADING = /^(#{1,6})\s+(.+?)\s*#*\s*$/;
const ITEM = /^(\s{0,3})([-*+]|\d{1,3}[.)])\s+(.*)$/;
const FENCE = /^\s{0,3}(```|~~~)/;
const RULE = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;
const INDENTED = /^ {4}/;

export function markdown(text: string): Block[] {
  return blocks(text.replace(/\r\n?/g, "\n").replaceAll("\t", "    ").split("\n"), 0);
}

function blocks(lines: string[], depth: number): Block[] {
  const found: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at]!;
    const heading = HEADING.exec(line);
    if (!line.trim()) at += 1;
    else if (heading) {
      found.push({ kind: "heading", level: heading[1]!.length, parts: inlines(heading[2]!) });
      at += 1;
    } else if (FENCE.test(line)) at = fence(lines, at, found);
    else if (INDENTED.test(line)) at = indented(lines, at, found);
    else if (isTable(lines, at)) at = table(lines, at, found);
    else if (ITEM.test(line) && depth < DEEPEST) at = list(lines, at, found, depth);
    else at = paragraph(lines, at, found);
  }
  return found;
}

function fence(lines: string[], at: number, found: Block[]): number {
  const mark = FENCE.exec(lines[at]!)![1]!;
  let end = at + 1;
  while (end < lines.length && !lines[end]!.trim().startsWith(mark)) end += 1;
  found.push({ kind: "code", text: lines.slice(at + 1, end).join("\n") });
  return end + 1;
}

function indented(lines: string[], at: number, found: Block[]): number {
  let end = at;
  while (end < lines.length && (INDENTED.test(lines[end]!) || !lines[end]!.trim())) end += 1;
  const text = lines.slice(at, end).map((line) => line.slice(4)).join("\n");
  found.push({ kind: "code", text: text.trimEnd() });
  return end;
}

function isTable(lines: string[], at: number): boolean {
  return lines[at]!.includes("|") && RULE.test(lines[at + 1] ?? "") && (lines[at + 1] ?? "").includes("-");
}

function table(lines: string[], at: number, found: Block[]): number {
  const head = cells(lines[at]!);
  let end = at + 2;
  const rows: Inline[][][] = [];
  for (; end < lines.length && lines[end]!.trim() && lines[end]!.includes("|"); end++) {
    const row = cells(lines[end]!);
    rows.push(head.map((_, i) => row[i] ?? []));
  }
  found.push({ kind: "table", head, rows });
  return end;
}

function cells(line: string): Inline[][] {
  const inner = line.trim().replace(/^\|/, "").replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => inlines(cell.trim().replaceAll("\\|", "|")));
}

/** A list: what belongs to an item is indented below it, or goes on without a mark. */
function list(lines: string[], at: number, found: Block[], depth: number): number {
  const items: Block[][] = [];
  const isOrdered = /\d/.test(ITEM.exec(lines[at]!)![2]!);
  let end = at;
  while (end < lines.length) {
    const item = ITEM.exec(lines[end]!);
    if (!item || /\d/.test(item[2]!) !== isOrdered) break;
    const inner = [item[3]!];
    end += 1;
    while (end < lines.length && belongs(lines, end)) inner.push(lines[end++]!.replace(/^ {1,4}/, ""));
    items.push(blocks(inner, depth + 1));
    while (end < lines.length && !lines[end]!.trim()) end += 1;
  }
  found.push({ kind: "list", isOrdered, items });
  return end;
}

function belongs(lines: string[], at: number): boolean {
  const line = lines[at]!;
  if (!line.trim()) return /^ {2}/.test(lines[at + 1] ?? "");
  return /^ {2}/.test(line) || (!startsBlock(lines, at) && Boolean(lines[at - 1]!.trim()));
}

function startsBlock(lines: string[], at: number): boolean {
  const line = lines[at]!;
  return HEADING.test(line) || ITEM.test(line) || FENCE.test(line) || isTable(lines, at);
}

function paragraph(lines: string[], at: number, found: Block[]): number {
  let end = at + 1;
  while (end < lines.length && lines[end]!.trim() && !startsBlock(lines, end)) end += 1;
  const text = lines.slice(at, end).map((line) => line.trim()).join(" ");
  found.push({ kind: "paragraph", parts: inlines(text) });
  return end;
}

// ---- within a line ---------------------------------------------------------------------------------------------------

const MARKS = /`([^`]+)`|\*\*(?!\s)(.+?)(?<!\s)\*\*|\*(?![\s*])([^*]+?)(?<!\s)\*|\[([^\]]*)\]\([^)\s]*\)|\\([\\`*_{}[\]()#+\-.!|])/;

export function inlines(text: string, depth = 0): Inline[] {
  const found: Inline[] = [];
  let rest = text;
  for (let match = MARKS.exec(rest); match; match = MARKS.exec(rest)) {
    if (match.index > 0) say(found, rest.slice(0, match.index));
    const [whole, code, strong, em, link, escaped] = match;
    if (code !== undefined) found.push({ kind: "code", text: code });
    else if (escaped !== undefined) say(found, escaped);
    else if (depth >= DEEPEST) say(found, whole);
    else if (strong !== undefined) found.push({ kind: "strong", parts: inlines(strong, depth + 1) });
    else if (em !== undefined) found.push({ kind: "em", parts: inlines(em, depth + 1) });
    else for (const part of inlines(link ?? "", depth + 1)) found.push(part);
    rest = rest.slice(match.index + whole.length);
  }
  if (rest) say(found, rest);
  return found;
}

function say(found: Inline[], text: string): void {
  const last = found.at(-1);
  if (last?.kind === "text") last.text += text;
  else found.push({ kind: "text", text });
}

/** What is said, without any marks. */
export function plain(parts: readonly Inline[]): string {
  return parts.map((part) => (part.kind === "remark" ? ` ${part.text}` : "text" in part ? part.text : plain(part.parts))).join("");
}

/** What a block says, without any marks. */
export function plainBlock(block: Block): string {
  switch (block.kind) {
    case "code":
      return block.text;
    case "list":
      return block.items.map((item) => item.map(plainBlock).join(" ")).join(" ");
    case "table":
      return [block.head, ...block.rows].map((row) => row.map(plain).join(" ")).join(" ");
    default:
      return plain(block.parts);
  }
}
