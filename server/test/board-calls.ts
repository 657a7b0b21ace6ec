// Board commands, each with its equivalent call.
import type { BoardState } from '@wentwell/contract/board/board';
import { commentType } from '@wentwell/contract/board/comments';
import { groupType } from '@wentwell/contract/board/groups';
import { noteType } from '@wentwell/contract/board/notes';
import type { BoardRecord } from '@wentwell/contract/board/record';
import type { TimerInput } from '@wentwell/contract/discussion/timer';
import { defaultColumns } from '@wentwell/contract/notes/columns';
import { type Phase, phases } from '@wentwell/contract/phases';

const columns = defaultColumns.map(({ id }) => id);

/** The subject of a random step: indexes into the board's members, modulo their number. */
export interface Choice {
  /** The caller. 0 owns the meeting. */
  by: number;
  pick: number;
  other: number;
  text: string;
  /** A variant of the command. */
  variant: number;
}

export interface Call {
  input: object;
  /** The equivalent call, below the meeting's path. */
  /** The author key if it differs from the board's default; null for none. */
  authorKey?: string | null;
  request: readonly [method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object];
}

/** Null if the board has no subject for the command. */
export type MakeCall = (choice: Choice, found: Found) => Call | null;

export interface Found {
  note: string | undefined;
  otherNote: string | undefined;
  group: string | undefined;
  topic: string | undefined;
  deletedNote: string | undefined;
  comment: { id: string; topic_id: string } | undefined;
  isOdd: boolean;
}

const timers: TimerInput[] = [
  { action: 'start', seconds: 300 },
  { action: 'add', seconds: 60 },
  { action: 'pause' },
  { action: 'resume' },
  { action: 'stop' },
];

/** Phases that allow most commands. */
const busyPhases: Phase[] = [
  'grouping',
  'discussing',
  'grouping',
  'discussing',
  'voting',
  'writing',
  'grouping',
];

export const boardCalls: Record<string, MakeCall> = {
  'note.add': ({ text, variant }) => {
    const body = { id: crypto.randomUUID(), content: text, note_type: columns[variant % 3] };
    return { input: body, request: ['POST', '/notes', body] };
  },
  'note.update': ({ text, variant }, { note, isOdd }) => {
    const body = {
      ...(isOdd && { content: text }),
      ...(variant > 1 && { note_type: columns[variant % 3] }),
    };
    return note ? { input: { id: note, ...body }, request: ['PUT', `/notes/${note}`, body] } : null;
  },
  'note.remove': (_, { note }) =>
    note ? { input: { id: note }, request: ['DELETE', `/notes/${note}`] } : null,
  'note.restore': (_, { deletedNote: id }) =>
    id ? { input: { id }, request: ['POST', `/notes/${id}/restore`] } : null,
  'group.create': ({ text }, { note, otherNote, isOdd }) => {
    if (!note || !otherNote || note === otherNote) return null;
    const body = {
      id: crypto.randomUUID(),
      note_ids: [note, otherNote],
      ...(isOdd && { title: text }),
    };
    return { input: body, request: ['POST', '/groups', body] };
  },
  'group.update': ({ text, variant }, { group, otherNote }) => {
    if (!group || !otherNote) return null;
    const changes = [
      { title: text },
      { title: null },
      { add: [otherNote] },
      { remove: [otherNote] },
    ];
    const body = changes[variant % 5] ?? { column_id: columns[1] };
    return { input: { id: group, ...body }, request: ['PUT', `/groups/${group}`, body] };
  },
  'group.dissolve': (_, { group }) =>
    group ? { input: { id: group }, request: ['DELETE', `/groups/${group}`] } : null,
  'vote.set': ({ variant: count }, { topic }) =>
    topic
      ? { input: { topic_id: topic, count }, request: ['PUT', `/topics/${topic}/votes`, { count }] }
      : null,
  'voted.set': (_, { isOdd: finished }) => ({
    input: { finished },
    request: ['PUT', '/votes/finished', { finished }],
  }),
  'ready.set': (_, { isOdd: ready }) => ({
    input: { ready },
    request: ['PUT', '/ready', { ready }],
  }),
  'hand.set': (_, { isOdd: raised }) => ({
    input: { raised },
    request: ['PUT', '/hand', { raised }],
  }),
  'reaction.set': ({ variant }, { note, isOdd: reacts }) => {
    const emoji = variant % 2 === 0 ? '🎉' : '❤️';
    const path = `/notes/${note}/reactions/${encodeURIComponent(emoji)}`;
    return note
      ? { input: { note_id: note, emoji, reacts }, request: [reacts ? 'PUT' : 'DELETE', path] }
      : null;
  },
  'comment.add': ({ text }, { topic }) => {
    const body = { id: crypto.randomUUID(), content: text };
    return topic
      ? {
          input: { topic_id: topic, ...body },
          request: ['POST', `/topics/${topic}/comments`, body],
        }
      : null;
  },
  'comment.update': ({ text }, { comment }) => {
    if (!comment) return null;
    const path = `/topics/${comment.topic_id}/comments/${comment.id}`;
    return { input: { ...comment, content: text }, request: ['PUT', path, { content: text }] };
  },
  'comment.remove': (_, { comment }) =>
    comment
      ? {
          input: comment,
          request: ['DELETE', `/topics/${comment.topic_id}/comments/${comment.id}`],
        }
      : null,
  'discussion.update': ({ variant }, { topic }) => {
    const fields = [{ current: topic }, { order: [topic] }, { parked: [topic] }, { current: null }];
    const body = fields[variant % 4] ?? {};
    return topic ? { input: body, request: ['PUT', '/discussion', body] } : null;
  },
  'discussion.extend': (_, { isOdd: more }) => ({
    input: { more },
    request: ['PUT', '/discussion/extend', { more }],
  }),
  'timer.set': ({ variant }) => {
    const timer = timers[variant % 5] ?? { action: 'stop' };
    return { input: { timer }, request: ['PUT', '/timer', timer] };
  },
  'phase.next': () => ({ input: {}, request: ['POST', '/phase/next'] }),
  'phase.enter': ({ pick, variant }) => {
    const phase = [...phases, ...busyPhases][pick % 14];
    const body = { phase, duration_minutes: variant === 0 ? 5 : null };
    return { input: body, request: ['POST', '/phase/transition', body] };
  },
};

/** `deletedNotes` are the ids of restorable notes. */
export function findOnBoard(
  board: BoardState,
  { pick, other }: Choice,
  deletedNotes: readonly string[],
): Found {
  const ids = (records: readonly BoardRecord[]) => records.map(({ id }) => id).toSorted();
  const at = <T>(from: readonly T[], n: number) => from[n % Math.max(from.length, 1)];
  const [noteIds, groupIds] = [ids(board.all(noteType)), ids(board.all(groupType))];
  const comment = board.get(commentType, at(ids(board.all(commentType)), pick) ?? '');
  const note = comment && board.get(noteType, comment.note_id);
  return {
    note: at(noteIds, pick),
    otherNote: at(noteIds, other),
    group: at(groupIds, pick),
    topic: at([...noteIds, ...groupIds], pick),
    deletedNote: at(deletedNotes, pick),
    comment: comment && { id: comment.id, topic_id: note?.group_id ?? comment.note_id },
    isOdd: other % 2 === 1,
  };
}
