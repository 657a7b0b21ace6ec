// Owners of imported action items. A file contains names, not accounts.
import { Board } from '@wentwell/contract/board/snapshot';
import { expect, it } from 'vitest';

import { fileApp } from '#test/build-test-app';
import { buildUser } from '#test/factories';
import {
  buildImporter,
  emptyExport as empty,
  exportedAction,
  exportedAt as time,
} from '#test/import-scene';

const app = await fileApp();

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
  const { path } = await imported({ ...empty, actions: others });
  expect(
    (await app.read(owner, `${path}/board`, Board)).actions.map(({ text, status }) => [
      text,
      status,
    ]),
  ).toEqual([
    ['SHARE a cache', 'dropped'],
    ['Write it down', 'open'],
  ]);
  const list = await app.get(owner, `/api/v1/teams/${team.id}/actions?status=open`);
  expect(list.headers.get('x-total-count')).toBe('2');
});
