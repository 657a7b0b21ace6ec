import type { ColumnId } from '@wentwell/contract/columns';
import { isBlank } from '@wentwell/contract/letters';
import { limits } from '@wentwell/contract/limits';
import { useEffect, useRef, useState } from 'react';

import { newNoteKey, type NoteDrafts } from './note-drafts.ts';
import { linesMax, splitLines } from './note-lines.ts';

export interface ComposerActions {
  /** In the order in which they were written. */
  add: (columnId: ColumnId, contents: readonly string[]) => void;
  /** Drops the text, which can be brought back. */
  discard: (columnId: ColumnId) => void;
}

/** The text that is being written at the foot of a column, which is the column's draft. */
export function useComposer(columnId: ColumnId, drafts: NoteDrafts, actions: ComposerActions) {
  const key = newNoteKey(columnId);
  // Kept here as well as in the store, because a browser may refuse to store.
  const [text, setText] = useState(() => drafts.read(key)?.content ?? '');
  const [isPasted, setPasted] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => drafts.subscribe(key, setText), [drafts, key]);

  const length = text.trim().length;
  const lines = isPasted ? splitLines(text) : [];

  function write(content: string): void {
    setText(content);
    drafts.keep(key, { content, note_type: columnId });
  }

  /** What is too long for a note stays in the field. */
  function add(contents: readonly string[]): void {
    const fitting = contents.filter((content) => content.length <= limits.noteContentMax);
    const rest = contents.filter((content) => content.length > limits.noteContentMax);
    setPasted(false);
    write(rest.join('\n'));
    if (fitting.length > 0) actions.add(columnId, fitting);
    field.current?.focus();
  }

  return {
    field,
    text,
    write,
    problem:
      length > limits.noteContentMax
        ? `${length} characters, and a note has at most ${limits.noteContentMax}. Shorten it.`
        : null,
    /** The notes that a pasted text would make; empty where there is nothing to offer. */
    lines: lines.length > 1 && lines.length <= linesMax ? lines : [],
    tooManyLines: lines.length > linesMax,
    onPaste: (pasted: string) => setPasted(/[\r\n]/.test(pasted)),
    keepAsOne: () => {
      setPasted(false);
      field.current?.focus();
    },
    addAll: () => add(lines),
    addOne: () => {
      // One cell of a spreadsheet loses the quotes that came with it.
      const cells = isPasted ? splitLines(text) : [];
      if (!isBlank(text)) add(cells.length === 1 ? cells : [text.trim()]);
    },
    discard: () => {
      if (text === '') return;
      setPasted(false);
      if (isBlank(text)) write('');
      else actions.discard(columnId);
    },
  };
}
