/** The order in which a hand is held: by suit, by rank, as the cards came, or as its owner puts them. */

import type { GameEvent } from "../wire";
import { HIDDEN, sortKey } from "./cards";

export type Sort = "dealt" | "suit" | "rank" | "hand";

/** The cards of a hand in the order in which they were held before; what is new comes last. */
export function kept(before: readonly string[], cards: readonly string[]): string[] {
  const left = [...cards];
  const stayed = before.filter((card) => {
    const place = left.indexOf(card);
    if (place >= 0) left.splice(place, 1);
    return place >= 0;
  });
  return [...stayed, ...left];
}

/** The cards that came to a seat, in the order in which they did, as far as events tell. */
export function arrived(events: readonly GameEvent[], seat: number): string[] {
  const came = events.filter((event) => event.target === "hand" && event.seat === seat && event.card && event.card !== HIDDEN);
  return came.map((event) => event.card!);
}

export function sorted(cards: readonly string[], how: Sort): string[] {
  if (how === "dealt" || how === "hand") return [...cards];
  return [...cards].sort((one, other) => sortKey(one, how) - sortKey(other, how));
}

/** A list with the thing at one place moved to another. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, place) => place !== from);
  const thing = list[from];
  return thing === undefined ? [...list] : [...rest.slice(0, to), thing, ...rest.slice(to)];
}

const PLACE = "parlour.order.";

/** The order in which cards were held at a table, as this tab remembers it. */
export function remembered(table: string): string[] {
  try {
    const order: unknown = JSON.parse(sessionStorage.getItem(PLACE + table) ?? "[]");
    return Array.isArray(order) ? order.filter((card) => typeof card === "string") : [];
  } catch {
    return [];
  }
}

/** Remember the order in which cards are held at a table; a browser that keeps nothing still plays. */
export function remember(table: string, order: readonly string[]): void {
  try {
    sessionStorage.setItem(PLACE + table, JSON.stringify(order));
  } catch {
    return;
  }
}
