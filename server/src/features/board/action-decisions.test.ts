// Model test: client-side decisions on action items match the API's responses, on the item's board and on all other
// boards of the team.
import { Action } from '@wentwell/contract/actions/actions';
import { changeAction } from '@wentwell/contract/board/action-changes';
import { actionType } from '@wentwell/contract/board/actions';
import type { Change } from '@wentwell/contract/board/change';
import {
  type AuthorContext,
  isRejected,
  outcomeOf,
  type Rejection,
} from '@wentwell/contract/board/context';
import { getMeeting } from '@wentwell/contract/board/meeting';
import { noteType } from '@wentwell/contract/board/notes';
import { ActionId, type MeetingId, type TeamId, type UserId } from '@wentwell/contract/ids';
import { phases } from '@wentwell/contract/phases';
import { asc, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';

import { type ActionRow, actions, toAction } from '#server/features/actions/actions.table';
import { buildTestApp, type TestApp } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';
import { contextOf, ShadowBoard } from '#test/shadow-board';
import { runs } from '#test/shadow-play';

const Steps = fc.array(
  fc.record({
    name: fc.constantFrom(
      ...'agree agree agree agree add add update update update update remove remove restore restore'.split(
        ' ',
      ),
      ...'phase phase leave'.split(' '),
    ),
    by: fc.constantFrom(0, 0, 1, 1, 2),
    board: fc.nat(1),
    pick: fc.nat(20),
    other: fc.nat(20),
    variant: fc.nat(9),
  }),
  { minLength: 40, maxLength: 60 },
);
type Step = typeof Steps extends fc.Arbitrary<(infer One)[]> ? One : never;
const somePhases = [...phases, 'joining', 'discussing', 'discussing', 'closing_ready'];

type People = readonly { id: UserId }[];

function madeOf({ pick, other, variant, name }: Step, people: People, noteIds: readonly string[]) {
  const sources = [{}, {}, { note_id: noteIds[pick % 4] }, { topic_id: noteIds[other % 4] }];
  const assignee_id = people[other % 5]?.id ?? null;
  return { text: 'Ask', assignee_id, ...(name === 'agree' && sources[variant % 4]) };
}

function changeOf({ pick, variant }: Step, people: People): object {
  const assignee_id = people[pick % 4]?.id ?? null;
  const changes = [
    { text: 'Ask twice' },
    { assignee_id },
    { assignee_id: null, due_on: '2026-03-20' },
    { status: 'done' },
    { status: 'done', text: 'Measure' },
    { status: 'dropped', reason: 'moot' },
    { reason: 'late' },
    { status: 'open' },
  ];
  return changes[variant] ?? { status: 'open', assignee_id };
}

interface Place {
  id: ActionId;
  meetingId: MeetingId;
  teamId: TeamId;
}

function callOf(name: string, { id, meetingId, teamId }: Place): [method: string, path: string] {
  const calls: Record<string, [string, string]> = {
    agree: ['POST', `/api/v1/meetings/${meetingId}/actions`],
    add: ['POST', `/api/v1/teams/${teamId}/actions`],
    update: ['PUT', `/api/v1/actions/${id}`],
    remove: ['DELETE', `/api/v1/actions/${id}`],
    restore: ['POST', `/api/v1/actions/${id}/restore`],
  };
  return calls[name] ?? ['GET', ''];
}

/** Decides like the store on a board that only shows the item. */
function decideShown(
  board: ShadowBoard,
  { id, shown }: { id: ActionId; shown: Action | undefined },
  context: AuthorContext,
): Change | Rejection | null {
  if (shown) return board.decide('action.show', { actions: [shown] }, context);
  const isThere = board.board.get(actionType, id) !== undefined;
  return isThere ? board.decide('action.remove', { id }, context) : null;
}

async function readRows(app: TestApp, teamId: TeamId): Promise<ActionRow[]> {
  return app.db.select().from(actions).where(eq(actions.teamId, teamId)).orderBy(asc(actions.id));
}

it('deciding an action item’s command equals its call, on each board', async () => {
  await using app = await buildTestApp();
  const [owner, member] = [await buildUser(app), await buildUser(app)];
  const superuser = await buildUser(app, { isSuperuser: true });
  const people = [owner, member, superuser, await buildUser(app)] as const;
  const accepted = new Map<string, number>();
  const countAccepted = (name: string) => accepted.set(name, (accepted.get(name) ?? 0) + 1);

  async function play(steps: readonly Step[]): Promise<void> {
    const team = await buildTeam(app, { admin: owner, members: [member] });
    const first = await buildMeeting(app, { owner, team, phase: 'discussing' });
    const meetings = [first, await buildMeeting(app, { owner, team })];
    await app.request('POST', `/api/v1/meetings/${first.id}/phase/transition`, {
      as: owner,
      body: { phase: 'grouping' },
    });
    for (const note_type of ['action', 'action', 'went_well', 'went_well']) {
      const body = { content: note_type, note_type };
      await app.request('POST', `/api/v1/meetings/${first.id}/notes`, { as: owner, body });
    }
    await app.request('POST', `/api/v1/meetings/${first.id}/phase/transition`, {
      as: owner,
      body: { phase: 'discussing' },
    });
    const boards = await Promise.all(meetings.map(({ id }) => ShadowBoard.open(app, id)));
    const noteIds = boards
      .flatMap(({ board }) => board.all(noteType).map(({ id }) => id))
      .toSorted();

    const inTeam = [owner, member];

    async function readTeam(meetingId: MeetingId) {
      const rows = await readRows(app, team.id);
      const living = rows.filter(({ deletedAt }) => deletedAt === null);
      const open = living.filter(({ status }) => status === 'open');
      const facts = {
        members: new Map(inTeam.map(({ id }) => [id, { isActive: true }])),
        openActions: open.length,
        lookBack: {
          actions: open.filter((row) => row.meetingId !== meetingId).map(toAction),
          agreements: [],
        },
      };
      return { rows, open, facts };
    }

    async function takePhase({ board, pick }: Step): Promise<void> {
      const { id } = meetings[board] ?? first;
      const body = { phase: somePhases[pick % somePhases.length] };
      const path = `/api/v1/meetings/${id}/phase/transition`;
      const { facts } = await readTeam(id);
      await boards[board]?.take({
        name: 'phase.enter',
        input: body,
        context: contextOf(owner, { role: 'admin', facts }),
        request: () => app.request('POST', path, { as: owner, body }),
      });
    }

    /** Releases the member's open items. Finished ones keep their owner until reopened. */
    async function takeLeave(): Promise<void> {
      if (inTeam.length === 1) return;
      inTeam.pop();
      await app.request('POST', `/api/v1/teams/${team.id}/leave`, { as: member });
      for (const [index, { id }] of meetings.entries()) {
        boards[index] = await ShadowBoard.open(app, id);
      }
    }

    async function takeAction(step: Step): Promise<void> {
      const as = people[step.by] ?? owner;
      if (as === member && !inTeam.includes(as)) return;
      const meetingId = (meetings[step.board] ?? first).id;
      const { rows, facts } = await readTeam(meetingId);
      const isNew = step.name === 'agree' || step.name === 'add';
      const row = isNew ? undefined : rows[step.pick % Math.max(rows.length, 1)];
      if (!isNew && !row) return;
      const id = row?.id ?? ActionId.parse(crypto.randomUUID());
      const body = isNew ? { ...madeOf(step, people, noteIds), id } : changeOf(step, people);
      const isBare = step.name === 'remove' || step.name === 'restore';
      const name = `action.${step.name}`;
      const input = isBare ? { id } : { ...body, id };
      const isDeletedByCaller = row?.deletedBy === as.id;
      const context = contextOf(as, {
        role: inTeam.includes(as) ? 'member' : null,
        isSuperuser: as === superuser,
        facts,
        trash: row?.deletedAt
          ? { isDeletedByCaller, records: [{ ...toAction(row), type: 'action' }] }
          : null,
      });
      // The board of creation, else a board that shows it, else the board that agreed on it. Old items are on no board.
      const origin = isNew
        ? boards[step.board]
        : (boards.find(({ board }) => board.get(actionType, id)) ??
          boards.find(({ board }) => getMeeting(board).id === row?.meetingId));
      if (!origin && (!row || row.deletedAt || step.name !== 'update')) return;
      const decided = origin
        ? origin.decide(name, input, context)
        : row && outcomeOf(() => changeAction(toAction(row), body, context));
      const refusal = decided && isRejected(decided) ? decided : null;
      const [method, path] = callOf(step.name, { id, meetingId, teamId: team.id });
      const answer = await app.request(method, path, { as, ...(!isBare && { body }) });
      const shown = Action.safeParse(answer.body).data;
      for (const board of boards) {
        const here =
          board === origin
            ? board.decide(name, input, context)
            : (refusal ?? decideShown(board, { id, shown }, context));
        if (await board.compare(here, { name, input, answer })) countAccepted(name);
      }
    }

    for (const step of steps) {
      if (step.name === 'phase') await takePhase(step);
      else if (step.name === 'leave') await takeLeave();
      else await takeAction(step);
    }
  }

  // Few random runs may accept nothing. Any team member may add an action item, so this step always succeeds.
  const sure: Step = { name: 'add', by: 0, board: 0, pick: 0, other: 0, variant: 0 };
  await fc.assert(fc.asyncProperty(Steps, play), {
    examples: [[[sure]]],
    numRuns: runs + 1,
    endOnFailure: true,
  });
  // A command that is always refused would test nothing.
  const missing = ['agree', 'add', 'update', 'remove', 'restore'].filter(
    (name) => !accepted.has(`action.${name}`),
  );
  if (runs > 20) expect(missing).toEqual([]);
  expect(accepted.size).toBeGreaterThan(0);
});
