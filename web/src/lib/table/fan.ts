/** The layout of a hand: a fan in as many rows as needed to see and touch every card. */

export interface Spot {
  x: number;
  y: number;
  angle: number;
  row: number;
}

export interface Fan {
  spots: Spot[];
  rows: number;
  /** Space for the outer cards, which hang lower; the same for any number of cards. */
  bend: number;
  /** How much of a covered card can be seen and touched. */
  step: number;
}

const MOST_ROWS = 3;
const MOST_BEND = 14;
const LEAST_STEP = 44;
/** How far a playable card stands up, and how far down its rank and suit reach, in card widths. */
const LIFT = 0.13;
const INDEX = 0.77;
/** How much lower a card hangs for each degree of rotation. */
const LEAN = 2.4;

/** The positions of the cards of a hand, with 0 in the middle. */
export function fan(count: number, width: number, cardWidth: number, cardHeight: number, coarse: boolean): Fan {
  if (!count) return { spots: [], rows: 1, bend: MOST_BEND, step: cardWidth };
  const room = Math.max(width - cardWidth, 0);
  const least = coarse ? LEAST_STEP : LEAST_STEP * 0.6;
  const perRow = Math.max(Math.floor(room / least) + 1, 3);
  const rows = Math.min(Math.ceil(count / perRow), MOST_ROWS);
  const inRow = Math.ceil(count / rows);
  // playable cards stand up in front of the row behind, and leave its ranks and suits visible
  const rowHeight = Math.max(cardWidth * INDEX, LEAST_STEP) + cardWidth * LIFT;
  const bend = rows === 1 && count > 2 ? Math.min(MOST_BEND, count * 1.4) : 0;
  // the outer cards lean outwards, so they move closer together unless they would be too close to touch
  const gaps = Math.max(inRow - 1, 1);
  const leaning = 2 * cardHeight * Math.sin((bend / LEAN) * (Math.PI / 180));
  // small cards overlap less, so that a finger hits the right one
  const widest = Math.max(cardWidth * 0.82, Math.min(least, cardWidth));
  const step = Math.min(Math.max((room - leaning) / gaps, Math.min(room / gaps, least)), widest);
  const spots = Array.from({ length: count }, (_, i): Spot => {
    const row = Math.floor(i / inRow);
    const size = Math.min(inRow, count - row * inRow);
    const off = (i % inRow) - (size - 1) / 2;
    const share = size > 1 ? off / ((size - 1) / 2) : 0;
    return { x: off * step, y: row * rowHeight + share * share * bend, angle: (share * bend) / LEAN, row };
  });
  return { spots, rows, bend: rows === 1 ? MOST_BEND : 0, step: inRow > 1 ? step : cardWidth };
}
