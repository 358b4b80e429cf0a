/** The ground colour of a game as a hue; everything else follows from it in CSS. */

import { backImage } from "../cards/backs";
import { settings } from "./settings.svelte";

const FALLBACK = [168, 255, 305, 35, 210, 130, 340, 70];

/** The hue that a game declares, else one derived from its id. */
export function hueOf(game: { id: string; ground?: number | string }): number {
  if (typeof game.ground === "number") return game.ground;
  if (typeof game.ground === "string" && game.ground) return hueOfColour(game.ground) ?? hashed(game.id);
  return hashed(game.id);
}

/** Use a table's ground for the whole page, until it is removed again. */
export function layGround(hue: number): () => void {
  const root = document.documentElement;
  root.classList.add("ground");
  root.style.setProperty("--hue", String(hue));
  root.style.setProperty("--back-image", backImage(settings.back, hue));
  return () => {
    root.classList.remove("ground");
    root.style.removeProperty("--hue");
    root.style.removeProperty("--back-image");
  };
}

function hashed(id: string): number {
  let sum = 7;
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) % 65_521;
  return FALLBACK[sum % FALLBACK.length] ?? 168;
}

/** The OKLCH hue of `#rrggbb`; null for anything else. */
export function hueOfColour(text: string): number | null {
  const found = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text);
  if (!found) return null;
  const [r, g, b] = found.slice(1).map((part) => linear(parseInt(part, 16) / 255)) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const c = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return Math.round(((Math.atan2(c, a) * 180) / Math.PI + 360) % 360);
}

function linear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
