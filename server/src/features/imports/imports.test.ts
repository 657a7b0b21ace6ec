// Round trip of import and export, and refused files.
import { Board } from '@wentwell/contract/board/snapshot';
import type { MeetingExport } from '@wentwell/contract/exports/meeting-export';
import { limits } from '@wentwell/contract/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { fileApp } from '#test/build-test-app';
import { buildDiscussion } from '#test/discussion-scene';
import { buildMeeting, buildUser } from '#test/factories';
import { FollowedBoard } from '#test/followed-board';
import {
  buildImporter,
  emptyExport as empty,
  exported,
  exportedAction,
  exportedAt as time,
  exportedNote as note,
} from '#test/import-scene';

import { anyFile, contentOf } from './any-file.suite.ts';

const app = await fileApp();

/** Counts database round trips of the work. */
async function tripsOf(work: () => Promise<unknown>): Promise<number> {
  const { roundTrips } = app.db.traffic;
  await work();
  return app.db.traffic.roundTrips - roundTrips;
}

describe('R-221 an imported meeting', () => {
  it('exports exactly the imported file', async () => {
    const twins = [{ firstName: 'Çelik' }, { firstName: 'Çelik' }];
    const names = [{ firstName: 'Ben', lastName: '(he)' }, ...twins];
    const members = await Promise.all(names.map((each) => buildUser(app, each)));
    // Ann is not in the team, and the twins' name is ambiguous.
    const known = ['Ben (he)'];
    await fc.assert(
      fc.asyncProperty(anyFile, async (file) => {
        const { owner, imported } = await buildImporter(app, members);
        const { path, meeting } = await imported(file);
        const again = await exported(app, path, owner);
        expect(contentOf(again, known)).toEqual(contentOf(file, known));
        const strangers = file.actions.filter(
          ({ assignee }) => assignee && assignee !== 'person-1',
        );
        expect(meeting.actions_without_owner).toBe(strangers.length);
        const elsewhere = await buildImporter(app, members);
        const twice = await elsewhere.imported(again);
        expect(twice.meeting.actions_without_owner).toBe(0);
        expect(contentOf(await exported(app, twice.path, elsewhere.owner), known)).toEqual(
          contentOf(again, known),
        );
      }),
      { numRuns: 25 },
    );
  });

  it('takes no thanks, and no attendance below the minimum of answers', async () => {
    const member = await buildUser(app);
    const { owner, imported } = await buildImporter(app, [member]);
    const attendance = { took_part: 2, members: 2 };
    const end_time = new Date().toISOString();
    const { meeting, path } = await imported({ ...empty, end_time, attendance });
    expect(meeting.attendance).toBeUndefined();
    const large = { took_part: 2, members: 10_000 };
    expect((await imported({ ...empty, attendance: large })).meeting.attendance).toEqual(large);
    const thanks = await app.post(member, `${path}/thanks`, { to_user_id: owner.id, text: 'Hi' });
    expect(thanks.problem?.code).toBe('THANKS_NOT_NOW');
  });

  it('R-303 has not agreed to AI, whatever an anonymous file says', async () => {
    const { imported } = await buildImporter(app);
    const settings = { ...empty.settings, anonymous: true, ai_notes: true };
    const { meeting } = await imported({ ...empty, settings });
    expect(meeting.settings).toMatchObject({ anonymous: true, ai_notes: false });
  });

  it('of a real retro is over, belongs to the importer, and has all its content', async () => {
    const scene = await buildDiscussion(app, 'grouping');
    const { path, owner, member, first, second, third, enter, vote, lead } = scene;
    const post = (at: string, body: object) => app.post(member, `${path}/${at}`, body);
    await post('groups', { note_ids: [first, second], title: 'Deploys' });
    await enter('voting');
    const [group] = (await scene.seen()).groups;
    if (!group) throw new Error('unreachable');
    await vote(group.id, 2, member);
    await enter('discussing');
    await lead({ current: group.id });
    await post(`topics/${group.id}/comments`, { content: 'Only on Fridays.' });
    await app.put(owner, `${path}/notes/${third}/reactions/${encodeURIComponent('🎉')}`);
    await post('actions', { text: 'Ask', assignee_id: member.id, topic_id: group.id });
    await app.put(owner, path, { status: 'closed' });
    const file = await exported(app, path, owner);

    const importer = await buildImporter(app);
    const made = await importer.imported(file);
    expect(made.meeting).toMatchObject({ status: 'closed', owner_id: importer.owner.id });
    expect(contentOf(await exported(app, made.path, importer.owner))).toEqual(contentOf(file));
    const board = await app.read(importer.owner, `${made.path}/board`, Board);
    expect(board.notes.map(({ author_id }) => author_id)).toEqual([null, null, null]);
    expect(board.notes.every(({ author_name }) => author_name !== undefined)).toBe(true);
    expect(board.actions).toMatchObject([
      { text: 'Ask', assignee_id: null, team_id: importer.team.id },
    ]);
    const ids = new Set<string>([first, second, third, group.id]);
    expect([...board.notes, ...board.groups].filter(({ id }) => ids.has(id))).toEqual([]);
    const { text } = await app.get(importer.owner, `${made.path}/export?format=markdown`);
    expect(text).toContain('1 person wrote');
    expect((await app.get(owner, made.path)).status).toBe(404);
  });

  it('continues as a live one, whose history begins with its board', async () => {
    const { owner, imported } = await buildImporter(app);
    const file = {
      ...empty,
      notes: [note('a', { group: 'g' }), note('b', { group: 'g' }), note('c')],
      groups: [{ id: 'g', title: 'Both', title_is_custom: true, column: 'to_improve' }],
      votes: [{ topic: 'g', votes: 3, voters: 2 }],
      comments: [{ note: 'b', author: 'ann', text: 'Yes', created_at: time }],
      actions: [{ ...exportedAction, topic: 'g' }],
    };
    const { path, meeting } = await imported(file, '?as_live=true');
    expect(meeting).toMatchObject({ status: 'live', phase: 'grouping', end_time: null });
    const read = async () => app.read(owner, `${path}/board`, Board);
    const followed = await FollowedBoard.open(app, { path, as: owner });
    await app.post(owner, `${path}/notes`, { content: 'New' });
    const board = await read();
    expect(board.notes.map(({ content }) => content)).toEqual([
      'Text of a',
      'Text of b',
      'Text of c',
      'New',
    ]);
    expect(board.votes.totals).toBeNull();
    await followed.catchUp();
    const nextPhase = { as: owner, body: { phase: 'discussing' } };
    await app.request('POST', `${path}/phase/transition`, nextPhase);
    expect((await read()).votes.totals).toEqual({});
  });

  it('from a fast clock has no time later than now, in the same order', async () => {
    const { owner, imported } = await buildImporter(app);
    const later = '2999-01-01T00:00:00.000Z';
    const texts = Array.from({ length: 12 }, (_, at) => `Comment ${at}`);
    const file = {
      ...empty,
      notes: [note('a'), note('b', { created_at: later })],
      comments: texts.map((text) => ({ note: 'b', author: 'ann', text, created_at: later })),
      actions: [{ ...exportedAction, status: 'done', created_at: later, done_at: later }],
    };
    const { path } = await imported(file);
    const { notes, comments, actions } = await exported(app, path, owner);
    expect(notes[0]?.created_at).toBe(note('a').created_at);
    const times = [...notes, ...comments, ...actions].map((each) => new Date(each.created_at));
    for (const each of [...times, new Date(actions[0]?.done_at ?? later)]) {
      expect(each.getTime()).toBeLessThanOrEqual(Date.now());
    }
    expect(comments.map(({ text }) => text)).toEqual(texts);
  });

  it('of an anonymous file ties nothing to anybody', async () => {
    const { owner, imported } = await buildImporter(app);
    const settings = { ...empty.settings, anonymous: true };
    const file = { ...empty, settings, notes: [note('a', { author: null })] };
    for (const query of ['', '?as_live=true']) {
      const { path } = await imported(file, query);
      const { text } = await app.get(owner, `${path}/events?since=0`);
      expect(text).not.toContain(owner.id);
      expect(await exported(app, path, owner)).toMatchObject({ notes: [{ author: null }] });
    }
  });

  it('is written in slices, between which others are answered', async () => {
    const { imported } = await buildImporter(app);
    const ids = Array.from({ length: limits.notesPerBoard }, (_, at) => `n${at}`);
    const comments = ids.map((id) => ({ note: id, author: null, text: 'Yes', created_at: time }));
    const tripsFor = (file: MeetingExport) => tripsOf(() => imported(file));
    const few = await tripsFor({ ...empty, notes: [note('n0')], comments: comments.slice(0, 1) });
    const many = await tripsFor({ ...empty, notes: ids.map((id) => note(id)), comments });
    // Statements with 200 or more rows would block a slow machine for 50 ms.
    expect(many - few).toBeGreaterThan((ids.length + comments.length) / 200);
  });

  it('is announced to the team’s live boards one by one, between which others are answered', async () => {
    const importer = await buildImporter(app);
    const fileOf = (text: string) => ({ ...empty, actions: [{ ...exportedAction, text }] });
    const alone = await tripsOf(() => importer.imported(fileOf('One')));
    for (let boards = 0; boards < 5; boards += 1) await buildMeeting(app, importer);
    const beside = await tripsOf(() => importer.imported(fileOf('Another')));
    expect(beside - alone).toBeGreaterThanOrEqual(5);
  });

  it('is created once per repeated request', async () => {
    const { post, meetings } = await buildImporter(app);
    const headers = { 'Idempotency-Key': 'same' };
    const [one, two] = [await post(empty, { headers }), await post(empty, { headers })];
    expect(two.body).toEqual(one.body);
    expect(await meetings()).toHaveLength(1);
  });

  it('A-31 is written once, even if a repeated request arrives meanwhile', async () => {
    const { post } = await buildImporter(app);
    const notes = Array.from({ length: limits.notesPerBoard }, (_, at) => note(`n${at}`));
    const importWith = (key: string) =>
      post({ ...empty, notes }, { headers: { 'Idempotency-Key': key } });
    const statementsOf = async (work: () => Promise<unknown>) => {
      const { statements } = app.db.traffic;
      await work();
      return app.db.traffic.statements - statements;
    };
    const alone = await statementsOf(() => importWith('alone'));
    const answers: unknown[] = [];
    const together = await statementsOf(async () => {
      const sent = await Promise.all([importWith('both'), importWith('both')]);
      answers.push(...sent.map(({ body }) => body));
    });
    expect(answers[0]).toEqual(answers[1]);
    expect(together - alone).toBeLessThan(notes.length / 100);
  });
});

// Owners of imported action items. A file contains names, not accounts.
it('R-222 assigns an action item to the one member with its owner’s name, and counts the others', async () => {
  const [ben, one, other] = await Promise.all(
    ['Ben', 'Ann', 'Ann'].map((firstName) => buildUser(app, { firstName, lastName: 'Lee' })),
  );
  if (!ben || !one || !other) throw new Error('unreachable');
  const { owner, team, imported, post } = await buildImporter(app, [ben, one, other]);
  const people = ['Ben Lee', 'Ann Lee', 'Nobody Here', 'BEN Ｌee'].map((name, at) => ({
    id: `p${at}`,
    name,
  }));
  const actions = [...people.map(({ id }) => id), null].map((assignee, at) => ({
    text: `Do ${at}`,
    topic: null,
    note: null,
    assignee,
    due_on: null,
    status: 'open',
    reason: null,
    created_at: time,
    done_at: null,
  }));
  const file = { ...empty, people, actions };
  for (const query of ['', '?as_live=true']) {
    const { meeting, path } = await imported(file, query);
    expect(meeting.actions_without_owner).toBe(2);
    const owners = (await app.read(owner, `${path}/board`, Board)).actions.map(
      ({ text, assignee_id }) => [text, assignee_id],
    );
    expect(owners).toEqual([
      ['Do 0', ben.id],
      ['Do 1', null],
      ['Do 2', null],
      ['Do 3', ben.id],
      ['Do 4', null],
    ]);
  }
  const headers = { 'Idempotency-Key': 'once' };
  const [first, again] = [await post(file, { headers }), await post(file, { headers })];
  expect(again.body).toEqual(first.body);
  await app.post(ben, `/api/v1/teams/${team.id}/leave`);
  expect((await imported(file)).meeting.actions_without_owner).toBe(4);
});

it('R-222 imports an action item already open in the team as dropped', async () => {
  const { owner, team, imported } = await buildImporter(app);
  const first = { ...empty, actions: [{ ...exportedAction, text: 'Share a cache' }] };
  await imported(first);
  const others = ['SHARE a cache', 'Write it down'].map((text) => ({ ...exportedAction, text }));
  const done = { ...exportedAction, text: 'Ask', status: 'done' };
  const { path } = await imported({ ...empty, actions: [...others, done] });
  expect(
    (await app.read(owner, `${path}/board`, Board)).actions.map(({ text, status, done_at }) => [
      text,
      status,
      done_at,
    ]),
  ).toEqual([
    ['SHARE a cache', 'dropped', null],
    ['Write it down', 'open', null],
    ['Ask', 'done', time],
  ]);
  const list = await app.get(owner, `/api/v1/teams/${team.id}/actions?status=open`);
  expect(list.headers.get('x-total-count')).toBe('2');
});
