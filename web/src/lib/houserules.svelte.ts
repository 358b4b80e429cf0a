/** The house rules that a person chose for a game on this device; new games use them. */

import { isSameValue, type GameTold, type OptionTold } from "./api";
import { keep, kept } from "./kept.svelte";
import type { GamePlan, Values } from "./wire";

/** Some games have a house rule for the bots' pause: it applies unless bots move instantly. */
const isPace = ({ role }: OptionTold) => role === "bot_pause";
export const hasOwnPace = (game: GameTold, plan: GamePlan) => plan.pace > 0 && game.options.some(isPace);
/** The house rules that can be set at a table. */
export const rulesAt = (game: GameTold, plan: GamePlan) => game.options.filter((option) => plan.pace > 0 || !isPace(option));

/** The last choice, own or preset, and the last own settings. */
const CHOSEN = "chosen.";
const OWN = "rules.";

/** The house rules that a person last set one by one. */
export const ownRules = (game: string) => kept<Values>(OWN + game);

export function keepRules(game: string, options: Values, isOwn: boolean): void {
  keep(CHOSEN + game, options);
  if (isOwn) keep(OWN + game, options);
}

/** Every house rule of a game at its default. */
export const writtenRules = (game: GameTold): Values => Object.fromEntries(game.options.map((option) => [option.name, option.default]));

/** The changed house rules for a new game; rules that the game no longer has are left out. */
export function newRules(game: GameTold): Values {
  const chosen = kept<Values>(CHOSEN + game.id) ?? ownRules(game.id) ?? {};
  const names = game.options.filter(({ name, default: usual }) => !isSameValue(chosen[name] ?? usual, usual)).map(({ name }) => name);
  return Object.fromEntries(names.map((name) => [name, chosen[name]!]));
}
