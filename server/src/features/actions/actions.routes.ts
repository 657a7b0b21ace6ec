// Action item routes. Every change is published to the boards that show the item.
import { OwnActionsQuery, TeamActionsQuery } from '@wentwell/contract/actions/action-lists';
import {
  Action,
  ActionInput,
  actionPolicy,
  ActionUpdate,
  ListedAction,
  TeamActionInput,
} from '@wentwell/contract/actions/actions';
import {
  changeAction,
  listedAction,
  restoredAction,
} from '@wentwell/contract/board/action-changes';
import { actionType } from '@wentwell/contract/board/actions';
import { nextVersion } from '@wentwell/contract/board/context';
import { fieldsOf } from '@wentwell/contract/board/record';
import { ActionId, type MeetingId } from '@wentwell/contract/ids';
import { and, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';

import type { StoreDeps } from '#server/board/store';
import { groups } from '#server/features/groups/groups.table';
import { accessMeeting, lockMeeting } from '#server/features/meetings/meeting-access';
import { meetings } from '#server/features/meetings/meetings.table';
import { hasNoteId, isOpenNote, notes } from '#server/features/notes/notes.table';
import { accessTeam, inTeamsOf } from '#server/features/teams/team-access';
import { eraseTexts } from '#server/live/erasure';
import type { Tx } from '#server/platform/db/database';
import { OutdatedRead } from '#server/platform/db/database-errors';
import { ApiError, authorize, requireAllowed, notFound } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';
import { type Api, callsOf } from '#server/platform/http/calls';
import { type CommandRequest, requireVersion } from '#server/platform/http/command';
import { type ListPage, pageOf } from '#server/platform/http/list-answer';
import { type Answer, emptyAnswer, type Kept } from '#server/platform/http/receipts';
import { newId } from '#server/platform/ids';

import {
  type ActionPlace,
  findAction,
  isIdOfText,
  type LoadedTeam,
  loadTeam,
  locateAction,
  readContext,
  writeActions,
} from './action-rows.ts';
import { type ActionRow, actions, toAction, toActionRow } from './actions.table.ts';

const isOpen = sql`${actions.status} = 'open'`;

/** Open items first, by due date (nulls last). Then the others, most recently done or dropped first. */
const listOrder = [
  sql`${isOpen} desc`,
  sql`case when ${isOpen} then ${actions.dueOn} end asc nulls last`,
  sql`case when ${isOpen} then ${actions.createdAt} end asc`,
  sql`coalesce(${actions.doneAt}, ${actions.droppedAt}, ${actions.updatedAt}) desc`,
  actions.id,
];

function matching({ status, due_before }: OwnActionsQuery): SQL | undefined {
  return and(
    isNull(actions.deletedAt),
    status && inArray(actions.status, status),
    due_before === undefined ? undefined : lt(actions.dueOn, due_before),
  );
}

function ownedBy(owner: TeamActionsQuery['assignee_id']): SQL | undefined {
  if (owner === undefined) return undefined;
  return owner === 'nobody' ? isNull(actions.assigneeId) : eq(actions.assigneeId, owner);
}

/** Matches the topic's note, even if the note has joined a group since. */
const isTopicNote = and(eq(notes.meetingId, meetings.id), hasNoteId(actions.topicId), isOpenNote);

/** Evaluated only for the rows of the page. */
const topic = sql<string | null>`(
  select coalesce(${groups.title}, ${notes.content})
  from (select) as its left join ${notes} on ${isTopicNote}
  left join ${groups} on ${groups.meetingId} = ${meetings.id}
    and ${groups.id} = coalesce(${notes.groupId}, ${actions.topicId})
  where ${meetings.id} is not null)`;

interface LoadedAction extends LoadedTeam {
  before: ActionRow;
}

function actionAnswer(action: Action, status = 200): Answer<Action> {
  return { status, body: action, version: action.version, kept: { id: action.id } };
}

function requireLiving(row: ActionRow | undefined): Action {
  if (!row || row.deletedAt) throw new ApiError('NOT_FOUND');
  return toAction(row);
}

/** Makes retries idempotent. Replaces an id that is taken elsewhere, so that the response does not reveal it exists. */
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

export function actionsRoutes(api: Api, { db, receipts, store }: StoreDeps): void {
  async function page(
    which: SQL | undefined,
    query: OwnActionsQuery,
  ): Promise<ListPage<ListedAction>> {
    const sorted = db
      .select({ action: actions, meeting: meetings.name, topic })
      .from(actions)
      .leftJoin(meetings, and(eq(meetings.id, actions.meetingId), isNull(meetings.deletedAt)))
      .where(which)
      .orderBy(...listOrder);
    const { rows, total } = await pageOf(sorted, query, () => db.$count(actions, which));
    return { rows: rows.map(({ action, ...from }) => ({ ...toAction(action), from })), total };
  }

  function repeatable(caller: Caller) {
    return {
      async again(tx: Tx, { id }: Kept) {
        const action = requireLiving(await findAction(tx, ActionId.parse(id)));
        await accessTeam(tx, caller, action.team_id);
        return actionAnswer(action);
      },
    };
  }

  async function load(
    tx: Tx,
    command: CommandRequest,
    { id, place }: { id: ActionId; place: ActionPlace },
  ): Promise<LoadedAction> {
    const [team, before = notFound()] = await Promise.all([
      loadTeam(tx, command, place),
      findAction(tx, id),
    ]);
    return { ...team, before };
  }

  async function write(
    tx: Tx,
    { userId: actorId }: CommandRequest,
    {
      action,
      boards,
      isNew = false,
    }: { action: Action; boards: readonly MeetingId[]; isNew?: boolean },
  ): Promise<Answer<Action>> {
    const rows = [toActionRow(action)];
    await writeActions(store, tx, { rows, isNew, boards, actorId, isLast: true });
    return actionAnswer(action, isNew ? 201 : 200);
  }

  async function isTracked(tx: Tx, { meetingId, noteId }: ActionRow): Promise<boolean> {
    if (!noteId || !meetingId) return false;
    const isSameNote = and(eq(actions.meetingId, meetingId), eq(actions.noteId, noteId));
    return (await tx.$count(actions, and(isSameNote, isNull(actions.deletedAt)))) > 0;
  }

  const { list, change } = callsOf(api, 'Action items');

  list('/me/actions', {
    operationId: 'listMyActions',
    summary: 'List my action items',
    description:
      'The caller’s action items in all teams: open ones first, by due day. `status` is one status, or ' +
      'several separated by commas; `due_before` excludes items without a day.',
    config: { requestCost: 10 },
    querystring: OwnActionsQuery,
    lists: ListedAction,
    run({ caller, query }) {
      const own = eq(actions.assigneeId, caller.userId);
      return page(and(own, inTeamsOf(db, caller, actions.teamId), matching(query)), query);
    },
  });

  list('/teams/:teamId/actions', {
    operationId: 'listTeamActions',
    summary: "List a team's action items",
    description:
      'In the order of `GET /me/actions`, with the same filters; `assignee_id` is a user id or `nobody`, `ids` up to ' +
      '100 ids separated by commas.',
    config: { requestCost: 10 },
    querystring: TeamActionsQuery,
    lists: ListedAction,
    async run({ caller, params: { teamId }, query }) {
      await accessTeam(db, caller, teamId);
      const ofTeam = eq(actions.teamId, teamId);
      const chosen = query.ids && inArray(actions.id, query.ids);
      return page(and(ofTeam, chosen, matching(query), ownedBy(query.assignee_id)), query);
    },
  });

  change('POST /teams/:teamId/actions', {
    operationId: 'createTeamAction',
    summary: "Add an action item to a team's list",
    description:
      'By any member, at any time. The owner must be a member (422 otherwise); past days are accepted. 200 ' +
      'instead of 201 if the list already has the given id. At most 300 open items per team.',
    body: TeamActionInput,
    answers: { 200: Action, 201: Action },
    async run({ command, params: { teamId }, body: input }) {
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
        async work(tx, loaded) {
          const found = lookUp(loaded.known, command, { ...place, id, isTextId: false });
          if (found.stored) return actionAnswer(toAction(found.stored));
          const context = await readContext(tx, loaded, { teamId, people: [input.assignee_id] });
          const listed = { id: found.id, team_id: teamId };
          const action = requireAllowed(() => listedAction(input, listed, context));
          const { boards } = loaded;
          return write(tx, command, { action, boards, isNew: true });
        },
      });
    },
  });

  change('POST /meetings/:meetingId/actions', {
    operationId: 'createMeetingAction',
    summary: 'Add an action item to a meeting',
    description:
      'By any member, in Discussing and Ready to Close of a live meeting; otherwise use the team’s list. ' +
      '`topic_id` is the topic that led to it. `note_id` is a note of the action column; a tracked note ' +
      'returns its action item (200). At most 200 per meeting.',
    body: ActionInput,
    answers: { 200: Action, 201: Action },
    async run({ command, params: { meetingId }, body: input }) {
      const { meeting } = await accessMeeting(db, command, meetingId);
      const place = { teamId: meeting.teamId, meetingId };
      const id = input.id ?? newId(ActionId);
      return receipts.once(command, {
        async again(tx, kept) {
          const { meeting: present } = await accessMeeting(tx, command, meetingId);
          return { ...(await repeatable(command).again(tx, kept)), boardSeq: present.seq };
        },
        board: meetingId,
        async load(tx) {
          const [team, { meeting }, known, isTextId] = await Promise.all([
            loadTeam(tx, command, place),
            lockMeeting(tx, command, meetingId),
            findAction(tx, id),
            isIdOfText(tx, id),
          ]);
          return { ...team, meeting, known, isTextId };
        },
        async work(tx, loaded) {
          // Only a planned meeting can change teams, and it has no action items yet. The team was read too early.
          if (loaded.meeting.teamId !== place.teamId) throw new OutdatedRead();
          const found = lookUp(loaded.known, command, { ...place, id, isTextId: loaded.isTextId });
          if (found.stored) {
            return { ...actionAnswer(toAction(found.stored)), boardSeq: loaded.meeting.seq };
          }
          const { teamId } = place;
          const context = await readContext(tx, loaded, { teamId, people: [input.assignee_id] });
          const { userId: actorId } = command;
          const board = await store.changeLocked(tx, meetingId, {
            name: 'action.agree',
            input: { ...input, id: found.id },
            actorId,
            context,
            isLast: true,
          });
          const agreed = board.get(actionType, found.id);
          if (!agreed) {
            const tracked = board
              .all(actionType)
              .find((each) => each.meeting_id === meetingId && each.note_id === input.note_id);
            if (!tracked) throw new Error('Nothing was agreed on, and nothing tracks the note.');
            return { ...actionAnswer(fieldsOf(tracked)), boardSeq: board.seq };
          }
          const action = fieldsOf(agreed);
          const boards = loaded.boards.filter((each) => each !== meetingId);
          const answer = await write(tx, command, { action, boards, isNew: true });
          return { ...answer, boardSeq: board.seq };
        },
      });
    },
  });

  change('PUT /actions/:actionId', {
    operationId: 'updateAction',
    summary: 'Update an action item',
    description:
      'By any member of its team, at any time: text, owner, due day, status. Dropping requires a `reason`; ' +
      'reopening clears it.',
    body: ActionUpdate,
    answers: { 200: Action },
    refuses: [412],
    async run({ command, params: { actionId: id }, body: input }) {
      const place = await locateAction(db, command, id);
      return receipts.once(command, {
        ...repeatable(command),
        load: (tx) => load(tx, command, { id, place }),
        async work(tx, loaded) {
          const before = requireLiving(loaded.before);
          // Authorize first: STALE_VERSION returns the current item.
          authorize(actionPolicy.change(loaded.teamContext));
          requireVersion(command, before);
          const people = [input.assignee_id, before.assignee_id];
          const context = await readContext(tx, loaded, { teamId: place.teamId, people });
          const action = requireAllowed(() => changeAction(before, input, context));
          const { boards } = loaded;
          return action ? write(tx, command, { action, boards }) : actionAnswer(before);
        },
      });
    },
  });

  change('DELETE /actions/:actionId', {
    operationId: 'deleteAction',
    summary: 'Delete an action item',
    description: 'By any member of its team.',
    refuses: [412],
    async run({ command, params: { actionId: id } }) {
      const place = await locateAction(db, command, id);
      return receipts.once(command, {
        ...emptyAnswer,
        load: (tx) => load(tx, command, { id, place }),
        async work(tx, loaded) {
          const { before, boards, now, teamContext } = loaded;
          const living = requireLiving(before);
          authorize(actionPolicy.change(teamContext));
          requireVersion(command, living);
          const { userId: actorId } = command;
          const { versionFloor } = tx;
          const version = nextVersion(before.version, { versionFloor, isServer: true });
          const deleted = { deletedAt: now, deletedBy: actorId, version, updatedAt: now };
          await writeActions(store, tx, { rows: [{ ...before, ...deleted }], boards, actorId });
          // `writeActions` erased the text on boards that show it now. This covers boards that showed it earlier.
          await eraseTexts(tx, { teamId: place.teamId }, [{ type: actionType.type, id }]);
          return { status: 204, body: null };
        },
      });
    },
  });

  change('POST /actions/:actionId/restore', {
    operationId: 'restoreAction',
    summary: 'Restore a deleted action item',
    description:
      'By the person who deleted it; 404 for everybody else. An item that is not deleted is returned ' +
      'unchanged.',
    answers: { 200: Action },
    refuses: [412],
    async run({ command, params: { actionId: id } }) {
      const place = await locateAction(db, command, id);
      return receipts.once(command, {
        ...repeatable(command),
        load: (tx) => load(tx, command, { id, place }),
        async work(tx, loaded) {
          const { before, boards, teamContext } = loaded;
          authorize(actionPolicy.change(teamContext));
          if (!before.deletedAt) return actionAnswer(toAction(before));
          if (before.deletedBy !== command.userId) throw new ApiError('NOT_FOUND');
          const people = [before.assigneeId];
          const context = await readContext(tx, loaded, { teamId: place.teamId, people });
          const found = { isTracked: await isTracked(tx, before) };
          const action = requireAllowed(() => restoredAction(toAction(before), found, context));
          return write(tx, command, { action, boards });
        },
      });
    },
  });
}
