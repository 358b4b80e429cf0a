/** Hands games that were played without a server over to the person's history, once the house can be reached. */

import { notices } from "../lib/announce.svelte";
import { LONG_PATIENCE, parts, request } from "../lib/house";
import { fileOf } from "../lib/replays";
import { keep, kept } from "../lib/kept.svelte";
import { counted, t } from "../lib/texts";
import { dropFinished, finished, finishedGame, putFinished } from "./shelf";

/** Stores whether there may be games to hand over, so that nothing else has to be checked. */
const PLACE = "unsent";

export const mayHaveGames = () => kept<{ any?: boolean }>(PLACE)?.any === true;

/** Note a game that has ended here, with the seat of this person. */
export async function noteFinished(id: string, seat: number): Promise<void> {
  const file = await request(fileOf(id));
  if (file.ok && (await putFinished(id, { save: await file.text(), seat }))) keep(PLACE, { any: true });
}

/** Statuses of a final refusal: the file isn't a game that this house can check, or is too large. */
const FINAL = [400, 413];

/** Hand all games over. One that the house refuses stays on this device, and is offered again by pages of another version. */
export async function handOver(): Promise<void> {
  let [count, left] = [0, 0];
  const refused: string[] = [];
  for (const id of await finished().catch(() => [])) {
    try {
      const game = await finishedGame(id);
      if (game.refused === parts) {
        left += 1;
        continue;
      }
      const headers = { "content-type": "application/json" };
      const answer = await request(`/api/me/games?seat=${game.seat}`, { method: "POST", headers, body: game.save }, "", LONG_PATIENCE);
      if (answer.ok) {
        await dropFinished(id);
        count += 1;
      } else {
        left += 1;
        if (!FINAL.includes(answer.status)) continue;
        const told = (await answer.json().catch(() => ({}))) as { error?: string };
        await putFinished(String(id), { ...game, refused: parts });
        refused.push(told.error || t("connection.mistake"));
      }
    } catch {
      left += 1;
    }
  }
  if (!left) keep(PLACE, {});
  const said = [...(count ? [counted("offline.handed", count)] : []), ...(refused[0] ? [counted("offline.refused", refused.length, { why: refused[0] })] : [])];
  if (said.length) notices.show(said.join(" "), refused.length > 0);
}
