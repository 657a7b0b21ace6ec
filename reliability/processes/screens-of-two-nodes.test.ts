// A screen's link is revoked on another node while Redis is down. The screen closes without a message
// (docs/live-protocol.md S-52).
import { NewSpectatorLink, SpectatorSession } from '@wentwell/contract/guests/spectators';
import { LiveTicket } from '@wentwell/contract/live/live';
import { expect, test } from 'vitest';

import { startCluster } from '../../server/test/cluster.ts';
import { openLiveClient } from '../../server/test/live-client.ts';
import { canRunRedis } from '../../server/test/redis.ts';
import { call, openBoard } from './board.ts';

test.skipIf(!canRunRedis)(
  'revoking a link while Redis is down closes the other node’s screens',
  { timeout: 150_000 },
  async () => {
    await using cluster = await startCluster();
    const { here, there, redis, mail } = cluster;
    const { token, meetingId } = await openBoard(here.url, mail);
    const link = `/meetings/${meetingId}/spectator-link`;
    const made = await call(here.url, link, { token, method: 'POST' });
    const { secret } = NewSpectatorLink.parse(made);
    const entry = { token: '', method: 'POST', body: { secret } };
    const session = await call(there.url, '/spectator/session', entry);
    const screen = SpectatorSession.parse(session).access_token;
    const asScreen = { token: screen, method: 'POST' };
    const { ticket } = LiveTicket.parse(await call(there.url, '/spectator/live-ticket', asScreen));
    const address = `${there.url.replace('http', 'ws')}/api/v1/ws/meetings/${meetingId}`;
    {
      await using client = await openLiveClient(`${address}?token=${ticket}&since=0`);
      await client.untilType('welcome');
      await redis.kill();
      await call(here.url, link, { token, method: 'DELETE' });
      expect(await client.closed).toBe(4404);
      const board = call(there.url, '/spectator/board', { token: screen });
      await expect(board).rejects.toThrow('401');
    }
  },
);
