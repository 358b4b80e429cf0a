/**
 * Messages for people who don't see the table: every event in words, the player's own looks first, and their turn. A line that
 * names a card exists only while that card is face up.
 */

import { announcer } from "../announce.svelte";
import { promptOf } from "../firstgames.svelte";
import { counted, t } from "../texts";
import type { News } from "../session.svelte";
import type { GameEvent, Line } from "../wire";
import type { Board } from "./board.svelte";
import { spoken } from "./cards";
import { isFleeting, isLook, isOpenNow, lookSeconds } from "./glimpses.svelte";
import { listed } from "./lines";
import { reading } from "./readout";
import { slotName } from "./words";
import { about, aloudOf, linesNow } from "./story";
import { placeOf } from "./motion";

/** How many sentences are announced at once; after a longer absence, the number of earlier ones is announced. */
const MOST_SAID = 60;

/** Announce what has happened. */
export function announce(board: Board, { events, story }: News): void {
  if (!events.length) return;
  const { view, glimpses, viewer } = board;
  const isDealt = (event: GameEvent) => event.move === 0 && event.source === "deck" && event.target !== "pile";
  const own = events.filter((event) => event.seat === viewer && isLook(event, view, glimpses));
  const others = events.filter((event) => event.move === 0 && event.looks && event.seat !== viewer);
  const lines = story.flatMap((paragraph) => linesNow(paragraph, board));
  const rest = lines.filter((line) => !about([line], own).length);
  const deal = events.some(isDealt) ? [t("table.dealt")] : [];
  const seconds = lookSeconds(view);
  const turn = board.isMyTurn ? [t("table.yourTurn", { prompt: promptOf(board) })] : [];
  const texts = [...deal, ...remembering(board, own, seconds), ...looking(board, others), ...latest(rest), ...turn, ...cuttingIn(board)];

  const open = events.filter((event) => isFleeting(event, view) && isOpenNow(event, view, glimpses));
  const isStill = open.length ? () => open.every((event) => isOpenNow(event, board.view, glimpses)) : undefined;
  announcer.say(texts.join(" "), open.length && seconds !== null ? seconds * 1000 : undefined, isStill);
}

/** Tables at which cutting in has been announced. */
const told = new WeakSet<Board>();

/** Announce once that the player may cut in; not repeated while that stays true. */
function cuttingIn(board: Board): string[] {
  const may = !board.isMyTurn && board.view.moves.length > 0;
  const isNew = may && !told.has(board);
  if (may) told.add(board);
  else told.delete(board);
  return isNew ? [board.view.prompt] : [];
}

/** Read aloud what a key asks for, as long as all cards that are face up now stay so. */
export function readAloud(board: Board, key: "t" | "h" | "l"): void {
  const then = key === "t" ? [] : openCards(board);
  announcer.say(reading(board, key), undefined, then.length ? () => then.every((card) => openCards(board).includes(card)) : undefined);
}

/** The face-up cards that will be turned back or put down again. */
function openCards(board: Board): string[] {
  const held = board.view.zones.filter((zone) => zone.kind === "held").map((zone) => `${zone.owner} ${zone.cards[0]}`);
  return [...board.glimpses.open, ...held];
}

/** The cards that the player may look at now, in words. */
function remembering(board: Board, looks: readonly GameEvent[], seconds: number | null): string[] {
  const cards = looks.map((event) => {
    const [owner, slot] = placeOf(event.value).split(":").map(Number) as [number, number];
    return `${slotName(board, owner, slot)}, ${spoken(event.card!)}`;
  });
  return cards.length ? [t("look.says", { seconds: seconds ?? 0, cards: cards.join("; ") })] : [];
}

/** Sentences about the others who look at cards: players with the same number of cards share one. */
function looking(board: Board, looks: readonly GameEvent[]): string[] {
  const counts = new Map<number, number>();
  for (const { seat } of looks) if (seat !== null) counts.set(seat, (counts.get(seat) ?? 0) + 1);
  return [...new Set(counts.values())].map((count) => {
    const names = [...counts.keys()].filter((seat) => counts.get(seat) === count).map((seat) => board.name(seat));
    return counted("look.others", names.length, { names: listed(names), cards: counted("table.cards", count) });
  });
}

/** All sentences; if there are very many, the last ones and the number of those before. */
function latest(lines: readonly Line[]): string[] {
  const said = lines.slice(-MOST_SAID).map(aloudOf);
  const before = lines.length - said.length;
  return before ? [t("table.before", { count: before }), ...said] : said;
}
