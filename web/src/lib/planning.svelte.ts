/** Changing the plan of a room: the house decides, and what it refuses is explained where it was asked. */

import { settingOf, type GameTold } from "./api";
import { Refusal } from "./connection.svelte";
import { keepRules } from "./houserules.svelte";
import { remedyFor } from "./remedies";
import type { Session } from "./session.svelte";
import { t } from "./texts";
import type { Change, Plan, RoomTold, Value } from "./wire";

export interface Clash {
  /** What was asked for: a part of the plan or a house rule. */
  name: string;
  why: string;
  remedy?: Remedy;
}

/** What else is to be changed, with which the refused one goes. */
export interface Remedy {
  setting: string;
  /** Whether it takes the place of what was refused. */
  isInstead: boolean;
  apply: () => Promise<void>;
}

const changed = (plan: Plan, change: Change): Plan => ({ ...plan, ...change, options: { ...plan.options, ...change.options } });

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

  Only what changes is sent, so that two tabs do not take back each other's changes. Each one waits for those before it. House
  rules are kept for new games; `isOwn`: they are the person's own, not a set of the house.
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
      await this.#session.connection.ask({ type: "replan", change });
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

  async option(name: string, value: Value): Promise<boolean> {
    const option = this.#game.options.find((found) => found.name === name);
    const [low, high] = [option?.low ?? -Infinity, option?.high ?? Infinity];
    if (option && typeof value === "number" && (value < low || value > high)) {
      this.#refused = { name, why: t("plan.range", { label: option.label, low, high }), of: this.#now() };
      return false;
    }
    return this.change(name, { options: { [name]: value } });
  }

  async #look(plan: Plan, change: Change): Promise<void> {
    const refused = this.#refused;
    const also = refused && (await remedyFor(this.#game, changed(plan, change), refused.why, refused.name));
    if (!also || this.#refused !== refused || also.seats === plan.seats) return;
    const rules = this.#game.options.filter(({ name }) => name in (also.options ?? {})).map((option) => settingOf(option, also.options![option.name]!));
    const seats = also.seats ? [t("option.set", { label: t("plan.seats"), value: also.seats })] : [];
    const settings = [...seats, ...rules];
    const apply = async () => {
      await this.change(refused.name, { ...change, ...also, options: { ...change.options, ...also.options } });
    };
    const setting = settings.reduce((first, last) => t("list.and", { first, last }));
    const isInstead = also.seats !== undefined && change.seats !== undefined;
    this.#refused = { ...refused, remedy: { setting, isInstead, apply } };
  }

  #now(): string {
    return JSON.stringify(this.#session.room?.plan);
  }
}
