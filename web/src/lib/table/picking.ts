/** Picking a move: things on the table are picked one after the other until what is picked is a move.

Cards of a play may be picked in any order; the last one picked is the top where the moves leave that open.
*/

import type { Choice, View } from "../wire";

/** Whether the picks of a move hold all of `picked`, each as often as it was picked. */
function holds(move: Choice, picked: readonly string[]): boolean {
  if (picked.length > move.picks.length) return false;
  const left = [...move.picks];
  for (const pick of picked) {
    const place = left.indexOf(pick);
    if (place < 0) return false;
    left.splice(place, 1);
  }
  return true;
}

/** The moves that are still possible with these picks. */
export function reachable(moves: readonly Choice[], picked: readonly string[]): Choice[] {
  return moves.filter((move) => holds(move, picked));
}

/** What can be picked next, each with the moves it leads to. */
export function continuations(moves: readonly Choice[], picked: readonly string[]): Map<string, Choice[]> {
  const found = new Map<string, Choice[]>();
  for (const move of reachable(moves, picked)) {
    const left = [...move.picks];
    for (const pick of picked) left.splice(left.indexOf(pick), 1);
    for (const pick of new Set(left)) found.set(pick, [...(found.get(pick) ?? []), move]);
  }
  return found;
}

/** What can be pressed: the next picks and, unless that is a separate question, moves without a card. */
export function offered(moves: readonly Choice[], picked: readonly string[]): Map<string, Choice[]> {
  const found = continuations(moves, picked);
  const isAsked = [...found.keys()].some((pick) => ["button", "seat"].includes(pickOf(pick).on));
  if (!picked.length || isAsked) return found;
  for (const move of moves) {
    const [pick, ...more] = move.picks;
    if (pick && !more.length && !found.has(pick) && ["deck", "pile", "button"].includes(pickOf(pick).on)) found.set(pick, [move]);
  }
  return found;
}

/** The move that matches the picks exactly; of several orders, preferably the one that ends as picked, then the one that begins as picked. */
export function moveOf(moves: readonly Choice[], picked: readonly string[]): Choice | null {
  if (!picked.length) return null;
  const exact = reachable(moves, picked).filter((move) => move.picks.length === picked.length);
  const likeness = (move: Choice) =>
    (move.picks.at(-1) === picked.at(-1) ? 2 : 0) + (move.picks[0] === picked[0] ? 1 : 0);
  return exact.reduce<Choice | null>((best, move) => (best && likeness(best) >= likeness(move) ? best : move), null);
}

/** The only move left, although more must be picked for it. */
export function onlyMove(moves: readonly Choice[], picked: readonly string[]): Choice | null {
  const left = picked.length ? reachable(moves, picked) : [];
  return left.length === 1 ? left[0]! : null;
}

/** The picks, completed with the cards that must go along: no card is ever played without being shown as picked. */
export function completed(moves: readonly Choice[], picked: readonly string[]): string[] {
  const move = moveOf(moves, picked) ? null : onlyMove(moves, picked);
  return move?.picks.every(isCard) ? [...move.picks] : [...picked];
}

/** Whether several cards are picked: their order matters, and people check it before they play. */
export const isSet = (picked: readonly string[]) => picked.length > 1 && picked.every(isCard);

const isCard = (pick: string) => pickOf(pick).on === "card";

/** The move of these picks, if nothing more could be added. */
export function isFinal(moves: readonly Choice[], picked: readonly string[]): Choice | null {
  const move = moveOf(moves, picked);
  return move && !reachable(moves, picked).some((other) => other.picks.length > picked.length) ? move : null;
}

/** The move that the deck or the pile makes on its own: a press on it means that move, whatever else begins with it. Cards can be picked first. */
export function ofStack(moves: readonly Choice[], pick: string): Choice | null {
  return pick === "deck" || pick === "pile" ? moveOf(moves.filter(({ picks }) => picks.length === 1), [pick]) : null;
}

/** Whether a move with the deck or the pile is completed by something that is also a move by itself: perhaps that move was meant. */
export function isTwofold(moves: readonly Choice[], move: Choice, pick: string): boolean {
  const isOfStack = move.picks.length > 1 && move.picks.some((other) => other === "deck" || other === "pile");
  const alone = isOfStack ? moveOf(moves, [pick]) : null;
  return alone !== null && verbOf(alone.words) !== verbOf(move.words);
}

/** The picks after a click: unpicked if it was picked, else added, else a new start. */
export function toggled(moves: readonly Choice[], picked: readonly string[], pick: string, copies = 1): string[] {
  const times = picked.filter((other) => other === pick).length;
  if (continuations(moves, picked).has(pick) && times < copies) return [...picked, pick];
  if (times) return picked.filter((other) => other !== pick);
  return continuations(moves, []).has(pick) ? [pick] : [...picked];
}

/** Everything visible that a move depends on: if it is unchanged, the move still means the same. */
export function groundOf(move: Choice, { must, badges, zones, moves, viewer }: View): string {
  const top = zones.find((zone) => zone.kind === "pile")?.cards.at(-1);
  const places = zones.filter((zone) => zone.kind === "grid" || zone.owner === viewer).map((zone) => zone.cards);
  return JSON.stringify([must, badges, top, places, moves.some((other) => other.words === move.words)]);
}

/** The words of a move without its picks: `play 8h 8c` is `play`, `swap 2` is `swap`. */
export function verbOf(words: string): string {
  const parts = words.split(" ");
  const end = parts.findIndex((part) => !/^[a-z]+$/.test(part));
  return (end < 0 ? parts : parts.slice(0, end)).join(" ");
}

export type Pick =
  | { on: "card"; card: string }
  | { on: "deck" }
  | { on: "pile" }
  | { on: "place"; seat: number; slot: number }
  | { on: "seat"; seat: number }
  | { on: "button"; name: string };

/** The place of a pick on the table. */
export function pickOf(text: string): Pick {
  if (text === "deck" || text === "pile") return { on: text };
  const place = /^(\d+):(\d+)$/.exec(text);
  if (place) return { on: "place", seat: Number(place[1]), slot: Number(place[2]) };
  if (text.startsWith("seat ")) return { on: "seat", seat: Number(text.slice(5)) };
  if (text.startsWith("button ")) return { on: "button", name: text.slice(7) };
  return { on: "card", card: text };
}
