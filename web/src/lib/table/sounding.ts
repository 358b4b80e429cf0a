/** What is to be heard when something happens at the table. */

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

/** The sounds of an update; of very many only some, in the same time. */
export function soundsOf(events: readonly GameEvent[], before: View | null, after: View): Heard[] {
  const cards = events.flatMap((event): Sound[] => {
    if (event.source === "pile" && event.target === "deck") return ["shuffle"];
    if (event.source && event.target === "pile") return ["card"];
    if (event.source === "deck" || event.target === "hand") return ["draw"];
    return event.source === "pile" ? ["shuffle"] : [];
  });
  const nth = Math.max(1, Math.ceil(cards.length / MOST));
  const chosen = cards.filter((_, i) => i % nth === 0);
  const between = Math.min(BETWEEN, ALTOGETHER / Math.max(chosen.length, 1));
  const heard = chosen.map((sound, i): Heard => ({ sound, at: i * between }));
  const end = heard.length * between + 60;
  const mine = after.viewer;
  const isHit = events.some(isDraw) && penalties(events).some((penalty) => penalty.seat === mine);
  if (isHit) heard.push({ sound: "penalty", at: end });
  if (after.result && !before?.result) heard.push({ sound: isWon(after) ? "win" : "over", at: end });
  else if (mine !== null && after.must === mine && before?.must !== mine) heard.push({ sound: "turn", at: end + (isHit ? 350 : 0) });
  return heard;
}

function isWon(view: View): boolean {
  return view.viewer === null || (view.result?.winners.includes(view.viewer) ?? false);
}
