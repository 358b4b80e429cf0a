/** Card faces as images: one element per card, however detailed. The image adapts to its displayed size. */

import type { Colour, Face, Suit } from "../lib/table/cards";
import { courtHalf } from "./courts";
import { glyph } from "./glyphs";
import { COLOURS, SUITS } from "./shapes";

const INK = "#1b2130";
const RED = "#b8231c";
const GOLD = "#d8a02a";
const PAPER = "#fdfaf3";
const INKS: Record<Suit, string> = { clubs: INK, diamonds: RED, hearts: RED, spades: INK };
const FOUR_INKS: Record<Suit, string> = { ...INKS, clubs: "#1a6b3a", diamonds: "#1b5cb8" };
const FIELDS: Record<Colour, string> = { red: "#c42f2a", yellow: "#edbb1c", green: "#1c7a45", blue: "#2160bd" };
const WILD = "#2b2834";
/** From this width, in pixels, a face has two indices and pips. On a phone one large index reads better. */
const DETAILED = 84;
const COURTS = "JQK";

const half = (y: number) => (y > 70 ? ' transform="rotate(180 50 70)"' : "");
const twice = (drawn: string) => `${drawn}<g transform="rotate(180 50 70)">${drawn}</g>`;
const outline = (d: string, x: number, y: number, size: number, more = "") =>
  `<path ${more} d="${d}" transform="translate(${x - size / 2} ${y - size / 2}) scale(${size / 24})"/>`;

/** The positions of the pips of 2 to 10: the column, and how far down. */
function pips(count: number): [number, number][] {
  const sides = count < 4 ? [] : count < 6 ? [0, 1] : count < 9 ? [0, 0.5, 1] : [0, 1 / 3, 2 / 3, 1];
  const middle: Record<number, number[]> = { 2: [0, 1], 3: [0, 0.5, 1], 5: [0.5], 7: [0.25], 8: [0.25, 0.75], 9: [0.5], 10: [1 / 6, 5 / 6] };
  return [...sides.flatMap((y): [number, number][] => [[-1, y], [1, y]]), ...(middle[count] ?? []).map((y): [number, number] => [0, y])];
}

function pip(suit: Suit, column: number, down: number): string {
  const y = 25 + 90 * Math.min(down, 1 - down);
  const drawn = outline(SUITS[suit], 50 + 17.5 * (down > 0.5 ? -column : column), y, 19.5);
  return down > 0.5 ? `<g${half(100)}>${drawn}</g>` : drawn;
}

function court(rank: string, suit: Suit): string {
  const frame = '<rect x="23" y="12" width="54" height="116" rx="4" class="n"/>';
  return `<clipPath id="c"><rect x="23" y="12" width="54" height="58"/></clipPath>${twice(`<g clip-path="url(#c)">${courtHalf(rank, suit)}</g>`)}${frame}`;
}

function detailed(rank: string, suit: Suit): string {
  const index = glyph(rank, rank === "10" ? 5 : 6, 7.5, 21, 4.8) + outline(SUITS[suit], 12.2, 39.500, 14);
  if (COURTS.includes(rank)) return twice(index) + court(rank, suit);
  if (rank !== "A") return twice(index) + pips(Number(rank)).map(([column, down]) => pip(suit, column, down)).join("");
  const ring = suit === "spades" ? '<circle cx="50" cy="70" r="31" class="n"/><circle cx="50" cy="70" r="34" class="n"/>' : "";
  return twice(index) + ring + outline(SUITS[suit], 50, 70, 48);
}

/** Legible at thumbnail size. */
function simple(rank: string, suit: Suit): string {
  const index = glyph(rank, rank === "10" ? 7 : 9, 8, 36, 4.8) + outline(SUITS[suit], 21, 62, 27);
  if (!COURTS.includes(rank)) return index + outline(SUITS[suit], 63, 99, 58);
  return `${index}<g transform="translate(2 22) scale(1.22)"><clipPath id="h"><rect x="20" y="12" width="60" height="85"/></clipPath><g clip-path="url(#h)">${courtHalf(rank, suit)}<path class="a" d="M22 70h56v30H22Z"/></g></g>`;
}

function coloured(colour: Colour | null, sign: string): [string, string] {
  const field = `<rect x="5" y="5" width="90" height="130" rx="9" fill="${colour ? FIELDS[colour] : WILD}"/>`;
  if (!colour) {
    const word = sign || "W";
    const ring = (size: number, far: number) => Object.entries(COLOURS).map(([name, d], i) => outline(d, 50 + (i % 2 ? far : -far), 70 + (i > 1 ? far : -far), size, `fill="${FIELDS[name as Colour]}" stroke="${PAPER}" stroke-width="1.500"`)).join("");
    const index = glyph(word, 11, 13, sign ? 17 : 20, 5);
    return [field + ring(26, 16) + twice(index), field + glyph(word, 12, 14, 26, 5) + `<g transform="translate(0 20)">${ring(27, 17)}</g>`];
  }
  const low = colour === "yellow" ? 8 : 0;
  const shape = (size: number, y: number) => outline(COLOURS[colour], 50, y, size, `fill="${PAPER}"`);
  const centre = (y: number, high: number) => `<g class="dark">${glyph(sign, 50, y - high / 2 + low, high, 4.6, true)}</g>`;
  const isWide = sign.length > 1;
  const index = glyph(sign, 11, 13, isWide ? 17 : 20, 5) + outline(COLOURS[colour], 18, 44, 13);
  const large = field + shape(colour === "yellow" ? 58 : 64, 70) + centre(70, isWide ? 24 : 32) + twice(index);
  const small = field + glyph(sign, 12, 13, isWide ? 25 : 31, 5) + outline(COLOURS[colour], 24, 60, 19) + `<g transform="translate(9 30)">${shape(62, 70)}${centre(70, isWide ? 24 : 32)}</g>`;
  return [large, small];
}

const CAP =
  '<path class="a" d="M34 66c-2-18-8-24-16-25 4-9 18-9 24 3 1-12 4-20 8-24 4 4 7 12 8 24 6-12 20-12 24-3-8 1-14 7-16 25Z"/>' +
  '<path class="b" d="M42 44c1-12 4-20 8-24 4 4 7 12 8 24l3 22H39Z"/><path class="g" d="M32 64h36v6H32Z"/>' +
  '<path class="g" d="M18 37a4 4 0 1 1 0 8 4 4 0 0 1 0-8Zm64 0a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM50 13a4 4 0 1 1 0 8 4 4 0 0 1 0-8Z"/>';
const STAR = '<path class="a" d="m14 8 2.800 6.300 6.900.700-5.200 4.600 1.600 6.800L14 22.900l-6.100 3.500 1.600-6.800L4.300 15l6.900-.700Z"/>';

function image(large: string, small: string, ink: string): string {
  const other = ink === RED || ink === FOUR_INKS.diamonds ? INK : RED;
  const style =
    `.k,.n,.l,.i{fill:none;stroke:${ink};stroke-linecap:round;stroke-linejoin:round}.n{stroke-width:1}.l{stroke:${PAPER};stroke-width:1.300}.i{stroke:${INK};stroke-width:1.100}` +
    `.a{fill:${ink}}.b{fill:${other}}.g{fill:${GOLD}}.p{fill:${PAPER}}.f{fill:#f6e3c8}.d{fill:${INK}}.o{stroke:${INK};stroke-width:.900}.dark .k{stroke:${INK}}` +
    `#L{display:none}@media(min-width:${DETAILED}px){#L{display:inline}#S{display:none}}`;
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 140" fill="${ink}"><style>${style}</style><g id="L">${large}</g><g id="S">${small}</g></svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(drawn)}")`;
}

function drawn(face: Face, inks: Record<Suit, string>): string {
  if (face.kind === "suited") return image(detailed(face.rank, face.suit), simple(face.rank, face.suit), inks[face.suit]);
  if (face.kind === "joker") return image(twice(STAR + CAP), `${STAR}<g transform="translate(-7 38) scale(1.140)">${CAP}</g>`, face.colour === "red" ? RED : INK);
  if (face.kind !== "coloured" && face.kind !== "wild") return "";
  const colour = face.kind === "coloured" ? face.colour : null;
  return image(...coloured(colour, face.sign), colour === "yellow" ? "#2a2206" : PAPER);
}

const made = new Map<string, string>();

/** The image of a face, as a CSS value. */
export function faceImage(text: string, face: Face, fourColours: boolean): string {
  const key = `${text}${fourColours}`;
  let found = made.get(key);
  if (found === undefined) made.set(key, (found = drawn(face, fourColours ? FOUR_INKS : INKS)));
  return found;
}
