// Notes on a board: entity, inputs, visibility and policy. Board commands: `board/notes.ts`.
import { z } from 'zod';

import { wholeNumber } from '../api/sentences.ts';
import type { PolicyResult } from '../errors.ts';
import { GroupId, MeetingId, NoteId, NewNoteId } from '../ids.ts';
import { limits } from '../limits.ts';
import {
  type LedMeeting,
  type Meeting,
  type MeetingNow,
  meetingPolicy,
  whileLive,
} from '../meetings/meetings.ts';
import { type Phase, phaseFacts } from '../phases.ts';
import { isInTeam, type TeamContext } from '../teams/teams.ts';
import { requiredText, Timestamp } from '../text/text.ts';
import { authorFields, isAuthor, loggedAuthorFields, type Viewer } from './author-keys.ts';
import { ColumnId, isActionColumn } from './columns.ts';

/** A column id with hyphens, as in live messages (docs/retro.md R-41). */
export const LiveNoteType = z.string().regex(/^[a-z0-9-]+$/);
export type LiveNoteType = z.infer<typeof LiveNoteType>;

export function toLiveNoteType(id: ColumnId): LiveNoteType {
  return id.replaceAll('_', '-');
}

// Requests may use either spelling. Stored ids have no hyphens (docs/retro.md R-41).
const NoteTypeInput = z.preprocess(
  (value) => (typeof value === 'string' ? value.replaceAll('-', '_') : value),
  ColumnId,
);

/** A note as one viewer sees it: while `hidden`, only its author gets `content`. Sorted by `position`. */
export const Note = z.object({
  id: NoteId,
  meeting_id: MeetingId,
  ...authorFields,
  content: z.string(),
  note_type: ColumnId,
  hidden: z.boolean(),
  /** True if the text changed after others could read it; otherwise absent. */
  edited: z.boolean().optional(),
  /** Nodes of earlier versions omit the field. */
  group_id: GroupId.nullable().default(null),
  position: z.number().int(),
  version: z.number().int(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Note = z.infer<typeof Note>;

/** The full note, as stored in the log. */
export const LoggedNote = Note.extend(loggedAuthorFields);
export type LoggedNote = z.infer<typeof LoggedNote>;

export function isRedacted(
  note: Pick<LoggedNote, 'hidden' | 'author_id' | 'author_hash' | 'mine'>,
  viewer: Viewer | null,
): boolean {
  return note.hidden && !isAuthor(note, viewer);
}

export const NoteContent = requiredText(limits.noteContentMax, 'Content is required');

/** A client-generated `id` makes retries idempotent (docs/api.md A-32). `note_type` defaults to `columnOfNewNote`. */
export const NoteInput = z
  .object({
    id: NewNoteId.optional(),
    content: NoteContent,
    note_type: NoteTypeInput.optional(),
  })
  .meta({
    examples: [
      {
        id: '0198f2c4-7f00-4000-8000-000000000004',
        content: 'The deploy took one minute.',
        note_type: 'went_well',
      },
    ],
  });
export type NoteInput = z.infer<typeof NoteInput>;

export const NoteUpdate = z
  .object({
    content: NoteContent.optional(),
    note_type: NoteTypeInput.optional(),
    /** Only applies to moves: the former position, so that a move can be undone (docs/retro.md R-43). */
    position: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional(),
  })
  .meta({ examples: [{ note_type: 'to_improve' }, { content: 'Reviews waited two days.' }] });

function checkLive(meeting: MeetingNow, ifFinished: PolicyResult): PolicyResult {
  const { status } = meeting;
  if (status === 'closed' || status === 'archived') return ifFinished;
  return whileLive(meeting);
}

function checkMember(
  who: TeamContext,
  meeting: MeetingNow,
  ifFinished: PolicyResult,
): PolicyResult {
  return who.role === null ? 'TEAM_MEMBER_ONLY' : checkLive(meeting, ifFinished);
}

function checkNoteRights(
  who: TeamContext,
  meeting: LedMeeting & Pick<Meeting, 'columns'>,
  note: NoteForCaller,
): PolicyResult {
  const isTeamNote = isInTeam(who) && isActionColumn(meeting.columns, note.note_type);
  const isOwn = isAuthor(note, who) || isTeamNote;
  // Owners and admins cannot edit face-down notes either, because they cannot read them.
  if (isRedacted(note, who)) return 'NOTE_AUTHOR_ONLY';
  const mayChange = isOwn || meetingPolicy.change(who, meeting) === 'allowed';
  return mayChange ? 'allowed' : 'NOTE_AUTHOR_ONLY';
}

type MeetingOfNote = MeetingNow & LedMeeting & Pick<Meeting, 'columns'>;

function checkChange(
  who: TeamContext,
  { meeting, note, phase }: { meeting: MeetingOfNote; note: NoteForCaller; phase: Phase | 'any' },
): PolicyResult {
  const participation = who.isSuperuser
    ? checkLive(meeting, 'NOTE_CHANGES_FINISHED')
    : checkMember(who, meeting, 'NOTE_CHANGES_FINISHED');
  if (participation !== 'allowed') return participation;
  if (phase !== 'any' && !phaseFacts[phase].changes) return 'NOTE_CHANGES_NOT_NOW';
  return checkNoteRights(who, meeting, note);
}

/** As the caller sees it: in an anonymous meeting, `mine` says whether they wrote it. */
type NoteForCaller = Pick<Note, 'author_id' | 'mine' | 'note_type' | 'hidden'>;

/** Pure rules (docs/api.md A-42, docs/retro.md ). The first failing rule determines the error. */
export const notePolicy = {
  add: (who: TeamContext, meeting: MeetingNow & Pick<Meeting, 'settings'>): PolicyResult => {
    const participation = checkMember(who, meeting, 'MEETING_FINISHED');
    if (participation !== 'allowed') return participation;
    const { phase, settings } = meeting;
    const picksTopics = settings.only_check_up && phase === 'joining';
    return picksTopics || phaseFacts[phase].adds ? 'allowed' : 'NOTES_NOT_NOW';
  },
  /** Any member may move an open note. Only the author may move a face-down one. */
  move: (who: TeamContext, meeting: MeetingNow, note: NoteForCaller): PolicyResult => {
    const participation = checkMember(who, meeting, 'NOTE_CHANGES_FINISHED');
    if (participation !== 'allowed') return participation;
    if (!phaseFacts[meeting.phase].changes) return 'NOTE_CHANGES_NOT_NOW';
    return isRedacted(note, who) ? 'NOTE_AUTHOR_ONLY' : 'allowed';
  },
  /** Authors may edit in every phase of a live meeting. Superusers may edit, although they cannot add notes. */
  edit: (who: TeamContext, meeting: MeetingOfNote, note: NoteForCaller): PolicyResult => {
    const phase = isAuthor(note, who) ? 'any' : meeting.phase;
    return checkChange(who, { meeting, note, phase });
  },
  /** Delete, and restore after that. */
  remove: (who: TeamContext, meeting: MeetingOfNote, note: NoteForCaller): PolicyResult =>
    checkChange(who, { meeting, note, phase: meeting.phase }),
} as const;
