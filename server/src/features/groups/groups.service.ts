// Groups of notes: made, changed and dissolved by any member while the phase groups (docs/retro.md ).
import { describeAnyError } from '@wentwell/contract/all-errors';
import { findColumn } from '@wentwell/contract/columns';
import type { ErrorCode } from '@wentwell/contract/errors';
import {
  type Group,
  type GroupInput,
  groupPolicy,
  type GroupUpdate,
  storedGroup,
  storedGroupAnswer,
} from '@wentwell/contract/groups';
import { GroupId, type MeetingId, NoteId } from '@wentwell/contract/ids';
import { effectiveStatus } from '@wentwell/contract/meetings';

import {
  accessMeeting,
  type Author,
  authorIn,
  lockMeeting,
  type MeetingAccess,
} from '#server/features/meetings/meeting-access';
import { type MeetingHook, topicHooks } from '#server/features/meetings/meeting-hook';
import { columnsOf, type MeetingRow, toMeeting } from '#server/features/meetings/meetings.table';
import { noteIdOf, type NoteRow } from '#server/features/notes/notes.table';
import type { EventLog } from '#server/live/event-log';
import type { Tx } from '#server/platform/db/database';
import { authorize, ApiError } from '#server/platform/http/api-error';
import type { Command } from '#server/platform/http/command';
import { type Answer, emptyAnswer, type ReceiptBook } from '#server/platform/http/receipts';
import { requireVersion } from '#server/platform/http/versions';
import { newTimelessId } from '#server/platform/ids';

import { areLiving, findForCommand, writeRegrouping } from './group-rows.service.ts';
import { type GroupRow, toGroup } from './groups.table.ts';
import { type GroupedNotes, regroup, type Regrouping } from './regrouping.service.ts';

export interface GroupsDeps {
  receipts: ReceiptBook;
  log: EventLog;
  /** Run one after another, in this order. */
  hooks: readonly MeetingHook[];
}

/** Which group of which board. */
export interface GroupAt {
  meetingId: MeetingId;
  groupId: GroupId;
}

interface LoadedGroups extends GroupedNotes {
  access: MeetingAccess;
}

function unprocessable(code: ErrorCode, loc: (string | number)[]): ApiError {
  const { detail: msg } = describeAnyError(code);
  return new ApiError(code, {}, { errors: [{ loc: ['body', ...loc], msg, type: 'custom' }] });
}

function authorizeChange({ meeting: row, teamContext, now }: MeetingAccess): void {
  const meeting = toMeeting(row);
  // Whether the end has passed is decided by the database's clock.
  const status = effectiveStatus(meeting, now);
  authorize(groupPolicy.change(teamContext, { ...meeting, status }));
}

/** Throws NOTE_UNKNOWN where one of them is not on the board, or lies face down. */
function requireNotes(
  notes: readonly NoteRow[],
  { ids, field }: { ids: readonly NoteId[]; field: string },
): NoteRow[] {
  const known = new Map(notes.map((note) => [noteIdOf(note), note]));
  return ids.map((id, index) => {
    const note = known.get(id);
    if (!note || note.hidden) throw unprocessable('NOTE_UNKNOWN', [field, index]);
    return note;
  });
}

function requireColumn(meeting: MeetingRow, columnId: GroupRow['columnId']): GroupRow['columnId'] {
  if (!findColumn(columnsOf(meeting), columnId))
    throw unprocessable('COLUMN_UNKNOWN', ['column_id']);
  return columnId;
}

function requireGroup({ groups }: GroupedNotes, { groupId }: GroupAt): GroupRow {
  const group = groups.find(({ id }) => id === groupId);
  if (!group) throw new ApiError('NOT_FOUND');
  return group;
}

function membersOf({ notes }: GroupedNotes, { id }: Pick<GroupRow, 'id'>): NoteRow[] {
  return notes.filter(({ groupId }) => groupId === id);
}

function areSame(members: readonly NoteRow[], named: readonly NoteRow[]): boolean {
  return members.length === named.length && named.every((note) => members.includes(note));
}

function groupAnswer(group: Group, status = 200): Answer<Group> {
  return { status, body: group, version: group.version };
}

/** An empty title that nobody typed is suggested anew. */
function titleAfter(
  { title, titleIsCustom }: GroupRow,
  change: GroupUpdate['title'],
): Pick<GroupRow, 'title' | 'titleIsCustom'> {
  if (change === undefined || (change === null && !titleIsCustom)) return { title, titleIsCustom };
  return { title: change ?? '', titleIsCustom: change !== null };
}

export function groupsService({ receipts, log, hooks }: GroupsDeps) {
  const { afterTopicsChange } = topicHooks(hooks);

  async function load(
    tx: Tx,
    command: Command,
    { meetingId, groupId, noteIds = [] }: GroupAt & { noteIds?: readonly NoteId[] },
  ): Promise<LoadedGroups> {
    const [access, found] = await Promise.all([
      lockMeeting(tx, command, meetingId),
      findForCommand(tx, { caller: command, meetingId }, { noteIds, groupId }),
    ]);
    return { access, ...found };
  }

  async function write(
    tx: Tx,
    { access: { meeting }, author: { on } }: { access: MeetingAccess; author: Author },
    regrouping: Regrouping,
  ) {
    if (regrouping.changes.length === 0) return;
    await Promise.all([
      writeRegrouping(tx, meeting.id, regrouping),
      log.appendAll(tx, on, regrouping.changes),
    ]);
    await afterTopicsChange(tx, on, meeting);
  }

  function repeatable(command: Command, meetingId: MeetingId) {
    return {
      board: meetingId,
      async stillSees(tx: Tx, group: Group | null) {
        await accessMeeting(tx, command, meetingId);
        // A suggested title is made of the notes' words: it goes with the first of them.
        if (group && !(await areLiving(tx, meetingId, group.note_ids))) {
          throw new ApiError('NOT_FOUND');
        }
      },
    };
  }

  /** Throws NOT_FOUND, STALE_VERSION, or what the policy says. */
  function authorizeGroup(command: Command, loaded: LoadedGroups, at: GroupAt): GroupRow {
    const group = requireGroup(loaded, at);
    requireVersion(command, toGroup(group, membersOf(loaded, group)));
    authorizeChange(loaded.access);
    return group;
  }

  return {
    /**
     * Groups notes, which leave the groups that they were in. The same id with the same notes again gives the stored
     * group (200); the id of a group that was dissolved brings it back.
     */
    async create(
      command: Command,
      meetingId: MeetingId,
      input: GroupInput,
    ): Promise<Answer<Group>> {
      const at = { meetingId, groupId: input.id ?? newTimelessId(GroupId) };
      const sameId = NoteId.parse(at.groupId);
      return receipts.once(command, {
        ...repeatable(command, meetingId),
        answers: storedGroup,
        load: (tx) => load(tx, command, { ...at, noteIds: [...input.note_ids, sameId] }),
        async work(tx, loaded) {
          const { access, groups, notes } = loaded;
          authorizeChange(access);
          const author = authorIn(access, command);
          // Both would be one topic.
          if (notes.some((note) => noteIdOf(note) === sameId)) throw new ApiError('ID_TAKEN');
          const named = requireNotes(notes, { ids: input.note_ids, field: 'note_ids' });
          const stored = groups.find(({ id }) => id === at.groupId);
          if (stored) {
            const members = membersOf(loaded, stored);
            if (!areSame(members, named)) throw new ApiError('ID_TAKEN');
            return groupAnswer(toGroup(stored, members));
          }
          const { meeting } = access;
          const columnId = input.column_id
            ? requireColumn(meeting, input.column_id)
            : (named[0]?.noteType ?? '');
          const regrouping = regroup(loaded, {
            tx,
            moves: new Map(named.map(({ id }) => [id, at.groupId])),
            target: {
              meetingId,
              teamId: meeting.teamId,
              id: at.groupId,
              title: input.title ?? '',
              titleIsCustom: input.title !== undefined,
              columnId,
              version: 1,
            },
          });
          await write(tx, { access, author }, regrouping);
          const { group } = regrouping;
          if (!group) throw new Error('a group of fewer than two notes was made');
          return groupAnswer(group, 201);
        },
      });
    },

    /** Answers 204 where the change has dissolved the group. */
    async update(command: Command, at: GroupAt, input: GroupUpdate): Promise<Answer<Group | null>> {
      const { add = [], remove = [], title, column_id } = input;
      return receipts.once(command, {
        ...repeatable(command, at.meetingId),
        answers: storedGroupAnswer,
        load: (tx) => load(tx, command, { ...at, noteIds: [...add, ...remove] }),
        async work(tx, loaded) {
          const { access, notes } = loaded;
          const group = authorizeGroup(command, loaded, at);
          const author = authorIn(access, command);
          const joining = requireNotes(notes, { ids: add, field: 'add' });
          const leaving = requireNotes(notes, { ids: remove, field: 'remove' });
          // A note that has left already stays where it is.
          const members = leaving.filter(({ groupId }) => groupId === group.id);
          const regrouping = regroup(loaded, {
            tx,
            moves: new Map([
              ...joining.map(({ id }) => [id, group.id] as const),
              ...members.map(({ id }) => [id, null] as const),
            ]),
            target: {
              ...group,
              ...titleAfter(group, title),
              columnId: column_id ? requireColumn(access.meeting, column_id) : group.columnId,
            },
          });
          await write(tx, { access, author }, regrouping);
          const { group: after } = regrouping;
          return after ? groupAnswer(after) : { status: 204, body: null };
        },
      });
    },

    /** Dissolves a group: its notes stand alone again, in the columns of their own. */
    async remove(command: Command, at: GroupAt): Promise<Answer<null>> {
      return receipts.once(command, {
        ...emptyAnswer,
        board: at.meetingId,
        load: (tx) => load(tx, command, at),
        async work(tx, loaded) {
          const group = authorizeGroup(command, loaded, at);
          const members = membersOf(loaded, group);
          const moves = new Map(members.map(({ id }) => [id, null]));
          const { access } = loaded;
          const author = authorIn(access, command);
          await write(
            tx,
            { access, author },
            regroup(loaded, {
              tx,
              moves,
              target: group,
            }),
          );
          return { status: 204, body: null };
        },
      });
    },
  };
}
export type GroupsService = ReturnType<typeof groupsService>;
