import { isBlank } from '@wentwell/contract/text/letters';
import { useRef, useState } from 'react';

import { readStored, store } from '#web/browser-storage';

import type { DraftName } from './stored-drafts.ts';

/** The text of a form, which its user may edit while it is sent. With a name, it survives a reload. */
export function useSentText(name?: DraftName, start = '') {
  const [text, setText] = useState(() => (name && readStored(name)) ?? start);
  const [problem, setProblem] = useState<string>();
  const latest = useRef(text);

  function set(next: string): void {
    latest.current = next;
    setText(next);
    if (name) store(name, isBlank(next) ? null : next);
  }

  return {
    text,
    keep: (next: string): void => {
      set(next);
      setProblem(undefined);
    },
    /** Why the text was refused, until it is edited. */
    problem,
    setProblem,
    /** Returns false, and keeps the text, if it was edited since it was sent. */
    replaceSent(sent: string, next = ''): boolean {
      const isUnedited = latest.current === sent;
      if (isUnedited) set(next);
      return isUnedited;
    },
  };
}
