/** How well bots play that are seated here: as it was chosen on this device, else as usual. */

import type { LevelTold } from "./api";
import { settings } from "./settings.svelte";

export function levelNow(levels: readonly LevelTold[]): LevelTold | undefined {
  return levels.find(({ name }) => name === settings.level) ?? levels.find(({ usual }) => usual);
}
