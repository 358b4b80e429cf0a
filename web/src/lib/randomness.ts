/** This browser's part in the fair deal: it commits to a random number before each deal and reveals it when all have. */

import { store, stored } from "./settings.svelte";
import { sha256 } from "./sha256";
import type { SeatPledge, Request, RoomTold } from "./wire";

/** A number, the commitment of the house that it belongs to, and the list of commitments shown before it was revealed. */
export interface Kept {
  commitment: string;
  number: string;
  pledges: SeatPledge[];
}

const PLACE = "parlour.numbers";
const MOST = 60;
const BYTES = 16;
/** For browsers without storage. */
let latest: Kept[] = [];

function all(): Kept[] {
  const found = stored<Kept[]>(PLACE, []);
  return Array.isArray(found) && found.length ? found : latest;
}

/** What this browser has kept for the deal of a commitment. Tabs share it, so that they commit to the same number. */
export function keptFor(commitment: string): Kept | null {
  return all().find((kept) => kept.commitment === commitment) ?? null;
}

function keep(kept: Kept): Kept {
  latest = [...all().filter((other) => other.commitment !== kept.commitment), kept].slice(-MOST);
  store(PLACE, latest);
  return kept;
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (digits) => parseInt(digits, 16));

/** The commitment to a number, for the deal of a commitment of the house. */
export function pledgeFor(commitment: string, number: string): string {
  return sha256(Uint8Array.from([...new TextEncoder().encode("parlour number 2\n"), ...unhex(commitment), ...unhex(number)]));
}

/** One visit to a room. */
export class Randomness {
  #pledged = "";
  #revealed = "";

  /** The request that a room asks of this browser, if any. */
  answer(room: RoomTold): Request | null {
    const { you, commitment } = room;
    if (you === null || !commitment) return null;
    const own = room.pledges.find(({ seat }) => seat === you)?.commitment;
    return room.dealing === "revealing" ? this.#reveal(room, own) : this.#pledge(room, own);
  }

  /** Sending failed: the next answer tries again. */
  retry(): void {
    this.#pledged = this.#revealed = "";
  }

  #pledge({ you, phase, left_out, commitment }: RoomTold, own: string | undefined): Request | null {
    const isAsked = (phase === "gathering" || phase === "over") && !left_out.includes(you!);
    if (!isAsked || this.#pledged === commitment) return null;
    this.#pledged = commitment;
    const number = keptFor(commitment)?.number ?? keep({ commitment, number: hex(crypto.getRandomValues(new Uint8Array(BYTES))), pledges: [] }).number;
    const pledge = pledgeFor(commitment, number);
    return own === pledge ? null : { type: "pledge", commitment: pledge };
  }

  #reveal({ commitment, pledges }: RoomTold, own: string | undefined): Request | null {
    const kept = keptFor(commitment);
    if (!kept || this.#revealed === commitment || own !== pledgeFor(commitment, kept.number)) return null;
    this.#revealed = commitment;
    keep({ ...kept, pledges });
    return { type: "reveal", number: kept.number };
  }
}
