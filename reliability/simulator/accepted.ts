// A row of a board's log, and the command that a request became if the row can be its result.
import { z } from 'zod';

import type { Entry } from './ledger.ts';
import { type Accepted, type OracleBoard, phaseOrder } from './oracle.ts';

const Totals = z.object({
  answers: z.number(),
  mean: z.number(),
  histogram: z.array(z.number()),
});

const Event = z.object({
  type: z.string(),
  data: z.object({
    note_id: z.string().optional(),
    voted: z.array(z.string()).optional(),
    totals: z.record(z.string(), z.object({ votes: z.number(), voters: z.number() })).nullish(),
    group: z
      .object({ id: z.string(), column_id: z.string(), note_ids: z.array(z.string()) })
      .optional(),
    group_id: z.string().optional(),
    comment: z.object({ id: z.string() }).optional(),
    comment_id: z.string().optional(),
    emoji: z.string().optional(),
    check_in: z
      .object({ mood: Totals.nullable(), mood_after: Totals.nullable(), worth: Totals.nullable() })
      .optional(),
    discussion: z
      .object({
        order: z.array(z.string()),
        current: z.string().nullable(),
        current_since: z.string().nullable(),
        parked: z.array(z.string()),
        discussed: z.record(z.string(), z.number()),
        more_time: z.array(z.string()),
        go_on: z.array(z.string()),
      })
      .nullish(),
  }),
});

/** A row of `board_events`. */
export const LogRow = z.object({
  meeting_id: z.string(),
  seq: z.coerce.number(),
  /** Null for a change that the server made by itself. */
  actor_id: z.string().nullable(),
  event: Event,
});
export type LogRow = z.infer<typeof LogRow>;

/** The command that an intent became, or null where the logged event cannot be its result. */
export function acceptedCommand(
  { intent, author: by }: Entry,
  { event }: LogRow,
  before: OracleBoard,
): Accepted | null {
  const { type, data } = event;
  const note = data.note_id ?? '';
  switch (intent.kind) {
    case 'add':
      return type === 'note_created' && intent.note === note ? { ...intent, by } : null;
    case 'edit': {
      const isIt = (type === 'note_updated' || type === 'note_moved') && intent.note === note;
      const { column, ...rest } = intent;
      return isIt ? { ...rest, by, ...(column !== undefined && { column }) } : null;
    }
    case 'move':
      return type === 'note_moved' && intent.note === note ? { ...intent, by } : null;
    case 'remove':
      return type === 'note_deleted' && intent.note === note ? { ...intent, by } : null;
    case 'restore':
      return type === 'note_created' && intent.note === note ? intent : null;
    case 'next': {
      const phase = phaseOrder[phaseOrder.indexOf(before.phase) + 1];
      return type === 'phase_changed' && phase !== undefined
        ? { kind: 'phase', phase, isTimed: false }
        : null;
    }
    case 'jump':
      return type === 'phase_changed' ? { ...intent, kind: 'phase' } : null;
    case 'ready':
      return type === 'ready_changed' ? { ...intent, by } : null;
    case 'turn':
    case 'ask':
      return type === 'check_in_changed' ? { ...intent, by } : null;
    case 'vote':
      return type === 'votes_changed' ? { ...intent, by } : null;
    case 'voted': {
      const isSaid = data.voted?.includes(by) === intent.finished;
      return type === 'votes_changed' && isSaid ? { ...intent, by } : null;
    }
    case 'timer':
      return type === 'timer_changed' ? intent : null;
    case 'comment':
    case 'editComment':
    case 'restoreComment': {
      const isIt = type === 'comment_changed' && data.comment?.id === intent.comment;
      return isIt ? { ...intent, by } : null;
    }
    case 'deleteComment': {
      const isIt = type === 'comment_changed' && data.comment_id === intent.comment;
      return isIt ? { ...intent, by } : null;
    }
    case 'choose':
    case 'arrange':
    case 'park':
    case 'extend':
      return type === 'discussion_changed' ? { ...intent, by } : null;
    case 'react': {
      const isIt = type === 'reaction_changed' && data.emoji === intent.emoji;
      return isIt && intent.note === note ? { ...intent, by } : null;
    }
    // Their events are matched one by one.
    case 'addAction':
    case 'changeAction':
    case 'settleAction':
    case 'deleteAction':
    case 'restoreAction':
    case 'group':
    case 'regroup':
    case 'part':
    case 'carry':
    case 'score':
      return null;
    case 'rename':
    case 'hide':
    case 'finish':
    case 'return':
      return type === 'meeting_updated' ? intent : null;
  }
}
