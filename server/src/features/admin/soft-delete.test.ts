// Deleted records are hidden in every GET, the live channel and mailed links.
import type { DeletedKind } from '@wentwell/contract/admin/admin';
import { EventsPage, LiveTicket } from '@wentwell/contract/live/live';
import { describe, expect, it } from 'vitest';

import { buildTestApp, type TestApp } from '#test/build-test-app';
import {
  buildDeletionScene,
  canaries,
  type DeletionScene,
  kinds,
  softDelete,
} from '#test/deletion-scene';
import { buildUser } from '#test/factories';
import { api } from '#test/invitation-scene';
import { openLiveClient } from '#test/live-client';

// Excludes the admin area, which lists deleted records, and the API description.
const elsewhere = /\/admin|^\/api\/docs|openapi/;

/** All other GET paths, with ids of the fixture. */
function readings(app: TestApp, { ids, token }: DeletionScene): string[] {
  const values: Record<string, string> = {
    teamId: ids.teams,
    meetingId: ids.meetings,
    noteId: ids.notes,
    invitationId: ids.invitations,
    userId: ids.users,
    id: ids.users,
    token,
  };
  return app.routes
    .filter(({ method, path }) => method === 'GET' && !elsewhere.test(path))
    .map(({ path }) =>
      path.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? ids.meetings),
    )
    .map((path) => `${path}?since=0&email_pattern=canary&limit=100`);
}

/** Returns the kinds whose words appear in any response to any user or visitor. */
async function wordsSeen(app: TestApp, scene: DeletionScene): Promise<DeletedKind[]> {
  const seen = new Set<DeletedKind>();
  for (const path of readings(app, scene)) {
    for (const as of [scene.root, scene.admin, scene.member, undefined]) {
      const answer = await app.request('GET', path, as ? { as } : {});
      const text = JSON.stringify(answer.body);
      for (const kind of kinds) if (text.includes(canaries[kind])) seen.add(kind);
    }
  }
  return kinds.filter((kind) => seen.has(kind));
}

// A meeting hides its notes, a team all its records, a user their sent invitations. A user's texts stay with the team.
const hidden: Record<Exclude<DeletedKind, 'invitations'>, readonly DeletedKind[]> = {
  meetings: ['meetings', 'notes'],
  notes: ['notes'],
  teams: ['invitations', 'meetings', 'notes', 'teams'],
  users: ['invitations', 'users'],
};

describe('deleted records', () => {
  it.each(['meetings', 'notes', 'teams', 'users'] as const)(
    'shows in no call at all: %s, until they are restored',
    async (kind) => {
      await using app = await buildTestApp();
      const scene = await buildDeletionScene(app);
      expect(await wordsSeen(app, scene)).toEqual(kinds);
      await softDelete(app, scene, kind);
      expect(await wordsSeen(app, scene)).toEqual(
        kinds.filter((each) => !hidden[kind].includes(each)),
      );
      const restore = `/api/admin/restore/${kind}/${scene.ids[kind]}`;
      await app.post(scene.root, restore);
      expect(await wordsSeen(app, scene)).toEqual(kinds);
    },
  );

  it('show no text of a deleted note in its history, however it is read', async () => {
    await using app = await buildTestApp();
    const scene = await buildDeletionScene(app);
    const path = `${scene.board}/notes/${scene.note.id}`;
    await app.put(scene.member, path, { note_type: 'action' });
    await softDelete(app, scene, 'notes');
    const polled = await app.get(scene.admin, `${scene.board}/events?since=0`);
    const { events } = EventsPage.parse(polled.body);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    await using live = await app.live(scene.admin, scene.meeting.id, 0);
    await live.until((frame) => 'seq' in frame && frame.seq === events.length);
    live.send({ type: 'note_updated', data: { note_id: scene.note.id } });
    live.send({ type: 'ping' });
    await live.untilType('pong');
    for (const told of [polled.body, live.frames]) {
      expect(JSON.stringify(told)).not.toContain(canaries.notes);
      expect(JSON.stringify(told)).toContain(scene.note.id);
    }
  });
});

describe('an invitation that is deleted', () => {
  it('is in no list and cannot be answered; its link says that it was canceled', async () => {
    await using app = await buildTestApp();
    const scene = await buildDeletionScene(app);
    const guest = await buildUser(app, { email: canaries.invitations });
    const lists = [
      { path: `${api}/teams/${scene.team.id}/invitations`, as: scene.admin },
      { path: `${api}/me/team-invitations`, as: guest },
    ];
    const listed = () =>
      Promise.all(lists.map(async ({ path, as }) => (await app.get(as, path)).body));
    expect(await listed()).toMatchObject([
      [{ id: scene.ids.invitations }],
      [{ id: scene.ids.invitations }],
    ]);
    await softDelete(app, scene, 'invitations');
    expect(await listed()).toEqual([[], []]);
    expect((await app.request('GET', scene.link)).body).toMatchObject({ status: 'canceled' });
    expect((await app.post(guest, scene.accept)).status).toBe(410);
    const restore = `/api/admin/restore/invitations/${scene.ids.invitations}`;
    await app.post(scene.root, restore);
    expect((await app.post(guest, scene.accept)).status).toBe(200);
  });

  it.each([
    ['teams', 404],
    ['users', 410],
  ] as const)(
    'shows nothing by its link if its team or sender is deleted: %s',
    async (parent, status) => {
      await using app = await buildTestApp();
      const scene = await buildDeletionScene(app);
      const guest = await buildUser(app, { email: canaries.invitations });
      await softDelete(app, scene, parent);
      expect((await app.request('GET', scene.link)).status).toBe(404);
      expect((await app.post(guest, scene.accept)).status).toBe(status);
    },
  );
});

it.each([
  ['teams', 4403],
  ['meetings', 4403],
  ['users', 4401],
] as const)(
  'the live channel of deleted records closes immediately and cannot be resumed: %s',
  async (kind, code) => {
    await using app = await buildTestApp();
    const scene = await buildDeletionScene(app);
    await using live = await app.live(scene.member, scene.meeting.id);
    const { seq } = (await live.untilType('welcome')).data;
    const answer = await app.post(scene.member, `${scene.board}/live-ticket`);
    const { ticket } = LiveTicket.parse(answer.body);
    await softDelete(app, scene, kind);
    expect(await live.closed).toBe(code);
    for (const secret of [ticket, scene.member.token]) {
      await using back = await openLiveClient(app.liveAddress(scene.meeting.id, secret, seq));
      expect(await back.closed).toBe(4403);
      expect(back.frames).toEqual([]);
    }
    const restore = `/api/admin/restore/${kind}/${scene.ids[kind]}`;
    await app.post(scene.root, restore);
    await using spent = await openLiveClient(app.liveAddress(scene.meeting.id, ticket, seq));
    expect(await spent.closed).toBe(4403);
  },
);
