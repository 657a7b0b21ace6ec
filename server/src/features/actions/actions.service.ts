import {
  type Action,
  type ActionInput,
  actionPolicy,
  type ActionUpdate,
  storedAction,
  type TeamActionInput,
} from '@wentwell/contract/actions';
import { ActionId, type MeetingId, type TeamId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { and, eq, isNull, notInArray } from 'drizzle-orm';

import { accessMeeting, lockMeeting } from '#server/features/meetings/meeting-access';
import { meetings } from '#server/features/meetings/meetings.table';
import { accessTeam } from '#server/features/teams/team-access';
import { eraseTextsOfBoards } from '#server/live/erasure';
import type { EventLog } from '#server/live/event-log';
import type { Database, Tx } from '#server/platform/db/database';
import { OutdatedRead } from '#server/platform/db/database-errors';
// Action items: agreed on, changed, finished, dropped, deleted. Every change is announced to the boards that show it.
import { nextVersion } from '#server/platform/db/next-version';
import { authorize, ApiError } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';
import type { Command } from '#server/platform/http/command';
import { type Answer, emptyAnswer, type ReceiptBook } from '#server/platform/http/receipts';
import { requireVersion } from '#server/platform/http/versions';
import { newId } from '#server/platform/ids';

import { announceAction } from './action-announcements.service.ts';
import {
  authorizeInMeeting,
  changedFields,
  newRow,
  requireMember,
  requireRoomForOpen,
} from './action-changes.service.ts';
import { actionLists } from './action-lists.service.ts';
import type { ActionPlace } from './action-locks.service.ts';
import {
  findAction,
  type LoadedTeam,
  loadSources,
  loadTeam,
  locateAction,
  membersAmong,
} from './action-rows.service.ts';
import { type ActionRow, actions, toAction } from './actions.table.ts';

export interface ActionsDeps {
  db: Database;
  receipts: ReceiptBook;
  log: EventLog;
}

interface LoadedAction extends LoadedTeam {
  before: ActionRow;
}

function actionAnswer(row: ActionRow, status = 200): Answer<Action> {
  return { status, body: toAction(row), version: row.version };
}

/**
 * What an earlier try of the same request stored, and otherwise the id that the new one gets: an id that means
 * something else anywhere is replaced, so that the answer reveals nothing.
 */
function lookUp(
  known: ActionRow | undefined,
  { userId }: Caller,
  wanted: ActionPlace & { id: ActionId; isTextId: boolean },
): { stored: ActionRow | null; id: ActionId } {
  const { id, teamId, meetingId, isTextId } = wanted;
  if (!known) return { stored: null, id: isTextId ? newId(ActionId) : id };
  const isOwn = known.createdBy === userId && known.teamId === teamId;
  if (!isOwn || known.meetingId !== meetingId) return { stored: null, id: newId(ActionId) };
  if (known.deletedAt) throw new ApiError('ID_TAKEN');
  return { stored: known, id };
}

export function actionsService({ db, receipts, log }: ActionsDeps) {
  /** How the answer to a command about an action item is read again, and who may still read it. */
  function repeatable(caller: Caller) {
    return {
      answers: storedAction,
      async stillSees(tx: Tx, { id, team_id }: Action) {
        await accessTeam(tx, caller, team_id);
        const row = await findAction(tx, id);
        if (!row || row.deletedAt) throw new ApiError('NOT_FOUND');
      },
    };
  }

  async function load(
    tx: Tx,
    command: Command,
    { id, place }: { id: ActionId; place: ActionPlace },
  ): Promise<LoadedAction> {
    const [team, before] = await Promise.all([loadTeam(tx, command, place), findAction(tx, id)]);
    if (!before) throw new ApiError('NOT_FOUND');
    return { ...team, before };
  }

  async function insert(
    tx: Tx,
    command: Command,
    { row, boards }: { row: ActionRow; boards: readonly MeetingId[] },
  ): Promise<Answer<Action>> {
    const { userId: actorId } = command;
    if (row.assigneeId) {
      requireMember(await membersAmong(tx, row.teamId, [row.assigneeId]), row.assigneeId);
    }
    const [written] = await Promise.all([
      tx.insert(actions).values(row).onConflictDoNothing().returning({ id: actions.id }).execute(),
      announceAction(tx, log, { row, boards, actorId }),
    ]);
    // Another team took the id since it was looked up: this one sees it now.
    if (written.length === 0) throw new OutdatedRead();
    return actionAnswer(row, 201);
  }

  /** Writes what has changed of an action item, under the locks of `load`. */
  async function write(
    tx: Tx,
    command: Command,
    { loaded, set }: { loaded: LoadedAction; set: Partial<ActionRow> },
  ): Promise<ActionRow> {
    const { before, boards, now } = loaded;
    if (Object.keys(set).length === 0) return before;
    const changes = { ...set, version: nextVersion(tx, before.version), updatedAt: now };
    const row = { ...before, ...changes };
    await Promise.all([
      tx.update(actions).set(changes).where(eq(actions.id, row.id)).execute(),
      announceAction(tx, log, { row, boards, actorId: command.userId }),
    ]);
    return row;
  }

  function requireLiving({ before }: LoadedAction): void {
    if (before.deletedAt) throw new ApiError('NOT_FOUND');
  }

  /** What changed for a deleted action item while nobody saw it: its owner may have left, its note be tracked anew. */
  async function ownedStill(tx: Tx, before: ActionRow): Promise<Partial<ActionRow>> {
    const { assigneeId, noteId, meetingId, teamId } = before;
    const set: Partial<ActionRow> = {};
    if (before.status === 'open' && assigneeId) {
      const isMember = (await membersAmong(tx, teamId, [assigneeId])).has(assigneeId);
      if (!isMember) Object.assign(set, { assigneeId: null, formerAssigneeId: assigneeId });
    }
    if (noteId && meetingId) {
      const isTracked = await tx.$count(
        actions,
        and(
          eq(actions.meetingId, meetingId),
          eq(actions.noteId, noteId),
          isNull(actions.deletedAt),
        ),
      );
      if (isTracked > 0) set.noteId = null;
    }
    return set;
  }

  return {
    ...actionLists(db),

    /** Agrees on one in a meeting; the same id, or the same note, again answers with the stored one (200). */
    async agree(
      command: Command,
      meetingId: MeetingId,
      input: ActionInput,
    ): Promise<Answer<Action>> {
      const { meeting } = await accessMeeting(db, command, meetingId);
      const place = { teamId: meeting.teamId, meetingId };
      const id = input.id ?? newId(ActionId);
      const sourceIds = [input.note_id, input.topic_id].filter((each) => typeof each === 'string');
      return receipts.once(command, {
        ...repeatable(command),
        board: meetingId,
        async load(tx) {
          const [team, access, known, sources] = await Promise.all([
            loadTeam(tx, command, place),
            lockMeeting(tx, command, meetingId),
            findAction(tx, id),
            loadSources(tx, { meetingId, sourceIds, id }),
          ]);
          return { ...team, access, known, sources };
        },
        async work(tx, { access, known, sources, boards, openCount, now }) {
          // Only a planned meeting changes its team, and nobody agrees on anything in one.
          if (access.meeting.teamId !== place.teamId) throw new OutdatedRead();
          const { isTextId, agreed } = sources;
          const found = lookUp(known, command, { ...place, id, isTextId });
          if (found.stored) return actionAnswer(found.stored);
          authorizeInMeeting(access, input, sources);
          const tracked = input.note_id && agreed.find(({ noteId }) => noteId === input.note_id);
          if (tracked) return actionAnswer(tracked);
          requireRoomForOpen(openCount);
          if (agreed.length >= limits.actionsPerMeeting) {
            throw new ApiError('ACTIONS_OF_MEETING_FULL');
          }
          const row = newRow({ ...place, id: found.id, createdBy: command.userId, now }, input);
          return insert(tx, command, { row, boards });
        },
      });
    },

    /** Adds one to the list of the team; the same id again answers with the stored one (200). */
    async add(command: Command, teamId: TeamId, input: TeamActionInput): Promise<Answer<Action>> {
      await accessTeam(db, command, teamId);
      const place = { teamId, meetingId: null };
      const id = input.id ?? newId(ActionId);
      return receipts.once(command, {
        ...repeatable(command),
        async load(tx) {
          const [team, known] = await Promise.all([
            loadTeam(tx, command, place),
            findAction(tx, id),
          ]);
          return { ...team, known };
        },
        async work(tx, { teamContext, boards, known, openCount, now }) {
          const found = lookUp(known, command, { ...place, id, isTextId: false });
          if (found.stored) return actionAnswer(found.stored);
          authorize(actionPolicy.addTo(teamContext, null));
          requireRoomForOpen(openCount);
          const row = newRow({ ...place, id: found.id, createdBy: command.userId, now }, input);
          return insert(tx, command, { row, boards });
        },
      });
    },

    async update(command: Command, id: ActionId, input: ActionUpdate): Promise<Answer<Action>> {
      const place = await locateAction(db, command, id);
      return receipts.once(command, {
        ...repeatable(command),
        load: (tx) => load(tx, command, { id, place }),
        async work(tx, loaded) {
          requireLiving(loaded);
          const { before, teamContext } = loaded;
          authorize(actionPolicy.change(teamContext));
          requireVersion(command, toAction(before));
          const reopened = input.status === 'open' ? before.assigneeId : null;
          const owners = [input.assignee_id, reopened].filter((each) => typeof each === 'string');
          const members = await membersAmong(tx, before.teamId, owners);
          const set = changedFields(before, input, { ...loaded, members });
          return actionAnswer(await write(tx, command, { loaded, set }));
        },
      });
    },

    async remove(command: Command, id: ActionId): Promise<Answer<null>> {
      const place = await locateAction(db, command, id);
      return receipts.once(command, {
        ...emptyAnswer,
        load: (tx) => load(tx, command, { id, place }),
        async work(tx, loaded) {
          requireLiving(loaded);
          authorize(actionPolicy.change(loaded.teamContext));
          requireVersion(command, toAction(loaded.before));
          const set = { deletedAt: loaded.now, deletedBy: command.userId };
          const row = await write(tx, command, { loaded, set });
          const gone = { kind: 'action', ids: [row.id] } as const;
          // Boards that show it are told, which erases it there; these showed it once.
          const others = tx
            .select({ id: meetings.id })
            .from(meetings)
            .where(
              and(eq(meetings.teamId, row.teamId), notInArray(meetings.id, [...loaded.boards])),
            );
          await eraseTextsOfBoards(tx, gone, others);
          return { status: 204, body: null };
        },
      });
    },

    /** For whoever deleted it; to anybody else a deleted action item does not exist (docs/retro.md R-125). */
    async restore(command: Command, id: ActionId): Promise<Answer<Action>> {
      const place = await locateAction(db, command, id);
      return receipts.once(command, {
        ...repeatable(command),
        load: (tx) => load(tx, command, { id, place }),
        async work(tx, loaded) {
          const { before, teamContext, openCount } = loaded;
          authorize(actionPolicy.change(teamContext));
          if (!before.deletedAt) return actionAnswer(before);
          if (before.deletedBy !== command.userId) throw new ApiError('NOT_FOUND');
          if (before.status === 'open') requireRoomForOpen(openCount);
          const set = { deletedAt: null, deletedBy: null, ...(await ownedStill(tx, before)) };
          return actionAnswer(await write(tx, command, { loaded, set }));
        },
      });
    },
  };
}
export type ActionsService = ReturnType<typeof actionsService>;
