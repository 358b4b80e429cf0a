import type { GameEvent, Line, NarratedMove } from "../src/lib/wire";

/** An event, as short as a test can say it. */
export const event = (kind: string, parts: Partial<GameEvent> = {}): GameEvent => ({
  number: 1,
  move: 1,
  kind,
  seat: 0,
  card: null,
  value: 0,
  text: "",
  source: "",
  target: "",
  key: "",
  fleeting: false,
  counts: "",
  looks: false,
  exchanges: "",
  wrong: false,
  reveals: "",
  ...parts,
});

export const drew = (seat: number, move: number, card = "??") => event("drew", { seat, move, card, source: "deck", target: "hand" });
export const played = (seat: number, move: number, card = "8h") => event("played", { seat, move, card, source: "hand", target: "pile" });
export const dealt = (seat: number, card = "??") => event("dealt", { seat, move: 0, card, source: "deck", target: "hand" });

/** The paragraphs that a house might make of events: each one is a sentence. */
export function storyOf(events: readonly GameEvent[]): NarratedMove[] {
  const told = events.filter(({ text }) => text);
  const line = ({ number, seat, text }: GameEvent): Line => ({ first: number, last: number, seat, parts: [text] });
  return [...new Set(told.map(({ move }) => move))].map((move) => ({ move, lines: told.filter((event) => event.move === move).map(line), later: null }));
}
