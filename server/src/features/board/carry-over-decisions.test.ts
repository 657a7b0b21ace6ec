// Model test: client-side carry-over decisions on the target board match the API's responses.
import { groupType } from '@wentwell/contract/board/groups';
import { noteType } from '@wentwell/contract/board/notes';
import type { MeetingId } from '@wentwell/contract/ids';
import fc from 'fast-check';
import { expect, it } from 'vitest';

import { boardCalls } from '#test/board-calls';
import { buildTestApp } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';
import { contextOf, ShadowBoard } from '#test/shadow-board';
import { readCarried } from '#test/shadow-facts';
import { openPlay, runs, type Step } from '#test/shadow-play';

const Steps = fc.array(
  fc.record({
    name: fc.constantFrom(
      ...'carry carry carry note.update note.remove note.add group.create'.split(' '),
      ...'phase.enter phase.enter phase.enter discussion.update comment.add'.split(' '),
    ),
    by: fc.constantFrom(0, 0, 1, 2),
    pick: fc.nat(20),
    other: fc.nat(20),
    text: fc.constantFrom('one', 'two words'),
    variant: fc.nat(4),
  }),
  { minLength: 20, maxLength: 35 },
);

it('deciding a carry-over equals its call', async () => {
  await using app = await buildTestApp();
  const people = [await buildUser(app), await buildUser(app), await buildUser(app)] as const;
  const [owner, ...members] = people;
  let carried = 0;

  await fc.assert(
    fc.asyncProperty(Steps, fc.nat(3), async (steps, kind) => {
      const team = await buildTeam(app, { admin: owner, members });
      const source = await buildMeeting(app, { owner, team, phase: 'writing' });
      const target = await buildMeeting(app, {
        owner,
        team,
        ...(kind === 0 ? { status: 'planned' } : { phase: 'grouping' }),
      });
      const play = (meetingId: MeetingId) =>
        openPlay(app, {
          meetingId,
          people,
          calls: boardCalls,
          roleOf: (user) => (user === owner ? 'admin' : 'member'),
          accepted: new Map(),
        });
      const anonymous = [kind === 1, kind >= 2];
      for (const [index, { id }] of [source, target].entries()) {
        const body = { settings: { anonymous: anonymous[index] } };
        await app.request('PUT', `/api/v1/meetings/${id}`, { as: owner, body });
      }
      const onSource = await play(source.id);
      const first = { name: 'note.add', pick: 3, other: 0, text: 'one' };
      for (const by of [0, 1, 2, 0, 1]) await onSource({ ...first, by, variant: by });
      for (const name of ['phase.enter', 'group.create', 'group.create']) {
        await onSource({ ...first, name, by: 0, other: 2, variant: 1 });
      }

      async function carry({ by, pick, other }: Step): Promise<void> {
        const as = people[by] ?? owner;
        const from = (await ShadowBoard.open(app, source.id)).board;
        const shadow = await ShadowBoard.open(app, target.id);
        const topics = [...from.all(noteType), ...from.all(groupType)].map(({ id }) => id);
        const chosen = [pick, other, pick + other].map((n) => topics[n % topics.length]);
        const topic_ids = [...new Set(chosen)];
        const to = other === 0 ? source.id : target.id;
        const body = { topic_ids, to_meeting_id: to };
        // Carrying over to the same board adds nothing.
        const read = await readCarried(app, to === source.id ? shadow.board : from, shadow.board);
        const change = await shadow.take({
          name: 'topics.carry',
          input: { topic_ids },
          context: contextOf(as, { facts: { carryOver: read } }),
          request: () =>
            app.request('POST', `/api/v1/meetings/${source.id}/carry-over`, { as, body }),
        });
        if (change) carried += 1;
      }

      for (const step of steps) {
        if (step.name === 'carry') await carry(step);
        else if (step.variant % 2 === 0) await onSource(step);
      }
      // Later actions on carried notes are decided like on others.
      const onTarget = await play(target.id);
      for (const step of steps) if (step.name !== 'carry') await onTarget(step);
    }),
    { numRuns: runs, endOnFailure: true },
  );
  // A single random meeting may refuse everything.
  if (runs > 10) expect(carried).toBeGreaterThan(0);
});
