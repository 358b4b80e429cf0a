/** The rooms that are to be dealt as soon as one is in: “Play now” means now. */
export const starting = new Set<string>();
