/** The level of bots seated here: as chosen on this device, else the default. */

import type { LevelTold } from "./api";
import { settings } from "./settings.svelte";

export function levelNow(levels: readonly LevelTold[]): LevelTold | undefined {
  return levels.find(({ name }) => name === settings.level) ?? levels.find(({ usual }) => usual);
}
