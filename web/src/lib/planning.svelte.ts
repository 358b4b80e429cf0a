/** Changing the plan of a room: the house decides, and what it refuses is explained where it was asked. */

import { Refusal } from "./connection.svelte";
import { keepRules } from "./remembered";
import type { Session } from "./session.svelte";
import { t } from "./texts";
import type { Plan, Value, Values } from "./wire";

export interface Clash {
  /** What was asked for: a part of the plan or a house rule. */
  name: string;
  why: string;
}

export class Planner {
  #session: Session;
  /** What was refused last, and of which plan. */
  #refused = $state.raw<(Clash & { of: string }) | null>(null);
  #asked = 0;

  /** Why the last change was refused; nothing as soon as the plan is another one. */
  clash = $derived.by((): Clash | null => (this.#refused?.of === this.#now() ? this.#refused : null));

  constructor(session: Session) {
    this.#session = session;
  }

  /** Ask for a change. Whether the house made it: if not, whatever was asked with still has to show what holds. */
  async change(name: string, change: Partial<Plan>): Promise<boolean> {
    const plan = this.#session.room?.plan;
    if (!plan) return false;
    const asked = ++this.#asked;
    try {
      await this.#session.connection.ask({ type: "replan", plan: { ...plan, ...change } });
      if (asked === this.#asked) this.#refused = null;
      return true;
    } catch (error) {
      const why = error instanceof Refusal ? error.message : t("connection.mistake");
      if (asked === this.#asked) this.#refused = { name, why, of: this.#now() };
      return false;
    }
  }

  async option(name: string, value: Value): Promise<boolean> {
    const plan = this.#session.room?.plan;
    if (!plan) return false;
    const options: Values = { ...plan.options, [name]: value };
    const isMade = await this.change(name, { options });
    if (isMade) keepRules(plan.game, options);
    return isMade;
  }

  #now(): string {
    return JSON.stringify(this.#session.room?.plan);
  }
}
