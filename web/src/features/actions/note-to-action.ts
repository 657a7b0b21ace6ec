import { limits } from '@wentwell/contract/limits';
import type { Note } from '@wentwell/contract/notes';

import type { ActionDraft } from './action-drafts.ts';

/** What a note in the column for action items is tracked as: its words on one line, cut where they are too many. */
export function actionOfNote({ content }: Pick<Note, 'content'>): ActionDraft {
  const line = content.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const isLong = line.length > limits.actionTextMax;
  const text = isLong ? `${line.slice(0, limits.actionTextMax - 1).toWellFormed()}…` : line;
  return { text: text.replaceAll('\uFFFD', ''), assignee_id: null, due_on: null };
}
