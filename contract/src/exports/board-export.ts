// The export of a board as its reader sees it (docs/retro.md ).
import { ActionDetails } from '../actions/actions.ts';
import type { Board } from '../board/snapshot.ts';
import { discussionOrder } from '../discussion/discussion.ts';
import { topicOfAction, topicsOf } from '../discussion/topics.ts';
import type { TopicId, UserId } from '../ids.ts';
import { MeetingStatus } from '../meetings/meetings.ts';
import { type Comment, CommentMarks } from '../notes/comments.ts';
import { isRedacted, type Note } from '../notes/notes.ts';
import { type BesideBoard, exportedFields } from './export-parts.ts';
import { exportVersion } from './export-shape.ts';
import type { MeetingExport } from './meeting-export.ts';

export interface ExportContext {
  teamName: string;
  /** Must also return a name for erased accounts. */
  nameOf: (userId: UserId) => string;
  exportedAt: Date;
  beside: BesideBoard;
}

/** The board without the notes that are face down for its reader, and their number. */
export function readableBoard(board: Board): { board: Board; hiddenNotes: number } {
  const notes = board.notes.filter((note) => !isRedacted(note, { userId: board.you.user_id }));
  return { board: { ...board, notes }, hiddenNotes: board.notes.length - notes.length };
}

/** Assigns sequential local ids: 'n1', 'n2'. */
class LocalIds<Id extends string> {
  readonly #ids = new Map<Id, string>();
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  of(id: Id): string {
    const known = this.#ids.get(id) ?? `${this.#prefix}${this.#ids.size + 1}`;
    this.#ids.set(id, known);
    return known;
  }

  get known(): ReadonlyMap<Id, string> {
    return this.#ids;
  }
}

function inOrder(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Excludes notes that are face down for the reader and account ids. Votes and reactions are totals only. */
export function meetingExport(whole: Board, context: ExportContext): MeetingExport {
  const { board, hiddenNotes } = readableBoard(whole);
  const { meeting, notes, groups, discussion } = board;
  const isAnonymous = meeting.settings.anonymous;
  const people = new LocalIds<string>('p');
  const names = new Map<string, string>();
  const person = (id: UserId): string => {
    names.set(id, context.nameOf(id));
    return people.of(id);
  };
  const author = ({ author_id, author_name }: Note | Comment): string | null => {
    if (isAnonymous) return null;
    if (author_id !== null) return person(author_id);
    if (author_name === undefined) return null;
    const key = `imported ${author_name}`;
    names.set(key, author_name);
    return people.of(key);
  };
  const noteIds = new LocalIds<string>('n');
  for (const { id } of notes) noteIds.of(id);
  const groupIds = new LocalIds<string>('g');
  for (const { group_id } of notes) if (group_id !== null) groupIds.of(group_id);
  const groupsById = new Map<string, (typeof groups)[number]>(
    groups.map((each) => [each.id, each]),
  );
  /** Null if the reader can see no note of the topic. */
  const topicRef = (id: TopicId): string | null =>
    groupIds.known.get(id) ?? noteIds.known.get(id) ?? null;
  const topicRefs = (ids: readonly TopicId[]): string[] => ids.flatMap((id) => topicRef(id) ?? []);
  const topics = topicsOf({ notes, groups, columns: meeting.columns });
  const totals = board.votes.totals ?? {};
  const led_by = person(meeting.owner_id);
  const comments = Object.values(board.comments)
    .flat()
    .toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at) || inOrder(a.id, b.id));
  return {
    format: 'wentwell-meeting',
    version: exportVersion,
    exported_at: context.exportedAt.toISOString(),
    name: meeting.name,
    team: context.teamName,
    status: MeetingStatus.parse(meeting.status),
    phase: meeting.phase,
    start_time: meeting.start_time,
    end_time: meeting.end_time,
    led_by,
    settings: meeting.settings,
    columns: meeting.columns,
    notes: notes.map((note) => ({
      id: noteIds.of(note.id),
      column: note.note_type,
      author: author(note),
      text: note.content,
      group: note.group_id === null ? null : groupIds.of(note.group_id),
      created_at: note.created_at,
    })),
    hidden_notes: hiddenNotes,
    groups: [...groupIds.known].flatMap(([id, ref]) => {
      const group = groupsById.get(id);
      if (!group) return [];
      const { title, title_is_custom, column_id } = group;
      return [{ id: ref, title, title_is_custom, column: column_id }];
    }),
    votes: discussionOrder(topics, totals).flatMap((id) => {
      const [topic, total] = [topicRef(id), totals[id]];
      return topic !== null && total ? [{ topic, ...total }] : [];
    }),
    discussion: discussion && {
      order: topicRefs(discussion.order),
      parked: topicRefs(discussion.parked),
      discussed: discussion.order.flatMap((id) => {
        const [topic, seconds] = [topicRef(id), discussion.discussed[id]];
        return topic !== null && seconds !== undefined ? [{ topic, seconds }] : [];
      }),
    },
    comments: comments.flatMap((comment) => {
      const { note_id, content: text, created_at } = comment;
      const note = noteIds.known.get(note_id);
      return note
        ? [{ note, author: author(comment), ...CommentMarks.parse(comment), text, created_at }]
        : [];
    }),
    reactions: notes.flatMap(({ id }) =>
      Object.entries(board.reactions[id] ?? {})
        .toSorted(([a], [b]) => inOrder(a, b))
        .map(([emoji, reaction]) => ({ note: noteIds.of(id), emoji, count: reaction.count })),
    ),
    actions: board.actions.map((action) => {
      const topic = topicOfAction(action, topics);
      const { text, assignee_id, ...details } = ActionDetails.parse(action);
      return {
        text,
        topic: topic && topicRef(topic),
        note: (action.note_id && noteIds.known.get(action.note_id)) ?? null,
        assignee: assignee_id && person(assignee_id),
        ...details,
        status: action.status,
        reason: action.reason,
        created_at: action.created_at,
        done_at: action.done_at,
      };
    }),
    ...exportedFields(board, person, context.beside),
    people: [...people.known].map(([key, ref]) => ({ id: ref, name: names.get(key) ?? '' })),
  };
}
