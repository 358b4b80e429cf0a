/** What each seat did in a game, from its events: the paths of cards, and numbers announced before draws. */

import type { GameEvent } from "../wire";

export interface Tally {
  played: number;
  drawn: number;
  /** Penalty cards that it took, and that others took because of it. */
  taken: number;
  given: number;
}

/** Cards that a seat had to take at once. */
export interface Penalty {
  seat: number;
  cards: number;
  /** Who played last before; null: it was the seat's own mistake. */
  giver: number | null;
}

const FROM = ["hand", "held", "grid"];

export const isPlay = (event: GameEvent) => event.seat !== null && event.target === "pile" && FROM.includes(zone(event.source));
export const isDraw = (event: GameEvent) => event.move > 0 && event.source === "deck" && event.target !== "pile" && event.seat !== null;
const isTakenBack = (event: GameEvent) => event.source === "pile" && event.target === "hand" && event.card !== null;
const isPickUp = (event: GameEvent) => event.source === "pile" && event.target === "hand" && event.card === null && event.seat !== null;

/** `hand` of `hand 2`. */
function zone(place: string): string {
  return place.split(" ")[0] ?? "";
}

export function tallies(events: readonly GameEvent[], seats: number): Tally[] {
  const found = Array.from({ length: seats }, (): Tally => ({ played: 0, drawn: 0, taken: 0, given: 0 }));
  for (const event of events) {
    const tally = event.seat === null ? undefined : found[event.seat];
    if (!tally) continue;
    if (isPlay(event)) tally.played += 1;
    else if (isTakenBack(event)) tally.played = Math.max(tally.played - 1, 0);
    else if (isDraw(event)) tally.drawn += 1;
  }
  for (const { seat, cards, giver } of penalties(events)) {
    const taker = found[seat];
    const donor = giver === null ? undefined : found[giver];
    if (taker) taker.taken += cards;
    if (donor && giver !== seat) donor.given += cards;
  }
  return found;
}

/** The penalties of a game. Drawn cards are a penalty if their number was announced before, or if another seat moved. */
export function penalties(events: readonly GameEvent[]): Penalty[] {
  const found: Penalty[] = [];
  const players: number[] = [];
  let move = 0;
  let mover: number | null = null;
  let said: GameEvent | null = null;
  let open: Penalty | undefined;

  for (const event of events) {
    if (event.move !== move) {
      [move, mover, said, open] = [event.move, null, null, undefined];
    }
    const { seat } = event;
    if (seat === null) continue;
    mover ??= seat;
    if (isPlay(event) && players.at(-1) !== seat) players.push(seat);
    else if (isTakenBack(event) && players.at(-1) === seat) players.pop();
    else if (isPickUp(event)) found.push({ seat, cards: event.value, giver: giverTo(seat, players, mover) });
    else if (isDraw(event) && (said?.seat === seat || seat !== mover || event.target === "grid")) {
      const isOwn: boolean = event.target === "grid" || (said?.seat === seat && said.counts === "fine");
      if (open?.seat !== seat) {
        open = { seat, cards: 0, giver: isOwn ? null : giverTo(seat, players, mover) };
        found.push(open);
      }
      open.cards += 1;
    } else if (isAnnouncement(event)) said = event;
  }
  return found;
}

function isAnnouncement(event: GameEvent): boolean {
  return event.value > 0 && event.card === null && !event.source && !event.target && event.move > 0;
}

/** The seat to credit with a penalty: the last to play or, if that one took it itself, the one that moved; null if that is the same seat. */
function giverTo(seat: number, players: readonly number[], mover: number | null): number | null {
  const last = players.at(-1);
  if (last !== undefined && last !== seat) return last;
  return mover === seat ? null : mover;
}
