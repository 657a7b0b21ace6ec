import { Action, ListedAction } from '@wentwell/contract/actions/actions';
import { ActionId, GroupId } from '@wentwell/contract/ids';
import { Note } from '@wentwell/contract/notes/notes';
import { describe, expect, it } from 'vitest';

import { newId, newTimelessId } from '#server/platform/ids';
import { buildActionScene } from '#test/action-scene';
import { follow } from '#test/board-scene';
import { fileApp, said } from '#test/build-test-app';
import { buildDiscussion } from '#test/discussion-scene';
import { buildTeam, buildUser } from '#test/factories';

import { actions } from './actions.table.ts';

const app = await fileApp();

describe('agreeing on an action item', () => {
  it('R-121: is visible to everybody on the board', async () => {
    const { owner, member, meeting, agree, board } = await buildActionScene(app);
    const made = await agree(owner, {
      text: ' Ask ',
      assignee_id: member.id,
      due_on: '1999-01-31',
    });
    expect(made).toMatchObject({
      status: 201,
      body: {
        meeting_id: meeting.id,
        text: 'Ask',
        assignee_id: member.id,
        due_on: '1999-01-31',
        status: 'open',
        meetings_seen: 0,
        created_by: owner.id,
        version: 1,
      },
    });
    expect((await board()).actions).toEqual([made.body]);
  });

  it('R-121: after the meeting uses the team’s list', async () => {
    const { owner, path, agree, add, list } = await buildActionScene(app);
    await app.put(owner, path, { status: 'closed' });
    expect(await agree(owner, { text: 'Ask' })).toMatchObject({
      status: 409,
      body: { detail: 'The meeting is over. Add actions on the Actions page.' },
    });
    const added = await add(owner, { text: 'Ask' });
    expect(added).toMatchObject({ status: 201, body: { meeting_id: null, meetings_seen: 0 } });
    expect(await list()).toEqual([added.body]);
  });

  it('R-122: for a person outside the team is refused at the field', async () => {
    const { owner, agree, agreed, change } = await buildActionScene(app);
    const outsider = await buildUser(app);
    const body = { text: 'Ask', assignee_id: outsider.id };
    const refused = {
      status: 422,
      body: {
        detail: 'This person is not in the team.',
        errors: [{ loc: ['body', 'assignee_id'] }],
      },
    };
    expect(await agree(owner, body)).toMatchObject(refused);
    expect(await change(owner, await agreed(), body)).toMatchObject(refused);
  });

  it('twice with one id adds one, and reveals nothing about that id elsewhere', async () => {
    const { owner, member, agree, board } = await buildActionScene(app);
    const other = await buildActionScene(app);
    const body = { id: newId(ActionId), text: 'Ask' };
    const first = await agree(owner, body);
    expect(await agree(owner, body)).toMatchObject({ status: 200, body: first.body });
    for (const [as, where] of [
      [member, agree],
      [other.owner, other.agree],
    ] as const) {
      const made = await where(as, body);
      expect(made.status).toBe(201);
      expect(Action.parse(made.body).id).not.toBe(body.id);
    }
    expect((await board()).actions).toHaveLength(2);
  });

  it('R-128: is limited to 300 open ones per team, until one is done', async () => {
    const { owner, team, add, agreed, change, restore, remove } = await buildActionScene(app);
    const [first, second] = [await agreed(), await agreed()];
    const open = { teamId: team.id, text: 'Ask', status: 'open' as const, meetingsSeen: 0 };
    await app.db
      .insert(actions)
      .values(Array.from({ length: 298 }, () => ({ ...open, id: newId(ActionId) })));
    const full = { status: 409, body: { code: 'ACTIONS_FULL' } };
    expect(await add(owner, { text: 'One more' })).toMatchObject(full);
    expect((await change(owner, first, { status: 'done' })).status).toBe(200);
    await remove(owner, second);
    expect((await add(owner, { text: 'One more' })).status).toBe(201);
    expect((await add(owner, { text: 'And one' })).status).toBe(201);
    expect(await change(owner, first, { status: 'open' })).toMatchObject(full);
    expect(await restore(owner, second)).toMatchObject(full);
  });

  it('R-171: does not fix anonymity, because no note exists', async () => {
    const { owner, path, agreed, remove } = await buildActionScene(app);
    await remove(owner, await agreed());
    await agreed({ text: 'Ask for a reviewer' });
    expect((await app.put(owner, path, { settings: { anonymous: true } })).status).toBe(200);
  });
});

describe('changing an action item', () => {
  it('R-122: by any member, in every phase and afterwards, is visible on its board', async () => {
    const { owner, member, path, agreed, change, enter, board } = await buildActionScene(app);
    const action = await agreed();
    await enter('writing');
    const text = 'Ask for two reviewers';
    expect(await change(member, action, { text, assignee_id: owner.id })).toMatchObject({
      status: 200,
      body: { text, assignee_id: owner.id, version: 2 },
    });
    await app.put(owner, path, { status: 'closed' });
    const done = await change(member, action, { status: 'done' });
    expect(Action.parse(done.body).done_at).not.toBeNull();
    expect((await board()).actions).toEqual([done.body]);
  });

  it('R-122: requires a reason to drop; reopening clears it', async () => {
    const { owner, agreed, change } = await buildActionScene(app);
    const action = await agreed();
    expect(await change(owner, action, { status: 'dropped' })).toMatchObject({
      status: 422,
      body: { errors: [{ loc: ['body', 'reason'], msg: 'Please say why you are dropping it.' }] },
    });
    const reason = 'The tool is gone.';
    expect(await change(owner, action, { status: 'dropped', reason })).toMatchObject({
      status: 200,
      body: { status: 'dropped', reason, done_at: null },
    });
    expect(await change(owner, action, { status: 'open' })).toMatchObject({
      body: { status: 'open', reason: null, version: 3 },
    });
  });
});

describe('a deleted action item', () => {
  it('R-125: disappears everywhere, also from the history, and its deleter can restore it', async () => {
    const { owner, member, meeting, path, agreed, change, remove, restore, board, list } =
      await buildActionScene(app);
    const action = await agreed({ text: 'canary' });
    await using live = await follow(app, owner, meeting.id);
    expect((await remove(member, action)).status).toBe(204);
    expect(await live.untilType('board_changed')).toMatchObject({
      data: { put: [], remove: [{ type: 'action', id: action.id }] },
    });
    expect((await board()).actions).toEqual([]);
    expect(await list()).toEqual([]);
    const { body: page } = await app.get(owner, `${path}/events?since=0`);
    expect(JSON.stringify(page)).not.toContain('canary');
    expect((await change(member, action, { text: 'x' })).status).toBe(404);
    expect((await remove(member, action)).status).toBe(404);
    expect((await restore(owner, action)).status).toBe(404);
    const back = await restore(member, action);
    expect(back).toMatchObject({ status: 200, body: { text: 'canary', version: 3 } });
    expect((await board()).actions).toEqual([back.body]);
  });

  it('R-123: is restored without its note if that is tracked again', async () => {
    const { owner, path, agree, remove, restore, enter } = await buildActionScene(app);
    await enter('grouping');
    const body = { content: 'Ask', note_type: 'action' };
    const written = await app.post(owner, `${path}/notes`, body);
    const tracked = { text: 'Ask', note_id: Note.parse(written.body).id };
    await enter('discussing');
    const first = Action.parse((await agree(owner, tracked)).body);
    await remove(owner, first);
    expect((await agree(owner, tracked)).status).toBe(201);
    expect(await restore(owner, first)).toMatchObject({ status: 200, body: { note_id: null } });
  });
});

describe('lists of action items', () => {
  it('list open ones first, by due day, and accept filters', async () => {
    const { owner, member, add, change, list } = await buildActionScene(app);
    const make = async (body: object) => Action.parse((await add(owner, body)).body);
    const someday = await make({ text: 'someday' });
    const late = await make({ text: 'late', due_on: '2026-05-01', assignee_id: member.id });
    const soon = await make({ text: 'soon', due_on: '2026-03-01' });
    const done = await make({ text: 'done', due_on: '2026-01-01' });
    await change(owner, done, { status: 'done' });
    const moot = await make({ text: 'moot' });
    await change(owner, moot, { status: 'dropped', reason: 'moot' });
    await change(owner, await make({ text: 'last' }), { status: 'done' });
    await change(owner, moot, { reason: 'Still moot' });
    const texts = async (query: string) => (await list(query)).map(({ text }) => text);
    expect(await texts('')).toEqual([soon.text, late.text, someday.text, 'last', 'moot', 'done']);
    expect(await texts('?status=done,dropped')).toEqual(['last', 'moot', 'done']);
    expect(await texts('?due_before=2026-05-01&status=open')).toEqual(['soon']);
    expect(await texts(`?assignee_id=${member.id}`)).toEqual(['late']);
    expect(await texts('?assignee_id=nobody&status=open')).toEqual(['soon', 'someday']);
    expect(await texts('?skip=1&limit=2')).toEqual(['late', 'someday']);
  });

  it('R-129 name the meeting, and the topic or group that the note has joined', async () => {
    const { owner, team, path, meeting, first, second, third } = await buildDiscussion(app);
    const post = (at: string, body: object) => app.post(owner, path + at, body);
    await post('/actions', { text: 'of a note', topic_id: third });
    await post('/actions', { text: 'of a group', topic_id: first });
    await post('/actions', { text: 'of the meeting' });
    await post('/groups', { note_ids: [first, second], title: 'Both' });
    const list = `/api/v1/teams/${team.id}/actions`;
    await app.post(owner, list, { text: 'of the team' });
    const from = async () => {
      return (await app.read(owner, list, ListedAction.array())).map(
        ({ text, from: { meeting: name, topic } }) => [text, name, topic],
      );
    };
    const { name } = meeting;
    expect(await from()).toEqual([
      ['of a note', name, 'Third'],
      ['of a group', name, 'Both'],
      ['of the meeting', name, null],
      ['of the team', null, null],
    ]);
    await app.delete(owner, `${path}/notes/${third}`);
    expect((await from())[0]).toEqual(['of a note', name, null]);
    await app.delete(owner, path);
    expect((await from())[1]).toEqual(['of a group', null, null]);
  });

  it('R-129 name their own meeting’s group, even if another team’s group has its id', async () => {
    const id = newTimelessId(GroupId);
    async function buildItem(title: string) {
      const { owner, team, path, first, second } = await buildDiscussion(app);
      const body = { id, note_ids: [first, second], title };
      const group = await app.post(owner, `${path}/groups`, body);
      expect(group).toMatchObject({ status: 201, body: { id } });
      const item = { text: 'of a group', topic_id: id, assignee_id: owner.id };
      await app.post(owner, `${path}/actions`, item);
      return { owner, list: `/api/v1/teams/${team.id}/actions` };
    }
    const here = await buildItem('Here');
    const there = await buildItem('There');
    for (const [{ owner, list }, topic] of [
      [here, 'Here'],
      [there, 'There'],
    ] as const) {
      for (const path of [list, '/api/v1/me/actions']) {
        const answer = await app.get(owner, path);
        expect(answer).toMatchObject({ status: 200, body: [{ from: { topic } }] });
      }
    }
  });

  it('under “mine” include all my teams, and none that I have left', async () => {
    const { owner, member, team, add } = await buildActionScene(app);
    const other = await buildTeam(app, { admin: owner, members: [member] });
    await add(owner, { text: 'here', assignee_id: member.id });
    await add(owner, { text: 'not mine', assignee_id: owner.id });
    const body = { text: 'there', assignee_id: member.id };
    await app.post(owner, `/api/v1/teams/${other.id}/actions`, body);
    const mine = async () => {
      const answer = await app.get(member, '/api/v1/me/actions?status=open');
      expect(answer.headers.get('X-Total-Count')).toBe(
        String(Action.array().parse(answer.body).length),
      );
      return Action.array()
        .parse(answer.body)
        .map(({ text }) => text)
        .toSorted();
    };
    expect(await mine()).toEqual(['here', 'there']);
    await app.post(member, `/api/v1/teams/${team.id}/leave`);
    expect(await mine()).toEqual(['there']);
  });
});

describe('a note of the action column', () => {
  it('R-123: is tracked once, however many requests arrive together', async () => {
    const { owner, member, path, agree, enter, board } = await buildActionScene(app);
    await enter('grouping');
    const body = { content: 'Ask for a reviewer', note_type: 'action' };
    const { id } = Note.parse((await app.post(owner, `${path}/notes`, body)).body);
    await enter('discussing');
    const tracked = { text: 'Ask for a reviewer', note_id: id };
    const answers = await Promise.all([
      agree(owner, tracked),
      agree(member, tracked),
      agree(owner, tracked),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 201]);
    const { actions } = await board();
    expect(actions).toMatchObject([{ note_id: id }]);
    for (const answer of answers) expect(answer.body).toEqual(actions[0]);
  });

  it('R-123: can be tracked only there, and only while on the board', async () => {
    const { owner, path, agree, enter } = await buildActionScene(app);
    await enter('grouping');
    const write = async (note_type: string) => {
      const body = { content: 'Deploys', note_type };
      return Note.parse((await app.post(owner, `${path}/notes`, body)).body);
    };
    const [topic, gone] = [await write('went_well'), await write('action')];
    await app.delete(owner, `${path}/notes/${gone.id}`);
    await enter('discussing');
    expect(said(await agree(owner, { text: 'Ask', note_id: topic.id }))).toEqual([
      422,
      'ACTION_NOTE_KIND',
    ]);
    expect(await agree(owner, { text: 'Ask', note_id: gone.id })).toMatchObject({
      status: 422,
      body: { detail: 'This note is no longer on the board.' },
    });
    expect(said(await agree(owner, { text: 'Ask', topic_id: gone.id }))).toEqual([
      422,
      'TOPIC_UNKNOWN',
    ]);
    expect(await agree(owner, { text: 'Ask', topic_id: topic.id })).toMatchObject({
      status: 201,
      body: { topic_id: topic.id },
    });
  });

  it('with the id of an action item keeps its text in the history when the item is deleted', async () => {
    const { owner, member, path, agree, remove, enter } = await buildActionScene(app);
    await enter('grouping');
    const body = { content: 'canary', note_type: 'went_well' };
    const { id } = Note.parse((await app.post(owner, `${path}/notes`, body)).body);
    await enter('discussing');
    const made = Action.parse((await agree(member, { id, text: 'Ask' })).body);
    expect(made.id).not.toBe(id);
    await remove(member, made);
    const { body: page } = await app.get(owner, `${path}/events?since=0`);
    expect(JSON.stringify(page)).toContain('canary');
  });
});
