// The schema of an exported meeting. Cross-field rules: `export-rules.ts`.
import { z } from 'zod';

import { ActionStatus, ActionText, ExportedDetails } from '../actions/actions.ts';
import { SentTime } from '../api/sent-time.ts';
import { wholeNumber } from '../api/sentences.ts';
import { limits } from '../limits.ts';
import { ExportedSettings } from '../meetings/meeting-changes.ts';
import { MeetingName, MeetingStatus } from '../meetings/meetings.ts';
import { ColumnId, ColumnsInput } from '../notes/columns.ts';
import { CommentContent, CommentMarks } from '../notes/comments.ts';
import { NoteContent } from '../notes/notes.ts';
import { Emoji } from '../notes/reactions.ts';
import { Phase } from '../phases.ts';
import { optionalText, requiredText, withReadableText } from '../text/text.ts';
import { LocalId } from './export-part.ts';
import { exportedShape } from './export-parts.ts';

/** The format version. Increment it if older releases could no longer read the file. */
export const exportVersion = 1;

// Fits a first and last name with a space, or the local part of an address.
const nameMax = Math.max(2 * limits.personNameMax + 1, limits.emailMax);
const PersonName = withReadableText(requiredText(nameMax, 'A name is missing.'), 'A name');
const count = wholeNumber(0, 1_000_000_000);

/** A group's id, or the id of an ungrouped note. */
const TopicRef = LocalId;
const ExportedNote = z.object({
  id: LocalId,
  column: ColumnId,
  /** An id in `people`. Null in an anonymous meeting. */
  author: LocalId.nullable(),
  text: NoteContent,
  group: LocalId.nullable(),
  created_at: SentTime,
});

const ExportedComment = z.object({
  note: LocalId,
  author: LocalId.nullable(),
  ...CommentMarks.shape,
  text: CommentContent,
  created_at: SentTime,
});

const ExportedAction = z.object({
  text: ActionText,
  topic: TopicRef.nullable(),
  note: LocalId.nullable(),
  assignee: LocalId.nullable(),
  ...ExportedDetails.shape,
  status: ActionStatus,
  reason: optionalText(limits.actionReasonMax).nullable(),
  created_at: SentTime,
  done_at: SentTime.nullable(),
});

export const ExportShape = z.object({
  format: z.literal('wentwell-meeting', { error: 'This is not an export of a Wentwell meeting.' }),
  version: z.literal(exportVersion, {
    error: 'This export was made by another version of Wentwell.',
  }),
  exported_at: SentTime,
  name: MeetingName,
  team: optionalText(limits.teamNameMax),
  status: MeetingStatus,
  phase: Phase,
  start_time: SentTime.nullable(),
  end_time: SentTime.nullable(),
  led_by: LocalId.nullable(),
  settings: ExportedSettings,
  columns: ColumnsInput,
  people: z.array(z.object({ id: LocalId, name: PersonName })).max(10_000),
  /** Oldest first. */
  notes: z
    .array(ExportedNote)
    .max(limits.notesPerBoard, `A board holds at most ${limits.notesPerBoard} notes.`),
  /** The number of notes omitted because they were face down for the exporting user. */
  hidden_notes: count,
  groups: z
    .array(
      z.object({
        id: LocalId,
        // Empty if the notes share no word.
        title: withReadableText(optionalText(limits.groupTitleMax), 'A group title'),
        title_is_custom: z.boolean(),
        column: ColumnId,
      }),
    )
    .max(limits.notesPerBoard),
  /** Only topics with votes. Empty before voting has ended. */
  votes: z
    .array(z.object({ topic: TopicRef, votes: count, voters: count }))
    .max(limits.notesPerBoard),
  /** Null before the discussing phase. */
  discussion: z
    .object({
      order: z.array(TopicRef).max(limits.notesPerBoard),
      parked: z.array(TopicRef).max(limits.notesPerBoard),
      discussed: z
        .array(
          z.object({
            topic: TopicRef,
            seconds: wholeNumber(0, limits.topicSecondsMax),
          }),
        )
        .max(limits.notesPerBoard),
    })
    .nullable(),
  comments: z.array(ExportedComment).max(limits.commentsPerBoard),
  reactions: z
    .array(z.object({ note: LocalId, emoji: Emoji, count: count.min(1) }))
    .max(limits.notesPerBoard * limits.emojisPerNote),
  actions: z.array(ExportedAction).max(limits.actionsPerMeeting),
  ...exportedShape,
});
export type ExportShape = z.infer<typeof ExportShape>;
