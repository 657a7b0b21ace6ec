import { RecordedBoard } from '@wentwell/contract/board/recorded-board';
import type { MeetingId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import { closeCodes, LiveTicket } from '@wentwell/contract/live/live';

import { ApiError, apiOrigin, NetworkError, request } from '#web/api/request';
import { type BoardSnapshot, ReadableChanges, withState } from '#web/board/board-snapshot';

import { browserClock } from './clock.ts';
import { lostCode, unknownAddressCode, noTicketCode } from './reconnect-rules.ts';

const ReadableBoard = RecordedBoard.transform(withState);

export interface BoardApi {
  fetchBoard(signal: AbortSignal): Promise<BoardSnapshot>;
  fetchChanges(since: number, signal: AbortSignal): Promise<ReadableChanges>;
  /** Returns the socket's URL with a new ticket, or the close code of the refusal. Never rejects. */
  requestSocketAddress(since: number, presence: string | undefined): Promise<string | number>;
}

export function boardApi(meetingId: MeetingId): BoardApi {
  const meeting = `/api/v1/meetings/${meetingId}`;
  // The board's first answer includes the ticket of the first socket. Null once a socket is requested.
  let opening: { ticket?: string; receivedAt: number } | null = { receivedAt: 0 };

  async function takeTicket(): Promise<string> {
    const { ticket: held, receivedAt } = opening ?? { receivedAt: 0 };
    opening = null;
    const isFresh = browserClock.now() - receivedAt < liveLimits.ticketMaxAge / 2;
    if (held !== undefined && isFresh) return held;
    const path = `${meeting}/live-ticket`;
    const { ticket } = await request({ path, method: 'POST', schema: LiveTicket });
    return ticket;
  }

  return {
    fetchBoard: async (signal) => {
      const query = opening ? { ticket: 'true' } : {};
      const path = `${meeting}/records`;
      const { live_ticket, ...board } = await request({
        path,
        query,
        schema: ReadableBoard,
        signal,
      });
      if (live_ticket && opening) {
        opening = { ticket: live_ticket.ticket, receivedAt: browserClock.now() };
      }
      return board;
    },
    fetchChanges: (since, signal) =>
      request({ path: `${meeting}/events`, query: { since }, schema: ReadableChanges, signal }),
    requestSocketAddress: async (since, presence) => {
      try {
        const ticket = await takeTicket();
        return socketAddress(meetingId, { ticket, since, presence });
      } catch (error) {
        if (error instanceof ApiError) return closeCodeOf(error.status);
        return error instanceof NetworkError ? lostCode : noTicketCode;
      }
    },
  };
}

export function socketAddress(
  meetingId: MeetingId,
  { ticket, since, presence = '' }: { ticket: string; since: number; presence: string | undefined },
): string {
  const address = new URL(apiOrigin() || location.origin);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  address.pathname = `/api/v1/ws/meetings/${meetingId}`;
  const query = { token: ticket, since: String(since), presence };
  address.search = new URLSearchParams(query).toString();
  return address.href;
}

/** Treats a refused ticket like a socket closed during its handshake. */
function closeCodeOf(status: number): number {
  if (status === 401) return closeCodes.sessionEnded.code;
  if (status === 403 || status === 404) return closeCodes.refused.code;
  if (status === 409) return closeCodes.notLive.code;
  return status === unknownAddressCode ? status : noTicketCode;
}
