import { randomBytes } from 'node:crypto';

import { Action } from '@wentwell/contract/actions/actions';
import { Agreement, agreementsMax } from '@wentwell/contract/board/agreements';
import { MeetingId } from '@wentwell/contract/ids';
import { Note } from '@wentwell/contract/notes/notes';
import { describe, expect, it } from 'vitest';

import { follow } from '#test/board-scene';
import { buildTestApp, fileApp, type TestUser } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';
import { FollowedBoard } from '#test/followed-board';

const app = await fileApp();

async function buildTeamScene() {
  const [owner, member] = [await buildUser(app), await buildUser(app)];
  const team = await buildTeam(app, { admin: owner, members: [member] });
  const path = `/api/v1/teams/${team.id}/agreements`;
  async function next(): Promise<string> {
    const { id } = await buildMeeting(app, { owner, team });
    return `/api/v1/meetings/${id}`;
  }
  return {
    owner,
    member,
    team,
    path,
    next,
    make: (as: TestUser, body: object) => app.post(as, path, body),
    change: (as: TestUser, { id }: Agreement, body: object) => app.put(as, `${path}/${id}`, body),
    async list(as = owner) {
      return app.read(as, path, Agreement.array());
    },
    /** Holds a retro with `count` participants. */
    async hold(count = 2): Promise<void> {
      const meeting = await next();
      for (const as of [owner, member].slice(0, count)) {
        const headers = { 'X-Author-Key': randomBytes(32).toString('base64url') };
        await app.request('PUT', `${meeting}/mood`, { as, body: { score: 4 }, headers });
      }
      await app.put(owner, meeting, { status: 'closed' });
    },
    async shown(meeting: string, as = owner) {
      const { body } = await app.get(as, `${meeting}/board`);
      const { agreements } = body as { agreements?: Agreement[] };
      return agreements?.map(({ text, is_due }) => [text, is_due]);
    },
  };
}

describe('team agreements', () => {
  it('R-311: are made by any member, once per source, and hold until a member ends them', async () => {
    const { owner, member, team, make, change, list } = await buildTeamScene();
    const added = await app.post(owner, `/api/v1/teams/${team.id}/actions`, {
      text: 'Small changes first',
    });
    const { id } = Action.parse(added.body);
    const from = { kind: 'action', id };
    const made = await make(member, { text: 'Small changes first', from });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ state: 'holds', review_after: 3, is_due: false, from });
    const again = await make(owner, { text: 'Small changes first', from });
    expect(again).toMatchObject({ status: 200, body: made.body });
    const first = Agreement.parse(made.body);
    const second = Agreement.parse((await make(owner, { text: 'No releases on Fridays' })).body);
    const ended = await change(owner, first, { state: 'ended' });
    expect(ended.body).toMatchObject({ state: 'ended', version: 2 });
    expect((await list()).map((each) => each.id)).toEqual([second.id, first.id]);
    expect((await make(member, { text: 'Small changes first', from })).status).toBe(201);
    const update = { state: 'holds', text: 'Smaller changes first', review_after: 5 };
    const back = await change(member, first, update);
    expect(back.body).toMatchObject({ ...update, ended_at: null });
  });

  it('R-311: are based on an action item or topic of their own team', async () => {
    const [{ owner, make, team, next }, other] = [await buildTeamScene(), await buildTeamScene()];
    const meeting = await next();
    await app.post(owner, `${meeting}/phase/transition`, { phase: 'grouping' });
    const note = await app.post(owner, `${meeting}/notes`, { content: 'Builds' });
    const added = await app.post(owner, `/api/v1/teams/${team.id}/actions`, { text: 'Ask' });
    const sources = [
      { kind: 'topic', id: Note.parse(note.body).id },
      { kind: 'action', id: Action.parse(added.body).id },
    ];
    for (const [at, from] of sources.entries()) {
      const refused = await other.make(other.owner, { text: 'Taken', from });
      expect(refused.problem?.code).toBe(['TOPIC_UNKNOWN', 'NOT_FOUND'][at]);
      expect((await make(owner, { text: 'Ours', from })).status).toBe(201);
    }
    const gone = await next();
    await app.post(owner, `${gone}/phase/transition`, { phase: 'writing' });
    const hidden = Note.parse((await app.post(owner, `${gone}/notes`, { content: 'Hidden' })).body);
    const from = { kind: 'topic', id: hidden.id };
    expect((await make(owner, { text: 'Early', from })).problem?.code).toBe('TOPIC_UNKNOWN');
    await app.post(owner, `${gone}/phase/transition`, { phase: 'grouping' });
    await app.delete(owner, gone);
    expect((await make(owner, { text: 'Late', from })).problem?.code).toBe('TOPIC_UNKNOWN');
  });

  it('R-311: are validated and limited', async () => {
    const { owner, path, make } = await buildTeamScene();
    expect((await make(owner, { text: ' ' })).status).toBe(422);
    expect((await make(owner, { text: 'Soon', review_after: 0 })).status).toBe(422);
    const first = Agreement.parse((await make(owner, { text: 'First' })).body);
    const stale = await app.request('PUT', `${path}/${first.id}`, {
      as: owner,
      body: { state: 'ended' },
      headers: { 'If-Match': '"7"' },
    });
    expect(stale.status).toBe(412);
    for (let n = 1; n < agreementsMax; n += 1) await make(owner, { text: `No. ${n}` });
    expect((await make(owner, { text: 'Too many' })).body).toMatchObject({
      code: 'AGREEMENTS_FULL',
    });
  });

  it('R-312: come up in joining after their number of closed retros with two people', async () => {
    const { owner, member, make, change, list, hold, next, shown } = await buildTeamScene();
    const first = Agreement.parse((await make(owner, { text: 'First', review_after: 2 })).body);
    await make(owner, { text: 'Later' });
    await hold();
    await hold(1);
    const early = await next();
    expect(await shown(early)).toEqual([
      ['First', false],
      ['Later', false],
    ]);
    await app.put(owner, early, { status: 'canceled' });
    await hold();
    const meeting = await next();
    const followed = await FollowedBoard.open(app, { path: meeting, as: member });
    expect(await shown(meeting)).toEqual([
      ['First', true],
      ['Later', false],
    ]);
    await using node = await buildTestApp({}, { beside: app });
    const { body } = await node.get(owner, `${meeting}/board`);
    expect(body).toMatchObject({ agreements: [{ is_due: true }, { is_due: false }] });
    await change(member, first, { state: 'holds' });
    expect(await shown(meeting)).toEqual([
      ['First', false],
      ['Later', false],
    ]);
    await followed.catchUp();
    const enter = (phase: string) => app.post(owner, `${meeting}/phase/transition`, { phase });
    await enter('writing');
    expect(await shown(meeting)).toBeUndefined();
    await change(member, first, { state: 'ended' });
    await enter('joining');
    expect(await shown(meeting)).toEqual([['Later', false]]);
    await followed.catchUp();
    expect((await list()).map(({ is_due }) => is_due)).toEqual([false, false]);
  });

  it('R-312: in joining reflect changes elsewhere immediately', async () => {
    const { owner, member, make, change, next, shown } = await buildTeamScene();
    const meeting = await next();
    await using live = await follow(app, member, MeetingId.parse(meeting.split('/').at(-1)));
    const made = Agreement.parse((await make(owner, { text: 'First' })).body);
    await live.until((frame) => JSON.stringify(frame).includes('"First"'));
    await change(owner, made, { state: 'ended' });
    expect(await shown(meeting)).toEqual([]);
  });

  it('R-313: never name who made or ended them', async () => {
    const { owner, member, make, change, list } = await buildTeamScene();
    const made = Agreement.parse((await make(member, { text: 'First' })).body);
    await change(owner, made, { state: 'ended' });
    const told = JSON.stringify(await list());
    for (const { id } of [owner, member]) expect(told).not.toContain(id);
    const exported = await app.get(member, '/api/v1/me/export');
    expect(exported.status).toBe(200);
    expect(JSON.stringify(exported.body)).not.toContain(made.id);
  });
});
