// A whole meeting whose sockets apply received changes to their records.
import { NewSpectatorLink, SpectatorSession } from '@wentwell/contract/guests/spectators';
import { CommentId } from '@wentwell/contract/ids';
import { EventsPage, LiveTicket } from '@wentwell/contract/live/live';
import { Group } from '@wentwell/contract/notes/groups';
import { Note } from '@wentwell/contract/notes/notes';
import type { Phase } from '@wentwell/contract/phases';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';

import { newId } from '#server/platform/ids';
import { buildActionScene } from '#test/action-scene';
import { makeKey } from '#test/anonymous-scene';
import { buildBoard, changesOf } from '#test/board-scene';
import { fileApp, type TestApp, type TestUser } from '#test/build-test-app';
import { FollowedBoard } from '#test/followed-board';
import { openLiveClient } from '#test/live-client';

const app = await fileApp();

/** The stored log of boards. */
async function logOf({ db }: TestApp, path: string): Promise<string> {
  const meetingId = path.split('/').at(-1);
  const { rows } = await db.execute(
    sql`select change::text, text_keys from board_changes where meeting_id = ${meetingId}`,
  );
  return JSON.stringify(rows);
}

async function historyOf(app: TestApp, path: string, as: TestUser): Promise<EventsPage> {
  return app.read(as, `${path}/events?since=0`, EventsPage);
}

/** A meeting with sockets and boards of its owner, a member and a screen. */
async function buildScene(app: TestApp, anonymous: boolean) {
  const board = await buildBoard(app, 'joining');
  const { owner, member, meeting, path } = board;
  await app.put(owner, path, { settings: { anonymous } });
  const writers = [owner, member].map((as, index): TestUser =>
    anonymous ? { ...as, authorKey: makeKey(index + 1) } : as,
  );
  const screens = '/api/v1/spectator';
  const link = await app.post(owner, `${path}/spectator-link`);
  const body = { secret: NewSpectatorLink.parse(link.body).secret };
  const session = await app.request('POST', `${screens}/session`, { body });
  const { access_token: token } = SpectatorSession.parse(session.body);
  const followed = [
    ...(await Promise.all(
      writers.map((as) => FollowedBoard.open(app, { path, as, authorKey: as.authorKey })),
    )),
    await FollowedBoard.open(app, { path: screens, token }),
  ];
  const since = followed[0]?.seq ?? 0;
  const admission = await app.request('POST', `${screens}/live-ticket`, { token });
  const { ticket } = LiveTicket.parse(admission.body);
  const sockets = [
    ...(await Promise.all(writers.map((as) => app.live(as, meeting.id, since)))),
    await openLiveClient(app.liveAddress(meeting.id, ticket, since)),
  ];
  const [own, other] = writers;
  if (!own || !other) throw new Error('unreachable');
  return { ...board, own, other, followed, sockets, since };
}

it.each([
  ['named', false],
  ['anonymous', true],
])(
  'S-32, S-39: each command is one change, and followers have the board: %s',
  async (_what, anonymous) => {
    const { path, own, other, followed, sockets, since } = await buildScene(app, anonymous);
    let commands = 0;
    async function act(as: TestUser, what: string, body?: object): Promise<unknown> {
      const [method = '', below = ''] = what.split(' ');
      const { authorKey } = as;
      const options = { as, authorKey, ...(body && { body }) };
      const answer = await app.request(method, path + below, options);
      expect([what, Math.floor(answer.status / 100)]).toEqual([what, 2]);
      commands += 1;
      return answer.body;
    }
    const enter = (phase: Phase) => act(own, 'POST /phase/transition', { phase });
    const write = async (as: TestUser, content: string) => {
      const body = { content, note_type: 'went_well' };
      return Note.parse(await act(as, 'POST /notes', body)).id;
    };
    await act(own, 'PUT /check-in/turn', { user_id: other.id, done: true });
    await enter('writing');
    const one = await write(own, 'one');
    const two = await write(other, 'canary two');
    const three = await write(other, 'three');
    await act(other, `PUT /notes/${two}`, { content: 'canary two, changed' });
    await act(other, `PUT /notes/${three}`, { note_type: 'to_improve' });
    await act(other, `DELETE /notes/${two}`);
    await act(other, `POST /notes/${two}/restore`);
    await act(other, 'PUT /ready', { ready: true });
    await enter('grouping');
    await act(own, `PUT /notes/${two}/reactions/${encodeURIComponent('🎉')}`);
    const commentId = newId(CommentId);
    await act(other, `POST /topics/${two}/comments`, { id: commentId, content: 'canary comment' });
    const made = await act(own, 'POST /groups', { note_ids: [one, two] });
    const { id: group } = Group.parse(made);
    await enter('voting');
    await act(own, `PUT /topics/${group}/votes`, { count: 2 });
    await act(other, `PUT /topics/${three}/votes`, { count: 1 });
    await act(other, 'PUT /votes/finished', { finished: true });
    await enter('discussing');
    await act(own, 'PUT /discussion', { current: three });
    await act(own, 'POST /actions', { text: 'Ask', topic_id: three });
    for (const [index, socket] of sockets.entries()) {
      await expect.poll(() => changesOf(socket).length).toBe(commands);
      const seqs = changesOf(socket).map(({ seq }) => seq);
      expect(seqs).toEqual(seqs.map((_, at) => since + 1 + at));
      followed[index]?.apply(changesOf(socket));
      await followed[index]?.compare();
    }
    await act(other, `DELETE /topics/${group}/comments/${commentId}`);
    await act(other, `DELETE /notes/${two}`);
    for (const [index, socket] of sockets.entries()) {
      await expect.poll(() => changesOf(socket).length).toBe(commands);
      followed[index]?.apply(changesOf(socket).slice(-2));
      await followed[index]?.compare();
    }
    // Deleted, restored and deleted again.
    const { events } = await historyOf(app, path, own);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1));
    expect(JSON.stringify(events)).not.toContain('canary');
    expect(await logOf(app, path)).not.toContain('canary');
    for (const socket of sockets) await socket[Symbol.asyncDispose]();
  },
);

it('deleting an action item shown by two boards removes it from both histories', async () => {
  const { owner, path, agreed, change, remove, next } = await buildActionScene(app);
  const item = await agreed({ text: 'canary action' });
  const later = await next();
  await change(owner, item, { text: 'canary action, changed' });
  const paths = [path, later.path];
  for (const each of paths) expect(await logOf(app, each)).toContain('canary');
  const followed = await Promise.all(
    paths.map((each) => FollowedBoard.open(app, { path: each, as: owner })),
  );
  expect((await remove(owner, item)).status).toBe(204);
  for (const each of paths) {
    expect(await logOf(app, each)).not.toContain('canary');
    expect(JSON.stringify(await historyOf(app, each, owner))).not.toContain('canary');
  }
  for (const each of followed) await each.catchUp();
});
