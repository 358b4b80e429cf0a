/** Opens a table for a new game with this device's settings, and goes there. */

import { notices } from "./announce.svelte";
import { ApiError, openRoom, type GameTold, type LevelTold, type RoomAsked } from "./api";
import { firstRoom, newRoom, roomAsWritten } from "./newgames.svelte";
import { router } from "./router.svelte";
import { starting } from "./autostart";
import { t } from "./texts";

export class Opening {
  /** The game whose table is being opened. */
  busy = $state("");
  /** Whether the house could not be reached. */
  isLost = $state(false);

  /** Open a table: with bots it is dealt at once, else it waits for friends. */
  open(game: GameTold, levels: readonly LevelTold[], withBots: boolean): Promise<void> {
    return this.#open(game, levels, withBots, newRoom(game, levels, withBots));
  }

  /** Open an easy table for somebody who has just learnt the game. */
  openFirst(game: GameTold, levels: readonly LevelTold[]): Promise<void> {
    return this.#open(game, levels, true, firstRoom(game, levels));
  }

  async #open(game: GameTold, levels: readonly LevelTold[], withBots: boolean, asked: RoomAsked): Promise<void> {
    if (this.busy) return;
    this.busy = game.id;
    this.isLost = false;
    try {
      const code = await open(game, levels, withBots, asked);
      if (withBots) starting.add(code);
      router.go(`/r/${code}`);
    } catch (problem) {
      this.isLost = problem instanceof ApiError && problem.status === 0;
      notices.show(problem instanceof ApiError ? problem.message : t("connection.mistake"), true);
    } finally {
      this.busy = "";
    }
  }
}

/** The code of a new table. Settings that the server refuses, for example after an update of a game, are left out, with a notice. */
async function open(game: GameTold, levels: readonly LevelTold[], withBots: boolean, asked: RoomAsked): Promise<string> {
  const isUsual = asked.seats === game.usual_seats && !Object.keys(asked.options ?? {}).length;
  try {
    return (await openRoom(asked)).code;
  } catch (problem) {
    if (isUsual || !(problem instanceof ApiError) || problem.status !== 400) throw problem;
    const { code } = await openRoom(roomAsWritten(game, levels, withBots));
    notices.show(t("landing.rulesDoNotFit", { why: problem.message }));
    return code;
  }
}
