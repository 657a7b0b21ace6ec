// Every route that shows a superuser another team's text leaves an audit entry (docs/api.md A-47).
import { describe, expect, it } from 'vitest';

import { auditEntries } from '#server/features/admin/audit.table';
import { ask } from '#test/authz-ask';
import { authzMatrix } from '#test/authz-matrix';
import { buildScene, canary, type Scene } from '#test/authz-scene';
import { fileApp } from '#test/build-test-app';

const app = await fileApp();

/** Team names, mail subjects, and the content of invitation links. */
const untraced = [
  /^GET \/api\/v1\/teams$/,
  /^GET \/api(\/v1)?\/admin\/(teams|mails|mails\/:mailId)$/,
  /^GET \/api\/v1\/teams\/invitations\/token\/:token$/,
];
const traced = authzMatrix.filter(({ route }) => !untraced.some((each) => each.test(route)));

const stale = { 'if-match': '"0"' };
/** Reads leave it unchanged. */
let sceneOfReads: Promise<Scene> | undefined;

describe('A-47: calls that show a superuser another team’s text are in the audit log', () => {
  it.each(traced)('$route', async (row) => {
    const isRead = row.route.startsWith('GET ');
    const scene = await (isRead ? (sceneOfReads ??= buildScene(app)) : buildScene(app));
    const { token, id } = scene.actors.superuser;
    // A stale version returns the present one; the second change finds nothing to do.
    for (const headers of isRead ? [{}] : [stale, {}, {}]) {
      await app.db.delete(auditEntries);
      const answer = await ask(app, row, { scene, token, headers });
      const entries = await app.db.select().from(auditEntries);
      if (!answer.text.includes(canary)) continue;
      const request = answer.headers.get('x-request-id');
      expect([answer.status, entries[0]]).toMatchObject([
        answer.status,
        { actorId: id, requestId: request },
      ]);
    }
  });
});
