/** Showing what the house tells: when, in which motion, with which sounds, and in which words for those who do not see it. */

import { announcer, notices } from "../announce.svelte";
import { lasting, settings } from "../settings.svelte";
import { play } from "../sound.svelte";
import { t, tOr } from "../texts";
import type { GameEvent, Update, View } from "../wire";
import type { Board } from "./board.svelte";
import { spoken } from "./cards";
import { isFleeting, isLook, lookSeconds } from "./glimpses.svelte";
import { Pacer } from "./pacing";
import { slotName } from "./saying";
import { soundsOf } from "./sounding";
import { placeOf } from "./ways";

const MOST_SAID = 12;

/** What must be known before anything is drawn: which cards may no longer be looked at. */
export function prepare(board: Board): void {
  const { update, unshown } = board.session;
  if (update) follow(board, update, unshown, true);
}

/** Begin to show a table; the answer ends it. */
export function showing(board: Board): () => void {
  const { session } = board;
  const pacer = new Pacer(() => (session.isReplay ? 0 : settings.pacing));
  const undo = session.watch((update, news, apply) => {
    const show = () => {
      const before = session.update?.view ?? null;
      follow(board, update, news.events, news.live);
      if (news.live) board.stage.show(news.events, before, update.view, apply);
      else apply();
      notices.settle();
      board.settle();
      if (news.live) sound(news.events, before, update.view);
      announce(board, news.events);
    };
    pacer.push(show, !news.live || isUrgent(board, update, news.events));
  });

  const { update, unshown } = session;
  session.unshown = [];
  if (update) {
    board.stage.show(unshown, null, update.view, () => {});
    board.settle();
    sound(unshown, null, update.view);
    announce(board, unshown);
  }

  // whoever acts wants to see the table as it is
  const flush = () => pacer.flush();
  addEventListener("pointerdown", flush, true);
  addEventListener("keydown", flush, true);
  return () => {
    removeEventListener("pointerdown", flush, true);
    removeEventListener("keydown", flush, true);
    undo();
    pacer.flush();
    pacer.stop();
    board.glimpses.stop();
  };
}

function follow(board: Board, update: Update, events: readonly GameEvent[], live: boolean): void {
  const { room, code } = board.session;
  board.glimpses.take(update.view, events, room?.plan.options ?? {}, live, `${code} ${update.base}`);
}

/** Whether an update must not wait: time runs, somebody may cut in, one did it oneself, or it is a new deal. */
function isUrgent(board: Board, update: Update, events: readonly GameEvent[]): boolean {
  const { viewer } = update.view;
  const mayCutIn = viewer !== null && update.window.includes(viewer);
  return update.clock !== null || mayCutIn || Boolean(board.session.pending) || events[0]?.seat === viewer || events[0]?.move === 0;
}

function sound(events: readonly GameEvent[], before: View | null, after: View): void {
  if (!settings.sound) return;
  for (const heard of soundsOf(events, before, after)) play(heard.sound, lasting(heard.at) || 0);
}

/** Screen readers hear every event, and that it is one's turn. What may be looked at for a while only is not kept for longer. */
function announce(board: Board, events: readonly GameEvent[]): void {
  if (!events.length) return;
  const options = board.session.room?.plan.options ?? {};
  const isDealt = (event: GameEvent) => event.move === 0 && event.source === "deck" && event.target !== "pile";
  const deal = events.some(isDealt) ? [t("table.dealt")] : [];
  const latest = events.filter((event) => !isDealt(event)).slice(-MOST_SAID);
  const turn = board.isMyTurn ? [t("table.yourTurn", { prompt: board.view.prompt })] : [];
  const looks = latest.filter((event) => event.seat === board.viewer && isLook(event, board.view, board.glimpses));
  const texts = latest.flatMap((event) => (looks.includes(event) ? [] : event.text)).filter((text, i, all) => text !== all[i - 1]);
  const seconds = lookSeconds(board.view, options);
  const isBrief = latest.some((event) => isFleeting(event, board.view, options));
  announcer.say([...deal, ...texts, ...remembering(board, looks, seconds), ...turn].join(" "), isBrief && seconds !== null ? seconds * 1000 : undefined);
}

/** The cards that one may look at now, in words: they are read as long as they are seen. */
function remembering(board: Board, looks: readonly GameEvent[], seconds: number | null): string[] {
  const cards = looks.map((event) => {
    const [owner, slot] = placeOf(event.value).split(":").map(Number) as [number, number];
    return `${slotName(board, owner, slot)}, ${spoken(event.card!)}`;
  });
  return cards.length ? [t("look.says", { seconds: seconds ?? 0, cards: cards.join("; ") })] : [];
}

/** Tell what people say, and let refusals be heard: to be called in a component. */
export function listening(board: Board): void {
  let heard = board.session.talk.length ? board.session.talk.at(-1) : undefined;
  $effect(() => {
    const last = board.session.talk.at(-1);
    if (!last || last === heard) return;
    heard = last;
    announcer.say(t("talk.said", { name: last.seat === board.viewer ? t("table.you") : last.name, text: last.text || feeling(last.emote) }));
  });

  let refusals = notices.refusals;
  $effect(() => {
    if (notices.refusals > refusals) play("refuse");
    refusals = notices.refusals;
  });
}

/** The name of a feeling, as it is read. */
export function feeling(name: string): string {
  return tOr(`feeling.${name}`, name);
}
