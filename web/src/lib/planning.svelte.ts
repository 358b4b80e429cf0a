/** Changing the plan of a room: the house decides, and what it refuses is explained where it was asked. */

import { check, settingOf, type GameTold, type OptionTold } from "./api";
import { Refusal } from "./connection.svelte";
import { keepRules } from "./houserules.svelte";
import type { Session } from "./session.svelte";
import { t } from "./texts";
import type { Plan, RoomTold, Value } from "./wire";

export interface Clash {
  /** What was asked for: a part of the plan or a house rule. */
  name: string;
  why: string;
  remedy?: Remedy;
}

/** One more change with which the refused one goes. */
export interface Remedy {
  setting: string;
  apply: () => Promise<void>;
}

/** What is to be otherwise; house rules that are not named stay as they are. */
export type Change = Partial<Plan>;

const changed = (plan: Plan, change: Change): Plan => ({ ...plan, ...change, options: { ...plan.options, ...change.options } });

/** So far from what holds a number is looked for. */
const FARTHEST = 8;

export class Planner {
  #session: Session;
  #game: GameTold;
  /** What was refused last, and of which plan. */
  #refused = $state.raw<(Clash & { of: string }) | null>(null);
  #asked = 0;
  /** The change that was asked for last, until it is answered. */
  #last: Promise<boolean> | null = null;
  /** What the house made of the room that was seen last; it may say so before it tells the room anew. */
  #made: { in: RoomTold; plan: Plan } | null = null;

  /** Why the last change was refused; nothing as soon as the plan is another one. */
  clash = $derived.by((): Clash | null => (this.#refused?.of === this.#now() ? this.#refused : null));

  constructor(session: Session, game: GameTold) {
    this.#session = session;
    this.#game = game;
  }

  /** Ask for a change. Whether the house made it: if not, whatever was asked with still has to show what holds.

  A plan is sent as a whole, so each change waits for those before it and is made in what holds by then. House rules are kept for
  new games; `isOwn`: they are the person's own, not a set of the house.
  */
  change(name: string, change: Change, isOwn = true): Promise<boolean> {
    const asked = ++this.#asked;
    const make = () => this.#make(asked, name, change, isOwn);
    const answer = this.#last ? this.#last.then(make) : make();
    this.#last = answer;
    void answer.then(() => asked === this.#asked && (this.#last = null));
    return answer;
  }

  async #make(asked: number, name: string, change: Change, isOwn: boolean): Promise<boolean> {
    const room = this.#session.room;
    if (!room) return false;
    const holds = this.#made?.in === room ? this.#made.plan : room.plan;
    const plan = changed(holds, change);
    try {
      await this.#session.connection.ask({ type: "replan", plan });
      this.#made = { in: room, plan };
      if (change.options) keepRules(plan.game, plan.options, isOwn);
      if (asked === this.#asked) this.#refused = null;
      return true;
    } catch (error) {
      const why = error instanceof Refusal ? error.message : t("connection.mistake");
      this.#refused = { name, why, of: this.#now() };
      if (error instanceof Refusal) void this.#look(holds, change);
      return false;
    }
  }

  option(name: string, value: Value): Promise<boolean> {
    return this.change(name, { options: { [name]: value } });
  }

  /** Look for a remedy: of the settings that the refusal names, one that was not asked for, as near as can be to what it is. */
  async #look(plan: Plan, change: Change): Promise<void> {
    const refused = this.#refused;
    if (!refused) return;
    const { seats, options } = changed(plan, change);
    for (const option of this.#game.options) {
      const value = options[option.name] ?? option.default;
      const isAsked = value !== (plan.options[option.name] ?? option.default);
      if (isAsked || !refused.why.includes(settingOf(option, value))) continue;
      for (const other of near(option, value)) {
        const both = { ...options, [option.name]: other };
        const found = await check(plan.game, seats, both).catch(() => null);
        if (this.#refused !== refused || !found) return;
        if (!found.ok) continue;
        const apply = async () => {
          const options = { ...change.options, [option.name]: other };
          await this.change(refused.name, { ...change, options });
        };
        this.#refused = { ...refused, remedy: { setting: settingOf(option, other), apply } };
        return;
      }
    }
  }

  #now(): string {
    return JSON.stringify(this.#session.room?.plan);
  }
}

/** The other values of a house rule, the nearest first. */
function near(option: OptionTold, value: Value): Value[] {
  if (typeof value === "boolean") return [!value];
  if (typeof value === "string") return option.values.filter((name) => name !== value);
  const steps = Array.from({ length: FARTHEST }, (_, i) => i + 1);
  return steps.flatMap((step) => [value + step, value - step]).filter((number) => number >= (option.low ?? 0) && number <= (option.high ?? 0));
}
