import { randomBytes } from 'node:crypto';

import { Action } from '@wentwell/contract/actions/actions';
import { GroupId, NoteId } from '@wentwell/contract/ids';
import { ColumnId } from '@wentwell/contract/notes/columns';
import { Note } from '@wentwell/contract/notes/notes';
import { EarlierTopic, GroupSuggestion, SimilarNote } from '@wentwell/contract/notes/suggestions';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { groups } from '#server/features/groups/groups.table';
import { notes } from '#server/features/notes/notes.table';
import { systemClock } from '#server/platform/clock';
import { newTimelessId } from '#server/platform/ids';
import { fileApp, type TestUser } from '#test/build-test-app';
import { collectLog } from '#test/collect-log';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';
import { buildMeetingScene, type MeetingScene, type SceneOptions } from '#test/meeting-scene';
import { renewBoard } from '#test/renew-board';

import type { ComparisonJob } from './comparison-jobs.ts';
import { type ComparisonRequester, ThreadedComparer } from './note-comparer.ts';
import {
  englishThemes,
  furtherThemes,
  germanThemes,
  unrelatedNotes,
} from './testing/retro-notes.ts';

/** Positions follow the order of the texts. */
async function buildBoardOfNotes(texts: readonly string[], options: SceneOptions = {}) {
  const scene = await buildMeetingScene({ phase: 'grouping', ...options });
  const { app, meeting, team, member } = scene;
  const rows = texts.map((content, position) => ({
    id: newTimelessId(NoteId),
    meetingId: meeting.id,
    teamId: team.id,
    authorId: member.id,
    content,
    noteType: ColumnId.parse('went_well'),
    hidden: false,
    position,
  }));
  if (rows.length > 0) await app.db.insert(notes).values(rows);
  await renewBoard(app, meeting);
  return { ...scene, ids: rows.map(({ id }) => id) };
}

type Asking = Pick<MeetingScene, 'call' | 'owner'>;

async function suggestedTo({ call, owner }: Asking): Promise<GroupSuggestion[]> {
  const answer = await call('GET', '/group-suggestions', { as: owner });
  expect(answer.status).toBe(200);
  return GroupSuggestion.array().parse(answer.body);
}

async function similarTo({ call, owner }: Asking, id: NoteId): Promise<SimilarNote[]> {
  const answer = await call('GET', `/notes/${id}/similar`, { as: owner });
  expect(answer.status).toBe(200);
  return SimilarNote.array().parse(answer.body);
}

/** Precision: suggested pairs within a theme. Recall: a theme's pairs that are suggested. Both are shares. */
async function scoreOf(themes: Record<string, string[]>, unrelated: readonly string[] = []) {
  const themed = Object.entries(themes).flatMap(([theme, its]) =>
    its.map((text) => ({ theme, text })),
  );
  const all = [...themed, ...unrelated.map((text) => ({ theme: text, text }))];
  await using scene = await buildBoardOfNotes(all.map(({ text }) => text));
  const themeOf = new Map(scene.ids.map((id, place) => [id, all[place]?.theme]));
  const pairs = (await suggestedTo(scene)).flatMap(({ note_ids }) =>
    note_ids.flatMap((a, place) => note_ids.slice(place + 1).map((b) => [a, b] as const)),
  );
  const right = pairs.filter(([a, b]) => themeOf.get(a) === themeOf.get(b)).length;
  const possible = Object.values(themes).reduce((sum, { length: n }) => sum + (n * (n - 1)) / 2, 0);
  const byChance = possible / ((all.length * (all.length - 1)) / 2);
  return { precision: right / pairs.length, recall: right / possible, byChance };
}

describe('suggested groups (docs/retro.md R-151)', () => {
  it('match notes of a theme: four in five pairs; by chance one in eleven', async () => {
    const { precision, recall, byChance } = await scoreOf(englishThemes, unrelatedNotes);
    expect(byChance).toBeLessThan(0.1);
    expect(precision).toBeGreaterThan(0.8);
    expect(recall).toBeGreaterThan(0.5);
  });

  it('match untuned themes: two in three pairs', async () => {
    const { precision, recall } = await scoreOf(furtherThemes, unrelatedNotes);
    expect(precision).toBeGreaterThan(0.65);
    expect(recall).toBeGreaterThan(0.3);
  });

  it('match German notes without word vectors', async () => {
    const { precision, recall } = await scoreOf(germanThemes);
    expect(precision).toBeGreaterThan(0.9);
    expect(recall).toBeGreaterThan(0.8);
  });

  it('leave unrelated notes alone', async () => {
    await using scene = await buildBoardOfNotes(unrelatedNotes);
    expect(await suggestedTo(scene)).toEqual([]);
  });

  it('have titles of shared words, and note ids in board order', async () => {
    const texts = ['Slow builds', 'Lunch was nice', 'Builds are slow again'];
    await using scene = await buildBoardOfNotes(texts);
    const [first, , third] = scene.ids;
    const [group, ...others] = await suggestedTo(scene);
    expect(others).toEqual([]);
    expect(group).toMatchObject({ title: 'Slow builds', note_ids: [first, third] });
  });

  it('exclude grouped and deleted notes, the action column, and notes of another column', async () => {
    await using scene = await buildBoardOfNotes([...Array(5)].map(() => 'Builds are slow'));
    const { app, meeting, ids, call, owner } = scene;
    const [grouped, alsoGrouped, deleted, ...free] = ids;
    if (!grouped || !alsoGrouped || !deleted) throw new Error('unreachable');
    const group = {
      meetingId: meeting.id,
      teamId: meeting.team_id,
      id: newTimelessId(GroupId),
      title: 'Builds',
      titleIsCustom: false,
      columnId: 'went_well',
    };
    await app.db.insert(groups).values(group);
    for (const id of [grouped, alsoGrouped]) {
      await app.db.update(notes).set({ groupId: group.id }).where(eq(notes.id, id));
    }
    await call('DELETE', `/notes/${deleted}`, { as: owner });
    for (const note_type of ['action', 'to_improve']) {
      await scene.write(owner, { content: 'Builds are slow', note_type });
    }
    expect((await suggestedTo(scene)).map(({ note_ids }) => note_ids)).toEqual([free]);
  });

  it('are refused outside grouping phases; a board without notes has none', async () => {
    await using empty = await buildMeetingScene({ phase: 'discussing' });
    expect(await suggestedTo(empty)).toEqual([]);
    await using voting = await buildMeetingScene({ phase: 'voting' });
    const answer = await voting.call('GET', '/group-suggestions', { as: voting.owner });
    expect(answer.problem).toMatchObject({ status: 409, code: 'GROUPS_NOT_NOW' });
  });
});

describe('similar notes (docs/retro.md R-152)', () => {
  it('are ranked across columns and groups, in any phase', async () => {
    const texts = [
      'The build takes forty minutes',
      'Builds are too slow, the pipeline takes forever',
      'Lunch was nice',
      'Slow build',
    ];
    await using scene = await buildBoardOfNotes(texts, { phase: 'voting' });
    const [build, pipeline, , slow] = scene.ids;
    if (!build) throw new Error('unreachable');
    const similar = await similarTo(scene, build);
    expect(new Set(similar.map(({ note_id }) => note_id))).toEqual(new Set([pipeline, slow]));
    expect(similar.map(({ similarity }) => similarity)).toEqual(
      similar.map(({ similarity }) => similarity).toSorted((a, b) => b - a),
    );
  });

  it('of a deleted or unknown note, or of another board: 404', async () => {
    await using scene = await buildBoardOfNotes(['Slow build', 'Builds are slow']);
    const { call, owner, member, ids } = scene;
    const [deleted] = ids;
    await using other = await buildBoardOfNotes(['Slow build']);
    await call('DELETE', `/notes/${deleted}`, { as: member });
    for (const id of [deleted, newTimelessId(NoteId), other.ids[0], 'nonsense']) {
      const answer = await call('GET', `/notes/${id}/similar`, { as: owner });
      expect(answer.status, id).toBe(404);
    }
  });
});

it('hidden notes are never compared for anybody (docs/retro.md R-153)', async () => {
  const jobs: ComparisonJob[] = [];
  const threaded = new ThreadedComparer({ clock: systemClock, log: collectLog().log });
  const comparer = {
    run: (job: ComparisonJob, requester: ComparisonRequester) => {
      jobs.push(job);
      return threaded.run(job, requester);
    },
    close: () => threaded.close(),
  };
  await using scene = await buildMeetingScene({ phase: 'grouping', comparer });
  const { app, owner, admin, member, path, write, call } = scene;
  const open = await write(member, { content: 'Builds are slow canary' });
  await write(member, { content: 'Slow build pipeline' });
  await write(owner, { content: 'Lunch was nice' });
  const before = await similarTo(scene, open.id);
  expect(before).toHaveLength(1);

  await app.post(owner, `${path}/phase/transition`, { phase: 'writing' });
  const hidden = await write(member, { content: open.content });
  const further = await write(owner, { content: 'Slow build pipeline' });
  expect([hidden.hidden, further.hidden]).toEqual([true, true]);
  for (const as of [owner, admin, member]) {
    expect((await call('GET', `/notes/${open.id}/similar`, { as })).body).toEqual(before);
    for (const { id } of [hidden, further]) {
      expect((await call('GET', `/notes/${id}/similar`, { as })).body).toEqual([]);
    }
    expect((await call('GET', '/group-suggestions', { as })).status).toBe(as === owner ? 409 : 403);
  }
  expect(jobs.length).toBeGreaterThan(0);
  for (const { notes: compared } of jobs) {
    expect(compared.map(({ id }) => id)).not.toContain(hidden.id);
    expect(compared.map(({ id }) => id)).not.toContain(further.id);
    expect(compared).toHaveLength(3);
  }

  // Revealed notes count.
  await app.post(owner, `${path}/phase/transition`, { phase: 'grouping' });
  const [twin] = await similarTo(scene, open.id);
  expect(twin).toEqual({ note_id: hidden.id, similarity: 1 });
});

it('others are served while 1,000 long notes are compared', { timeout: 60_000 }, async () => {
  const words = Object.values(englishThemes).flat().join(' ').split(' ');
  const texts = Array.from({ length: 1000 }, (_, note) =>
    Array.from({ length: 400 }, (__, place) => words[(note * 7 + place * 11) % words.length])
      .join(' ')
      .slice(0, 2000),
  );
  await using scene = await buildBoardOfNotes(texts);
  const { call, member } = scene;
  const progress = { isDone: false };
  const suggestions = suggestedTo(scene).then((found) => {
    progress.isDone = true;
    return found;
  });
  for (let count = 0; count < 5; count += 1) {
    expect((await call('GET', '/phase', { as: member })).status).toBe(200);
  }
  expect(progress.isDone).toBe(false);
  expect((await suggestions).length).toBeGreaterThan(0);
});

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
