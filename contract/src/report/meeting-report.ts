// The report of a meeting, computed from its board alone (docs/retro.md R-161 to R-165).
import type { Action } from '../actions/actions.ts';
import type { Board } from '../board/snapshot.ts';
import { discussionOrder } from '../discussion/discussion.ts';
import { type Topic, topicOfAction, topicsOf } from '../discussion/topics.ts';
import type { TopicTotal } from '../discussion/votes.ts';
import type { TopicId, UserId } from '../ids.ts';
import { attendanceText, type Meeting } from '../meetings/meetings.ts';
import { type Column, isActionColumn } from '../notes/columns.ts';
import type { Comment } from '../notes/comments.ts';
import type { Note } from '../notes/notes.ts';

export interface ReportTopic {
  id: TopicId;
  title: string;
  /** Null if the column was removed. */
  column: Column | null;
  /** Empty for a single note, whose title is its text. */
  notes: readonly Note[];
  /** The author of a single note. Null for a group. */
  authorId: UserId | null;
  /** Name of an imported note's author, who has no account. */
  authorName?: string | undefined;
  /** Whether its author edited the single note. */
  edited?: boolean | undefined;
  /** Null if the meeting has no votes. */
  votes: TopicTotal | null;
  /** Seconds of discussion. Null if not discussed. */
  seconds: number | null;
  isParked: boolean;
  comments: readonly Comment[];
  actions: readonly Action[];
}

export interface MeetingReport {
  board: Board;
  meeting: Meeting;
  /** In the order of discussion. All topics if none was discussed. */
  topics: readonly ReportTopic[];
  /** Whether any topic was discussed. If so, `notDiscussed` has the rest. */
  wasDiscussed: boolean;
  notDiscussed: readonly ReportTopic[];
  actions: readonly Action[];
  /** Notes in the column for action items that are not tracked. */
  actionNotes: readonly Note[];
  votes: number;
  comments: number;
  notes: number;
  /** "3 of 3 members took part", or without `attendance` "3 people wrote". Null in an anonymous meeting. */
  tookPart: string | null;
}

/** `titleOf` must return the title shown on the board. */
export function meetingReport(board: Board, titleOf: (topic: Topic) => string): MeetingReport {
  const { meeting, notes, groups, discussion, comments, actions } = board;
  const totals = board.votes.totals ?? {};
  const votes = Object.values(totals).reduce((sum, total) => sum + total.votes, 0);
  const { columns } = meeting;
  const topics = topicsOf({ notes, groups, columns });
  const order = discussion?.order ?? discussionOrder(topics, totals);
  const discussed = discussion?.discussed ?? {};
  const actionsOf = Map.groupBy(actions, (action) => topicOfAction(action, topics));
  const all = topics
    .toSorted((a, b) => placeIn(order, a) - placeIn(order, b))
    .map((topic): ReportTopic => {
      const { id } = topic;
      const isGroup = topic.notes.length > 1;
      const [first] = topic.notes;
      return {
        id,
        title: titleOf(topic),
        column: columns.find((column) => column.id === topic.column_id) ?? null,
        notes: isGroup ? topic.notes : [],
        // Null for an anonymous note.
        authorId: isGroup ? null : (first?.author_id ?? null),
        ...(!isGroup && { authorName: first?.author_name, edited: first?.edited }),
        votes: votes > 0 ? (totals[id] ?? { votes: 0, voters: 0 }) : null,
        seconds: discussed[id] ?? null,
        isParked: discussion?.parked.includes(id) ?? false,
        comments: comments[id] ?? [],
        actions: actionsOf.get(id) ?? [],
      };
    });
  const wasDiscussed = all.some(({ seconds }) => seconds !== null);
  return {
    board,
    meeting,
    topics: wasDiscussed ? all.filter(({ seconds }) => seconds !== null) : all,
    wasDiscussed,
    notDiscussed: wasDiscussed ? all.filter(({ seconds }) => seconds === null) : [],
    actions,
    actionNotes: untrackedNotes(board),
    votes,
    notes: notes.length,
    comments: Object.values(comments).flat().length,
    tookPart: meeting.settings.anonymous ? null : tookPartText(board),
  };
}

/** Notes in the column for action items without an action item. */
export function untrackedNotes(board: Pick<Board, 'meeting' | 'notes' | 'actions'>): Note[] {
  const { meeting, notes, actions } = board;
  const tracked = new Set(actions.map(({ note_id }) => note_id));
  return notes.filter(
    ({ id, note_type }) => isActionColumn(meeting.columns, note_type) && !tracked.has(id),
  );
}

function placeIn(order: readonly TopicId[], { id }: Topic): number {
  const at = order.indexOf(id);
  return at < 0 ? order.length : at;
}

function tookPartText({ meeting: { attendance }, notes, comments }: Board): string {
  if (attendance) return attendanceText(attendance);
  const written = [...notes, ...Object.values(comments).flat()];
  const writers = new Set(written.map(({ author_id, author_name }) => author_id ?? author_name));
  return `${countText(writers.size, 'person', 'people')} wrote`;
}

/** '1:05 h', '12 min' or '45 s'. */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')} h`;
}

/** At least 1. Null if the meeting lacks a start or end. */
export function minutesOf(meeting: Pick<Meeting, 'start_time' | 'end_time'>): number | null {
  const { start_time, end_time } = meeting;
  if (start_time === null || end_time === null) return null;
  return Math.max(1, Math.round((Date.parse(end_time) - Date.parse(start_time)) / 60_000));
}

export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Times are in UTC, or in the browser's time zone if undefined. */
export type TimeZone = 'UTC' | undefined;

function formatter(zone: TimeZone, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(zone && 'en-GB', { ...options, timeZone: zone });
}

/** '14 March 2026, 10:00 – 11:02', in the browser's time zone or UTC. */
export function whenText(
  { start_time, end_time }: Pick<Meeting, 'start_time' | 'end_time'>,
  zone?: TimeZone,
): string {
  if (start_time === null) return '';
  const days = formatter(zone, { dateStyle: 'long' });
  const times = formatter(zone, { timeStyle: 'short' });
  const start = new Date(start_time);
  const suffix = zone ? ` ${zone}` : '';
  const begin = `${days.format(start)}, ${times.format(start)}`;
  if (end_time === null) return begin + suffix;
  const end = new Date(end_time);
  const isSameDay = days.format(start) === days.format(end);
  return `${begin} – ${isSameDay ? '' : `${days.format(end)}, `}${times.format(end)}${suffix}`;
}

/** Details of an action item besides its owner. */
export function agreedFacts({ due_on }: Action, zone?: TimeZone): string[] {
  return due_on === null ? [] : [`by ${dueText(due_on, zone)}`];
}

/** A due date is a calendar day without a time zone. `zone` only selects the locale: en-GB for unknown readers. */
export function dueText(due_on: string, zone?: TimeZone): string {
  const days = new Intl.DateTimeFormat(zone && 'en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
  return days.format(new Date(`${due_on}T00:00:00Z`));
}
