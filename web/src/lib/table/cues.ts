/** The sounds for events at the table. */

import type { Sound } from "../sound.svelte";
import type { GameEvent, View } from "../wire";
import { isDraw, penalties } from "./tally";

export interface Heard {
  sound: Sound;
  /** Milliseconds after the beginning. */
  at: number;
}

const BETWEEN = 130;
const ALTOGETHER = 1_000;
const MOST = 10;
const LEAST_IN_RUN = 3;

/** The sounds of an update; if there are very many, only some of them, in the same time. */
export function soundsOf(events: readonly GameEvent[], before: View | null, after: View): Heard[] {
  const cards = events.flatMap((event): Sound[] => {
    if (event.source === "pile" && event.target === "deck") return ["shuffle"];
    if (event.source === "grid" && event.target === "pile") return ["flip", "card"];
    if (event.source && event.target === "pile") return ["card"];
    if (event.source === "deck" || event.target === "hand") return ["draw"];
    // cards that leave the pile and the game
    return event.source === "pile" ? [event.target ? "shuffle" : "bomb"] : [];
  });
  // a cleared pile makes one bang, however many cards it has
  const single = cards.filter((sound, i) => sound !== "bomb" || cards.indexOf("bomb") === i);
  const nth = Math.max(1, Math.ceil(single.length / MOST));
  const chosen = single.filter((_, i) => i % nth === 0);
  const between = Math.min(BETWEEN, ALTOGETHER / Math.max(chosen.length, 1));
  const heard = chosen.map((sound, i): Heard => ({ sound, at: i * between }));
  // somebody acted without a card: called, passed, named
  if (!heard.length && events.some((event) => event.seat !== null)) heard.push({ sound: "knock", at: 0 });
  if (isRun(events)) heard.unshift({ sound: "run", at: 0 });
  const end = heard.length * between + 60;
  const mine = after.viewer;
  const isHit = events.some(isDraw) && penalties(events).some((penalty) => penalty.seat === mine);
  if (isHit) heard.push({ sound: "penalty", at: end });
  else if (!after.result && lastCards(after) > lastCards(before)) heard.push({ sound: "last", at: end });
  if (after.result && !before?.result) heard.push({ sound: isWon(after) ? "win" : "over", at: end });
  else if (mine !== null && after.must === mine && before?.must !== mine) heard.push({ sound: "turn", at: end + (isHit ? 350 : 0) });
  return heard;
}

/** Whether one seat plays several cards at once. */
function isRun(events: readonly GameEvent[]): boolean {
  const laid = events.filter((event) => event.source === "hand" && event.target === "pile");
  return laid.length >= LEAST_IN_RUN && laid.every((event) => event.seat === laid[0]?.seat);
}

/** How many seats have one card left. */
function lastCards(view: View | null): number {
  return (view?.zones ?? []).filter((zone) => zone.kind === "hand" && zone.count === 1).length;
}

function isWon(view: View): boolean {
  return view.viewer === null || (view.result?.winners.includes(view.viewer) ?? false);
}
