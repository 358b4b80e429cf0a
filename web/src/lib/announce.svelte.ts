/** What a screen reader is told: events politely, refusals at once. The same sentence twice is spoken twice. */

class Announcer {
  polite = $state("");
  urgent = $state("");
  #flip = false;

  say(text: string): void {
    this.polite = this.#fresh(text);
  }

  interrupt(text: string): void {
    this.urgent = this.#fresh(text);
  }

  /** A text that differs from the one before, also if it says the same. */
  #fresh(text: string): string {
    this.#flip = !this.#flip;
    return this.#flip ? text : `${text}\u200b`;
  }
}

export const announcer = new Announcer();

class Notices {
  list = $state<{ id: number; text: string; danger: boolean }[]>([]);
  #last = 0;

  /** Show a sentence for a while, and tell it to screen readers. */
  show(text: string, danger = false): void {
    const id = ++this.#last;
    this.list = [...this.list.filter((notice) => notice.text !== text), { id, text, danger }].slice(-3);
    if (danger) announcer.interrupt(text);
    else announcer.say(text);
    setTimeout(() => this.drop(id), 2500 + text.length * 45);
  }

  drop(id: number): void {
    this.list = this.list.filter((notice) => notice.id !== id);
  }
}

export const notices = new Notices();
