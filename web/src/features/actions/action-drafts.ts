// Drafts of action items survive reloads, refusals and phase changes. The command queue keeps sent ones.
import {
  ActionDetails,
  type ActionUpdate,
  changedDetails,
  noDetails,
  type TeamActionInput,
} from '@wentwell/contract/actions/actions';
import type { ActionId, MeetingId, TeamId, UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { isBlank } from '@wentwell/contract/text/letters';
import { useEffect, useState } from 'react';
import { z } from 'zod';

import { draftStore } from '#web/api/draft-store';
import { parseStored } from '#web/api/stored-drafts';

/** Owner and due day are set only if chosen in their own fields. */
const ActionLine = ActionDetails.omit({ text: true })
  .partial()
  .extend({
    // Longer than allowed: the author shortens a text, never the draft store.
    line: z.string().max(limits.actionTextMax * 10),
    /** The item's version that the text is based on; without it the present one. */
    version: z.number().int().optional(),
    /** The server has refused the text. */
    isRefused: z.boolean().optional(),
  });
export type ActionLine = z.infer<typeof ActionLine>;

export type ActionDraft = ActionDetails;

/** A draft is an item's new text, its drop reason, or a new item of a meeting or team. */
export type DraftKey = ActionId | `drop:${ActionId}` | `new:${MeetingId | TeamId}`;

export type ActionDrafts = ReturnType<typeof actionDrafts>;

export function actionDrafts(userId: UserId) {
  return draftStore<DraftKey, ActionLine | null>({
    nameOf: (key) => `actionDraft:${userId}:${key}`,
    parse: (text) => parseStored(text, ActionLine),
    print: JSON.stringify,
    isKept: (draft) => !isEmpty(draft) && ActionLine.safeParse(draft).success,
    join: (draft, { line }) => (line ? { ...draft, line: `${draft.line} / ${line}` } : draft),
  });
}

export function draftOf(action: TeamActionInput): ActionLine {
  const { text: _, ...chosen } = changedDetails(action, noDetails);
  return { ...chosen, line: action.text };
}

/** The draft of a refused change; null if the change sets no text. */
export function refusedDraft(change: ActionUpdate): ActionLine | null {
  const { text, ...chosen } = changedDetails(change);
  return text === undefined ? null : { ...chosen, line: text, isRefused: true };
}

function isEmpty({ version: _version, isRefused: _isRefused, line, ...chosen }: ActionLine) {
  return isBlank(line) && Object.values(chosen).every((value) => value === undefined);
}

/** Whether the drop reason is asked for, also after a reload or refusal with a typed reason. */
export function useDropping(
  drafts: ActionDrafts | undefined,
  id: ActionId,
): [boolean, (isDropping: boolean) => void] {
  const [isDropping, setDropping] = useState(() => Boolean(drafts?.read(`drop:${id}`)));
  useEffect(
    () => drafts?.subscribe(`drop:${id}`, (draft) => draft?.isRefused && setDropping(true)),
    [drafts, id],
  );
  return [isDropping, setDropping];
}
