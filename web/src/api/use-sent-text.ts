import { isBlank } from '@wentwell/contract/text/letters';
import { useRef, useState } from 'react';

import { type DraftName, readDraft, writeDraft } from './stored-drafts.ts';

/** The text of a form, which its user may edit while it is sent. With a name, it survives a reload. */
export function useSentText(name?: DraftName, start = '') {
  const [text, setText] = useState(() => (name && readDraft(name)) ?? start);
  const latest = useRef(text);

  function keep(next: string): void {
    latest.current = next;
    setText(next);
    if (name) writeDraft(name, { stored: isBlank(next) ? null : next, shown: next });
  }

  return {
    text,
    keep,
    /** Returns false, and keeps the text, if it was edited since it was sent. */
    replaceSent(sent: string, next = ''): boolean {
      const isUnedited = latest.current === sent;
      if (isUnedited) keep(next);
      return isUnedited;
    },
  };
}
