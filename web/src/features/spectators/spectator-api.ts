// The calls of a screen, which has a link and no account: its secret buys sessions, and a session reads one board.
import type { Board } from '@wentwell/contract/board';
import { UserId } from '@wentwell/contract/ids';
import { closeCodes, EventFrame, EventsPage, LiveTicket } from '@wentwell/contract/live';
import { SpectatorBoard, SpectatorSession } from '@wentwell/contract/spectators';
import { z } from 'zod';

import { ApiError, apiOrigin, request } from '#web/api/request';
import type { BoardApi } from '#web/live/board-api';
import { lostCode } from '#web/live/reconnect-rules';

/** Nobody in particular looks at the board of a screen. */
const nobody = { user_id: UserId.parse('00000000-0000-0000-0000-000000000000') };
const you = { ...nobody, role: null, is_superuser: false } as const;

/** A page with an event that this version cannot read asks for a resync: only a snapshot can show its effect. */
const ReadableEvents = EventsPage.extend({ events: z.array(z.unknown()) }).transform((page) => {
  const events = page.events.flatMap((event) => EventFrame.safeParse(event).data ?? []);
  return { ...page, resync: page.resync || events.length < page.events.length, events };
});

export interface ScreenApi extends BoardApi {
  /** Of those whom the board that was fetched last names. Without an entry nobody has told. */
  names: ReadonlyMap<UserId, string>;
}

export function spectatorApi(secret: string): ScreenApi {
  const names = new Map<UserId, string>();
  let session: Promise<SpectatorSession> | null = null;

  function enter(): Promise<SpectatorSession> {
    const entering = request({
      path: '/api/v1/spectator/session',
      method: 'POST',
      body: { secret },
      schema: SpectatorSession,
      token: null,
    });
    session = entering;
    entering.catch(() => {
      if (session === entering) session = null;
    });
    return entering;
  }

  /** Rejects with a 404 where the link does not work any more. */
  async function asScreen<T>(work: (held: SpectatorSession) => Promise<T>): Promise<T> {
    const held = await (session ?? enter());
    try {
      return await work(held);
    } catch (error) {
      // The session has expired, or its link was revoked: the secret tells which.
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      return work(await enter());
    }
  }

  return {
    names,
    fetchBoard: (signal) =>
      asScreen(async ({ access_token: token }): Promise<Board> => {
        const path = '/api/v1/spectator/board';
        const { names: named, ...board } = await request({
          path,
          schema: SpectatorBoard,
          signal,
          token,
        });
        for (const { user_id, name } of named) names.set(user_id, name);
        return { ...board, you };
      }),
    fetchEvents: (since, signal) =>
      asScreen(({ access_token: token }) => {
        const path = '/api/v1/spectator/events';
        return request({ path, query: { since }, schema: ReadableEvents, signal, token });
      }),
    requestSocketAddress: async (since) => {
      try {
        return await asScreen(async ({ access_token: token, meeting_id }) => {
          const path = '/api/v1/spectator/live-ticket';
          const { ticket } = await request({ path, method: 'POST', schema: LiveTicket, token });
          const address = new URL(apiOrigin() || location.origin);
          address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
          address.pathname = `/api/v1/ws/meetings/${meeting_id}`;
          const query = { token: ticket, since: String(since) };
          address.search = new URLSearchParams(query).toString();
          return address.href;
        });
      } catch (error) {
        if (!(error instanceof ApiError)) return lostCode;
        if (error.status === 409) return closeCodes.notLive.code;
        return error.status === 404 ? closeCodes.refused.code : closeCodes.goingAway.code;
      }
    },
  };
}
