/** The table in front of a person: the view, the picks, and what a press does. It knows no rules. */

import { getContext, setContext } from "svelte";
import { announcer, notices } from "../announce.svelte";
import { promptOf } from "../firstgames.svelte";
import { change, settings } from "../settings.svelte";
import { t } from "../texts";
import type { Badge, Chair, Choice, View, Zone } from "../wire";
import { spoken } from "./cards";
import { Drama } from "./drama.svelte";
import { Glimpses } from "./glimpses.svelte";
import { completed, groundOf, isFinal, isSet, isTwofold, moveOf, offered, ofStack, onlyMove, pickOf, reachable, toggled, verbOf } from "./picking";
import { cautionOf, needOf, questionBefore, warningFor } from "./notes";
import { label, moveSaid, picksSaid, wordsFor } from "./words";
import { changesFor } from "./feed";
import { arrived, kept, moved, remember, remembered, sorted, sortOf } from "./sorting";
import type { Source } from "./source";
import { Stage } from "./stage.svelte";

/** Milliseconds between two requests for the reason of a refusal. */
const ASK_EVERY = 500;

/** A suggestion: the move, if it is legal now, and how it is said. */
export type Advised = { move: Choice | undefined; text: string; why: string };

export class Board {
  readonly session: Source;
  /** Opens the log of the game, where there is one. */
  readonly onlog: (() => void) | undefined;
  readonly stage = new Stage();
  readonly drama = new Drama(this.stage);
  readonly glimpses = new Glimpses();
  #picked = $state.raw<string[]>([]);
  /** The picks of a refused move: pressing one tries again. */
  #refused: readonly string[] | null = null;
  /** The table at the time of a move: what could be picked, and how many picks there were. */
  #before: { view?: View; next: Map<string, Choice[]>; picked: number } = { next: new Map(), picked: 0 };
  /** The own cards in the order they came or were arranged. */
  #order = $state.raw<string[]>([]);
  /** The seat whose cards are shown larger. */
  magnified = $state<number | null>(null);
  /** A move that waits for confirmation. */
  #doubted = $state.raw<{ move: Choice; view: View; question: string } | null>(null);
  #askedAt = -Infinity;

  view = $derived.by(() => this.session.update?.view as View);
  moves = $derived.by((): Choice[] => this.view.moves);
  /** The current picks, as far as they can still become a move; pending ones stay until the answer. */
  picked = $derived.by(() => (this.#isUnanswered || this.isTrying || reachable(this.moves, this.#picked).length ? this.#picked : []));
  /** What can be picked next. While a move is pending everything looks unchanged: the answer is about to change it. */
  next = $derived.by(() => (this.#isUnanswered ? this.#before.next : offered(this.moves, this.picked)));
  /** The move that the button makes. */
  ready = $derived.by(() => moveOf(this.moves, this.picked) ?? onlyMove(this.moves, this.picked) ?? this.#attempt());
  /** The question before an irreversible move, while it is asked. */
  doubt = $derived.by(() => {
    // a question is about the table at that moment: any event dismisses it
    return this.session.pending || this.#doubted?.view !== this.view ? null : this.#doubted;
  });
  /** The requested hint, as long as the table has not changed. */
  advised = $derived.by((): Advised | null => {
    const { advice, update } = this.session;
    if (advice?.number !== update?.number || !advice) return null;
    const move = this.moves.find((other) => other.words === advice.words);
    return { move, text: move ? moveSaid(move, this) : advice.words, why: advice.why };
  });

  changes = $derived.by(() => changesFor(this.view.result ? null : this.viewer, this.session.events));
  warning = $derived.by(() => (this.session.pending || this.session.isReplay ? "" : warningFor(this)));

  constructor(session: Source, onlog?: () => void) {
    this.session = session;
    this.onlog = onlog;
    if (settings.sort === "hand") this.#order = remembered(session.code);
  }

  // ---- the state of the table ----------------------------------------------------------------------------------------

  get viewer(): number | null {
    return this.view.viewer;
  }

  get isMyTurn(): boolean {
    return this.view.must !== null && this.view.must === this.view.viewer;
  }

  /** Whether a move is pending and the table is unchanged. */
  get #isUnanswered(): boolean {
    return Boolean(this.session.pending) && this.#before.view === this.view;
  }

  /** Whether any cards may be tried, legal or not. */
  get isTrying(): boolean {
    const isFree = !this.session.pending || this.#isUnanswered;
    return Boolean(this.view.attempt) && isFree && this.#picked.every((pick) => pickOf(pick).on === "card");
  }

  /** Whether the picks make a move that a button completes. */
  get isChoosing(): boolean {
    const count = this.#isUnanswered ? this.#before.picked : this.session.pending ? 0 : this.picked.length;
    return count > 0;
  }

  /** Whether the only thing to do is to answer a question: name, choose a seat, accept or not. */
  get isAsked(): boolean {
    const picks = [...this.next.keys()].map((pick) => pickOf(pick).on);
    return this.isMyTurn && picks.length > 1 && picks.every((on) => on === "button" || on === "seat");
  }

  chair(seat: number): Chair | undefined {
    return this.session.room?.chairs[seat];
  }

  name(seat: number): string {
    if (seat === this.viewer) return t("table.you");
    return this.chair(seat)?.name || t("table.seat", { seat: seat + 1 });
  }

  zone(kind: Zone["kind"], owner: number | null = null): Zone | undefined {
    return this.view.zones.find((zone) => zone.kind === kind && zone.owner === owner);
  }

  badges(owner: number | null): Badge[] {
    return this.view.badges.filter((badge) => badge.owner === owner && badge.name !== "direction");
  }

  /** +1 or −1 where the direction of play can turn. */
  get direction(): number {
    const badge = this.view.badges.find((found) => found.name === "direction");
    return badge ? (badge.value === "-" ? -1 : 1) : 0;
  }

  /** The viewer's own cards, in display order. */
  hand = $derived.by((): { card: string; key: string }[] => {
    const copies = new Map<string, number>();
    return sorted(this.#held(), sortOf(this.view)).map((card) => {
      const copy = copies.get(card) ?? 0;
      copies.set(card, copy + 1);
      return { card, key: `${card}#${copy}` };
    });
  });

  #held(): string[] {
    const { viewer } = this;
    if (viewer === null) return [];
    const before = this.#order.length ? this.#order : arrived(this.session.events, viewer);
    return kept(before, this.zone("hand", viewer)?.cards ?? []);
  }

  /** After an update: add new cards to the hand's order, and drop picks that are no longer possible. */
  settle(): void {
    this.#order = this.#held();
    if (settings.sort === "hand") remember(this.session.code, this.#order);
    if (!this.session.pending && this.picked !== this.#picked) this.#picked = this.picked;
  }

  /** Move a card within the hand: from now on the hand is in its owner's order. */
  putCard(from: number, to: number): void {
    const cards = this.hand.map(({ card }) => card);
    this.#order = moved(cards, from, Math.max(0, Math.min(to, cards.length - 1)));
    if (settings.sort !== "hand") change("sort", "hand");
    remember(this.session.code, this.#order);
  }

  canPick(pick: string): boolean {
    return this.next.has(pick) || this.canTry(pick);
  }

  /** Whether a card may be tried although no listed move has it. */
  canTry(pick: string): boolean {
    return this.isTrying && !this.next.has(pick) && pickOf(pick).on === "card" && !this.picked.includes(pick);
  }

  /** The position of something among the picks, from 1 in the order of the move; 0: it is not picked. */
  orderOf(pick: string, copy = 0): number {
    const order = this.ready && this.ready.picks.length === this.picked.length ? this.ready.picks : this.picked;
    const places = order.flatMap((other, i) => (other === pick ? [i + 1] : []));
    return places[copy] ?? 0;
  }

  /** An attachment that marks what a hint says to pick, visually and for screen readers; of several copies as many as the hint has. */
  advisable = (pick: string, copy = 0) => (element: Element) => {
    const times = this.advised?.move?.picks.filter((other) => other === pick).length ?? 0;
    element.toggleAttribute("data-advised", times > copy);
    if (times > copy) element.setAttribute("aria-description", t("hint.isAdvised"));
    else element.removeAttribute("aria-description");
  };

  /** The verb that pressing this place leads to, for its label; empty if a press does nothing. */
  verbAt(pick: string): string {
    const moves = this.next.get(pick) ?? [];
    const picked = this.#isUnanswered ? this.#before.picked : this.picked.length;
    const verbs = new Set(moves.filter(({ picks }) => [1, picked + 1].includes(picks.length)).map((move) => verbOf(move.words)));
    const [verb] = verbs;
    return verb && verbs.size === 1 ? label(verb, this.view.game) : "";
  }

  // ---- what a press does ---------------------------------------------------------------------------------------------

  /** Pick something, undo the pick, or make the move that it completes. */
  press(pick: string, copies = 1): void {
    if (this.session.pending || this.session.isReplay) return;
    this.#doubted = null;
    const isRefused = this.#refused === this.picked && this.picked.includes(pick) && !this.view.attempt;
    const whole = isRefused ? isFinal(this.moves, this.picked) : this.picked.length ? null : ofStack(this.moves, pick);
    if (whole) return void this.make(whole);
    const picked = toggled(this.moves, this.picked, pick, copies);
    const isAdded = picked.length > this.picked.length || (picked.length === 1 && picked[0] !== this.picked[0]);
    if (picked.length === this.picked.length && picked.every((other, i) => other === this.picked[i])) {
      if (this.isTrying && pickOf(pick).on === "card") this.#take([...this.picked, pick]);
      else void this.explain(pick);
      return;
    }
    // where cards may be tried, others could be added to any of them
    const isWhole = isAdded && !(this.view.attempt && pickOf(pick).on === "card");
    const move = isWhole && !isSet(picked) ? isFinal(this.moves, picked) : null;
    if (move && isTwofold(this.moves, move, pick)) this.#doubt(move, `${t("table.meant", { move: moveSaid(move, this) })} ${cautionOf(move, this)}`.trim());
    else if (move) void this.make(move);
    else this.#take(isWhole ? completed(this.moves, picked) : picked);
  }

  #doubt(move: Choice, question: string): void {
    this.#doubted = { move, view: this.view, question };
    announcer.say(question);
  }

  /** Make the move with this thing at once, if there is one: for a drag or a double click. */
  playNow(pick: string): void {
    const picked = this.picked.includes(pick) ? this.picked : toggled(this.moves, this.picked, pick);
    const move = moveOf(this.moves, picked);
    if (move) void this.make(move);
    else if (!this.picked.includes(pick)) this.press(pick);
  }

  async commit(): Promise<void> {
    if (this.ready) await this.make(this.ready);
  }

  /** Make a move. A move that needs confirmation is asked about first, unless it is the only one. */
  async make(move: Choice, isSure = false): Promise<void> {
    if (this.session.pending) return;
    const question = isSure || this.moves.length === 1 ? "" : questionBefore(move, this);
    this.#doubted = null;
    if (question) {
      this.#doubt(move, question);
      return;
    }
    this.#before = { view: this.view, next: this.next, picked: this.picked.length };
    // a pending card stays lifted until its move is shown; if it is refused, it stays picked, but not in a lesson or a puzzle
    const picked = (this.#picked = [...move.picks]);
    const before = groundOf(move, this.view);
    const isMade = await this.session.move(move.words, () => groundOf(move, this.view) === before);
    if (this.#picked !== picked) return;
    if (isMade || this.session.isPretend) this.#picked = [];
    else this.#refused = picked;
  }

  clear(): void {
    this.#picked = [];
    this.#doubted = null;
  }

  /** Explain why something cannot be picked now: the server knows. */
  async explain(pick: string): Promise<void> {
    const on = pickOf(pick);
    if (!this.isMyTurn) notices.show(t("table.notYourTurn", { prompt: this.view.prompt }), false, true);
    else if (this.picked.length && on.on === "card") notices.show(t("table.notWith", { card: spoken(on.card) }), false, true);
    else {
      const need = needOf(pick, this);
      if (need) return notices.show(need, true);
      const words = wordsFor(on, this);
      if (!words) notices.show(promptOf(this), false, true);
      else if (this.#mayAsk(words, pick)) notices.show((await this.session.whyNot(words)) || promptOf(this), true);
    }
  }

  /** Whether the server may be asked: only about certain refusals, and not too often. */
  #mayAsk(words: string, pick: string): boolean {
    const canBeLegal = this.view.attempt || this.moves.some((move) => move.words === words || move.picks.includes(pick));
    const now = performance.now();
    if (canBeLegal || this.session.pending || now - this.#askedAt < ASK_EVERY) return false;
    this.#askedAt = now;
    return true;
  }

  #take(picked: string[]): void {
    this.#picked = picked;
    announcer.say(picksSaid(picked, this));
  }

  #attempt(): Choice | null {
    if (!this.view.attempt || !this.picked.length || !this.isTrying) return null;
    return { words: `${this.view.attempt} ${this.picked.join(" ")}`, picks: this.picked };
  }
}

const KEY = Symbol("board");
export const provideBoard = (board: Board) => setContext(KEY, board);
export const useBoard = () => getContext<Board>(KEY);
