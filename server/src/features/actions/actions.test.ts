import { Action } from '@wentwell/contract/actions/actions';
import { ActionId } from '@wentwell/contract/ids';
import { Note } from '@wentwell/contract/notes/notes';
import { describe, expect, it } from 'vitest';

import { newId } from '#server/platform/ids';
import { buildActionScene } from '#test/action-scene';
import { follow } from '#test/board-scene';
import { fileApp } from '#test/build-test-app';
import { buildUser } from '#test/factories';

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
    const { owner, add, change, restore, remove } = await buildActionScene(app);
    const added: Action[] = [];
    for (let n = 0; n < 300; n += 1) {
      added.push(Action.parse((await add(owner, { text: `Number ${n}` })).body));
    }
    const full = { status: 409, body: { code: 'ACTIONS_FULL' } };
    expect(await add(owner, { text: 'One more' })).toMatchObject(full);
    const [first, second] = added;
    if (!first || !second) throw new Error('unreachable');
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
      body: { errors: [{ loc: ['body', 'reason'], msg: 'Please say why it is dropped.' }] },
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
