/** The table that somebody wanted to open while the house could not be reached: the one on this device opens it. */

const PLACE = "parlour.pressed";

export interface Press {
  game: string;
  withBots: boolean;
}

/** Remember it, for this tab. */
export function notePress(game: string, withBots: boolean): void {
  try {
    sessionStorage.setItem(PLACE, JSON.stringify({ game, withBots } satisfies Press));
  } catch {
    // a browser without storage forgets it: they press again
  }
}

export function dropPress(): void {
  try {
    sessionStorage.removeItem(PLACE);
  } catch {
    // nothing was kept
  }
}

/** The table to open, if any. */
export function pressed(): Press | null {
  try {
    return JSON.parse(sessionStorage.getItem(PLACE) ?? "null") as Press | null;
  } catch {
    return null;
  }
}
