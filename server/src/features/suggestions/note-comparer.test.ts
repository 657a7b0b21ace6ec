import { NoteId, TeamId, UserId } from '@wentwell/contract/ids';
import { ColumnId } from '@wentwell/contract/notes/columns';
import { describe, expect, it } from 'vitest';

import { newId, newTimelessId } from '#server/platform/ids';
import { collectLog } from '#test/collect-log';
import { manualClock } from '#test/manual-clock';

import type { ComparisonJob } from './comparison-jobs.ts';
import { ThreadedComparer } from './note-comparer.ts';
import { contentWords } from './terms.ts';

const wentWell = ColumnId.parse('went_well');

function job(text: string): ComparisonJob {
  return { kind: 'groups', notes: [{ id: newTimelessId(NoteId), text, column: wentWell }] };
}

/** Uses `failing-thread.ts` and a stopped clock. */
function buildComparer() {
  const clock = manualClock();
  const { log, lines } = collectLog();
  const thread = new URL('testing/failing-thread.ts', import.meta.url);
  const comparer = new ThreadedComparer({ clock, log, thread, memoryMb: 32 });
  return {
    clock,
    lines,
    run: (text: string, personId = newId(UserId), teamId = newId(TeamId)) =>
      comparer.run(job(text), { personId, teamId }),
    close: () => comparer.close(),
    [Symbol.asyncDispose]: () => comparer.close(),
  };
}

const unavailable = { code: 'UNAVAILABLE' };

describe('note comparison', () => {
  it.each(['exit', 'throw', 'fill the memory', 'nonsense'])(
    'goes on with a new thread after one that fails: %s',
    async (failure) => {
      await using comparer = buildComparer();
      const [failed, next] = [comparer.run(failure), comparer.run('work')];
      await expect(failed).rejects.toMatchObject(unavailable);
      expect(await next).toEqual([]);
      expect(comparer.lines().map(({ msg }) => msg)).toEqual(['comparing notes failed']);
    },
  );

  it('ends a job after 20 seconds, and continues', async () => {
    await using comparer = buildComparer();
    const [stuck, next] = [comparer.run('never answer'), comparer.run('work')];
    comparer.clock.advance(20_000);
    await expect(stuck).rejects.toMatchObject(unavailable);
    expect(await next).toEqual([]);
  });

  it('refuses what exceeds its queue', async () => {
    await using comparer = buildComparer();
    const accepted = Array.from({ length: 21 }, () => comparer.run('work'));
    await expect(comparer.run('work')).rejects.toMatchObject(unavailable);
    expect(await Promise.all(accepted)).toHaveLength(21);
  });

  it('serves teams in turn, and refuses the newest job of a team that fills the queue', async () => {
    await using comparer = buildComparer();
    const order: string[] = [];
    const team = newId(TeamId);
    const ofTeam = Array.from({ length: 21 }, () =>
      comparer.run('work', newId(UserId), team).then(() => order.push('team')),
    );
    const newest = expect(ofTeam.at(-1)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await comparer.run('work').then(() => order.push('another'));
    // One was running and one was queued before it.
    expect(order).toEqual(['team', 'team', 'another']);
    await newest;
    await Promise.all(ofTeam.slice(0, -1));
  });

  it('refuses one person with four running jobs, and nobody else', async () => {
    await using comparer = buildComparer();
    const [one, another] = [newId(UserId), newId(UserId)];
    const accepted = Array.from({ length: 4 }, () => comparer.run('work', one));
    await expect(comparer.run('work', one)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(await comparer.run('work', another)).toEqual([]);
    expect(await Promise.all(accepted)).toHaveLength(4);
    expect(await comparer.run('work', one)).toEqual([]);
  });

  it('stops its thread after an idle minute, and starts another for the next job', async () => {
    await using comparer = buildComparer();
    const countJobs = async () => (await comparer.run('count'))[0]?.similarity;
    expect([await countJobs(), await countJobs()]).toEqual([1, 2]);
    comparer.clock.advance(59_000);
    expect(await countJobs()).toBe(3);
    comparer.clock.advance(60_000);
    expect(await countJobs()).toBe(1);
  });

  it('refuses running and new jobs when it closes', async () => {
    const comparer = buildComparer();
    const underWay = [comparer.run('never answer'), comparer.run('work')];
    const refused = Promise.all(
      underWay.map((each) => expect(each).rejects.toMatchObject(unavailable)),
    );
    await comparer.close();
    await refused;
    await expect(comparer.run('work')).rejects.toMatchObject(unavailable);
  });
});

it.each([
  ['İstanbul', 'istanbul'],
  ['Cafe\u0301', 'café'],
  ['Ｂｕｉｌｄ', 'build'],
  ['STRASSE', 'straße'],
])('compares %s with %s as equal letters', (one, other) => {
  expect(contentWords(one)).toEqual(contentWords(other));
});
