/** Presents updates: when, with which animation, with which sounds, and in which words for screen readers. */

import { announcer, notices } from "../announce.svelte";
import { promptOf } from "../firstgames.svelte";
import { afterPress } from "../painting";
import { lasting, settings } from "../settings.svelte";
import { play } from "../sound.svelte";
import { t, tOr } from "../texts";
import type { GameEvent, Said, Update, View } from "../wire";
import type { Board } from "./board.svelte";
import { announce, readAloud } from "./speech";
import { Pacer } from "./pacing";
import { soundsOf } from "./cues";

/** Work out before drawing which cards may no longer be looked at. */
export function prepare(board: Board): void {
  const { update, unshown } = board.session;
  if (update) follow(board, update, unshown.events, true);
}

/** Start presenting a table; the returned function stops it. */
export function showing(board: Board): () => void {
  const { session } = board;
  const unlisten = board.glimpses.listen();
  const pacer = new Pacer(() => (session.isReplay ? 0 : settings.pacing));
  const undo = session.watch((update, news, apply) => {
    const show = () => {
      const before = session.update?.view ?? null;
      follow(board, update, news.events, news.live);
      if (news.live) {
        board.stage.show(news.events, before, update.view, apply);
        board.drama.show(news.events, before, update.view);
      } else apply();
      notices.settle();
      board.settle();
      if (news.live) sound(news.events, before, update.view);
      announce(board, news);
      if (!news.events.length && update.undone && board.isMyTurn) announcer.say(t("table.yourTurn", { prompt: promptOf(board) }));
    };
    pacer.push(show, !news.live || isUrgent(board, update, news.events));
  });

  const { update, unshown } = session;
  session.unshown = { events: [], story: [], live: true };
  if (update) {
    board.stage.show(unshown.events, null, update.view, () => {});
    board.settle();
    sound(unshown.events, null, update.view);
    announce(board, unshown);
  }

  // a person who acts wants to see the current table; what the press itself sets in motion goes on
  const flush = () => {
    const wasBehind = pacer.isBehind;
    pacer.flush();
    const { flights } = board.stage;
    const { pending } = board.drama;
    afterPress(() => {
      board.stage.finish(wasBehind ? undefined : flights);
      board.drama.finish(wasBehind ? undefined : pending);
    });
  };
  addEventListener("pointerdown", flush, true);
  addEventListener("keydown", flush, true);
  return () => {
    removeEventListener("pointerdown", flush, true);
    removeEventListener("keydown", flush, true);
    undo();
    pacer.flush();
    pacer.stop();
    unlisten();
    board.glimpses.stop();
  };
}

function follow(board: Board, update: Update, events: readonly GameEvent[], live: boolean): void {
  const { code, isReplay } = board.session;
  // a replay has nothing to memorise: what a step shows stays visible
  const delay = live ? board.stage.lengthOf(events, board.session.update?.view ?? null) : 0;
  if (!isReplay) board.glimpses.take(update.view, events, live, `${code} ${update.base}`, delay);
}

/** Whether an update must not wait: the clock runs, somebody may cut in, it is the player's own move, or a new deal. */
function isUrgent(board: Board, update: Update, events: readonly GameEvent[]): boolean {
  const { viewer } = update.view;
  const mayCutIn = viewer !== null && update.window.includes(viewer);
  return update.clock !== null || mayCutIn || Boolean(board.session.pending) || events[0]?.seat === viewer || events[0]?.move === 0;
}

function sound(events: readonly GameEvent[], before: View | null, after: View): void {
  if (!settings.sound) return;
  for (const heard of soundsOf(events, before, after)) play(heard.sound, lasting(heard.at) || 0);
}

/** Announce chat and refusals; call it in a component. */
export function listening(board: Board): void {
  let heard = board.session.talk.length ? board.session.talk.at(-1) : undefined;
  $effect(() => {
    const last = board.session.talk.at(-1);
    if (!last || last === heard) return;
    heard = last;
    if (last.seat === null || last.seat !== board.viewer) play("chat");
    announcer.say(t("talk.said", { name: last.seat === board.viewer ? t("table.you") : last.name, text: last.text || asideOf(last) || emoteName(last.emote) }));
  });

  // on returning to the page, announce what may be looked at now: nothing was announced while it was hidden
  $effect(() => {
    const onsight = () => {
      if (!document.hidden && board.glimpses.count) readAloud(board, "h");
    };
    document.addEventListener("visibilitychange", onsight);
    return () => document.removeEventListener("visibilitychange", onsight);
  });

  // a line that names a card is removed when the card is turned back
  $effect(() => announcer.review());

  // bots wait as long as somebody looks at cards
  let looks = 0;
  $effect(() => {
    const { count } = board.glimpses;
    if (looks && !count && !board.session.isReplay) void board.session.refusalOf({ type: "looked" });
    looks = count;
  });

  let refusals = notices.refusals;
  $effect(() => {
    if (notices.refusals > refusals) play("refuse");
    refusals = notices.refusals;
  });
}

/** The text of a line that nobody said: somebody asked for a hint, or took a move back; else empty. */
export function asideOf(line: Said): string {
  return line.hint ? t("talk.hint") : line.undo ? t("talk.undo") : "";
}

/** The name of an emote, as a screen reader says it. */
export function emoteName(name: string): string {
  return tOr(`emote.${name}`, name);
}
