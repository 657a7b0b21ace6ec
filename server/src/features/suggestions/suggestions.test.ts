import { GroupId, NoteId } from '@wentwell/contract/ids';
import { GroupSuggestion, SimilarNote } from '@wentwell/contract/notes/suggestions';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { groups } from '#server/features/groups/groups.table';
import { notes } from '#server/features/notes/notes.table';
import { systemClock } from '#server/platform/clock';
import { newId } from '#server/platform/ids';
import { buildBoardOfNotes } from '#test/board-of-notes';
import { collectLog } from '#test/collect-log';
import { buildMeetingScene, type MeetingScene } from '#test/meeting-scene';

import type { ComparisonJob } from './comparison-jobs.ts';
import type { ComparisonRequester } from './note-comparer.ts';
import { ThreadedComparer } from './note-comparer.ts';
import {
  englishThemes,
  furtherThemes,
  germanThemes,
  unrelatedNotes,
} from './testing/retro-notes.ts';

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

  it('exclude grouped and deleted notes, and the action column', async () => {
    await using scene = await buildBoardOfNotes([...Array(5)].map(() => 'Builds are slow'));
    const { app, meeting, ids, call, owner } = scene;
    const [grouped, alsoGrouped, deleted, ...free] = ids;
    if (!grouped || !alsoGrouped || !deleted) throw new Error('unreachable');
    const group = {
      meetingId: meeting.id,
      teamId: meeting.team_id,
      id: newId(GroupId),
      title: 'Builds',
      titleIsCustom: false,
      columnId: 'went_well',
    };
    await app.db.insert(groups).values(group);
    for (const id of [grouped, alsoGrouped]) {
      await app.db.update(notes).set({ groupId: group.id }).where(eq(notes.id, id));
    }
    await call('DELETE', `/notes/${deleted}`, { as: owner });
    await scene.write(owner, { content: 'Builds are slow', note_type: 'action' });
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
    for (const id of [deleted, newId(NoteId), other.ids[0], 'nonsense']) {
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
