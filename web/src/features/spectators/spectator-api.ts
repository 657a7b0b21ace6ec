// Calls of a room's screen, which has a link instead of an account. The link's secret buys sessions that read one board.
import { colorsOf } from '@wentwell/contract/accounts/person-colors';
import { answersMinDefault } from '@wentwell/contract/check-in/check-in';
import {
  type MissingMembers,
  noneMissing,
  SpectatorRecords,
  SpectatorSession,
} from '@wentwell/contract/guests/spectators';
import { UserId } from '@wentwell/contract/ids';
import { closeCodes, LiveTicket } from '@wentwell/contract/live/live';

import { ApiError, request } from '#web/api/request';
import { type BoardSnapshot, ReadableChanges, withState } from '#web/board/board-snapshot';
import { type BoardApi, socketAddress } from '#web/live/board-api';
import { lostCode } from '#web/live/reconnect-rules';

/** Placeholder: a screen reads the board as nobody. */
const nobody = { user_id: UserId.parse('00000000-0000-0000-0000-000000000000') };
const you = { ...nobody, role: null, is_superuser: false } as const;
const own_scores = {
  mood_mine: null,
  mood_after_mine: null,
  worth_mine: null,
  answers_min: answersMinDefault,
};

const ReadableBoard = SpectatorRecords.transform(withState);

export interface ScreenApi extends BoardApi {
  /** Names of people on all boards fetched so far; others are unknown. */
  names: ReadonlyMap<UserId, string>;
  /** Colours of the members on the board fetched last. */
  colors: ReadonlyMap<UserId, number>;
  /** As of the board fetched last. */
  missing: MissingMembers;
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

  /** Rejects with a 404 if the link no longer works. */
  async function asScreen<T>(work: (held: SpectatorSession) => Promise<T>): Promise<T> {
    const held = await (session ?? enter());
    try {
      return await work(held);
    } catch (error) {
      // The session has expired or its link was revoked; the secret tells which.
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      return work(await enter());
    }
  }

  const api: ScreenApi = {
    names,
    colors: new Map(),
    missing: noneMissing,
    fetchBoard: (signal) =>
      asScreen(async ({ access_token: token }): Promise<BoardSnapshot> => {
        const path = '/api/v1/spectator/records';
        const {
          names: named,
          missing,
          ...board
        } = await request({
          path,
          schema: ReadableBoard,
          signal,
          token,
        });
        for (const { user_id, name } of named) names.set(user_id, name);
        api.colors = colorsOf(named);
        api.missing = missing;
        return { ...board, you, own_scores };
      }),
    fetchChanges: (since, signal) =>
      asScreen(({ access_token: token }) => {
        const path = '/api/v1/spectator/events';
        return request({ path, query: { since }, schema: ReadableChanges, signal, token });
      }),
    requestSocketAddress: async (since, presence) => {
      try {
        return await asScreen(async ({ access_token: token, meeting_id }) => {
          const path = '/api/v1/spectator/live-ticket';
          const { ticket } = await request({ path, method: 'POST', schema: LiveTicket, token });
          return socketAddress(meeting_id, { ticket, since, presence });
        });
      } catch (error) {
        if (!(error instanceof ApiError)) return lostCode;
        if (error.status === 409) return closeCodes.notLive.code;
        return error.status === 404 ? closeCodes.refused.code : closeCodes.goingAway.code;
      }
    },
  };
  return api;
}
