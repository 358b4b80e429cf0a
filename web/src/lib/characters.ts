/** The avatars: two dozen animals assembled from a few parts, each drawn as one image. */

type Ears = "round" | "point" | "long" | "flop" | "horn" | "antler" | "big" | "comb" | "none";
type Mask = "muzzle" | "cheeks" | "beak" | "bill" | "patches" | "stripes" | "bandit" | "snout" | "trunk" | "plain" | "owl";

interface Character {
  ears: Ears;
  mask: Mask;
  fur: string;
  second: string;
}

const INK = "#2a2330";
const animal = (ears: Ears, mask: Mask, fur: string, second: string): Character => ({ ears, mask, fur, second });

export const CHARACTERS: readonly Character[] = [
  animal("point", "cheeks", "#e2762f", "#fff1de"),
  animal("round", "muzzle", "#9a6a43", "#e9c9a0"),
  animal("long", "muzzle", "#d9cfc6", "#fffaf3"),
  animal("comb", "owl", "#8a6b52", "#f3dfb8"),
  animal("point", "muzzle", "#5d6470", "#c9ced6"),
  animal("round", "patches", "#f4f1ea", "#2f2f38"),
  animal("none", "beak", "#2f4763", "#f7f7f2"),
  animal("big", "trunk", "#93a3b5", "#d8b7bd"),
  animal("point", "stripes", "#f0a03c", "#fff3dc"),
  animal("flop", "muzzle", "#c79361", "#f7e5cb"),
  animal("point", "snout", "#f2a9ae", "#dc7f88"),
  animal("round", "bandit", "#8d929b", "#3c404a"),
  animal("antler", "muzzle", "#b27a49", "#f1d9b7"),
  animal("horn", "snout", "#f3ede3", "#e3a9a0"),
  animal("round", "plain", "#74b05a", "#d6ecbf"),
  animal("comb", "bill", "#f5d04c", "#ee8a2b"),
  animal("big", "snout", "#b98a61", "#efcfa6"),
  animal("round", "stripes", "#f0e6d8", "#5b4636"),
  animal("comb", "beak", "#d8473f", "#ffe3b0"),
  animal("flop", "bandit", "#f4efe6", "#a9653a"),
  animal("horn", "muzzle", "#7d5a44", "#d9b48c"),
  animal("none", "bill", "#4f9a8b", "#f2b84b"),
  animal("round", "cheeks", "#a9b8c6", "#f3f6f8"),
  animal("long", "cheeks", "#b08cc4", "#f3e4f7"),
];

const both = (drawn: string) => `${drawn}<g transform="matrix(-1 0 0 1 64 0)">${drawn}</g>`;

const EARS: Record<Ears, (character: Character) => string> = {
  round: () => both('<circle cx="17" cy="20" r="9"/><circle class="s" cx="17" cy="20" r="4.500"/>'),
  point: () => both('<path d="M11 33 12 8c8 2 14 7 18 13Z"/><path class="s" d="M15 25 16 14c4 2 7 4 9 7Z"/>'),
  long: () => both('<ellipse cx="23" cy="14" rx="6" ry="14"/><ellipse class="s" cx="23" cy="14" rx="2.800" ry="10"/>'),
  flop: () => both('<path class="s" d="M19 19C7 17 4 34 8 45c8 0 12-9 14-18Z"/>'),
  horn: () => both('<path d="M15 28C8 28 6 24 6 21c6-1 11 1 13 4Z"/><path fill="#e8dcc2" d="M20 20C12 16 13 7 17 4c1 6 5 9 10 11Z"/>'),
  antler: () => both('<path d="M15 29C8 29 6 25 6 22c6-1 11 1 13 4Z"/><path class="l" d="M24 19C18 15 16 10 17 3M18 11l-6-3M20 14l1-7"/>'),
  big: () => both('<circle cx="12" cy="32" r="11.500"/><circle class="s" cx="12" cy="32" r="7"/>'),
  comb: () => '<path class="s" d="M24 20c-3-8 2-12 5-8 1-7 7-7 7 0 4-3 8 2 5 8Z"/>',
  none: () => "",
};

const NOSE = '<path class="d" d="M28.500 41.500h7c0 3-2 4.500-3.500 4.500s-3.500-1.500-3.500-4.500Z"/><path class="m" d="M32 46v2.500c-1 2-4 2.500-6 1m6-1c1 2 4 2.500 6 1"/>';
const SMILE = '<path class="m" d="M25 47c2 3 12 3 14 0"/>';

const MASKS: Record<Mask, string> = {
  muzzle: `<ellipse class="s" cx="32" cy="46" rx="11" ry="8.500"/>${NOSE}`,
  cheeks: `<path class="s" d="M13 38c7 0 15 4 19 9 4-5 12-9 19-9 0 13-8 19-19 19S13 51 13 38Z"/>${NOSE}`,
  beak: '<path class="s" d="M16 40c0-9 12-8 16-2 4-6 16-7 16 2 0 10-7 17-16 17s-16-7-16-17Z"/><path fill="#f0a63a" d="M25.500 41h13L32 50Z"/>',
  bill: '<path class="s" d="M20 43c5-4 19-4 24 0 2 3-4 8-12 8s-14-5-12-8Z"/><path class="m" d="M21 45c6 2 16 2 22 0"/>',
  patches: `${both('<ellipse class="s" cx="23" cy="36" rx="6" ry="7" transform="rotate(20 23 36)"/>')}${NOSE}`,
  stripes: `<path class="t" d="M32 17v8M25 18l2 6M39 18l-2 6M13 38l7 1M13 45l7-1M51 38l-7 1M51 45l-7-1"/><ellipse class="w" cx="32" cy="47" rx="10" ry="7.500"/>${NOSE}`,
  bandit: `<path class="s" d="M13 36c6-8 14-5 19-2 5-3 13-6 19 2-2 8-13 8-19 3-6 5-17 5-19-3Z"/>${NOSE}`,
  snout: `<ellipse class="s" cx="32" cy="46" rx="9.500" ry="6.500"/><circle class="d" cx="28.500" cy="46" r="1.500"/><circle class="d" cx="35.500" cy="46" r="1.500"/>`,
  trunk: '<path d="M27 38h10v13c0 8-13 8-15 3 4 1 5-1 5-4Z" stroke="#7a8a9c" stroke-width="1.500"/>',
  plain: `<ellipse class="s" cx="32" cy="51" rx="12" ry="6"/>${SMILE}`,
  owl: `${both('<circle class="s" cx="24" cy="35" r="8.500"/>')}<path fill="#f0a63a" d="M29 41h6l-3 6Z"/>`,
};

const EYES = both('<circle class="e" cx="24" cy="36" r="3.600"/><circle class="d" cx="24" cy="36" r="2.900"/><circle class="h" cx="25" cy="35" r="1"/>');

function drawn(character: Character): string {
  const { ears, mask, fur, second } = character;
  const style = `.s{fill:${second}}.d{fill:${INK}}.h,.w{fill:#fff}.e{fill:${mask === "patches" || mask === "bandit" ? "#fff" : "none"}}.m,.l,.t{fill:none;stroke:${INK};stroke-width:1.600;stroke-linecap:round}.l{stroke:#8a5f38;stroke-width:3}.t{stroke-width:2.600}`;
  const head = '<path d="M32 16c13 0 19 9 19 21S43 58 32 58 13 49 13 37s6-21 19-21Z"/>';
  const body = '<path d="M10 70c1-12 10-16 22-16s21 4 22 16Z"/>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" fill="${fur}"><style>${style}</style><g transform="translate(0 3)">${body}${EARS[ears](character)}${head}${MASKS[mask]}${EYES}</g></svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
}

const made = new Map<number, string>();

/** The initials of the bots' names; no two share one. */
const INITIALS = "ABCDEFGHIJKLMNOPRSTUVWXY";

/** The names of the characters, in the same order; the house has the same list. */
export const NAMES = [
  ...["fox", "bear", "rabbit", "owl", "wolf", "panda", "penguin", "elephant", "tiger", "dog", "pig", "raccoon"],
  ...["deer", "sheep", "frog", "duck", "monkey", "badger", "rooster", "beagle", "bull", "platypus", "koala", "hare"],
];

/** The character that somebody has chosen, else the one that their name always leads to. */
export function characterOf(name: string, isBot: boolean, chosen = ""): number {
  if (NAMES.includes(chosen)) return NAMES.indexOf(chosen);
  const place = INITIALS.indexOf(name[0] ?? "");
  if (isBot && place >= 0) return place;
  let sum = 11;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return sum % CHARACTERS.length;
}

/** A character's image, as a CSS value. */
export function characterImage(place: number): string {
  const known = made.get(place);
  if (known) return known;
  const image = drawn(CHARACTERS[place % CHARACTERS.length]!);
  made.set(place, image);
  return image;
}
