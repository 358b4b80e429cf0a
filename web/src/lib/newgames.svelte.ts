/** The settings for new games on this device: seats, length, bots and house rules, per game. */

import type { GameTold, LevelTold, RoomAsked } from "./api";
import { keepRules, newRules, singleRules, writtenRules } from "./houserules.svelte";
import { keep, kept } from "./kept.svelte";
import { levelNow } from "./levels";
import { settings } from "./settings.svelte";
import { counted, t } from "./texts";
import type { GamePlan } from "./wire";

/** What is stored for a game: only what differs from the default. */
interface Kept {
  seats?: number;
  rounds?: number;
  target?: number;
  pace?: number;
  /** The levels of the bots in order; the last one applies to all further bots. */
  levels?: string[];
}

const PLACE = "plan.";
/** The most that the server accepts. */
const MOST = { rounds: 200, target: 100_000, pace: 5_000 };

/** The default plan of a new game. */
const usualPlan = (game: GameTold): GamePlan => ({
  game: game.id,
  seats: game.usual_seats,
  options: writtenRules(game),
  rounds: 1,
  target: 0,
  pace: settings.pace,
});

/** The plan of a new game. Stored values that make no sense fall back to the default. */
export function newPlan(game: GameTold): GamePlan {
  const usual = usualPlan(game);
  const found = kept<Kept>(PLACE + game.id) ?? {};
  const number = (name: "seats" | "rounds" | "target" | "pace", low: number, high: number) => {
    const value = found[name];
    return Number.isInteger(value) && value! >= low && value! <= high ? value! : usual[name];
  };
  return {
    game: game.id,
    seats: number("seats", game.least_seats, game.most_seats),
    options: { ...usual.options, ...newRules(game) },
    rounds: number("rounds", 1, MOST.rounds),
    target: number("target", 0, MOST.target),
    pace: number("pace", 0, MOST.pace),
  };
}

/** The levels set for the bots of a game; none: they use the level of the first page. */
export function ownLevels(game: GameTold, levels: readonly LevelTold[]): string[] {
  const found = kept<Kept>(PLACE + game.id)?.levels;
  return Array.isArray(found) && found.every((name) => levels.some((level) => level.name === name)) ? found : [];
}

/** The level of each bot of a new game. */
export function newBots(game: GameTold, levels: readonly LevelTold[], seats = newPlan(game).seats): string[] {
  const own = ownLevels(game, levels);
  const last = own.at(-1) ?? levelNow(levels)?.name ?? "";
  return Array.from({ length: seats - 1 }, (_, bot) => own[bot] ?? last);
}

/** Store the levels of a game's bots; none: as on the first page. */
export function keepLevels(game: GameTold, levels: string[]): void {
  const { levels: _, ...rest } = kept<Kept>(PLACE + game.id) ?? {};
  keep(PLACE + game.id, levels.length ? { ...rest, levels } : rest);
}

/** Store seats, length and pace of new games; house rules are stored separately. */
export function keepPlan(game: GameTold, plan: GamePlan): void {
  const usual = usualPlan(game);
  const names = (["seats", "rounds", "target", "pace"] as const).filter((name) => plan[name] !== usual[name]);
  const levels = kept<Kept>(PLACE + game.id)?.levels;
  keep(PLACE + game.id, { ...Object.fromEntries(names.map((name) => [name, plan[name]])), ...(levels ? { levels } : {}) });
}

/** Reset a game to the default. The person's own house rules can still be chosen as a set. */
export function resetGame(game: GameTold): void {
  keep(PLACE + game.id, {});
  keepRules(game.id, writtenRules(game), false);
}

/** The request for a new game: against bots, or with free seats. */
export function newRoom(game: GameTold, levels: readonly LevelTold[], withBots: boolean): RoomAsked {
  const { seats, rounds, target, pace } = newPlan(game);
  return { game: game.id, seats, options: newRules(game), rounds, target, pace, bots: withBots ? newBots(game, levels) : [] };
}

/** The same with the default seats and the rules as written, which are compatible in every game. */
export function roomAsWritten(game: GameTold, levels: readonly LevelTold[], withBots: boolean): RoomAsked {
  const seats = game.usual_seats;
  return { ...newRoom(game, levels, withBots), seats, options: {}, bots: withBots ? newBots(game, levels, seats) : [] };
}

/** The request for the game after a lesson: one bot, a level below the usual one, unless this device has settings of its own. */
export function firstRoom(game: GameTold, levels: readonly LevelTold[]): RoomAsked {
  const usual = levels.findIndex((level) => level.usual);
  if (settingsSaid(game, levels) || levelNow(levels) !== levels[usual]) return newRoom(game, levels, true);
  const easier = levels[Math.max(usual - 1, 0)]?.name ?? "";
  const seats = game.least_seats;
  return { ...roomAsWritten(game, levels, true), seats, bots: Array.from({ length: seats - 1 }, () => easier) };
}

/** What differs from the default in new games, in a few words; empty if nothing does. */
export function settingsSaid(game: GameTold, levels: readonly LevelTold[]): string {
  const { seats, rounds, target } = newPlan(game);
  const own = ownLevels(game, levels);
  const changed = newRules(game);
  const rules = singleRules(game).filter(({ name }) => name in changed).length;
  const label = levels.find(({ name }) => name === own[0])?.label ?? "";
  return [
    ...(seats !== game.usual_seats ? [t("newGames.seats", { seats })] : []),
    ...(target ? [t("newGames.target", { target })] : rounds > 1 ? [t("plan.rounds", { rounds })] : []),
    ...(own.length ? [new Set(newBots(game, levels)).size > 1 ? t("newGames.levels") : t("newGames.level", { level: label })] : []),
    ...(rules ? [counted("newGames.rules", rules)] : []),
  ].join("\u00a0· ");
}
