/** Jack, queen and king, double-ended, in three inks: the suit's, its counterpart and gold. */

import type { Suit } from "../lib/table/cards";

/** What each suit's court cards hold, upright at the right, with its head at 67, 34. */
const STAVES: Record<Suit, string> = {
  hearts: '<path class="g" d="M65.500 70V36h3v34Z"/><path class="a" d="M67 36c-6-5-8-8-8-11.500 0-5 6-5.500 8-1.500 2-4 8-3.500 8 1.500 0 3.500-2 6.500-8 11.500Z"/>',
  spades: '<path class="a" d="M65.700 70V40h2.600v30Z"/><path class="g" d="m67 18 4.500 9v13h-9V27Z"/><path class="b" d="M59.500 40h15v3h-15Z"/>',
  diamonds: '<path class="g" d="M65.700 70V22h2.600v48Z"/><path class="a" d="M68 24c4 0 7-2 8-4v20c-1-2-4-4-8-4Zm-2 2v8c-3 0-5 1-6 3V23c1 2 3 3 6 3Z"/>',
  clubs: '<path class="a" d="M65.700 70V36h2.600v34Z"/><circle class="g" cx="67" cy="32" r="6.500"/><path class="b" d="M65.800 20h2.400v2.600h2.600V25h-2.600v3h-2.400v-3h-2.600v-2.400h2.600Z"/>',
};

/** The pattern of each suit's robe. */
const CLOTH: Record<Suit, string> = {
  hearts: '<path class="l" d="M24 66c3-4 6-4 9 0 3-4 6-4 9 0M28 58c3-4 6-4 9 0m-3 5M58 66c3-4 6-4 9 0 3-4 6-4 9 0m-13-8c3-4 6-4 9 0"/>',
  spades: '<path class="l" d="m24 69 6-7 6 7 6-7m-15-3 5-5 5 5m21 3 6 7 6-7 6 7m-15-10 5-5 5 5"/>',
  diamonds: '<path class="l" d="m30 56 4 5-4 5-4-5Zm8 6 3 4-3 4-3-4Zm32-6 4 5-4 5-4-5Zm-8 6 3 4-3 4-3-4Z"/>',
  clubs: '<path class="p" d="M28 63h4v4h-4Zm7-6h4v4h-4Zm0 9h4v4h-4Zm33-3h4v4h-4Zm-7-6h4v4h-4Zm0 9h4v4h-4Z"/>',
};

const BODY = '<path class="a" d="M22 71v-8c4-9 14-13 28-13s24 4 28 13v8Z"/>';
const COLLAR = '<path class="g" d="M43 50h14l4 21H39Z"/><path class="b" d="m50 53 5 8-5 8-5-8Z"/><path class="p o" d="M39 47c3 6 7 9 11 9s8-3 11-9l-4-2H43Z"/>';
const FACE =
  '<path class="f o" d="M41 29h18v12c0 7-4 11.500-9 11.500S41 48 41 41Z"/>' +
  '<path class="i" d="M44 36c1-1 3-1 4 0m4 0c1-1 3-1 4 0m-6 1v5l-1.700 1M47.500 46.500c1.500 1 3.500 1 5 0"/><path class="d" d="M45 37.600h2v1.800h-2Zm8 0h2v1.800h-2Z"/>';

const HEADS: Record<string, string> = {
  K:
    '<path class="b" d="M37.500 29c-1.500 5-1 11 .500 15l3.500-1V29Zm25 0c1.500 5 1 11-.500 15l-3.500-1V29Z"/>' +
    FACE +
    '<path class="b" d="M41 40c-1 10 2 18 9 20 7-2 10-10 9-20-2 4-4 4-6 3.500-1.500-1-4.500-1-6 0-2 .500-4 .500-6-3.500Z"/><path class="f" d="M46.500 46.500h7c-1 2-6 2-7 0Z"/>' +
    '<path class="g o" d="M37 30 35 16.500l7.500 5L50 14l7.500 7.500 7.500-5L63 30Z"/><path class="a" d="M37 26.500h26V30H37Z"/><path class="b" d="m50 18 2.500 3.500L50 25l-2.500-3.500Z"/>',
  Q:
    '<path class="b" d="M38 28c-5 6-5 18-9 25 5 3 11 2 14-3l-1-22Zm24 0c5 6 5 18 9 25-5 3-11 2-14-3l1-22Z"/>' +
    FACE +
    '<path class="b" d="M40 37c0-7 5-6 10-9 5 3 10 2 10 9l2-1c1-8-5-11-12-11s-13 3-12 11Z"/><path class="a" d="M47.800 46.200c1.500-1 3-1 4.400 0-1 1.600-3.400 1.600-4.400 0Z"/>' +
    '<path class="g o" d="M39 28 37 19l7 3 6-6 6 6 7-3-2 9c-7-2-15-2-22 0Z"/><path class="a" d="M37 15.500a2 2 0 1 1 0 4 2 2 0 0 1 0-4Zm26 0a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z"/>',
  J:
    '<path class="b" d="M39 28c-3 6-4 14-2 21 3 1 5 0 6-2l-1-19Zm22 0c3 6 4 14 2 21-3 1-5 0-6-2l1-19Z"/>' +
    FACE +
    '<path class="a o" d="M36 30c-1-9 6-13 14-13s15 4 14 13c-8-4-20-4-28 0Z"/><path class="g" d="M36 30c8-4 20-4 28 0l.500 3c-9-4-20-4-29 0Z"/><path class="b" d="M41 23c-6-1-10-5-11-9 7 0 12 2 14 7Z"/>',
};

/** One half of a court card; the other half is the same, rotated. */
export function courtHalf(rank: string, suit: Suit): string {
  return BODY + CLOTH[suit] + STAVES[suit] + COLLAR + (HEADS[rank] ?? "");
}
