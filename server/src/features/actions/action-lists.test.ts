import { Action, ListedAction } from '@wentwell/contract/actions/actions';
import { GroupId } from '@wentwell/contract/ids';
import { describe, expect, it } from 'vitest';

import { newId } from '#server/platform/ids';
import { buildActionScene } from '#test/action-scene';
import { fileApp } from '#test/build-test-app';
import { buildDiscussion } from '#test/discussion-scene';
import { buildTeam } from '#test/factories';

const app = await fileApp();

describe('lists of action items', () => {
  it('list open ones first, by due day, and accept filters', async () => {
    const { owner, member, add, change, list } = await buildActionScene(app);
    const make = async (body: object) => Action.parse((await add(owner, body)).body);
    const someday = await make({ text: 'someday' });
    const late = await make({ text: 'late', due_on: '2026-05-01', assignee_id: member.id });
    const soon = await make({ text: 'soon', due_on: '2026-03-01' });
    const done = await make({ text: 'done', due_on: '2026-01-01' });
    await change(owner, done, { status: 'done' });
    await change(owner, await make({ text: 'moot' }), { status: 'dropped', reason: 'moot' });
    const texts = async (query: string) => (await list(query)).map(({ text }) => text);
    expect(await texts('')).toEqual([soon.text, late.text, someday.text, 'moot', 'done']);
    expect(await texts('?status=done,dropped')).toEqual(['moot', 'done']);
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
    const id = newId(GroupId);
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
