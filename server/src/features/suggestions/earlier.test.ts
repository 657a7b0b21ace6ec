import { randomBytes } from 'node:crypto';

import { Action } from '@wentwell/contract/actions/actions';
import { Note } from '@wentwell/contract/notes/notes';
import { EarlierTopic } from '@wentwell/contract/notes/suggestions';
import { describe, expect, it } from 'vitest';

import { fileApp, type TestUser } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';

const app = await fileApp();

type Written = readonly (readonly [as: TestUser, content: string])[];

async function buildRetros() {
  const [owner, member] = [await buildUser(app), await buildUser(app)];
  const team = await buildTeam(app, { admin: owner, members: [member] });
  /** Builds a board in the discussing phase with these notes. */
  async function board(written: Written, settings = {}, of = team) {
    const meeting = await buildMeeting(app, { owner, team: of });
    const path = `/api/v1/meetings/${meeting.id}`;
    await app.put(owner, path, { settings });
    const enter = (phase: string) => app.post(owner, `${path}/phase/transition`, { phase });
    await enter('grouping');
    const notes: Note[] = [];
    for (const [as, content] of written) {
      const headers = { 'X-Author-Key': randomBytes(32).toString('base64url') };
      const body = { content, note_type: 'to_improve' };
      const call = { as, body, ...('anonymous' in settings && { headers }) };
      notes.push(Note.parse((await app.request('POST', `${path}/notes`, call)).body));
    }
    await enter('discussing');
    return {
      meeting,
      path,
      notes,
      async agree(text: string, topic: Note | undefined, change: object | null = null) {
        const made = await app.post(owner, `${path}/actions`, { text, topic_id: topic?.id });
        const { id } = Action.parse(made.body);
        if (change) await app.put(owner, `/api/v1/actions/${id}`, change);
      },
      end: (status = 'closed') => app.put(owner, path, { status }),
      async earlier(as: TestUser = owner, topic = notes[0]?.id) {
        const answer = await app.get(as, `${path}/topics/${topic}/earlier`);
        return answer.status === 200 ? EarlierTopic.array().parse(answer.body) : answer.status;
      },
    };
  }
  return { owner, member, team, board };
}

describe('earlier retros with a topic', () => {
  it('R-154: are the closed ones that had it, with what became of it', async () => {
    const { owner, member, board } = await buildRetros();
    const slow = 'The build is slow and takes 14 minutes';
    const lunch = [member, 'Lunch in the garden was lovely'] as const;
    const march = await board([[owner, slow], lunch]);
    await march.agree('Bigger build machines', march.notes[0], {
      status: 'dropped',
      reason: 'Over budget',
    });
    await march.agree('Order more salad', march.notes[1]);
    await march.end();
    const april = await board([[owner, 'The build is slow: it takes 16 minutes'], lunch]);
    await april.agree('Cache the dependencies', april.notes[0], { status: 'done' });
    await april.end();
    const alone = await board([[owner, slow]]);
    await alone.end();
    const canceled = await board([[owner, slow], lunch]);
    await canceled.end('canceled');

    const now = await board([
      [owner, 'The slow build takes 20 minutes'],
      [member, 'Penguins'],
    ]);
    expect(await now.earlier()).toMatchObject([
      {
        meeting_id: april.meeting.id,
        title: 'The build is slow: it takes 16 minutes',
        actions: [{ text: 'Cache the dependencies', status: 'done', reason: null }],
      },
      {
        meeting_id: march.meeting.id,
        title: slow,
        actions: [{ text: 'Bigger build machines', status: 'dropped', reason: 'Over budget' }],
      },
    ]);
    expect(await now.earlier(owner, now.notes[1]?.id)).toEqual([]);
    expect(await april.earlier()).toMatchObject([{ meeting_id: march.meeting.id }]);
    expect(await now.earlier(await buildUser(app))).toBe(404);
  });

  it('R-154: are none if only common words match', async () => {
    const { owner, member, board } = await buildRetros();
    const before = await board([
      [owner, 'One thing that went quite well this time'],
      [member, 'Split the build'],
    ]);
    await before.end();
    const now = await board([[owner, 'We had more time for this, which was nice']]);
    expect(await now.earlier()).toEqual([]);
  });

  it('R-154: name nobody, and are of the same team', async () => {
    const { owner, member, board } = await buildRetros();
    const other = await buildTeam(app, { admin: owner, members: [member] });
    const text = 'The build is slow and takes 14 minutes';
    const both: Written = [
      [owner, text],
      [member, 'The build broke and is slow'],
    ];
    const unnamed = await board(both, { anonymous: true });
    await unnamed.agree('Split the build', unnamed.notes[0], { assignee_id: member.id });
    await unnamed.end();
    await (await board(both, {}, other)).end();
    const now = await board(both);
    const found = await now.earlier();
    expect(found).toMatchObject([{ meeting_id: unnamed.meeting.id }]);
    for (const { id, email } of [owner, member]) {
      expect(JSON.stringify(found)).not.toContain(id);
      expect(JSON.stringify(found)).not.toContain(email);
    }
  });
});
