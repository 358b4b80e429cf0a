/** The house rules that a person chose for a game on this device; new games use them. */

import { isSameValue, type GameTold, type OptionTold } from "./api";
import { keep, kept } from "./kept.svelte";
import type { Change, GamePlan, Values } from "./wire";

/** Some games have a house rule for the bots' pause, in tenths of a second: it applies unless bots move instantly. */
const isPace = ({ role }: OptionTold) => role === "bot_pause";
const TENTH = 100;
/** The pace that means the default of such a rule. */
const USUAL_PACE = 900;
/** The house rules that are set one by one. The bots' pause isn't: all games have the same control for it. */
export const singleRules = (game: GameTold) => game.options.filter((option) => !isPace(option));

/** The bots' pause in milliseconds, as the control for it shows it. */
export function paceOf(game: GameTold, plan: GamePlan): number {
  const rule = game.options.find(isPace);
  if (!rule || !plan.pace) return plan.pace;
  const tenths = plan.options[rule.name] ?? rule.default;
  return isSameValue(tenths, rule.default) ? USUAL_PACE : Number(tenths) * TENTH;
}

/** The change that sets the bots' pause. */
export function paceChange(game: GameTold, pace: number): Change {
  const rule = game.options.find(isPace);
  if (!rule || !pace) return { pace };
  return { pace, options: { [rule.name]: pace === USUAL_PACE ? rule.default : Math.round(pace / TENTH) } };
}

/** Keys for the last choice, a preset or the person's own rules, and for their last own rules. */
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
