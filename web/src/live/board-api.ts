// The calls that a live board is made of.
import { Board } from '@wentwell/contract/board';
import type { MeetingId } from '@wentwell/contract/ids';
import { closeCodes, EventFrame, EventsPage, LiveTicket } from '@wentwell/contract/live';
import { z } from 'zod';

import { ApiError, apiOrigin, NetworkError, request } from '#web/api/request';

import { lostCode, noTicketCode } from './reconnect-rules.ts';

/** Events as this version reads them: where a newer server tells of something else, only the snapshot can say what. */
const ReadableEvents = EventsPage.extend({ events: z.array(z.unknown()) }).transform((page) => {
  const events = page.events.flatMap((event) => EventFrame.safeParse(event).data ?? []);
  return { ...page, resync: page.resync || events.length < page.events.length, events };
});

export interface BoardApi {
  board(signal: AbortSignal): Promise<Board>;
  events(since: number, signal: AbortSignal): Promise<EventsPage>;
  /** The socket's address with a fresh ticket, or the close code that tells why there is none. Never rejects. */
  address(since: number): Promise<string | number>;
}

export function boardApi(meetingId: MeetingId): BoardApi {
  const meeting = `/api/v1/meetings/${meetingId}`;
  return {
    board: (signal) => request({ path: `${meeting}/board`, schema: Board, signal }),
    events: (since, signal) =>
      request({ path: `${meeting}/events`, query: { since }, schema: ReadableEvents, signal }),
    address: async (since) => {
      try {
        const path = `${meeting}/live-ticket`;
        const { ticket } = await request({ path, method: 'POST', schema: LiveTicket });
        const address = new URL(apiOrigin() || location.origin);
        address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
        address.pathname = `/api/v1/ws/meetings/${meetingId}`;
        address.search = new URLSearchParams({ token: ticket, since: String(since) }).toString();
        return address.href;
      } catch (error) {
        if (error instanceof ApiError) return doorCode(error.status);
        return error instanceof NetworkError ? lostCode : noTicketCode;
      }
    },
  };
}

/** A refused ticket is the same answer as a socket closed at the door. */
function doorCode(status: number): number {
  if (status === 401) return closeCodes.sessionEnded.code;
  if (status === 403 || status === 404) return closeCodes.refused.code;
  return status === 409 ? closeCodes.notLive.code : noTicketCode;
}
