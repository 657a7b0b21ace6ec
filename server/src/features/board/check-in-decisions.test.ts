// Model test: client-side check-in decisions match the API's responses, for turns and for scores outside the board.
import type { BoardState } from '@wentwell/contract/board/board';
import { checkInType } from '@wentwell/contract/board/check-in';
import { getMeeting } from '@wentwell/contract/board/meeting';
import { checkInPolicy } from '@wentwell/contract/check-in/check-in-calls';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';

import { checkIns, scoresOf } from '#server/features/check-in/check-ins.table';
import { scorerHash } from '#server/platform/http/author-key';
import { boardCalls, type MakeCall } from '#test/board-calls';
import { buildTestApp, type TestUser } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';
import { readNextQuestion } from '#test/shadow-facts';
import { openPlay, runs, type Step } from '#test/shadow-play';

const often =
  'score.set score.set score.set score.set check_up.answer check_up.answer check_up.show turn.set turn.set question.hide';
const question = 'Our releases are calm';
const Steps = fc.array(
  fc.record({
    name: fc.constantFrom(
      ...`${often} question.next phase.enter phase.enter ready.set meeting.update`.split(' '),
    ),
    by: fc.nat(3),
    pick: fc.nat(20),
    other: fc.nat(20),
    text: fc.constant('one'),
    variant: fc.nat(4),
  }),
  { minLength: 40, maxLength: 60 },
);

/** Most requests use one key. Some use another or none. */
function keyOf({ by, other }: Step): string | null {
  if (other === 0) return null;
  return Buffer.alloc(32, other === 1 ? by + 9 : by + 1).toString('base64url');
}

it('deciding each check-in command equals its call', async () => {
  await using app = await buildTestApp();
  const people = [
    await buildUser(app),
    await buildUser(app),
    await buildUser(app),
    await buildUser(app),
  ] as const;
  const [owner, ...members] = people;
  const outsider = await buildUser(app);
  const accepted = new Map<string, number>();
  let haveTotals = 0;

  await fc.assert(
    fc.asyncProperty(Steps, fc.boolean(), async (steps, anonymous) => {
      const team = await buildTeam(app, { admin: owner, members });
      const { id: meetingId } = await buildMeeting(app, { owner, team });
      const settings = { anonymous, check_up: [question] };
      await app.request('PUT', `/api/v1/meetings/${meetingId}`, { as: owner, body: { settings } });
      /** Each user's first key. */
      const firstKeys = new Map<TestUser, string>();
      const calls: Record<string, MakeCall> = {
        ...boardCalls,
        'meeting.update': ({ pick }) => {
          const closes = pick === 0 ? { status: 'closed' } : { name: 'one' };
          const check_up = pick % 3 === 0 ? [] : [question];
          const body = pick < 8 ? closes : { settings: { check_in: pick % 4 !== 0, check_up } };
          return { input: body, request: ['PUT', '', body] };
        },
        'score.set': (choice) => {
          const asked = choice.pick % 3 === 0 ? 'worth' : 'mood';
          const body = { score: 1 + choice.variant };
          const authorKey = keyOf({ ...choice, name: '' });
          return { input: { ...body, asked }, request: ['PUT', `/${asked}`, body], authorKey };
        },
        'check_up.answer': (choice) => {
          const body = { question, score: 1 + choice.variant };
          const authorKey = keyOf({ ...choice, name: '' });
          return { input: body, request: ['PUT', '/check-up', body], authorKey };
        },
        'check_up.show': () => ({ input: {}, request: ['POST', '/check-up/results'] }),
        'turn.set': ({ pick, other }) => {
          const to = [null, null, ...people, outsider][pick % 7];
          const body = { done: other % 3 > 0, ...(to && { user_id: to.id }) };
          return { input: body, request: ['PUT', '/check-in/turn', body] };
        },
        'question.hide': ({ other }) => {
          const body = { question_hidden: other % 2 === 0 };
          return { input: body, request: ['PUT', '/check-in', body] };
        },
        'question.next': () => ({ input: {}, request: ['POST', '/check-in/next-question'] }),
      };

      async function readFacts(step: Step, user: TestUser, board: BoardState) {
        const [row] = await app.db.select().from(checkIns).where(eq(checkIns.meetingId, meetingId));
        const key = keyOf(step);
        const first = firstKeys.get(user);
        const meeting = getMeeting(board);
        const who = { userId: user.id, isSuperuser: false, role: 'member' } as const;
        const result =
          step.name === 'check_up.answer'
            ? checkInPolicy.checkUp(who, meeting, question)
            : step.pick % 3 === 0
              ? checkInPolicy.worth(who, meeting, new Date())
              : checkInPolicy.mood(who, meeting);
        const given = scoresOf(row);
        const by = key === null ? null : scorerHash(meetingId, key);
        const hasRoom = by !== null && (given[by] || Object.keys(given).length < people.length);
        const isAnswer = step.name === 'score.set' || step.name === 'check_up.answer';
        const scores = isAnswer && result === 'allowed' && hasRoom;
        if (scores && key !== null && first === undefined) firstKeys.set(user, key);
        return {
          members: new Map(people.map(({ id }) => [id, { isActive: true }])),
          scores: {
            given,
            by,
            isOtherKey: first !== undefined && first !== key,
            answersMin: 3,
          },
          nextQuestion: await readNextQuestion(app, team.id),
        };
      }

      const take = await openPlay(app, {
        meetingId,
        people,
        calls,
        roleOf: (user) => (user === owner ? 'admin' : 'member'),
        readFacts,
        accepted,
        onChange({ cause }, board) {
          if (cause.command !== 'score.set') return;
          // Score changes have no actor.
          expect(cause.actorId).toBeNull();
          if (board.all(checkInType)[0]?.mood) haveTotals += 1;
        },
      });
      for (const step of steps) await take(step);
      // Ending a meeting publishes pending answers if there are enough.
      const last = { by: 0, pick: 0, other: 0, text: 'one', variant: 0 };
      await take({ ...last, name: 'meeting.update' });
    }),
    { numRuns: runs, endOnFailure: true },
  );
  expect(accepted.size).toBeGreaterThan(0);
  if (runs > 20) expect(haveTotals).toBeGreaterThan(0);
});
