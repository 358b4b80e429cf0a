/** The order of a hand: by suit, by rank, as the cards came, or as its owner arranges them. */

import { settings } from "../settings.svelte";
import type { GameEvent, View } from "../wire";
import { HIDDEN, sortKey } from "./cards";

export type Sort = "dealt" | "suit" | "rank" | "hand";

/** The cards of a hand in their previous order; new ones come last. */
export function kept(before: readonly string[], cards: readonly string[]): string[] {
  const left = [...cards];
  const stayed = before.filter((card) => {
    const place = left.indexOf(card);
    if (place >= 0) left.splice(place, 1);
    return place >= 0;
  });
  return [...stayed, ...left];
}

/** The cards in the order in which they came to a seat, as far as events tell. */
export function arrived(events: readonly GameEvent[], seat: number): string[] {
  const came = events.filter((event) => event.target === "hand" && event.seat === seat && event.card && event.card !== HIDDEN);
  return came.map((event) => event.card!);
}

/** How hands of a game are sorted: as set here, but by rank where suits mean nothing. */
export function sortOf({ by_rank }: View): Sort {
  return settings.sort === "suit" && by_rank ? "rank" : settings.sort;
}

export function sorted(cards: readonly string[], how: Sort): string[] {
  if (how === "dealt" || how === "hand") return [...cards];
  return [...cards].sort((one, other) => sortKey(one, how) - sortKey(other, how));
}

/** A list with one item moved to another index. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, place) => place !== from);
  const thing = list[from];
  return thing === undefined ? [...list] : [...rest.slice(0, to), thing, ...rest.slice(to)];
}

const PLACE = "parlour.order.";

/** The order of cards at a table, as this tab remembers it. */
export function remembered(table: string): string[] {
  try {
    const order: unknown = JSON.parse(sessionStorage.getItem(PLACE + table) ?? "[]");
    return Array.isArray(order) ? order.filter((card) => typeof card === "string") : [];
  } catch {
    return [];
  }
}

/** Remember the order of cards at a table; a browser without storage can still play. */
export function remember(table: string, order: readonly string[]): void {
  try {
    sessionStorage.setItem(PLACE + table, JSON.stringify(order));
  } catch {
    return;
  }
}
