// Model test: the contract decides each command on a board's records like the API, and changes them like the rows.
import fc from 'fast-check';
import { expect, it } from 'vitest';

import { boardCalls } from '#test/board-calls';
import { buildTestApp } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';
import { openPlay, runs } from '#test/shadow-play';

/** More frequent: commands that build a board or need a special phase. */
const often =
  'note.add note.add group.create group.create group.update vote.set comment.add reaction.set phase.enter phase.enter ' +
  'discussion.update discussion.update discussion.extend discussion.extend';
const Steps = fc.array(
  fc.record({
    name: fc.constantFrom(...Object.keys(boardCalls), ...often.split(' ')),
    by: fc.constantFrom(0, 0, 1, 2),
    pick: fc.nat(20),
    other: fc.nat(20),
    text: fc.constantFrom('one', 'two words', 'two notes'),
    variant: fc.nat(4),
  }),
  { minLength: 60, maxLength: 90 },
);

it.each([{ anonymous: false }, { anonymous: true }])(
  'deciding each command equals its call (anonymous: $anonymous)',
  async ({ anonymous }) => {
    await using app = await buildTestApp();
    const people = [await buildUser(app), await buildUser(app), await buildUser(app)] as const;
    const [owner, ...members] = people;
    const accepted = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(Steps, async (steps) => {
        // Uses a new team, because meetings per team and day are limited.
        const team = await buildTeam(app, { admin: owner, members });
        const { id: meetingId } = await buildMeeting(app, { owner, team, phase: 'writing' });
        const settings = { anonymous, hide_notes: steps.length % 2 === 0 };
        await app.request('PUT', `/api/v1/meetings/${meetingId}`, {
          as: owner,
          body: { settings },
        });
        const take = await openPlay(app, {
          meetingId,
          people,
          calls: boardCalls,
          roleOf: (user) => (user === owner ? 'admin' : 'member'),
          accepted,
        });
        // Initial notes to group, vote on and discuss.
        const first = { name: 'note.add', pick: 0, other: 0, text: 'one', variant: 0 };
        const opening = [0, 1, 2, 0].map((by) => ({ ...first, by }));
        for (const step of [...opening, ...steps]) await take(step);
      }),
      { numRuns: runs, endOnFailure: true },
    );
    // A step that is always refused would test nothing.
    const missing = Object.keys(boardCalls).filter((name) => !accepted.has(name));
    if (runs > 20) expect(missing).toEqual([]);
    expect([...accepted.values()].reduce((sum, each) => sum + each, 0)).toBeGreaterThan(
      runs > 20 ? 300 : 5,
    );
  },
);
