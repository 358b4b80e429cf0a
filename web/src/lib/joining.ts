/** Sentences about one and the same person, read as one: who it is about is named once, and what is done again is counted. */

interface Part {
  name: string;
  /** What is said of whoever is named, and how often in a row. */
  clauses: { text: string; times: number }[];
}

/** `Ada draws a card.` and `Ada plays ♥7.` together are `Ada draws a card, plays ♥7.`; `names` are those who may be named first. */
export function joined(sentences: readonly string[], names: readonly string[]): string {
  const parts: Part[] = [];
  for (const sentence of sentences) {
    const name = firstOf(sentence, names);
    const text = name && sentence.endsWith(".") ? sentence.slice(name.length + 1, -1) : sentence;
    const last = parts.at(-1);
    if (!name || last?.name !== name || text === sentence) parts.push({ name: text === sentence ? "" : name, clauses: [{ text, times: 1 }] });
    else if (last.clauses.at(-1)?.text === text) last.clauses.at(-1)!.times += 1;
    else last.clauses.push({ text, times: 1 });
  }
  return parts.map(said).join(" ");
}

/** A clause that has commas or colons of its own ends with a semicolon. */
function said({ name, clauses }: Part): string {
  if (!name) return clauses[0]?.text ?? "";
  const texts = clauses.map(({ text, times }) => (times > 1 ? `${text} ×${times}` : text));
  return `${name} ${texts.reduce((before, text, i) => `${before}${/[,:]/.test(clauses[i - 1]?.text ?? "") ? ";" : ","} ${text}`)}.`;
}

/** The name that a sentence begins with: of two that fit, the longer one. */
function firstOf(text: string, names: readonly string[]): string {
  const fit = names.filter((name) => name && text.startsWith(`${name} `));
  return fit.reduce((longest, name) => (name.length > longest.length ? name : longest), "");
}
