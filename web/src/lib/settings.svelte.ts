/** The settings on this device; stored, and shared by all tabs. */

import type { Back } from "../cards/backs";

export interface Settings {
  theme: "auto" | "light" | "dark";
  /** The hue of every table; -1: each game has its own. */
  table: number;
  fourColours: boolean;
  back: Back;
  motion: "system" | "off" | "slow" | "usual" | "fast";
  cardSize: number;
  textSize: number;
  /** Milliseconds before a bot's move, in rooms opened here. */
  pace: number;
  /** Minimum milliseconds between others' moves; 0: as they happen. */
  pacing: number;
  level: string;
  sort: "dealt" | "suit" | "rank" | "hand";
  /** Whether first games are explained. */
  tips: boolean;
  sound: boolean;
  volume: number;
  /** Whether a notification says that it is your turn. */
  notify: boolean;
}

export const USUAL: Settings = {
  theme: "auto",
  table: -1,
  fourColours: false,
  back: "lattice",
  motion: "system",
  cardSize: 1,
  textSize: 1,
  pace: 900,
  pacing: 0,
  level: "",
  sort: "suit",
  tips: true,
  sound: true,
  volume: 0.5,
  notify: false,
};
const PLACE = "parlour.settings";
/** At the fast speed cards and scenes end at once; only the feedback to a press still takes a moment. */
const SPEEDS = { off: 0, slow: 0.6, usual: 1, fast: Infinity };
const LEAST_SLOW = 0.25;

export function stored<T>(place: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(place);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function store(place: string, value: unknown): void {
  try {
    localStorage.setItem(place, JSON.stringify(value));
  } catch {
    // a browser without storage can still play
  }
}

function read(): Settings {
  return { ...USUAL, ...stored<Partial<Settings>>(PLACE, {}) };
}

export const settings = $state<Settings>(read());

export function change<K extends keyof Settings>(name: K, value: Settings[K]): void {
  settings[name] = value;
  store(PLACE, $state.snapshot(settings));
}

const stillness = matchMedia("(prefers-reduced-motion: reduce)");

/** The animation speed: 1 is normal, 0 is off, Infinity ends everything at once. A speed chosen here overrides the system's preference. */
export function speed(): number {
  if (settings.motion !== "system") return SPEEDS[settings.motion] ?? 1;
  return stillness.matches ? 0 : 1;
}

/** The duration of an animation of this many milliseconds; 0: it is not shown. */
export function lasting(milliseconds: number): number {
  const fast = speed();
  return fast <= 0 ? 0 : milliseconds / fast;
}

/** The hue of a table: as set here, else the game's own. */
export function tableHue(own: number): number {
  return settings.table < 0 ? own : settings.table;
}

/** Apply the settings to the page; CSS does the rest. */
export function dress(root: HTMLElement): void {
  if (settings.theme === "auto") delete root.dataset["theme"];
  else root.dataset["theme"] = settings.theme;
  root.toggleAttribute("data-four-colours", settings.fourColours);
  root.dataset["motion"] = settings.motion;
  root.style.setProperty("--slowness", String(Math.max(1 / (SPEEDS[settings.motion as keyof typeof SPEEDS] || 1), LEAST_SLOW)));
  root.style.setProperty("--text-size", String(settings.textSize));
}

addEventListener("storage", (event) => {
  if (event.key === PLACE) Object.assign(settings, read());
});
