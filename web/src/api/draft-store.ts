// Drafts of unsent texts. Several editors of one draft are notified of each other's changes.
import { useEffect, useState } from 'react';

import { readStored, store } from '#web/browser-storage';

import type { DraftName } from './stored-drafts.ts';

const listeners = new Map<string, Set<(text: string) => void>>();

type DraftStore<Key extends string, Draft> = ReturnType<typeof draftStore<Key, Draft>>;

/** `Draft` includes an empty value: null or ''. */
export function draftStore<Key extends string, Draft>(kind: {
  nameOf: (key: Key) => DraftName;
  parse: (text: string | null) => Draft;
  print: (draft: NonNullable<Draft>) => string;
  /** Drafts not worth storing, such as blanks, still reach the listeners. */
  isKept: (draft: NonNullable<Draft>) => boolean;
  join: (refused: NonNullable<Draft>, since: NonNullable<Draft>) => Draft;
}) {
  const { nameOf, parse, print, isKept, join } = kind;
  const read = (key: Key): Draft => parse(readStored(nameOf(key)));

  /** An empty value removes the draft. */
  function keep(key: Key, draft: Draft): void {
    const name = nameOf(key);
    const text = draft ? print(draft) : '';
    store(name, draft && isKept(draft) ? text : null);
    for (const listener of listeners.get(name) ?? []) listener(text);
  }

  return {
    read,
    keep,
    /** Restores a refused draft in front of any newer one. */
    putBack: (key: Key, draft: NonNullable<Draft>): void => {
      const since = read(key);
      keep(key, since ? join(draft, since) : draft);
    },
    /** Returns a function that unsubscribes. */
    subscribe: (key: Key, onChange: (draft: Draft) => void): (() => void) => {
      const name = nameOf(key);
      const listener = (text: string): void => onChange(parse(text));
      const all = listeners.get(name) ?? new Set();
      listeners.set(name, all.add(listener));
      return () => {
        all.delete(listener);
        if (all.size === 0) listeners.delete(name);
      };
    },
  };
}

/** The stored draft, or `start`. In state as well as in the store, because a browser may refuse storage. */
export function useDraft<Key extends string, Draft, Start extends Draft>(
  drafts: Pick<DraftStore<Key, Draft>, 'read' | 'keep' | 'subscribe'>,
  key: Key,
  start: Start,
): [NonNullable<Draft> | Start, (next: Draft) => void] {
  const [first] = useState(start);
  const [draft, setDraft] = useState(() => drafts.read(key) || first);
  useEffect(() => drafts.subscribe(key, (next) => setDraft(next ?? first)), [drafts, key, first]);
  return [draft, (next) => drafts.keep(key, next)];
}
