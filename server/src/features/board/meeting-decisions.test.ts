// Model test: client-side decisions on meeting commands match the API's responses, including columns, phases and
// carried topics.
import type { BoardState } from '@wentwell/contract/board/board';
import { getMeeting } from '@wentwell/contract/board/meeting';
import { noteType } from '@wentwell/contract/board/notes';
import type { UserId } from '@wentwell/contract/ids';
import { isCarriedOver } from '@wentwell/contract/meetings/carry-over';
import { type Column, defaultColumns } from '@wentwell/contract/notes/columns';
import { Note } from '@wentwell/contract/notes/notes';
import { phases } from '@wentwell/contract/phases';
import type { TeamRole } from '@wentwell/contract/teams/teams';
import fc from 'fast-check';
import { expect, it } from 'vitest';

import { boardCalls, type MakeCall } from '#test/board-calls';
import { buildTestApp, type TestUser } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';
import { openPlay, runs } from '#test/shadow-play';

const extra: Column = { id: 'extra', title: 'Extra', prompt: '', tone: 'info', kind: 'notes' };
const columnSets: Column[][] = [
  defaultColumns,
  defaultColumns.toReversed(),
  [...defaultColumns, extra],
  [extra],
  defaultColumns.map((column) => ({ ...column, kind: 'notes' })),
  defaultColumns.filter(({ id }) => id !== 'to_improve'),
];
const later = '2090-01-01T01:00:00+01:00';
const past = '2020-01-01T00:00:00Z';
const updates: object[] = [
  { name: 'one' },
  { name: 'two', settings: { hide_notes: true } },
  { settings: { hide_notes: false } },
  { settings: { anonymous: true } },
  { settings: { anonymous: false, check_in: false } },
  { settings: { votes_per_person: 9 } },
  { settings: { votes_per_person: 2, votes_per_topic: 1 } },
  { settings: { votes_per_topic: 10 } },
  ...columnSets.map((columns) => ({ columns })),
  { columns: defaultColumns, columns_before: [extra] },
  { start_time: past },
  { start_time: later },
  { end_time: later },
  { end_time: null, start_time: null },
  { end_time: past },
  ...['live', 'live', 'live', 'live', 'canceled', 'planned', 'planned', 'archived', 'closed'].map(
    (status) => ({ status }),
  ),
  { status: 'live', start_time: null, end_time: later },
];

const pickStatus = (status: string) =>
  updates.findIndex((each) => 'status' in each && each.status === status);

const often =
  'meeting.update meeting.update meeting.update meeting.update meeting.update meeting.handOver meeting.nameCoLead phase.enter note.add';
const others = 'group.create vote.set ready.set voted.set timer.set discussion.update note.update';
const Steps = fc.array(
  fc.record({
    name: fc.constantFrom(...`${often} ${others} note.remove`.split(' ')),
    by: fc.constantFrom(0, 0, 0, 1, 2),
    /** Index of an update. Higher values: another team. */
    pick: fc.nat(updates.length + 1),
    other: fc.nat(7),
    text: fc.constantFrom('one', 'two words'),
    variant: fc.nat(4),
  }),
  { minLength: 40, maxLength: 70 },
);

it('deciding each change of a meeting equals its call', async () => {
  await using app = await buildTestApp();
  const people = [await buildUser(app), await buildUser(app), await buildUser(app)] as const;
  const [owner, admin, member] = people;
  const outsider = await buildUser(app);
  const inactive = await buildUser(app, { isActive: false });
  const accepted = new Map<string, number>();

  await fc.assert(
    fc.asyncProperty(
      Steps,
      fc.constantFrom('new', 'carried', 'live', 'anew'),
      async (steps, state) => {
        const team = await buildTeam(app, { admin, members: [owner, member, inactive] });
        const otherTeam = await buildTeam(app, { admin, members: [] });
        const { id: meetingId } = await buildMeeting(app, { owner, team, status: 'planned' });
        if (state === 'carried') {
          const from = await buildMeeting(app, { owner, team, phase: 'grouping' });
          const path = `/api/v1/meetings/${from.id}`;
          const add = async (note_type: string) => {
            const body = { content: note_type, note_type };
            return Note.parse(
              (await app.request('POST', `${path}/notes`, { as: owner, body })).body,
            );
          };
          const notes = [await add('went_well'), await add('to_improve'), await add('to_improve')];
          const body = { topic_ids: notes.map(({ id }) => id), to_meeting_id: meetingId };
          await app.request('POST', `${path}/carry-over`, { as: owner, body });
        }
        let hasContent = state === 'carried';
        const update = (body: object) => ({ input: body, request: ['PUT', '', body] }) as const;
        const calls: Record<string, MakeCall> = {
          ...boardCalls,
          'meeting.update': ({ pick }) => update(updates[pick] ?? { team_id: otherTeam.id }),
          'meeting.handOver': ({ other }) => {
            const to = [...people, outsider, inactive][other % 5] ?? owner;
            const body = { owner_id: to.id };
            return { input: body, request: ['POST', '/owner', body] };
          },
          'meeting.nameCoLead': ({ pick, other }) => {
            const { id } = [...people, outsider, inactive][other % 5] ?? owner;
            const body = { user_id: id, is_co_lead: pick % 3 > 0 };
            return { input: body, request: ['PUT', '/co-leads', body] };
          },
        };
        const inTeam = (user: TestUser, id: string) => {
          if (id === otherTeam.id) return user === admin ? 'admin' : null;
          if (user === admin) return 'admin';
          return [owner, member].includes(user) ? 'member' : null;
        };
        const roleOf = (user: TestUser, board: BoardState) =>
          inTeam(user, getMeeting(board).team_id);
        const take = await openPlay(app, {
          meetingId,
          people,
          calls,
          roleOf,
          async readFacts({ name }, caller, board) {
            hasContent ||= board.all(noteType).some(({ id }) => !isCarriedOver(id));
            const { owner_id } = getMeeting(board);
            const hasOwner = owner_id === admin.id;
            const isHere = getMeeting(board).team_id === team.id;
            const newTeamOf = (role: TeamRole | null) => role && { role, hasOwner };
            const active = isHere ? people : [admin];
            const members = active.map(({ id }): [UserId, { isActive: boolean }] => [
              id,
              { isActive: true },
            ]);
            return {
              members: new Map([...members, [inactive.id, { isActive: false }]]),
              hasContent,
              ...(name === 'meeting.update' && {
                newTeam: newTeamOf(inTeam(caller, isHere ? otherTeam.id : team.id)),
              }),
            };
          },
          accepted,
        });
        const first = { by: 0, other: 1, text: 'one' };
        const opening = ['note.add', 'note.add', 'note.add', 'group.create', 'vote.set'];
        if (state === 'live' || state === 'anew') {
          await take({ ...first, name: 'meeting.update', pick: pickStatus('live'), variant: 0 });
          await take({
            ...first,
            name: 'phase.enter',
            pick: phases.indexOf('grouping'),
            variant: 0,
          });
          for (const name of opening) await take({ ...first, name, pick: 0, variant: 1 });
        }
        for (const status of state === 'anew' ? ['canceled', 'planned'] : []) {
          await take({ ...first, name: 'meeting.update', pick: pickStatus(status), variant: 0 });
        }
        for (const step of steps) await take(step);
      },
    ),
    { numRuns: runs, endOnFailure: true },
  );
  // A step that is always refused would test nothing.
  expect(accepted.get('meeting.update')).toBeGreaterThan(0);
  if (runs > 20) expect(accepted.get('meeting.handOver')).toBeGreaterThan(5);
});
