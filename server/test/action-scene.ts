// Setup of action item tests: a team of two with a meeting in Discussing.
import { Action } from '@wentwell/contract/actions/actions';
import { Board } from '@wentwell/contract/board/snapshot';

import { buildBoard } from './board-scene.ts';
import type { TestApp, TestUser } from './build-test-app.ts';
import { buildMeeting } from './factories.ts';

export async function buildActionScene(app: TestApp) {
  const scene = await buildBoard(app, 'discussing');
  const { owner, team, path } = scene;
  const listPath = `/api/v1/teams/${team.id}/actions`;
  return {
    ...scene,
    listPath,
    /** Adds an action item to the meeting. */
    agree: (as: TestUser, body: object, headers = {}) =>
      app.request('POST', `${path}/actions`, { as, body, headers }),
    /** Like `agree`, for tests of later steps. */
    agreed: async (body: object = { text: 'Ask for a reviewer' }) =>
      Action.parse((await app.post(owner, `${path}/actions`, body)).body),
    add: (as: TestUser, body: object) => app.post(as, listPath, body),
    change: (as: TestUser, { id }: Pick<Action, 'id'>, body: object) =>
      app.put(as, `/api/v1/actions/${id}`, body),
    remove: (as: TestUser, { id }: Pick<Action, 'id'>) => app.delete(as, `/api/v1/actions/${id}`),
    restore: (as: TestUser, { id }: Pick<Action, 'id'>) =>
      app.post(as, `/api/v1/actions/${id}/restore`),
    enter: (phase: string, at = path) => app.post(owner, `${at}/phase/transition`, { phase }),
    list: async (query = '', as = owner) => app.read(as, `${listPath}${query}`, Action.array()),
    board: async (at = path, as = owner) => app.read(as, `${at}/board`, Board),
    /** The team's next meeting, live and in joining. */
    next: async () => {
      const meeting = await buildMeeting(app, { owner, team, name: 'Sprint 13' });
      return { meeting, path: `/api/v1/meetings/${meeting.id}` };
    },
  };
}
