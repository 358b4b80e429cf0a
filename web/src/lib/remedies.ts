/** The least else that is to be changed, so that a refused plan goes. */

import { check, settingOf, type GameTold, type OptionTold } from "./api";
import type { Change, Plan, Value, Values } from "./wire";

/** So far from what holds a number is looked for. */
const FARTHEST = 8;
/** So often the house is asked at most. */
const MOST_CHECKS = 24;

/** What is to be set as well: house rules if that helps, else fewer seats. `but` is what was asked for. */
export async function remedyFor(game: GameTold, plan: Plan, why: string, but: string): Promise<Change | null> {
  const options = await rulesFor(game, plan, why, but);
  return options ? { options } : await seatsFor(game, plan);
}

/** The most seats below those of the plan with which it goes. */
async function seatsFor(game: GameTold, plan: Plan): Promise<Change | null> {
  for (let seats = plan.seats - 1; seats >= game.least_seats; seats--) {
    const found = await check(game.id, seats, plan.options).catch(() => null);
    if (!found) return null;
    if (found.ok) return { seats };
  }
  return null;
}

/** House rules to set as well, as near as can be to what they are: of those that a refusal names, but not the one asked for. */
async function rulesFor(game: GameTold, plan: Plan, why: string, but: string): Promise<Values | null> {
  const tries: { also: Values; why: string }[] = [{ also: {}, why }];
  let checks = 0;
  for (const { also, why } of tries) {
    for (const option of game.options) {
      if (option.name === but || option.name in also || !why.includes(option.label)) continue;
      for (const value of near(option, plan.options[option.name] ?? option.default, why)) {
        if (checks++ >= MOST_CHECKS) return null;
        const more = { ...also, [option.name]: value };
        const found = await check(game.id, plan.seats, { ...plan.options, ...more }).catch(() => null);
        if (!found) return null;
        if (found.ok) return more;
        if (found.why !== why) tries.push({ also: more, why: found.why });
      }
    }
  }
  return null;
}

/** The other values of a house rule: what a refusal says that it should be, then the nearest. */
function near(option: OptionTold, value: Value, why: string): Value[] {
  if (typeof value === "boolean") return [!value];
  const isNamed = (other: Value) => Number(why.includes(settingOf(option, other)));
  if (typeof value === "string") return option.values.filter((name) => name !== value).sort((one, other) => isNamed(other) - isNamed(one));
  const steps = Array.from({ length: FARTHEST }, (_, i) => i + 1);
  return steps.flatMap((step) => [value + step, value - step]).filter((number) => number >= (option.low ?? 0) && number <= (option.high ?? 0));
}
