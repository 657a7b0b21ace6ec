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
      Action.parse((await app.request('POST', `${path}/actions`, { as: owner, body })).body),
    add: (as: TestUser, body: object) => app.request('POST', listPath, { as, body }),
    change: (as: TestUser, { id }: Pick<Action, 'id'>, body: object) =>
      app.request('PUT', `/api/v1/actions/${id}`, { as, body }),
    remove: (as: TestUser, { id }: Pick<Action, 'id'>) =>
      app.request('DELETE', `/api/v1/actions/${id}`, { as }),
    restore: (as: TestUser, { id }: Pick<Action, 'id'>) =>
      app.request('POST', `/api/v1/actions/${id}/restore`, { as }),
    enter: (phase: string, at = path) =>
      app.request('POST', `${at}/phase/transition`, { as: owner, body: { phase } }),
    list: async (query = '', as = owner) =>
      Action.array().parse((await app.request('GET', `${listPath}${query}`, { as })).body),
    board: async (at = path, as = owner) =>
      Board.parse((await app.request('GET', `${at}/board`, { as })).body),
    /** The team's next meeting, live and in joining. */
    next: async () => {
      const meeting = await buildMeeting(app, { owner, team, name: 'Sprint 13' });
      return { meeting, path: `/api/v1/meetings/${meeting.id}` };
    },
  };
}
