/** Changing the plan of a room: the house decides, and what it refuses is explained where it was asked. */

import { Refusal } from "./connection.svelte";
import { keepRules } from "./remembered";
import type { Session } from "./session.svelte";
import { t } from "./texts";
import type { Plan, Value, Values } from "./wire";

export class Planner {
  /** What was refused last, and why. */
  clash = $state.raw<{ name: string; why: string } | null>(null);
  #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async change(name: string, change: Partial<Plan>): Promise<boolean> {
    const plan = this.#session.room?.plan;
    if (!plan) return false;
    try {
      await this.#session.connection.ask({ type: "replan", plan: { ...plan, ...change } });
      this.clash = null;
      return true;
    } catch (error) {
      this.clash = { name, why: error instanceof Refusal ? error.message : t("connection.mistake") };
      return false;
    }
  }

  async option(name: string, value: Value): Promise<void> {
    const plan = this.#session.room?.plan;
    if (!plan) return;
    const options: Values = { ...plan.options, [name]: value };
    if (await this.change(name, { options })) keepRules(plan.game, options);
  }
}
