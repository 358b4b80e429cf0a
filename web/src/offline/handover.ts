/** Hands games that were played without a server over to the person's history, once the house can be reached. */

import { notices } from "../lib/announce.svelte";
import { ApiError } from "../lib/api";
import { request } from "../lib/house";
import { fileOf } from "../lib/replays";
import { keep, kept } from "../lib/kept.svelte";
import { counted } from "../lib/texts";
import { dropFinished, finished, finishedGame, putFinished } from "./shelf";

/** Says whether there may be games to hand over, so that nothing else has to be looked at. */
const PLACE = "unsent";

export const mayHaveGames = () => kept<{ any?: boolean }>(PLACE)?.any === true;

/** Note a game that has ended here, with the seat of this person. */
export async function noteFinished(id: string, seat: number): Promise<void> {
  const file = await request(fileOf(id));
  if (file.ok && (await putFinished(id, { save: await file.text(), seat }))) keep(PLACE, { any: true });
}

/** Hand all games over. A game that the house refuses can't be checked and is dropped; one that it can't take now stays. */
export async function handOver(): Promise<void> {
  let count = 0;
  let left = 0;
  for (const id of await finished().catch(() => [])) {
    const { save, seat } = await finishedGame(id);
    try {
      const answer = await request(`/api/me/games?seat=${seat}`, { method: "POST", headers: { "content-type": "application/json" }, body: save });
      if (answer.ok) count += 1;
      else if (answer.status !== 400) throw new ApiError(answer.status, "");
      await dropFinished(id);
    } catch {
      left += 1;
    }
  }
  if (!left) keep(PLACE, {});
  if (count) notices.show(counted("offline.handed", count));
}
