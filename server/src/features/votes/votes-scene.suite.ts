// Test fixture for votes: a board with topics in the voting phase, and vote calls.
import type { NoteId } from '@wentwell/contract/ids';
import type { Phase } from '@wentwell/contract/phases';

import { memberships } from '#server/features/teams/teams.table';
import { buildBoard } from '#test/board-scene';
import type { RequestOptions, TestApp, TestUser } from '#test/build-test-app';
import { buildUser } from '#test/factories';

/** Builds a board with `topics` notes and enters `phase`. `member` is a team member who does not lead. */
export async function buildVoting(
  app: TestApp,
  { topics = 3, phase = 'voting' }: { topics?: number; phase?: Phase } = {},
) {
  const board = await buildBoard(app);
  const { owner, path, team } = board;
  const ids: NoteId[] = [];
  for (let index = 0; index < topics; index += 1) {
    const body = { content: `Topic ${index}`, note_type: 'went_well' };
    const note = await app.post(owner, `${path}/notes`, body);
    ids.push((note.body as { id: NoteId }).id);
  }
  await board.enter(phase);
  return {
    ...board,
    topics: ids,
    /** Sets a user's votes on a topic. */
    vote: (
      as: TestUser,
      [topic, count]: readonly [topic: string | undefined, count: unknown],
      { node = app, ...options }: RequestOptions & { node?: TestApp } = {},
    ) => node.request('PUT', `${path}/topics/${topic}/votes`, { as, body: { count }, ...options }),
    finish: (as: TestUser, finished: boolean) =>
      app.put(as, `${path}/votes/finished`, { finished }),
    limit: (settings: { votes_per_person?: number; votes_per_topic?: number }) =>
      app.put(owner, path, { settings }),
    /** The votes in the user's snapshot. */
    seen: async (as: TestUser, node = app) => (await board.boardOf(as, node)).votes,
    async addMember(): Promise<TestUser> {
      const user = await buildUser(app);
      await app.db.insert(memberships).values({ teamId: team.id, userId: user.id, role: 'member' });
      return user;
    },
  };
}
