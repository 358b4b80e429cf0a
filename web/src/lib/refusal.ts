/** What a refused request throws. */

import type { Refused, Remedy } from "./wire";

/** A refused request; the text is a sentence, `code` its key. */
export class Refusal extends Error {
  readonly stale: boolean;
  readonly code: string;
  readonly remedy: Remedy | null;

  constructor(why: string, { stale = false, code = "", remedy = null }: Partial<Pick<Refused, "stale" | "code" | "remedy">> = {}) {
    super(why);
    this.stale = stale;
    this.code = code;
    this.remedy = remedy;
  }
}
