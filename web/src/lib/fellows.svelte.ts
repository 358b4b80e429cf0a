/** The people who share this device at a table, pass it round, and see no cards but their own. Each has their own connection to the house. */

import { ask, rename } from "./api";
import { keep, kept } from "./kept.svelte";
import { Session } from "./session.svelte";

/** The person whose device it is. */
const OWNER = "";

interface Kept {
  /** The people besides the owner, by the name under which the house knows them. */
  people?: string[];
}

const place = (code: string) => `fellows.${code}`;

export class Fellows {
  /** Who has the device. */
  holder = $state(OWNER);
  /** Whom it is passed to; their cards are covered until they have it. */
  next = $state<string | null>(null);

  #code: string;
  #others = $state.raw<ReadonlyMap<string, Session>>(new Map());
  #own: () => Session;

  constructor(code: string, own: () => Session) {
    this.#code = code;
    this.#own = own;
    const people = kept<Kept>(place(code))?.people ?? [];
    this.#others = new Map(people.map((who) => [who, new Session(code, false, who)]));
    // after a reload nobody knows who looks at the screen
    if (people.length) this.next = OWNER;
  }

  close(): void {
    for (const session of this.#others.values()) session.close();
  }

  get isShared(): boolean {
    return this.#others.size > 0;
  }

  /** The session of the person who holds the device. */
  get session(): Session {
    return this.#others.get(this.holder) ?? this.#own();
  }

  /** Everybody at this device who has a seat, with its number and name. */
  get seated(): { who: string; seat: number; name: string }[] {
    const all: [string, Session][] = [[OWNER, this.#own()], ...this.#others];
    return all.flatMap(([who, { room }]) => (room && room.you !== null ? [{ who, seat: room.you, name: room.chairs[room.you]?.name ?? "" }] : []));
  }

  /** The name of somebody at this device. */
  nameOf(who: string): string {
    return this.seated.find((one) => one.who === who)?.name ?? "";
  }

  /** Whose turn it is, if somebody else at this device has to move. */
  get awaited(): string | null {
    const { update, room } = this.session;
    if (room?.phase !== "playing" || !update || update.view.must === null) return null;
    const found = this.seated.find(({ seat }) => seat === update.view.must);
    return found && found.who !== this.holder ? found.who : null;
  }

  /** Add somebody, who takes a free seat. */
  async add(name: string): Promise<void> {
    const who = crypto.randomUUID();
    await ask("GET", "/api/me", undefined, who);
    await rename({ name }, who);
    const session = new Session(this.#code, false, who);
    this.#others = new Map([...this.#others, [who, session]]);
    keep(place(this.#code), { people: [...this.#others.keys()] } satisfies Kept);
    await entered(session);
    await session.ask({ type: "sit" });
  }

  /** Cover the cards until somebody else has the device. */
  pass(who: string): void {
    this.next = who;
  }

  /** Uncover the cards: the next person has the device. */
  show(): void {
    if (this.next !== null) this.holder = this.next;
    this.next = null;
  }
}

/** Wait until a session is in its room. */
function entered(session: Session): Promise<void> {
  return new Promise((resolve) => {
    const look = () => (session.connection.state === "connected" && session.room ? resolve() : void setTimeout(look, 30));
    look();
  });
}
