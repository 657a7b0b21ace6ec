// The shape of an exported meeting: what each field of the file may be. The rules between its fields: `export-rules.ts`.
import { z } from 'zod';

import { ActionStatus, ActionText, ExportedDetails } from './actions.ts';
import { ThanksInput } from './board/thanks.ts';
import { ColumnId, ColumnsInput } from './columns.ts';
import { CommentContent } from './comments.ts';
import { GroupTitle } from './groups.ts';
import { limits } from './limits.ts';
import { CheckUpQuestions } from './meeting-changes.ts';
import { MeetingName, MeetingSettings, MeetingStatus } from './meetings.ts';
import { NoteContent } from './notes.ts';
import { Phase } from './phases.ts';
import { Emoji } from './reactions.ts';
import { SentTime } from './sent-time.ts';
import { optionalText, requiredText, withReadableText } from './text.ts';

/** The version of the file's shape. Raise it when an older program could not read the file any more. */
export const exportVersion = 1;

// A person's names may be as long as two of them with a space, or an address's first part.
const nameMax = Math.max(2 * limits.personNameMax + 1, limits.emailMax);
const LocalId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'An id has 1 to 64 letters, digits, hyphens and underscores.');
const PersonName = withReadableText(requiredText(nameMax, 'A name is missing.'), 'A name');
const count = z.number().int().min(0).max(1_000_000_000);

/** A group's id, or that of a note that is in none. */
const TopicRef = LocalId;
const ExportedNote = z.object({
  id: LocalId,
  column: ColumnId,
  /** An id of `people`; null in an anonymous meeting. */
  author: LocalId.nullable(),
  text: NoteContent,
  group: LocalId.nullable(),
  created_at: SentTime,
});

const ExportedComment = z.object({
  /** The note that it hangs on. */
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

/** The same shape, without its name in the API's description: a file may lack what an answer always has. */
const ExportedSettings = MeetingSettings.extend({ check_up: CheckUpQuestions.default(() => []) });

const sum = (counts: readonly number[]) => counts.reduce((all, each) => all + each, 0);
/** How many gave 1, 2, 3, 4 and 5. */
const Histogram = z
  .array(z.number().int().min(0).max(limits.answersPerQuestion))
  .length(5)
  .refine(
    (counts) => sum(counts) <= limits.answersPerQuestion,
    `A question has at most ${limits.answersPerQuestion} answers.`,
  );
/** Null where it is not told. */
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
  /** Those whom the other parts name. */
  people: z.array(z.object({ id: LocalId, name: PersonName })).max(10_000),
  /** From the oldest place to the newest. */
  notes: z
    .array(ExportedNote)
    .max(limits.notesPerBoard, `A board holds at most ${limits.notesPerBoard} notes.`),
  /** How many more there are that lie face down for whoever exported it. */
  hidden_notes: count,
  groups: z
    .array(
      z.object({
        id: LocalId,
        // One whose notes share no word has none.
        title: GroupTitle.or(z.literal('')),
        title_is_custom: z.boolean(),
        column: ColumnId,
      }),
    )
    .max(limits.notesPerBoard),
  /** Only topics that got some; none before voting is over. */
  votes: z
    .array(z.object({ topic: TopicRef, votes: count, voters: count }))
    .max(limits.notesPerBoard),
  /** Null before the meeting has come to discussing. */
  discussion: z
    .object({
      order: z.array(TopicRef).max(limits.notesPerBoard),
      parked: z.array(TopicRef).max(limits.notesPerBoard),
      /** Seconds that were spent on each topic. */
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
  /** Files of before there were any lack it. */
  thanks: z
    .array(z.object({ from: LocalId, to: LocalId, text: ThanksInput.shape.text }))
    .max(limits.thanksPerBoard)
    .default([]),
  /** Files of before it was exported lack it. */
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
