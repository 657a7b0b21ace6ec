// The schema of an exported meeting. Cross-field rules: `export-rules.ts`.
import { z } from 'zod';

import { ActionStatus, ActionText, ExportedDetails } from '../actions/actions.ts';
import { SentTime } from '../api/sent-time.ts';
import { ThanksInput } from '../board/thanks.ts';
import { limits } from '../limits.ts';
import { CheckUpQuestions } from '../meetings/meeting-changes.ts';
import { MeetingName, MeetingSettings, MeetingStatus } from '../meetings/meetings.ts';
import { ColumnId, ColumnsInput } from '../notes/columns.ts';
import { CommentContent } from '../notes/comments.ts';
import { GroupTitle } from '../notes/groups.ts';
import { NoteContent } from '../notes/notes.ts';
import { Emoji } from '../notes/reactions.ts';
import { Phase } from '../phases.ts';
import { optionalText, requiredText, withReadableText } from '../text/text.ts';

/** The format version. Increment it if older releases could no longer read the file. */
export const exportVersion = 1;

// Fits a first and last name with a space, or the local part of an address.
const nameMax = Math.max(2 * limits.personNameMax + 1, limits.emailMax);
const LocalId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'An id has 1 to 64 letters, digits, hyphens and underscores.');
const PersonName = withReadableText(requiredText(nameMax, 'A name is missing.'), 'A name');
const count = z.number().int().min(0).max(1_000_000_000);

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
  /** The commented note. */
  note: LocalId,
  author: LocalId.nullable(),
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

/** A separate schema, so that the OpenAPI document keeps `check_up` required in responses while files may lack it. */
const ExportedSettings = MeetingSettings.extend({ check_up: CheckUpQuestions.default(() => []) });

const sum = (counts: readonly number[]) => counts.reduce((all, each) => all + each, 0);
/** The number of scores of 1, 2, 3, 4 and 5. */
const Histogram = z
  .array(z.number().int().min(0).max(limits.answersPerQuestion))
  .length(5)
  .refine(
    (counts) => sum(counts) <= limits.answersPerQuestion,
    `A question has at most ${limits.answersPerQuestion} answers.`,
  );
/** Null if not published. */
const Scores = Histogram.nullable();

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
  /** The people that other fields refer to. */
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
        title: GroupTitle.or(z.literal('')),
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
      /** Seconds spent on each topic. */
      discussed: z
        .array(
          z.object({
            topic: TopicRef,
            seconds: z.number().int().min(0).max(limits.topicSecondsMax),
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
  /** Missing in files of earlier versions. */
  thanks: z
    .array(z.object({ from: LocalId, to: LocalId, text: ThanksInput.shape.text }))
    .max(limits.thanksPerBoard)
    .default([]),
  /** Missing in files of earlier versions. */
  check_in: z
    .object({
      mood: Scores,
      mood_after: Scores,
      worth: Scores,
      check_up: z
        .array(z.object({ question: CheckUpQuestions.element, scores: Histogram }))
        .max(limits.checkUpAsked)
        .default([]),
    })
    .refine(({ check_up, ...others }) => {
      const all = [...Object.values(others), ...check_up.map(({ scores }) => scores)];
      return sum(all.flatMap((counts) => counts ?? [])) <= limits.answersPerMeeting;
    }, `A meeting has at most ${limits.answersPerMeeting} scores.`)
    .default({ mood: null, mood_after: null, worth: null, check_up: [] }),
});
export type ExportShape = z.infer<typeof ExportShape>;
