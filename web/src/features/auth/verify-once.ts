// Verifying spends the link's token, so it is asked once per page however often React mounts the screen.

import { ApiError, request } from '#web/api/request';

const asked = new Map<string, Promise<void>>();

/** Takes the link's token; gives the one answer to it, and asks again only where none ever came. */
export function verifyOnce(token: string): Promise<void> {
  const before = asked.get(token);
  if (before) return before;
  const answer = verify(token).catch((error: unknown) => {
    if (!(error instanceof ApiError)) asked.delete(token);
    throw error;
  });
  asked.set(token, answer);
  return answer;
}

function verify(token: string): Promise<void> {
  return request({ path: '/api/v1/auth/verify', method: 'POST', body: { token } });
}
