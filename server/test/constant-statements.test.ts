// Commands and snapshots take as many statements and round trips on a full board as on a small one, and few.
import { isDeepStrictEqual } from 'node:util';

import { Action } from '@wentwell/contract/actions/actions';
import { Board } from '@wentwell/contract/board/snapshot';
import { MeetingExport } from '@wentwell/contract/exports/meeting-export';
import { NewSpectatorLink, SpectatorSession } from '@wentwell/contract/guests/spectators';
import { Template } from '@wentwell/contract/meetings/templates';
import { authorKeyHeader } from '@wentwell/contract/notes/author-keys';
import { Comment } from '@wentwell/contract/notes/comments';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';

import { sessions } from '#server/features/auth/sessions.table';

import { buildTestApp, type TestApp, type TestUser } from './build-test-app.ts';
import { buildMeeting, buildTeam, buildUser } from './factories.ts';
import { manualClock } from './manual-clock.ts';

const emojis = ['🎉', '👍'];

/** Statements and round trips of each command. */
type Costs = Record<string, [statements: number, waits: number]>;

/** A whole retro with `size` of everything. */
async function costsOf(app: TestApp, size: number): Promise<Costs> {
  const owner = await buildUser(app);
  const members: TestUser[] = [];
  for (let n = 0; n < size; n += 1) members.push(await buildUser(app));
  const [member = owner] = members;
  const team = await buildTeam(app, { admin: owner, members });
  const { id: meetingId } = await buildMeeting(app, { owner, team, phase: 'writing' });
  const path = `/api/v1/meetings/${meetingId}`;
  const costs: Costs = {};
  const screens = '/api/v1/spectator';
  /** A screen's bearer token. */
  let screen: string | null = null;
  const keyOf = (as: TestUser) => Buffer.alloc(32, members.indexOf(as) + 1).toString('base64url');

  async function request(as: TestUser, [method, at]: [string, string], body?: object) {
    const headers = {
      ...(/\/(mood|worth)$/.test(at) && { [authorKeyHeader]: keyOf(as) }),
      ...(screen !== null && at.startsWith(screens) && { authorization: `Bearer ${screen}` }),
    };
    const answer = await app.request(method, at, { as, headers, ...(body && { body }) });
    expect(answer.status, `${method} ${at}`).toBeLessThan(300);
    return answer;
  }
  async function measure(name: string, [method, at]: [string, string], body?: object) {
    // Prevents an update of the last use beside the request.
    await app.db.update(sessions).set({ lastUsedAt: sql`now()` });
    const { statements, roundTrips } = app.db.traffic;
    const answer = await request(owner, [method, at], body);
    const { traffic } = app.db;
    costs[name] = [traffic.statements - statements, traffic.roundTrips - roundTrips];
    return answer.body;
  }
  const enter = (phase: string) =>
    measure(`to ${phase}`, ['POST', `${path}/phase/transition`], { phase });
  const board = async () => Board.parse((await request(owner, ['GET', `${path}/board`])).body);

  for (const as of [owner, ...members]) {
    for (const content of ['Deploy', 'Deploy took long', 'Daylight']) {
      await request(as, ['POST', `${path}/notes`], { content, note_type: 'went_well' });
    }
    await request(as, ['PUT', `${path}/ready`], { ready: true });
  }
  await measure('ready', ['PUT', `${path}/ready`], { ready: false });
  await measure('timer', ['PUT', `${path}/timer`], { action: 'start', seconds: 300 });
  await enter('revealing');
  const notes = (await board()).notes.map(({ id }) => id);
  const reaction = (noteId: string, emoji: string) =>
    `${path}/notes/${noteId}/reactions/${encodeURIComponent(emoji)}`;
  for (const as of members) {
    for (const id of notes) {
      for (const emoji of emojis) await request(as, ['PUT', reaction(id, emoji)]);
    }
  }
  await measure('react', ['PUT', reaction(notes[0] ?? '', '🔥')]);
  await measure('react no more', ['DELETE', reaction(notes[0] ?? '', '🔥')]);
  await enter('grouping');
  for (let n = 3; n < notes.length; n += 3) {
    const together = { note_ids: notes.slice(n, n + 3) };
    await request(owner, ['POST', `${path}/groups`], together);
  }
  await measure('group', ['POST', `${path}/groups`], { note_ids: notes.slice(0, 3) });
  await enter('voting');
  const [first, second] = (await board()).groups;
  if (!first || !second) throw new Error('unreachable');
  for (const as of members) {
    await request(as, ['PUT', `${path}/topics/${first.id}/votes`], { count: 1 });
    await request(as, ['PUT', `${path}/topics/${second.id}/votes`], { count: 2 });
    await request(as, ['PUT', `${path}/votes/finished`], { finished: true });
  }
  await measure('vote', ['PUT', `${path}/topics/${first.id}/votes`], { count: 2 });
  await measure('no more votes', ['PUT', `${path}/votes/finished`], { finished: true });
  await measure('raise the votes', ['PUT', path], { settings: { votes_per_person: 6 } });
  await enter('discussing');
  for (const as of members) {
    for (const { id } of [first, second]) {
      await request(as, ['POST', `${path}/topics/${id}/comments`], { content: 'A comment' });
    }
    const agreed = { text: 'Ask', assignee_id: member.id, topic_id: first.id };
    await request(as, ['POST', `${path}/actions`], agreed);
  }
  await request(owner, ['PUT', `${path}/discussion`], { current: null });
  await measure('next topic', ['PUT', `${path}/discussion`], { current: first.id });
  await measure('more time', ['PUT', `${path}/discussion/extend`], { more: true });
  const comments = `${path}/topics/${first.id}/comments`;
  const comment = await measure('comment', ['POST', comments], { content: 'A comment' });
  const commentAt = `${comments}/${Comment.parse(comment).id}`;
  await measure('edit a comment', ['PUT', commentAt], { content: 'Edited' });
  await measure('delete a comment', ['DELETE', commentAt]);
  const agreed = await measure('agree', ['POST', `${path}/actions`], { text: 'Ask' });
  const actionAt = `/api/v1/actions/${Action.parse(agreed).id}`;
  await measure('done', ['PUT', actionAt], { status: 'done' });
  await measure('take out', ['PUT', `${path}/groups/${first.id}`], {
    remove: first.note_ids.slice(2),
  });
  await measure('dissolve', ['DELETE', `${path}/groups/${second.id}`]);
  const [commented = ''] = first.note_ids;
  await measure('delete a note', ['DELETE', `${path}/notes/${commented}`]);
  await measure('restore it', ['POST', `${path}/notes/${commented}/restore`]);
  await measure('board', ['GET', `${path}/board`]);
  await measure('history', ['GET', `${path}/events?since=0`]);
  await measure('actions', ['GET', `/api/v1/teams/${team.id}/actions`]);
  await enter('closing_ready');
  // Three people's scores show at the meeting's end, which takes two more statements.
  for (const as of members.slice(1, 2)) await request(as, ['PUT', `${path}/worth`], { score: 4 });
  await measure('worth', ['PUT', `${path}/worth`], { score: 2 });
  const leaving = `/api/admin/teams/${team.id}/remove-user/${member.id}`;
  await measure('remove a member', ['POST', leaving]);
  await measure('who has left', ['GET', `/api/v1/teams/${team.id}/former-members`]);
  await enter('joining');
  for (const as of members.slice(1)) {
    if (as === members[1]) await request(as, ['PUT', `${path}/mood`], { score: 4 });
    await request(as, ['PUT', `${path}/check-in/turn`], { done: true });
  }
  await measure('mood', ['PUT', `${path}/mood`], { score: 2 });
  await measure('turn', ['PUT', `${path}/check-in/turn`], { done: true });
  await measure('next question', ['POST', `${path}/check-in/next-question`]);
  await measure('hide the question', ['PUT', `${path}/check-in`], { question_hidden: true });
  const made = await measure('screen link', ['POST', `${path}/spectator-link`]);
  const { secret } = NewSpectatorLink.parse(made);
  const session = await measure('screen', ['POST', `${screens}/session`], { secret });
  screen = SpectatorSession.parse(session).access_token;
  await measure('board of a screen', ['GET', `${screens}/board`]);
  await measure('history of a screen', ['GET', `${screens}/events?since=0`]);
  await measure('ticket of a screen', ['POST', `${screens}/live-ticket`]);
  await measure('has a screen link', ['GET', `${path}/spectator-link`]);
  await measure('no screen link', ['DELETE', `${path}/spectator-link`]);
  const templates = `/api/v1/teams/${team.id}/templates`;
  const { columns } = (await board()).meeting;
  for (const [n] of members.entries()) {
    const template = { name: `Ours ${n}`, columns, settings: { anonymous: true } };
    await request(owner, ['POST', templates], template);
  }
  const saved = await measure('save a template', ['POST', templates], {
    name: 'Another one',
    columns,
  });
  const template = `${templates}/${Template.parse(saved).id}`;
  await measure('templates', ['GET', templates]);
  await measure('change a template', ['PUT', template], { name: 'Renamed', columns });
  await measure('meeting of a template', ['POST', '/api/v1/meetings'], {
    name: 'Of a template',
    team_id: team.id,
    template_id: Template.parse(saved).id,
  });
  await measure('delete a template', ['DELETE', template]);
  const reordered = { columns: columns.map((each) => ({ ...each, prompt: 'Anew' })).toReversed() };
  await measure('columns', ['PUT', path], reordered);
  await measure('settings', ['PUT', path], { settings: { hide_notes: false, check_in: false } });
  const next = await buildMeeting(app, { owner, team, status: 'planned' });
  const { order = [], discussed = {} } = (await board()).discussion ?? {};
  await measure('carry over', ['POST', `${path}/carry-over`], {
    topic_ids: order.filter((id) => discussed[id] === undefined),
    to_meeting_id: next.id,
  });
  await measure('finish', ['PUT', path], { status: 'closed' });
  await measure('closed board', ['GET', `${path}/board`]);
  for (const format of ['markdown', 'csv']) {
    await measure(`export as ${format}`, ['GET', `${path}/export?format=${format}`]);
  }
  const file = MeetingExport.parse(await measure('export', ['GET', `${path}/export?format=json`]));
  const imports = `/api/v1/teams/${team.id}/imports`;
  await measure('import', ['POST', imports], file);
  await measure('import to go on', ['POST', `${imports}?as_live=true`], file);
  await measure('who gets the summary', ['GET', `${path}/summary-mail`]);
  await measure('summary', ['POST', `${path}/summary-mail`]);
  return costs;
}

function lowerOf(one: Costs, other: Costs): Costs {
  return Object.fromEntries(
    Object.entries(one).map(([name, cost]) => {
      const [statements, waits] = other[name] ?? cost;
      return [name, [Math.min(cost[0], statements), Math.min(cost[1], waits)]];
    }),
  );
}

/** Changes of a board that take three round trips. */
const quick = [
  'ready',
  'timer',
  'react',
  'react no more',
  'group',
  'to voting',
  'vote',
  'no more votes',
  'next topic',
  'more time',
  'comment',
  'edit a comment',
  'delete a comment',
  'delete a note',
  'turn',
];

it('every command, phase change and snapshot costs a constant number of statements', async () => {
  // A stopped clock triggers no background jobs.
  await using app = await buildTestApp({}, { clock: manualClock(new Date()) });
  let [few, many] = [await costsOf(app, 2), await costsOf(app, 4)];
  expect(Object.keys(few)).toHaveLength(59);
  // Background statements may be counted with a request; a second retro identifies them.
  if (!isDeepStrictEqual(few, many)) {
    few = lowerOf(few, await costsOf(app, 2));
    many = lowerOf(many, await costsOf(app, 4));
  }
  expect(many).toEqual(few);
  expect(quick.filter((name) => few[name]?.[1] !== 3)).toEqual([]);
  expect([few['settings'], few['mood'], few['agree'], few['done'], few['board']]).toMatchObject(
    [4, 4, 5, 5, 5].map((waits) => [expect.any(Number), waits]),
  );
});
