/** The layout of a hand: a fan in as many rows as leave enough of every card to see and to touch. */

export interface Spot {
  x: number;
  y: number;
  angle: number;
  row: number;
}

export interface Fan {
  spots: Spot[];
  rows: number;
  /** How much lower the outer cards lie. */
  bend: number;
  /** How much of a covered card can be seen and touched. */
  step: number;
}

const MOST_ROWS = 3;
const LEAST_STEP = 44;

/** Where the cards of a hand lie, the middle of its width being 0. */
export function fan(count: number, width: number, cardWidth: number, cardHeight: number, coarse: boolean): Fan {
  if (!count) return { spots: [], rows: 1, bend: 0, step: cardWidth };
  const room = Math.max(width - cardWidth, 0);
  const least = coarse ? LEAST_STEP : LEAST_STEP * 0.6;
  const perRow = Math.max(Math.floor(room / least) + 1, 3);
  const rows = Math.min(Math.ceil(count / perRow), MOST_ROWS);
  const inRow = Math.ceil(count / rows);
  const step = Math.min(inRow > 1 ? room / (inRow - 1) : 0, cardWidth * 0.82);
  const rowHeight = Math.max(cardHeight * 0.52, LEAST_STEP);
  const bend = rows === 1 && count > 2 ? Math.min(14, count * 1.4) : 0;
  const spots = Array.from({ length: count }, (_, i): Spot => {
    const row = Math.floor(i / inRow);
    const size = Math.min(inRow, count - row * inRow);
    const off = (i % inRow) - (size - 1) / 2;
    const share = size > 1 ? off / ((size - 1) / 2) : 0;
    return { x: off * step, y: row * rowHeight + share * share * bend, angle: (share * bend) / 2.4, row };
  });
  return { spots, rows, bend, step: inRow > 1 ? step : cardWidth };
}
