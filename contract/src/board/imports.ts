// The change that makes a board of a file. It is the first of its board: nothing is there that could refuse it or follow it.
import type { Action } from '../actions.ts';
import { totalsOfHistogram } from '../check-in.ts';
import {
  ActionId,
  CommentId,
  GroupId,
  type MeetingId,
  NoteId,
  type TeamId,
  type TopicId,
  type UserId,
} from '../ids.ts';
import {
  countsOf,
  importedDiscussion,
  importedId,
  type ImportedIds,
  withoutFuture,
} from '../imports.ts';
import type { MeetingExport } from '../meeting-export.ts';
import type { ActionRecord } from './actions.ts';
import { BoardState } from './board.ts';
import type { Change } from './change.ts';
import type { CheckInRecord } from './check-in.ts';
import type { CommentRecord } from './comments.ts';
import type { DiscussionRecord } from './discussion.ts';
import { boardRules } from './features.ts';
import type { GroupRecord } from './groups.ts';
import type { ImportedCountsRecord } from './imported-counts.ts';
import { type MeetingRecord, meetingType } from './meeting.ts';
import type { NoteRecord } from './notes.ts';

export interface ImportContext {
  meetingId: MeetingId;
  teamId: TeamId;
  /** The importer owns the meeting. */
  importedBy: UserId;
  /** It goes on with what has been written, and else is over. */
  asLive: boolean;
  now: Date;
  /** Creates random ids: they do not tell in which order anything was written. */
  createId(): string;
  /** The team's next one. */
  question: string;
  /** The members who own action items of the file, by its ids of people. */
  owners: ReadonlyMap<string, UserId>;
}

/** Nobody stands beside what was written without names. */
function actorOf({ settings }: MeetingExport, { importedBy }: ImportContext): UserId | null {
  return settings.anonymous ? null : importedBy;
}

function createIds({ notes, groups }: MeetingExport, context: ImportContext): ImportedIds {
  const note = new Map(notes.map(({ id }) => [id, NoteId.parse(context.createId())]));
  const group = new Map(groups.map(({ id }) => [id, GroupId.parse(context.createId())]));
  return { note, group, topic: new Map<string, TopicId>([...note, ...group]) };
}

function importedMeeting(file: MeetingExport, context: ImportContext): MeetingRecord {
  const { meetingId, teamId, importedBy, asLive } = context;
  const now = context.now.toISOString();
  const earlier = (time: string, latest: string) => {
    const iso = new Date(time).toISOString();
    return iso < latest ? iso : latest;
  };
  const end_time = asLive ? null : earlier(file.end_time ?? file.exported_at, now);
  const started = end_time && file.start_time && earlier(file.start_time, end_time);
  // Files do not hold every field: the others have their defaults.
  return meetingType.schema.parse({
    type: 'meeting',
    id: meetingId,
    name: file.name,
    team_id: teamId,
    owner_id: importedBy,
    start_time: asLive ? now : started,
    end_time,
    // The first phase in which notes lie open, as they do in the file.
    phase: asLive ? 'grouping' : file.phase,
    status: asLive ? 'live' : 'closed',
    settings: file.settings,
    columns: file.columns,
    imported: true,
    version: 1,
    created_at: now,
    updated_at: now,
    phase_started_at: asLive ? now : null,
    phase_minutes: null,
  });
}

/** Names of people stay names: anybody can write a file and put any name under a note. */
function written(file: MeetingExport) {
  const names = new Map(file.people.map(({ id, name }) => [id, name]));
  return ({
    author,
    text,
    created_at,
  }: {
    author: string | null;
    text: string;
    created_at: string;
  }) => {
    const time = new Date(created_at).toISOString();
    return {
      author_id: null,
      ...(author !== null && { author_name: importedId(names, author) }),
      content: text,
      version: 1,
      created_at: time,
      updated_at: time,
    };
  };
}

function importedNotes(file: MeetingExport, ids: ImportedIds, meeting: MeetingRecord) {
  const fieldsOf = written(file);
  const notes = file.notes.map((note, index): NoteRecord => ({
    type: 'note',
    id: importedId(ids.note, note.id),
    meeting_id: meeting.id,
    ...fieldsOf(note),
    note_type: note.column,
    hidden: false,
    group_id: note.group === null ? null : importedId(ids.group, note.group),
    position: index + 1,
  }));
  const groups = file.groups.map(({ id, title, title_is_custom, column }): GroupRecord => ({
    type: 'group',
    id: importedId(ids.group, id),
    title,
    title_is_custom,
    column_id: column,
    version: 1,
  }));
  return [...notes, ...groups];
}

function importedComments(
  file: MeetingExport,
  ids: ImportedIds,
  context: ImportContext,
): CommentRecord[] {
  const fieldsOf = written(file);
  return file.comments.map((comment) => ({
    type: 'comment',
    id: CommentId.parse(context.createId()),
    note_id: importedId(ids.note, comment.note),
    ...fieldsOf(comment),
  }));
}

export function importedActions(
  file: Pick<MeetingExport, 'actions'>,
  ids: Pick<ImportedIds, 'note' | 'topic'>,
  context: Pick<ImportContext, 'meetingId' | 'teamId' | 'owners' | 'createId'> & {
    createdBy: UserId | null;
  },
): Action[] {
  const { meetingId, teamId, owners } = context;
  const timeOf = (time: string | null) => (time === null ? null : new Date(time).toISOString());
  return file.actions.map(({ text, topic, note, assignee, due_on, status, reason, ...times }) => {
    const created_at = new Date(times.created_at).toISOString();
    return {
      id: ActionId.parse(context.createId()),
      team_id: teamId,
      meeting_id: meetingId,
      topic_id: (topic !== null && ids.topic.get(topic)) || null,
      note_id: (note !== null && ids.note.get(note)) || null,
      text,
      assignee_id: (assignee !== null && owners.get(assignee)) || null,
      former_assignee_id: null,
      due_on,
      status,
      reason,
      meetings_seen: 1,
      created_by: context.createdBy,
      created_at,
      updated_at: created_at,
      done_at: timeOf(times.done_at),
      version: 1,
    };
  });
}

/** A finished meeting keeps its votes, reactions, discussion and scores. A board that goes on is voted on anew. */
function importedResults(file: MeetingExport, ids: ImportedIds, { meetingId }: ImportContext) {
  const counts = [...countsOf(file)].map(([note, its]): ImportedCountsRecord => ({
    type: 'imported_counts',
    id: importedId(ids.note, note),
    ...its,
  }));
  const discussion = importedDiscussion(file, ids);
  const records: (ImportedCountsRecord | DiscussionRecord)[] = [...counts];
  if (discussion) records.push({ type: 'discussion', id: meetingId, ...discussion });
  return records;
}

function importedCheckIn(
  { check_in }: MeetingExport,
  { meetingId, asLive, question }: ImportContext,
): CheckInRecord {
  const totalsOf = (histogram: readonly number[] | null) =>
    histogram === null || asLive ? null : totalsOfHistogram(histogram);
  return {
    type: 'check_in',
    id: meetingId,
    question,
    question_hidden: false,
    mood: totalsOf(check_in.mood),
    mood_after: totalsOf(check_in.mood_after),
    worth: totalsOf(check_in.worth),
  };
}

export function importChange(given: MeetingExport, context: ImportContext): Change {
  const file = withoutFuture(given, context.now);
  const ids = createIds(file, context);
  const createdBy = actorOf(file, context);
  const actions = importedActions(file, ids, { ...context, createdBy });
  const meeting = importedMeeting(file, context);
  const stored = [
    meeting,
    ...importedNotes(file, ids, meeting),
    ...importedComments(file, ids, context),
    ...actions.map((action): ActionRecord => ({ ...action, type: 'action' })),
    ...(context.asLive ? [] : importedResults(file, ids, context)),
    importedCheckIn(file, context),
  ];
  const board = BoardState.empty.with(stored, []);
  const derived = boardRules.derivations.flatMap(({ derive }) => derive(board, 'all'));
  const changedAt = meeting.created_at;
  const cause = { command: 'meeting.import', actorId: createdBy, changedAt };
  return { cause, put: [...stored, ...derived], remove: [] };
}
