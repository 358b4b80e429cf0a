/** The house rules that a person chose for a game on this device: new games are played by them. */

import type { GameTold, OptionTold } from "./api";
import { store, stored } from "./settings.svelte";
import type { Plan, Values } from "./wire";

/** Some games have a house rule for how long bots take: it holds unless bots move at once. */
const isPace = ({ name }: OptionTold) => name === "bot_delay";
export const hasOwnPace = (game: GameTold, plan: Plan) => plan.pace > 0 && game.options.some(isPace);
/** The house rules that can be set at a table. */
export const rulesAt = (game: GameTold, plan: Plan) => game.options.filter((option) => plan.pace > 0 || !isPace(option));

/** What was chosen last, by itself or as a set of the house, and what was last set by oneself. */
const CHOSEN = "parlour.chosen.";
const OWN = "parlour.rules.";
let changes = $state(0);

const read = (place: string) => {
  // whoever shows it sees what is chosen later, here or in another tab
  void changes;
  const found = stored<Values | null>(place, null);
  return found !== null && typeof found === "object" ? found : null;
};

/** The house rules that a person last set one by one. */
export const ownRules = (game: string) => read(OWN + game);

export function keepRules(game: string, options: Values, isOwn: boolean): void {
  store(CHOSEN + game, options);
  if (isOwn) store(OWN + game, options);
  changes += 1;
}

/** The house rules for a new game that are not as written; those that the game no longer has are left out. */
export function newRules(game: GameTold): Values {
  const chosen = read(CHOSEN + game.id) ?? read(OWN + game.id) ?? {};
  const names = game.options.filter(({ name, default: usual }) => (chosen[name] ?? usual) !== usual).map(({ name }) => name);
  return Object.fromEntries(names.map((name) => [name, chosen[name]!]));
}

addEventListener("storage", (event) => {
  if (event.key?.startsWith(CHOSEN) || event.key?.startsWith(OWN)) changes += 1;
});
