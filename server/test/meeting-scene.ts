// A meeting with its owner, the team's admin, a member and an outsider.
import { EventsPage } from '@wentwell/contract/live/live';
import { Note } from '@wentwell/contract/notes/notes';
import type { Phase } from '@wentwell/contract/phases';

import type { NoteComparer } from '#server/features/suggestions/note-comparer';
import type { Bus } from '#server/platform/bus/bus';
import type { Clock } from '#server/platform/clock';

import {
  buildTestApp,
  type RequestOptions,
  type TestApp,
  type TestUser,
} from './build-test-app.ts';
import { buildMeeting, buildTeam, buildUser } from './factories.ts';

export interface SceneOptions {
  /** A file's product, which outlives this setup. */
  app?: TestApp;
  phase?: Phase;
  status?: 'planned' | 'live' | 'closed';
  clock?: Clock;
  comparer?: NoteComparer;
  /** For another node on the same bus. */
  bus?: Bus;
}

/** A meeting in the given state, by default on its own product. `await using` ends that. */
export async function buildMeetingScene(options: SceneOptions = {}) {
  const { phase, status, clock, comparer, bus } = options;
  const given = { ...(clock && { clock }), ...(comparer && { comparer }), ...(bus && { bus }) };
  const app = options.app ?? (await buildTestApp({}, given));
  const [admin, owner, member, outsider] = await Promise.all(
    [1, 2, 3, 4].map(() => buildUser(app)),
  );
  if (!admin || !owner || !member || !outsider) throw new Error('unreachable');
  const team = await buildTeam(app, { admin, members: [owner, member] });
  const meeting = await buildMeeting(app, {
    owner,
    team,
    ...(phase && { phase }),
    ...(status && { status }),
  });
  const path = `/api/v1/meetings/${meeting.id}`;
  return {
    app,
    admin,
    owner,
    member,
    outsider,
    team,
    meeting,
    path,
    notes: `${path}/notes`,
    /** A call below the meeting's path. */
    call: (method: string, below: string, options: RequestOptions) =>
      app.request(method, path + below, options),
    async write(as: TestUser, body: object): Promise<Note> {
      return Note.parse((await app.post(as, `${path}/notes`, body)).body);
    },
    /** The commands of all changes of the board, as its owner sees them. */
    async commands(): Promise<(string | null)[]> {
      return (await app.read(owner, `${path}/events?since=0`, EventsPage)).events.map(
        ({ data }) => data.command,
      );
    },
    async [Symbol.asyncDispose]() {
      if (!options.app) await app[Symbol.asyncDispose]();
    },
  };
}
export type MeetingScene = Awaited<ReturnType<typeof buildMeetingScene>>;
