/** Who sits where: the viewer at the bottom, the others clockwise in the order of play. */

export interface Seating {
  left: number[];
  top: number[];
  right: number[];
}

/** The other seats, in the order in which they follow the viewer's; a spectator sees all. */
export function others(seats: number, viewer: number | null): number[] {
  if (viewer === null) return Array.from({ length: seats }, (_, seat) => seat);
  return Array.from({ length: seats - 1 }, (_, i) => (viewer + 1 + i) % seats);
}

/** How many go in each row if at most this many fit and the rows should be equally long. */
export function inRows(count: number, most: number): number {
  return Math.ceil(count / Math.max(1, Math.ceil(count / Math.max(most, 1))));
}

/** The seats on the three sides; `sides` is how many fit on the left and on the right. */
export function seating(seats: number, viewer: number | null, sides: number): Seating {
  const order = others(seats, viewer);
  const each = order.length < 3 ? 0 : Math.min(sides, Math.floor(order.length / 3));
  return {
    left: order.slice(0, each),
    top: order.slice(each, order.length - each),
    right: order.slice(order.length - each),
  };
}
