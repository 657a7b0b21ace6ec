// Sends the request of a matrix row.
import type { Scene } from './authz-scene.ts';
import type { MatrixRow } from './authz/statuses.ts';
import type { TestApp } from './build-test-app.ts';

export function paramsOf(row: MatrixRow, scene: Scene): Record<string, string> {
  return {
    teamId: scene.teamId,
    meetingId: scene.meetingId,
    noteId: scene.noteId,
    actionId: scene.actionId,
    agreementId: scene.agreementId,
    additionId: scene.additionId,
    templateId: scene.templateId,
    groupId: scene.groupId,
    invitationId: scene.invitationId,
    token: scene.invitationToken,
    userId: scene.actors.colleague.id,
    id: scene.actors.colleague.id,
    ...row.params?.(scene),
  };
}

/** Queries that routes require, by path suffix. */
const queries = { '/events': 'since=0', '/export': 'format=json' };

export function addressOf(row: MatrixRow, params: Record<string, string>): string {
  const [, path = ''] = row.route.split(' ');
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const [query] = Object.entries(queries).filter(([ending]) => filled.endsWith(ending));
  return query ? `${filled}?${query[1]}` : filled;
}

export interface Ask {
  scene: Scene;
  token?: string | undefined;
  params?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
}

export function ask(app: TestApp, row: MatrixRow, { scene, token, params, body, headers }: Ask) {
  const [method = ''] = row.route.split(' ');
  const sent = body ?? (typeof row.body === 'function' ? row.body(scene) : row.body);
  return app.request(method, addressOf(row, { ...paramsOf(row, scene), ...params }), {
    ...(token !== undefined && { token }),
    ...(sent !== undefined && { body: sent }),
    headers: { ...row.headers, ...headers },
    ...(row.form && { form: row.form(scene) }),
  });
}
