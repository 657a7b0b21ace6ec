import {
  ChangeByAuthorHeaders,
  CreateByAuthorHeaders,
} from '@wentwell/contract/api/change-headers';
import type { BoardState } from '@wentwell/contract/board/board';
import { presentGroups } from '@wentwell/contract/board/groups';
import { GroupId, type MeetingId, type NoteId, type UserId } from '@wentwell/contract/ids';
import { Group, GroupInput, GroupUpdate } from '@wentwell/contract/notes/groups';
import { phaseFacts, phases } from '@wentwell/contract/phases';
import { and, eq, exists, inArray, or, sql } from 'drizzle-orm';
import { z } from 'zod';

import { noContent, type StoreDeps } from '#server/board/store';
import { meetings } from '#server/features/meetings/meetings.table';
import { hasNoteId, isOpenNote, notes } from '#server/features/notes/notes.table';
import { membershipOf, memberships } from '#server/features/teams/teams.table';
import { users } from '#server/features/users/users.table';
import { preparePerConnection, type Queries } from '#server/platform/db/database';
import { notFound } from '#server/platform/http/api-error';
import { type Api, callsOf } from '#server/platform/http/calls';
import type { Answer } from '#server/platform/http/receipts';
import { newTimelessId } from '#server/platform/ids';

// Checks the permission to group a note, for transient live channel signals.

const noteId = sql.placeholder('noteId');
const phasesThatGroup = phases.filter((phase) => phaseFacts[phase].groups);

const userId = sql.placeholder('userId');

function membership(queries: Queries) {
  return queries.select().from(memberships).where(membershipOf(userId, meetings.teamId));
}

/** Excludes muted guests (docs/retro.md R-324). */
function admittedGuest(queries: Queries) {
  const isAdmitted = and(eq(users.guestOf, meetings.id), eq(users.guestState, 'admitted'));
  return queries
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isAdmitted));
}

const findGroupable = preparePerConnection((queries: Queries) =>
  queries
    .select({
      isAnonymous: sql<boolean>`${meetings.settings} ->> 'anonymous' is not distinct from 'true'`,
    })
    .from(notes)
    .innerJoin(meetings, eq(meetings.id, notes.meetingId))
    .where(
      and(
        eq(notes.meetingId, sql.placeholder('meetingId')),
        hasNoteId(noteId),
        or(exists(membership(queries)), exists(admittedGuest(queries))),
        isOpenNote,
        eq(meetings.status, 'live'),
        inArray(meetings.phase, phasesThatGroup),
      ),
    )
    .prepare('find_groupable_note'),
);

/** Null if the user may not group the note now. */
export async function groupingRight(
  queries: Queries,
  userId: UserId,
  note: { meetingId: MeetingId; noteId: NoteId },
): Promise<{ isAnonymous: boolean } | null> {
  const [found] = await findGroupable(queries).execute({ ...note, userId });
  return found ? { isAnonymous: found.isAnonymous } : null;
}

function findGroup(board: BoardState, id: GroupId): Group | undefined {
  return presentGroups(board).find((group) => group.id === id);
}

/** 204 if the change dissolved the group. */
function groupAnswer(board: BoardState, id: GroupId): Answer<Group | null> {
  const group = findGroup(board, id);
  if (!group) return noContent.answer();
  return { status: 200, body: group, version: group.version };
}

export function groupsRoutes(api: Api, { store }: StoreDeps): void {
  const { change } = callsOf(api, 'Groups');

  change('POST /meetings/:meetingId/groups', {
    operationId: 'createGroup',
    config: { guests: 'write' },
    summary: 'Group notes',
    description:
      'By any member, in grouping and discussing of a live meeting, across columns. Notes leave their earlier' +
      ' groups; a group with fewer than two notes is dissolved. Without `title` one is suggested from the ' +
      'notes’ words; without `column_id` the group is in the first note’s column. A dissolved group’s id ' +
      'restores it. 200 instead of 201 if the board already has a group with this id and these notes.',
    headers: CreateByAuthorHeaders,
    body: GroupInput,
    answers: { 200: Group, 201: Group },
    run: ({ command, params: { meetingId }, body }) =>
      store.change(command, meetingId, {
        name: 'group.create',
        input: { ...body, id: body.id ?? newTimelessId(GroupId) },
        answer({ board, change, input: { id } }) {
          const group = findGroup(board, GroupId.parse(id)) ?? notFound();
          const status = change ? 201 : 200;
          return { status, body: group, version: group.version, kept: { id } };
        },
      }),
  });

  change('PUT /meetings/:meetingId/groups/:groupId', {
    operationId: 'updateGroup',
    config: { guests: 'write' },
    summary: 'Update a group',
    description:
      'Title, column, and notes. A given title is never replaced by a suggested one. 204 instead of 200 if ' +
      'fewer than two notes are left: the group is dissolved.',
    headers: ChangeByAuthorHeaders,
    body: GroupUpdate,
    answers: { 200: Group, 204: z.null() },
    refuses: [412],
    run: ({ command, params: { meetingId, groupId: id }, body }) =>
      store.change(command, meetingId, {
        name: 'group.update',
        input: { ...body, id },
        current: (board) => findGroup(board, id),
        answer: ({ board }) => groupAnswer(board, id),
      }),
  });

  change('DELETE /meetings/:meetingId/groups/:groupId', {
    operationId: 'dissolveGroup',
    config: { guests: 'write' },
    summary: 'Dissolve a group',
    description:
      'Its notes stand alone again. Grouping them with the same `id`, and the typed `title`, undoes it.',
    headers: ChangeByAuthorHeaders,
    refuses: [412],
    run: ({ command, params: { meetingId, groupId: id } }) =>
      store.change(command, meetingId, {
        ...noContent,
        name: 'group.dissolve',
        input: { id },
        current: (board) => findGroup(board, id),
      }),
  });
}
