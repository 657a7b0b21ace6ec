// An anonymous meeting of three team members, each with an author key.
import { Board } from '@wentwell/contract/board/snapshot';
import { Note } from '@wentwell/contract/notes/notes';
import type { Phase } from '@wentwell/contract/phases';

import type { TestApp, TestUser } from './build-test-app.ts';
import { buildMeeting, buildTeam, buildUser } from './factories.ts';

/** A user whose browser has a key. */
export interface Writer {
  as: TestUser;
  authorKey: string;
}

export const people = [
  { firstName: 'Adalovelacia', lastName: 'Byronesque' },
  { firstName: 'Bobwardian', lastName: 'Kahnemanish' },
  { firstName: 'Evelynique', lastName: 'Curiesque' },
];

/** A distinct key per number. */
export function makeKey(number: number): string {
  return Buffer.alloc(32, number).toString('base64url');
}

/** Ada owns the meeting; Bob and Eve are members. */
export async function buildAnonymousMeeting(app: TestApp, phase: Phase = 'writing') {
  const users = await Promise.all(people.map((person) => buildUser(app, person)));
  const [ada, bob, eve] = users.map((as, index) => ({ as, authorKey: makeKey(index + 1) }));
  if (!ada || !bob || !eve) throw new Error('unreachable');
  const team = await buildTeam(app, { admin: ada.as, members: [bob.as, eve.as] });
  const meeting = await buildMeeting(app, { owner: ada.as, team });
  const path = `/api/v1/meetings/${meeting.id}`;
  await app.put(ada.as, path, { settings: { anonymous: true } });

  const enter = (to: Phase) => app.post(ada.as, `${path}/phase/transition`, { phase: to });
  if (phase !== 'joining') await enter(phase);

  /** `what` is the method, and the path below the meeting. */
  function call(who: Writer, what: string, body?: object) {
    const [method = '', below = ''] = what.split(' ');
    return app.request(method, path + below, { ...who, ...(body && { body }) });
  }
  return {
    ada,
    bob,
    eve,
    team,
    meeting,
    path,
    enter,
    call,
    async write(who: Writer, content: string, note_type = 'went_well'): Promise<Note> {
      return Note.parse((await call(who, 'POST /notes', { content, note_type })).body);
    },
    async board(who: { as: TestUser; authorKey?: string }): Promise<Board> {
      return Board.parse((await app.request('GET', `${path}/board`, who)).body);
    },
  };
}
