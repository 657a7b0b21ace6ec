// A meeting as a file that other programs can read (docs/retro.md ). Its ids mean nothing outside of it, and
// names stand in place of accounts.
import { z } from 'zod';

import { ActionStatus, ActionText, Day } from './actions.ts';
import { ColumnId, ColumnsInput, defaultColumns } from './columns.ts';
import { CommentContent } from './comments.ts';
import { describeError } from './errors.ts';
import { GroupTitle } from './groups.ts';
import { limits } from './limits.ts';
import {
  defaultSettings,
  MeetingName,
  MeetingSettings,
  MeetingStatus,
  MeetingTime,
} from './meetings.ts';
import { NoteContent } from './notes.ts';
import { Phase } from './phases.ts';
import { Emoji } from './reactions.ts';
import { requiredText, storableText, withReadableText } from './text.ts';

export const ExportFormat = z.enum(['markdown', 'csv', 'json']);
export type ExportFormat = z.infer<typeof ExportFormat>;

/** GET /meetings/{id}/export */
export const ExportQuery = z.object({ format: ExportFormat });

/** Which version of the file's shape this is. Raise it when an older program could not read the file any more. */
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
  /** Of `people`; null in an anonymous meeting. */
  author: LocalId.nullable(),
  text: NoteContent,
  group: LocalId.nullable(),
  created_at: MeetingTime,
});

const ExportedComment = z.object({
  /** The note that it hangs on. */
  note: LocalId,
  author: LocalId.nullable(),
  text: CommentContent,
  created_at: MeetingTime,
});

const ExportedAction = z.object({
  text: ActionText,
  topic: TopicRef.nullable(),
  note: LocalId.nullable(),
  assignee: LocalId.nullable(),
  due_on: Day.nullable(),
  status: ActionStatus,
  reason: storableText.pipe(z.string().max(limits.actionReasonMax)).nullable(),
  created_at: MeetingTime,
  done_at: MeetingTime.nullable(),
});

/** The same shape, without its name in the API's description: a file may lack what an answer always has. */
const ExportedSettings = MeetingSettings.extend({});

/** How many gave 1, 2, 3, 4 and 5; null where it is not told. */
const Scores = z.array(z.number().int().min(0).max(2000)).length(5).nullable();

/** The shape alone; `MeetingExport` also holds the rules between its parts. */
const ExportShape = z.object({
  format: z.literal('wentwell-meeting', { error: 'This is no export of a Wentwell meeting.' }),
  version: z.literal(exportVersion, {
    error: 'This export was made by another version of Wentwell.',
  }),
  exported_at: MeetingTime,
  name: MeetingName,
  team: storableText.pipe(z.string().max(limits.teamNameMax)),
  status: MeetingStatus,
  phase: Phase,
  start_time: MeetingTime.nullable(),
  end_time: MeetingTime.nullable(),
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
  /** Of the topics that got some; none before voting is over. */
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
  /** Files of before it was exported lack it. */
  check_in: z
    .object({ mood: Scores, mood_after: Scores, worth: Scores })
    .default({ mood: null, mood_after: null, worth: null }),
});
type ExportShape = z.infer<typeof ExportShape>;

type Place = (string | number)[];
type Report = (place: Place, message: string) => void;

/** Names each id that stands twice. */
function requireDifferent(ids: readonly string[], at: (index: number) => Place, report: Report) {
  const seen = new Set<string>();
  for (const [index, id] of ids.entries()) {
    if (seen.has(id)) report(at(index), 'This stands here a second time.');
    seen.add(id);
  }
}

/** What no single field can say of itself: every id stands once, and names something of the file. */
function checkReferences(file: ExportShape, report: Report): void {
  const { notes, groups, people, columns, discussion } = file;
  requireDifferent(
    [...notes, ...groups].map(({ id }) => id),
    (index) =>
      index < notes.length ? ['notes', index, 'id'] : ['groups', index - notes.length, 'id'],
    report,
  );
  requireDifferent(
    people.map(({ id }) => id),
    (index) => ['people', index, 'id'],
    report,
  );
  const known = {
    person: new Set(people.map(({ id }) => id)),
    note: new Set(notes.map(({ id }) => id)),
    group: new Set(groups.map(({ id }) => id)),
    column: new Set<string>(columns.map(({ id }) => id)),
    topic: new Set<string>([
      ...groups.map(({ id }) => id),
      ...notes.filter(({ group }) => group === null).map(({ id }) => id),
    ]),
  };
  const refers = (kind: keyof typeof known, id: string | null, place: Place): void => {
    if (id !== null && !known[kind].has(id)) report(place, `This file has no such ${kind}.`);
  };
  refers('person', file.led_by, ['led_by']);
  for (const [at, note] of notes.entries()) {
    refers('column', note.column, ['notes', at, 'column']);
    refers('person', note.author, ['notes', at, 'author']);
    refers('group', note.group, ['notes', at, 'group']);
  }
  const sizes = Map.groupBy(notes, ({ group }) => group);
  for (const [at, { id, column }] of groups.entries()) {
    refers('column', column, ['groups', at, 'column']);
    if ((sizes.get(id)?.length ?? 0) < 2)
      report(['groups', at], 'A group needs at least two notes.');
  }
  for (const [at, { topic }] of file.votes.entries())
    refers('topic', topic, ['votes', at, 'topic']);
  requireDifferent(
    file.votes.map(({ topic }) => topic),
    (at) => ['votes', at, 'topic'],
    report,
  );
  for (const part of ['order', 'parked'] as const) {
    const ids = discussion?.[part] ?? [];
    for (const [at, id] of ids.entries()) refers('topic', id, ['discussion', part, at]);
    requireDifferent(ids, (at) => ['discussion', part, at], report);
  }
  const discussed = (discussion?.discussed ?? []).map(({ topic }) => topic);
  const placeOf = (at: number): Place => ['discussion', 'discussed', at, 'topic'];
  for (const [at, id] of discussed.entries()) refers('topic', id, placeOf(at));
  requireDifferent(discussed, placeOf, report);
  for (const [at, { note, author }] of file.comments.entries()) {
    refers('note', note, ['comments', at, 'note']);
    refers('person', author, ['comments', at, 'author']);
  }
  for (const [at, { note }] of file.reactions.entries())
    refers('note', note, ['reactions', at, 'note']);
  requireDifferent(
    file.reactions.map(({ note, emoji }) => `${note} ${emoji}`),
    (at) => ['reactions', at, 'emoji'],
    report,
  );
  for (const [at, { topic, note, assignee }] of file.actions.entries()) {
    refers('topic', topic, ['actions', at, 'topic']);
    refers('note', note, ['actions', at, 'note']);
    refers('person', assignee, ['actions', at, 'assignee']);
  }
}

/** What a board itself would refuse. */
function checkRoom({ settings, notes, comments, reactions }: ExportShape, report: Report): void {
  if (settings.votes_per_topic > settings.votes_per_person) {
    report(['settings', 'votes_per_topic'], describeError('VOTES_LIMITS').detail);
  }
  const topicOf = new Map(notes.map(({ id, group }) => [id, group ?? id]));
  const counts = new Map<string, number>();
  const isTooMany = (of: string, most: number): boolean => {
    const count = (counts.get(of) ?? 0) + 1;
    counts.set(of, count);
    return count > most;
  };
  for (const [at, { note }] of comments.entries()) {
    if (isTooMany(`topic ${topicOf.get(note)}`, limits.commentsPerTopic)) {
      report(['comments', at], describeError('TOPIC_COMMENTS_FULL').detail);
    }
  }
  for (const [at, { note }] of reactions.entries()) {
    if (isTooMany(`note ${note}`, limits.emojisPerNote)) {
      report(['reactions', at], describeError('REACTIONS_FULL').detail);
    }
  }
}

/** What people wrote without a name has no author in a file either. */
function checkAnonymity({ settings, notes, comments }: ExportShape, report: Report): void {
  if (!settings.anonymous) return;
  const message = 'In an anonymous meeting nothing has an author.';
  for (const [part, entries] of Object.entries({ notes, comments })) {
    for (const [at, { author }] of entries.entries()) {
      if (author !== null) report([part, at, 'author'], message);
    }
  }
}

const example = {
  format: 'wentwell-meeting',
  version: exportVersion,
  exported_at: '2026-03-14T10:05:00.000Z',
  name: 'Sprint 12 retrospective',
  team: 'Rocket',
  status: 'closed',
  phase: 'closing_ready',
  start_time: '2026-03-14T09:00:00.000Z',
  end_time: '2026-03-14T10:00:00.000Z',
  led_by: 'p1',
  settings: defaultSettings,
  columns: defaultColumns,
  people: [{ id: 'p1', name: 'Ada Lovelace' }],
  notes: [
    {
      id: 'n1',
      column: 'went_well',
      author: 'p1',
      text: 'The deploy took one minute.',
      group: null,
      created_at: '2026-03-14T09:05:00.000Z',
    },
  ],
  hidden_notes: 0,
  groups: [],
  votes: [{ topic: 'n1', votes: 3, voters: 2 }],
  discussion: null,
  comments: [],
  reactions: [],
  actions: [],
  check_in: { mood: [0, 0, 1, 2, 1], mood_after: null, worth: null },
} satisfies z.input<typeof ExportShape>;

export const MeetingExport = ExportShape.superRefine((file, context) => {
  const report: Report = (path, message) => context.addIssue({ code: 'custom', path, message });
  checkReferences(file, report);
  checkAnonymity(file, report);
  checkRoom(file, report);
}).meta({ examples: [example] });
export type MeetingExport = z.infer<typeof MeetingExport>;

const list = (max: number) => z.array(z.unknown()).max(max).optional();

/**
 * How long the lists of a file may be. Asked first: each wrong element of a longer list would be looked at, and answered
 * with an error of its own.
 */
export const ExportSizes = z.object({
  columns: list(limits.columnsMax),
  people: list(limits.notesPerBoard + limits.commentsPerBoard + limits.actionsPerMeeting + 1),
  notes: list(limits.notesPerBoard),
  groups: list(limits.notesPerBoard),
  votes: list(limits.notesPerBoard),
  discussion: z
    .object({
      order: list(limits.notesPerBoard),
      parked: list(limits.notesPerBoard),
      discussed: list(limits.notesPerBoard),
    })
    .nullish(),
  comments: list(limits.commentsPerBoard),
  reactions: list(limits.notesPerBoard * limits.emojisPerNote),
  actions: list(limits.actionsPerMeeting),
});

/** POST /teams/{id}/imports, whose body is a `MeetingExport`. */
export const ImportQuery = z.object({ as_live: z.enum(['true', 'false']).optional() });
