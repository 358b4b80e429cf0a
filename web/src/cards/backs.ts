/** The card backs to choose from, in the hue of the table. */

export const BACKS = ["lattice", "rays", "scales", "stars", "house"] as const;
export type Back = (typeof BACKS)[number];

/** Below this width, in pixels, a back is plain: fine lines would only flicker. */
const DETAILED = 40;

const repeat = (count: number, draw: (i: number) => string) => Array.from({ length: count }, (_, i) => draw(i)).join("");
const tiled = (width: number, height: number, tile: string) =>
  `<pattern id="p" width="${width}" height="${height}" patternUnits="userSpaceOnUse">${tile}</pattern><rect x="11" y="11" width="78" height="118" rx="4" fill="url(#p)"/>`;
const P = "M42 90V52h11c8 0 13 5 13 12.500S61 77 53 77H42";

const DRAWN: Record<Back, string> = {
  lattice: tiled(13, 13, '<path class="n" d="M0 0l13 13M13 0 0 13"/><circle cx="6.500" cy="0" r="1.300"/><circle cx="6.500" cy="13" r="1.300"/>'),
  rays: `<clipPath id="c"><rect x="11" y="11" width="78" height="118" rx="4"/></clipPath><g clip-path="url(#c)">${repeat(36, (i) => `<path class="n" d="M50 70V-30" transform="rotate(${i * 10} 50 70)"/>`)}</g><circle cx="50" cy="70" r="16" class="h"/><circle cx="50" cy="70" r="11"/>`,
  scales: tiled(19.5, 19.5, '<path class="n" d="M0 0a9.750 9.750 0 0 0 19.500 0M-9.750 9.750a9.750 9.750 0 0 0 19.500 0 9.750 9.750 0 0 0 19.500 0M4 0a5.750 5.750 0 0 0 11.500 0M-5.750 9.750a5.750 5.750 0 0 0 11.500 0m8 0a5.750 5.750 0 0 0 11.500 0"/>'),
  stars: tiled(26, 26, '<path d="m13 4 2 7 7 2-7 2-2 7-2-7-7-2 7-2Z"/><path d="m0-4.500 1.300 3.200L4.500 0 1.300 1.300 0 4.500Zm26 0L24.700-1.300 21.500 0l3.200 1.300L26 4.500ZM0 21.500l1.300 3.200L4.500 26H0Zm26 0-1.300 3.200-3.200 1.300H26Z"/>'),
  house: `<rect x="15" y="15" width="70" height="110" rx="3" class="n"/>${repeat(2, (i) => `<g transform="rotate(${i * 180} 50 70)"><path d="m50 17 3.500 6-3.500 6-3.500-6ZM20 21l2.500 4-2.500 4-2.500-4Zm60 0 2.500 4-2.500 4-2.500-4Z"/></g>`)}<circle cx="50" cy="70" r="30" class="n"/><circle cx="50" cy="70" r="26.500" class="n"/><path class="w" d="${P}"/>`,
};

/** The image of a back, as a CSS value. */
export function backImage(back: Back, hue: number): string {
  const line = `oklch(0.82 0.07 ${hue})`;
  const style = `.n,.w{fill:none;stroke:${line};stroke-width:1.300}.w{stroke-width:6;stroke-linejoin:round;stroke-linecap:round}.h{fill:oklch(0.43 0.1 ${hue})}#L{display:none}@media(min-width:${DETAILED}px){#L{display:inline}#S{display:none}}`;
  const plain = '<rect x="17" y="17" width="66" height="106" rx="3" class="n"/><path d="m50 50 14 20-14 20-14-20Z"/>';
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 140" fill="${line}"><style>${style}</style><rect width="100" height="140" fill="#fdfaf3"/>` +
    `<rect x="7" y="7" width="86" height="126" rx="6" class="h"/><g id="L">${DRAWN[back] ?? DRAWN.lattice}</g><g id="S">${plain}</g></svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
}
