/** Rooms to deal in as soon as they are entered: “Play now” means now. */
export const starting = new Set<string>();
