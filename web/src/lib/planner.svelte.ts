/** Changes the plan of a table or of new games. The server decides, and a refusal is explained next to its control. */

import { ApiError, check, type GameTold } from "./api";
import { Refusal } from "./refusal";
import { keepRules } from "./houserules.svelte";
import { keepPlan, newPlan } from "./newgames.svelte";
import type { Session } from "./session.svelte";
import { t } from "./texts";
import type { Change, GamePlan, Remedy, Value } from "./wire";

/** A plan that can be changed. */
export interface Planned {
  /** The current plan; null until it is known. */
  readonly plan: GamePlan | null;
  /** Make a change that turns the plan into `plan`; throws a `Refusal` that says why not. */
  change(change: Change, plan: GamePlan): Promise<void>;
}

/** The plan of a table. */
export function tablePlan(session: Session): Planned {
  return {
    get plan() {
      return session.room?.plan ?? null;
    },
    change: async (change) => void (await session.connection.ask({ type: "replan", change })),
  };
}

/** The plan of new games on this device: the server says what is compatible. */
export function newGamesPlan(game: GameTold): Planned {
  return {
    get plan() {
      return newPlan(game);
    },
    change: async (change, plan) => {
      const changed = [...Object.keys(change.options ?? {}), ...(change.seats === undefined ? [] : ["seats"])];
      const { ok, why, ...about } = await check(game.id, plan.seats, plan.options, changed);
      if (!ok) throw new Refusal(why, about);
      keepPlan(game, plan);
    },
  };
}

export interface Clash {
  /** What was requested: a part of the plan or a house rule. */
  name: string;
  why: string;
  /** What else to change to make it possible. */
  remedy?: { text: string; apply: () => Promise<void> };
}

const changed = <P extends GamePlan>(plan: P, change: Change): P => ({ ...plan, ...change, options: { ...plan.options, ...change.options } });
const isExplained = (error: unknown): error is Error => error instanceof Refusal || error instanceof ApiError;

export class Planner {
  #planned: Planned;
  #game: GameTold;
  /** The last refusal, and the plan it was about. */
  #refused = $state.raw<(Clash & { of: string }) | null>(null);
  #asked = 0;
  /** The last requested change, until it is answered. */
  #last: Promise<boolean> | null = null;
  /** The server's version of the plan last seen; it may answer before it sends the new plan. */
  #made: { of: GamePlan; plan: GamePlan } | null = null;

  /** Why the last change was refused; empty once the plan changes. */
  clash = $derived.by((): Clash | null => (this.#refused?.of === this.#now() ? this.#refused : null));

  constructor(planned: Planned, game: GameTold) {
    this.#planned = planned;
    this.#game = game;
  }

  /**
   * Request a change. Returns whether it was made: if not, the control has to show the current value again. Only changes are sent, so
   * that two tabs don't undo each other's changes. Each one waits for the previous ones. House rules are stored for new games;
   * `isOwn`: they are the person's own, not a preset.
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
    const seen = this.#planned.plan;
    if (!seen) return false;
    const holds = this.#made?.of === seen ? this.#made.plan : seen;
    const plan = changed(holds, change);
    try {
      await this.#planned.change(change, plan);
      this.#made = { of: seen, plan };
      if (change.options) keepRules(plan.game, plan.options, isOwn);
      if (asked === this.#asked) this.#refused = null;
      return true;
    } catch (error) {
      const why = isExplained(error) ? error.message : t("connection.mistake");
      const remedy = error instanceof Refusal && error.remedy ? this.#offer(name, change, error.remedy) : {};
      this.#refused = { name, why, of: this.#now(), ...remedy };
      return false;
    }
  }

  async option(name: string, value: Value): Promise<boolean> {
    const option = this.#game.options.find((found) => found.name === name);
    const [low, high] = [option?.low ?? -Infinity, option?.high ?? Infinity];
    if (option && typeof value === "number" && (value < low || value > high)) {
      this.#refused = { name, why: t("plan.range", { label: option.label, low, high }), of: this.#now() };
      return false;
    }
    return this.change(name, { options: { [name]: value } });
  }

  #offer(name: string, change: Change, { options, seats, text }: Remedy): Pick<Clash, "remedy"> {
    const also = seats === null ? {} : { seats };
    const apply = async () => {
      await this.change(name, { ...change, ...also, options: { ...change.options, ...options } });
    };
    return { remedy: { text, apply } };
  }

  #now(): string {
    return JSON.stringify(this.#planned.plan);
  }
}
