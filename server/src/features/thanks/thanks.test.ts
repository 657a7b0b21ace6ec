import { PersonalData } from '@wentwell/contract/accounts/personal-data';
import { Thanks } from '@wentwell/contract/board/thanks';
import { MeetingExport } from '@wentwell/contract/exports/meeting-export';
import { NewSpectatorLink, SpectatorSession } from '@wentwell/contract/guests/spectators';
import { LiveTicket } from '@wentwell/contract/live/live';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { meetings } from '#server/features/meetings/meetings.table';
import { users } from '#server/features/users/users.table';
import { buildBoard, changesOf } from '#test/board-scene';
import { fileApp, type TestUser } from '#test/build-test-app';
import { buildTeam, buildUser } from '#test/factories';
import { type LiveClient, openLiveClient } from '#test/live-client';

const app = await fileApp();

const text = 'For explaining the ledger';

async function buildScene() {
  const board = await buildBoard(app, 'closing_ready');
  const { owner, member, path } = board;
  const give = (as: TestUser, to: TestUser, said: unknown = text) =>
    app.post(as, `${path}/thanks`, { to_user_id: to.id, text: said });
  const takeBack = (as: TestUser, { id }: Thanks) => app.delete(as, `${path}/thanks/${id}`);
  const shown = async (as: TestUser) => (await board.boardOf(as)).thanks;
  const given = async (as = member, to = owner) => Thanks.parse((await give(as, to)).body);
  async function inHistory() {
    const { rows } = await app.db.execute(
      sql`select from board_changes where meeting_id = ${board.meeting.id} and change::text like ${`%${text}%`}`,
    );
    return rows.length;
  }
  return { ...board, give, takeBack, shown, given, inHistory };
}

const refused = ({ body }: { body: unknown }) => JSON.stringify(body);

describe('thanks', () => {
  it('R-291 name giver and receiver to everybody on the board', async () => {
    const { owner, member, follow, give, shown } = await buildScene();
    const live = await follow(owner);
    const answer = await give(member, owner, `  ${text} `);
    expect(answer.status).toBe(201);
    const thanks = { user_id: member.id, to_user_id: owner.id, text, place: 1 };
    expect(answer.body).toMatchObject(thanks);
    await give(owner, member, 'And you');
    expect(await shown(member)).toMatchObject([thanks, { text: 'And you', place: 2 }]);
    await live.roundTrip();
    expect(changesOf(live)).toHaveLength(2);
  });

  it('hold their meeting in its team, also if it is anonymous and planned again', async () => {
    const { owner, member, path, enter } = await buildBoard(app, 'joining');
    await app.put(owner, path, { settings: { anonymous: true } });
    await enter('discussing');
    const other = await buildTeam(app, { members: [owner] });
    const given = await app.post(owner, `${path}/thanks`, { to_user_id: member.id, text });
    expect(given.status).toBe(201);
    // Each phase erases the history before it.
    await enter('closing_ready');
    for (const status of ['canceled', 'planned']) await app.put(owner, path, { status });
    expect((await app.put(owner, path, { team_id: other.id })).problem?.code).toBe(
      'MEETING_TEAM_FIXED',
    );
  });

  it('R-291 are given from discussing until a day after the end', async () => {
    const { owner, member, meeting, path, enter, give, given, takeBack } = await buildScene();
    await enter('voting');
    expect((await give(member, owner)).problem?.code).toBe('THANKS_NOT_NOW');
    await enter('discussing');
    expect((await give(member, owner)).status).toBe(201);
    await app.put(owner, path, { status: 'closed' });
    const late = await given();
    expect((await takeBack(member, late)).status).toBe(204);
    await app.db
      .update(meetings)
      .set({ endTime: sql`now() - interval '25 hours'` })
      .where(sql`id = ${meeting.id}`);
    expect((await give(member, owner)).problem?.code).toBe('THANKS_NOT_NOW');
  });

  it('R-291 are given to another member', async () => {
    const { member, give } = await buildScene();
    expect((await give(member, member)).status).toBe(409);
    expect((await give(member, await buildUser(app))).status).toBe(409);
  });

  it('R-292 are withdrawn by their giver and by editors', async () => {
    const { owner, member, given, takeBack, shown, inHistory } = await buildScene();
    const [one, two] = [await given(), await given(owner, member)];
    expect((await takeBack(member, two)).status).toBe(403);
    expect((await takeBack(member, one)).status).toBe(204);
    expect((await takeBack(member, one)).status).toBe(404);
    await takeBack(owner, two);
    expect(await shown(owner)).toEqual([]);
    expect(await inHistory()).toBe(0);
  });

  it('R-293 are in the report and in every export', async () => {
    const { owner, given, path } = await buildScene();
    await given();
    await app.put(owner, path, { status: 'closed' });
    // The giver left no other trace.
    const exported = (format: string) => app.get(owner, `${path}/export?format=${format}`);
    const names = /Person Number \d+/.source;
    expect((await exported('markdown')).text).toMatch(
      new RegExp(`## Thanks\n\n- To \\*\\*${names}\\*\\*, from ${names}: ${text}`),
    );
    expect((await exported('csv')).text).toMatch(
      new RegExp(`thanks,,,${text},${names},,,,,,${names}`),
    );
    const file = MeetingExport.parse((await exported('json')).body);
    expect(file.thanks).toMatchObject([{ text }]);
  });

  it('R-294 are in giver’s and receiver’s exports, and deleted with either account', async () => {
    const { owner, member, given, shown, inHistory } = await buildScene();
    await given();
    const exportOf = async (as: TestUser) =>
      (await app.read(as, '/api/v1/me/export', PersonalData)).thanks;
    expect(await exportOf(member)).toMatchObject([{ text, by_me: true }]);
    expect(await exportOf(owner)).toMatchObject([{ text, by_me: false }]);
    const superuser = await buildUser(app, { isSuperuser: true });
    await given(owner, member);
    await app.db
      .update(users)
      .set({ deletedAt: new Date() })
      .where(sql`id = ${member.id}`);
    const path = `/api/v1/admin/permanent/users/${member.id}`;
    expect((await app.delete(superuser, path)).status).toBe(204);
    expect(await shown(owner)).toEqual([]);
    expect(await inHistory()).toBe(0);
  });

  it('R-287 are refused, and shown nowhere, while the team has disabled them', async () => {
    const scene = await buildScene();
    const { owner, member, team, meeting, given, give, path } = scene;
    await given();
    const link = await app.post(owner, `${path}/spectator-link`);
    const { secret } = NewSpectatorLink.parse(link.body);
    const body = { secret };
    const entered = await app.request('POST', '/api/v1/spectator/session', { body });
    const { access_token: token } = SpectatorSession.parse(entered.body);
    const change = (recognition: boolean) =>
      app.put(owner, `/api/v1/teams/${team.id}`, { recognition });
    const since = (await scene.boardOf()).seq - 1;
    const pages = async () => {
      const answers = await Promise.all([
        app.get(member, `${path}/events?since=${since}`),
        app.get(member, `${path}/board`),
        app.get(member, `${path}/records`),
        app.request('GET', '/api/v1/spectator/board', { token }),
        app.request('GET', '/api/v1/spectator/records', { token }),
        app.request('GET', `/api/v1/spectator/events?since=${since}`, { token }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
      return answers.map((answer) => answer.text.includes(text));
    };
    await using open = await scene.follow(member);
    const admitted = await app.request('POST', '/api/v1/spectator/live-ticket', { token });
    const { ticket } = LiveTicket.parse(admitted.body);
    await using screen = await openLiveClient(
      app.liveAddress(meeting.id, ticket, (await scene.boardOf()).seq),
    );
    await screen.untilType('welcome');
    const resyncs = (client: LiveClient) =>
      client.frames.filter(({ type }) => type === 'resync').length;
    await change(false);
    await Promise.all([open.untilType('resync'), screen.untilType('resync')]);
    expect(await pages()).toEqual([false, false, false, false, false, false]);
    await using back = await app.live(member, meeting.id, since);
    await back.untilType('resync');
    expect(JSON.stringify(back.frames)).not.toContain(text);
    const answer = await give(member, owner);
    expect([answer.status, refused(answer)]).toEqual([
      409,
      expect.stringContaining('The team has switched badges and thanks off.'),
    ]);
    for (const format of ['markdown', 'csv', 'json']) {
      const file = await app.get(member, `${path}/export?format=${format}`);
      expect(file.status).toBe(200);
      expect(file.text, format).not.toContain(text);
    }
    await change(true);
    await expect.poll(() => [open, screen].map(resyncs)).toEqual([2, 2]);
    expect(await pages()).toEqual([true, true, true, true, true, true]);
  });
});
