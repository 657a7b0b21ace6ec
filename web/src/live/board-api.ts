// The HTTP calls of a live board.
import { type Board, BoardWithTicket } from '@wentwell/contract/board';
import type { MeetingId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import { closeCodes, EventFrame, EventsPage, LiveTicket } from '@wentwell/contract/live';
import { z } from 'zod';

import { ApiError, apiOrigin, NetworkError, request } from '#web/api/request';

import { browserClock } from './clock.ts';
import { lostCode, noTicketCode } from './reconnect-rules.ts';

/** A page with an event that this version cannot read asks for a resync: only a snapshot can show its effect. */
const ReadableEvents = EventsPage.extend({ events: z.array(z.unknown()) }).transform((page) => {
  const events = page.events.flatMap((event) => EventFrame.safeParse(event).data ?? []);
  return { ...page, resync: page.resync || events.length < page.events.length, events };
});

export interface BoardApi {
  fetchBoard(signal: AbortSignal): Promise<Board>;
  fetchEvents(since: number, signal: AbortSignal): Promise<EventsPage>;
  /** Returns the socket's URL with a new ticket, or the close code that says why there is none. Never rejects. */
  requestSocketAddress(since: number): Promise<string | number>;
}

export function boardApi(meetingId: MeetingId): BoardApi {
  const meeting = `/api/v1/meetings/${meetingId}`;
  // The board that a page opens with brings the ticket of its first socket.
  let opening: { ticket: string; receivedAt: number } | null = null;
  let isOpening = true;

  function takeTicket(): string | null {
    const held = opening;
    isOpening = false;
    opening = null;
    const isFresh = held && browserClock.now() - held.receivedAt < liveLimits.ticketMaxAge / 2;
    return isFresh ? held.ticket : null;
  }

  async function requestTicket(): Promise<string> {
    const path = `${meeting}/live-ticket`;
    const { ticket } = await request({ path, method: 'POST', schema: LiveTicket });
    return ticket;
  }

  return {
    fetchBoard: async (signal) => {
      const query = isOpening ? { ticket: 'true' } : {};
      const path = `${meeting}/board`;
      const { live_ticket, ...board } = await request({
        path,
        query,
        schema: BoardWithTicket,
        signal,
      });
      if (live_ticket && isOpening) {
        opening = { ticket: live_ticket.ticket, receivedAt: browserClock.now() };
      }
      return board;
    },
    fetchEvents: (since, signal) =>
      request({ path: `${meeting}/events`, query: { since }, schema: ReadableEvents, signal }),
    requestSocketAddress: async (since) => {
      try {
        const ticket = takeTicket() ?? (await requestTicket());
        const address = new URL(apiOrigin() || location.origin);
        address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
        address.pathname = `/api/v1/ws/meetings/${meetingId}`;
        address.search = new URLSearchParams({ token: ticket, since: String(since) }).toString();
        return address.href;
      } catch (error) {
        if (error instanceof ApiError) return closeCodeOf(error.status);
        return error instanceof NetworkError ? lostCode : noTicketCode;
      }
    },
  };
}

/** A refused ticket is handled like a socket that is closed during its handshake. */
function closeCodeOf(status: number): number {
  if (status === 401) return closeCodes.sessionEnded.code;
  if (status === 403 || status === 404) return closeCodes.refused.code;
  return status === 409 ? closeCodes.notLive.code : noTicketCode;
}
