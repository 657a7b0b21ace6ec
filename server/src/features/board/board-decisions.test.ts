// The decisions of the contract against the services: on the records of a board each command is decided as its call is
// answered, and changes the records as the call changes the rows.
import { NoteId } from '@wentwell/contract/ids';
import fc from 'fast-check';
import { expect, it } from 'vitest';

import { authorHash } from '#server/platform/http/author-key';
import { boardCalls, type Choice, findOnBoard } from '#test/board-calls';
import { buildTestApp } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';
import { contextOf, readTrash, ShadowBoard } from '#test/shadow-board';

/** Random meetings for each test. */
const runs = Number(process.env['RUNS'] ?? 1);

/** Commands that build a board, and those that need a phase of their own, come more often. */
const often =
  'note.add note.add group.create group.create group.update vote.set comment.add reaction.set phase.enter phase.enter ' +
  'discussion.update discussion.update discussion.extend discussion.extend';
const Step = fc.record({
  name: fc.constantFrom(...Object.keys(boardCalls), ...often.split(' ')),
  by: fc.constantFrom(0, 0, 1, 2),
  pick: fc.nat(20),
  other: fc.nat(20),
  text: fc.constantFrom('one', 'two words', 'two notes'),
  variant: fc.nat(4),
});

it.each([{ anonymous: false }, { anonymous: true }])(
  'each command is decided as its call is answered (anonymous: $anonymous)',
  async ({ anonymous }) => {
    await using app = await buildTestApp();
    const people = [await buildUser(app), await buildUser(app), await buildUser(app)] as const;
    const [owner, ...members] = people;
    const accepted = new Map<string, number>();

    /** A team of its own: the meetings that a team makes in a day are limited. */
    async function openBoard(settings: object) {
      const team = await buildTeam(app, { admin: owner, members });
      const meeting = await buildMeeting(app, { owner, team, phase: 'writing' });
      const path = `/api/v1/meetings/${meeting.id}`;
      await app.request('PUT', path, { as: owner, body: { settings } });
      const shadow = await ShadowBoard.open(app, meeting.id);
      /** The notes that were deleted, by who deleted them. */
      const deleted = new Map<string, number>();

      return async function take(step: Choice & { name: string }): Promise<void> {
        const { name } = step;
        const found = findOnBoard(shadow.board, step, [...deleted.keys()]);
        const call = boardCalls[name]?.(step, found);
        if (!call) return;
        const as = people[step.by] ?? owner;
        const key = Buffer.alloc(32, step.by + 1).toString('base64url');
        const hash = anonymous ? authorHash(meeting.id, key) : null;
        const { deletedNote } = found;
        const isRestore = name === 'note.restore' && deletedNote !== undefined;
        const trash = isRestore
          ? await readTrash(app, NoteId.parse(deletedNote), deleted.get(deletedNote) === step.by)
          : null;
        const role = as === owner ? 'admin' : 'member';
        const [method, below, body] = call.request;
        const isByAuthor = anonymous && /^(note|group|comment|reaction)\./.test(name);
        const options = { as, ...(body && { body }), ...(isByAuthor && { authorKey: key }) };
        const change = await shadow.take({
          name,
          input: call.input,
          context: contextOf(as, { role, hash, trash }),
          request: () => app.request(method, path + below, options),
          // Votes and reactions of a note that comes back were not read with the rows of the board before.
          leftOut: isRestore ? ['vote', 'tally', 'reaction', 'reaction_count'] : [],
        });
        if (!change) return;
        accepted.set(name, (accepted.get(name) ?? 0) + 1);
        if (name === 'note.remove') deleted.set(below.split('/').at(-1) ?? '', step.by);
      };
    }

    await fc.assert(
      fc.asyncProperty(fc.array(Step, { minLength: 60, maxLength: 90 }), async (steps) => {
        const take = await openBoard({ anonymous, hide_notes: steps.length % 2 === 0 });
        // Something to group, vote on and discuss from the start.
        const first = { name: 'note.add', pick: 0, other: 0, text: 'one', variant: 0 };
        const opening = [0, 1, 2, 0].map((by) => ({ ...first, by }));
        for (const step of [...opening, ...steps]) await take(step);
      }),
      { numRuns: runs, endOnFailure: true },
    );
    // A step that is always refused compares nothing.
    const missing = Object.keys(boardCalls).filter((name) => !accepted.has(name));
    if (runs > 20) expect(missing).toEqual([]);
    expect([...accepted.values()].reduce((sum, each) => sum + each, 0)).toBeGreaterThan(15);
  },
);
