/** What a person set on this device; remembered, and the same in all tabs. */

export interface Settings {
  theme: "auto" | "light" | "dark";
  fourColours: boolean;
  /** 0 shows everything at once; 1 is the usual speed. */
  speed: number;
  cardSize: number;
  /** Milliseconds before a bot's move, in rooms that are opened here. */
  pace: number;
  level: string;
  sort: "suit" | "rank";
}

export const USUAL: Settings = {
  theme: "auto",
  fourColours: false,
  speed: 1,
  cardSize: 1,
  pace: 900,
  level: "",
  sort: "suit",
};
const PLACE = "parlour.settings";

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
    // a browser that keeps nothing still plays
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

/** How long a motion of so many milliseconds takes here; 0: it is not shown. */
export function lasting(milliseconds: number): number {
  return stillness.matches || settings.speed <= 0 ? 0 : milliseconds / settings.speed;
}

addEventListener("storage", (event) => {
  if (event.key === PLACE) Object.assign(settings, read());
});
