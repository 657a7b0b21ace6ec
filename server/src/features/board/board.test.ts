// Invariant of the live channel: replaying the log yields the board that the server returns.
import { Action, type ActionUpdate } from '@wentwell/contract/actions/actions';
import type { TimerInput } from '@wentwell/contract/discussion/timer';
import { authorKeyHeader } from '@wentwell/contract/notes/author-keys';
import { defaultColumns } from '@wentwell/contract/notes/columns';
import { Comment } from '@wentwell/contract/notes/comments';
import { Group } from '@wentwell/contract/notes/groups';
import { Note } from '@wentwell/contract/notes/notes';
import { Phase, phases } from '@wentwell/contract/phases';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { buildTestApp, type TestApp, type TestUser } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';
import { FollowedBoard } from '#test/followed-board';

import { checkBoards } from './board-check.ts';

const noteType = fc.constantFrom(...defaultColumns.map(({ id }) => id));
const content = fc.constantFrom('one', 'two', 'three\nlines', '<b>no html</b>');
const by = fc.nat(1);
const which = fc.nat(20);

const timerInput = fc.constantFrom<TimerInput>(
  { action: 'start', seconds: 300 },
  { action: 'add', seconds: 60 },
  { action: 'pause' },
  { action: 'resume' },
  { action: 'stop' },
);

const actionChange = fc.constantFrom<ActionUpdate | 'delete' | 'restore'>(
  { text: 'Ask twice' },
  { status: 'done' },
  { status: 'dropped', reason: 'moot' },
  { status: 'open' },
  'delete',
  'restore',
);

const command = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('add' as const), by, noteType, content }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('edit' as const), by, which, content }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('move' as const), by, which, noteType }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), by, which }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('phase' as const),
      to: fc.constantFrom(...phases, 'voting' as const, 'discussing' as const),
      minutes: fc.option(fc.constant(5)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('hide' as const), on: fc.boolean() }) },
  // Cancel, plan and start again. Invalid transitions are refused.
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('status' as const),
      to: fc.constantFrom('canceled', 'planned', 'live'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('ready' as const), by, ready: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('timer' as const), input: timerInput }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('score' as const),
      by,
      what: fc.constantFrom('mood', 'worth'),
      key: fc.nat(2),
      score: fc.integer({ min: 1, max: 5 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('turn' as const), by, done: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('ask' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('vote' as const), by, which, count: fc.nat(4) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('finish' as const), by, finished: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('group' as const),
      by,
      members: fc.array(which, { minLength: 2, maxLength: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('regroup' as const), by, group: which, joins: which }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('part' as const), by, group: which }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('agree' as const),
      by,
      // The team's list accepts action items in every phase.
      inMeeting: fc.boolean(),
      text: fc.constantFrom('Ask', 'Measure'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('settle' as const), by, which, change: actionChange }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('comment' as const), by, topic: which, content }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('recomment' as const),
      by,
      comment: which,
      content: fc.option(content),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('react' as const),
      by,
      which,
      emoji: fc.constantFrom('🎉', '❤️'),
      reacts: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undelete' as const), by, which }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('discuss' as const),
      field: fc.constantFrom('current', 'order', 'parked'),
      topic: which,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('extend' as const), by, more: fc.boolean() }),
  },
);
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

interface Play {
  people: [TestUser, TestUser];
  path: string;
  teamPath: string;
  commands: Command[];
}

async function play(app: TestApp, { people, path, teamPath, commands }: Play): Promise<void> {
  const [owner] = people;
  const ids: string[] = [];
  const groupIds: string[] = [];
  const pick = (from: readonly string[], index: number) => from[index % Math.max(from.length, 1)];
  const actionIds: string[] = [];
  const commentPaths: string[] = [];
  const topic = (index: number) => pick([...ids, ...groupIds], index);
  for (const each of commands) {
    const id = 'which' in each ? ids[each.which % Math.max(ids.length, 1)] : '';
    const at = `${path}/notes/${id}`;
    const as = 'by' in each ? (people[each.by] ?? owner) : owner;
    switch (each.kind) {
      case 'add': {
        const body = { content: each.content, note_type: each.noteType };
        const added = await app.request('POST', `${path}/notes`, { as, body });
        if (added.status === 201) ids.push(Note.parse(added.body).id);
        break;
      }
      case 'edit':
        await app.request('PUT', at, { as, body: { content: each.content } });
        break;
      case 'move':
        await app.request('PUT', at, { as, body: { note_type: each.noteType } });
        break;
      case 'delete':
        await app.request('DELETE', at, { as });
        break;
      case 'phase':
        await app.request('POST', `${path}/phase/transition`, {
          as,
          body: { phase: each.to, duration_minutes: each.minutes },
        });
        break;
      case 'ready':
        await app.request('PUT', `${path}/ready`, { as, body: { ready: each.ready } });
        break;
      case 'vote': {
        const body = { count: each.count };
        await app.request('PUT', `${path}/topics/${id}/votes`, { as, body });
        break;
      }
      case 'finish': {
        const body = { finished: each.finished };
        await app.request('PUT', `${path}/votes/finished`, { as, body });
        break;
      }
      case 'score': {
        const key = Buffer.alloc(32, each.key).toString('base64url');
        const options = { as, body: { score: each.score }, headers: { [authorKeyHeader]: key } };
        await app.request('PUT', `${path}/${each.what}`, options);
        break;
      }
      case 'turn':
        await app.request('PUT', `${path}/check-in/turn`, { as, body: { done: each.done } });
        break;
      case 'ask':
        await app.request('POST', `${path}/check-in/next-question`, { as });
        break;
      case 'timer':
        await app.request('PUT', `${path}/timer`, { as, body: each.input });
        break;
      case 'agree': {
        const list = `${each.inMeeting ? path : teamPath}/actions`;
        const made = await app.request('POST', list, { as, body: { text: each.text } });
        if (made.status === 201) actionIds.push(Action.parse(made.body).id);
        break;
      }
      case 'settle': {
        const action = `/api/v1/actions/${pick(actionIds, each.which)}`;
        const { change } = each;
        if (change === 'delete') await app.request('DELETE', action, { as });
        else if (change === 'restore') await app.request('POST', `${action}/restore`, { as });
        else await app.request('PUT', action, { as, body: change });
        break;
      }
      case 'comment': {
        const list = `${path}/topics/${topic(each.topic)}/comments`;
        const made = await app.request('POST', list, { as, body: { content: each.content } });
        if (made.status === 201) commentPaths.push(`${list}/${Comment.parse(made.body).id}`);
        break;
      }
      case 'recomment': {
        const comment = pick(commentPaths, each.comment) ?? `${path}/none`;
        const { content: text } = each;
        if (text === null) await app.request('DELETE', comment, { as });
        else await app.request('PUT', comment, { as, body: { content: text } });
        break;
      }
      case 'react': {
        const reaction = `${at}/reactions/${encodeURIComponent(each.emoji)}`;
        await app.request(each.reacts ? 'PUT' : 'DELETE', reaction, { as });
        break;
      }
      case 'undelete':
        await app.request('POST', `${at}/restore`, { as });
        break;
      case 'discuss': {
        const named = topic(each.topic);
        const body = { [each.field]: each.field === 'current' ? named : [named] };
        await app.request('PUT', `${path}/discussion`, { as, body });
        break;
      }
      case 'extend':
        await app.request('PUT', `${path}/discussion/extend`, { as, body: { more: each.more } });
        break;
      case 'status':
        await app.request('PUT', path, { as, body: { status: each.to } });
        break;
      case 'group': {
        const body = { note_ids: each.members.map((member) => pick(ids, member)) };
        const made = await app.request('POST', `${path}/groups`, { as, body });
        if (made.status === 201) groupIds.push(Group.parse(made.body).id);
        break;
      }
      case 'regroup': {
        const body = { add: [pick(ids, each.joins)] };
        await app.request('PUT', `${path}/groups/${pick(groupIds, each.group)}`, { as, body });
        break;
      }
      case 'part':
        await app.request('DELETE', `${path}/groups/${pick(groupIds, each.group)}`, { as });
        break;
      case 'hide':
        await app.request('PUT', path, { as, body: { settings: { hide_notes: each.on } } });
        break;
    }
  }
}

describe('the log of a board', () => {
  it('leads to the snapshot and records that the server returns, for each viewer', async () => {
    await using app = await buildTestApp();
    const people: [TestUser, TestUser] = [await buildUser(app), await buildUser(app)];
    // An absent member allows a third score, which makes totals visible.
    const members = [people[1], await buildUser(app)];
    const team = await buildTeam(app, { admin: people[0], members });
    const histories = fc.array(command, { minLength: 5, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(histories, async (commands) => {
        const [owner] = people;
        const meeting = await buildMeeting(app, { owner, team, phase: Phase.enum.writing });
        const path = `/api/v1/meetings/${meeting.id}`;
        const followed: FollowedBoard[] = [];
        for (const as of people) followed.push(await FollowedBoard.open(app, { path, as }));
        await play(app, { people, path, teamPath: `/api/v1/teams/${team.id}`, commands });
        for (const each of followed) await each.catchUp();
      }),
      { numRuns: 25 },
    );
    // Replays from the beginning, like the operator's check.
    const { checked, problems } = await checkBoards(app.db);
    expect(problems).toEqual([]);
    expect(checked).toBeGreaterThanOrEqual(25);
  });
});
