// Which of the history's entries belong to open dialogs, as a rule without a browser: each open dialog has one, above
// the page's own, so that Back closes the topmost instead of leaving the page (docs/design.md D-31).

/** What the rule asks of a browser's history. */
export interface EntryPort {
  /** How many dialogs' entries lie between the page's own entry and the present one, that one counted. */
  depth: () => number;
  href: () => string;
  /** Adds an entry of this very page. */
  push: (depth: number) => void;
  /** The present entry is no dialog's any more. */
  unmark: () => void;
  /** Goes back; that it has happened is told by `arrive`. */
  back: (steps: number) => void;
  /** After the present task. */
  later: (work: () => void) => void;
  /** When going back has taken so long that the browser must have forgotten it. */
  atLast: (work: () => void) => void;
}

interface OpenDialog {
  href: string;
  close: () => void;
}

export class DialogEntries {
  readonly #port: EntryPort;
  readonly #open: OpenDialog[] = [];
  readonly #waiting: (() => void)[] = [];
  #isGoing = false;
  #isLeaving = false;
  #timesGone = 0;
  #isDue = false;

  constructor(port: EntryPort) {
    this.#port = port;
    // A page that was reloaded under an open dialog starts without it.
    if (port.depth() > 0) port.unmark();
  }

  /** Takes how an open dialog is closed (it may refuse); gives how to say that it has been. */
  add(close: () => void): () => void {
    this.#isLeaving = false;
    const dialog = { href: this.#port.href(), close };
    this.#open.push(dialog);
    this.#settleSoon();
    return () => {
      const at = this.#open.indexOf(dialog);
      if (at !== -1) this.#open.splice(at, 1);
      this.#settleSoon();
    };
  }

  /** The person, or `back`, has moved in the history; gives whether that concerned dialogs alone. */
  arrive(): boolean {
    if (this.#isGoing) {
      this.#isGoing = false;
      for (const work of this.#waiting.splice(0)) work();
      this.#settleSoon();
      return true;
    }
    const depth = this.#port.depth();
    const above = this.#open.slice(depth);
    // Forward, to the entry of a dialog that is closed: it is a page like any other now.
    if (depth > this.#open.length) this.#port.unmark();
    if (above.length === 0) return false;
    for (const dialog of above.toReversed()) dialog.close();
    // One that is busy stays open, and gets its entry back.
    this.#settleSoon();
    return above.every((dialog) => dialog.href === this.#port.href());
  }

  /** How a page's entry goes into the history: in a dialog's place where it is opened from one. */
  placeFor(kind: 'push' | 'replace'): 'push' | 'replace' | 'later' {
    if (this.#isGoing) return 'later';
    return this.#port.depth() > 0 ? 'replace' : kind;
  }

  /** Does the work as soon as the way back has been gone. */
  onceThere(work: () => void): void {
    this.#waiting.push(work);
  }

  /**
   * Another document has been asked for: going back now would call that off, so the entry stays behind. Where it was
   * a download after all, the next dialog takes that entry.
   */
  leave(): void {
    this.#isLeaving = true;
  }

  // Not at once: a dialog that closes for another one, or for another page, leaves its entry to that.
  #settleSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    this.#port.later(() => {
      this.#isDue = false;
      this.#settle();
    });
  }

  #settle(): void {
    if (this.#isGoing || this.#isLeaving) return;
    const depth = this.#port.depth();
    if (depth > this.#open.length) {
      this.#isGoing = true;
      this.#timesGone += 1;
      const time = this.#timesGone;
      this.#port.back(depth - this.#open.length);
      // Else no page would ever be opened again.
      this.#port.atLast(() => {
        if (this.#isGoing && time === this.#timesGone) this.arrive();
      });
    }
    for (let next = depth + 1; next <= this.#open.length; next += 1) this.#port.push(next);
  }
}
