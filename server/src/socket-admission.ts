// Identifies a board socket's owner by the token in its URL: a screen's ticket, a user's ticket or an access token.
import type { OutsiderActsService } from './features/admin/outsider-acts.ts';
import type { SessionsService } from './features/auth/sessions.ts';
import type { boardService } from './features/board/board.service.ts';
import { isScreenTicket, redeemScreenTicket } from './features/spectators/spectators.ts';
import type { Admit } from './live/admission.ts';
import type { Database } from './platform/db/database.ts';

interface SocketAdmissionDeps {
  db: Database;
  sessions: SessionsService;
  board: ReturnType<typeof boardService>;
  outsiderActs: OutsiderActsService;
}

export function socketAdmission(deps: SocketAdmissionDeps): Admit {
  const { db, sessions, board, outsiderActs } = deps;
  return async (meetingId, { token, since, authorHash, from }) => {
    if (isScreenTicket(token)) {
      const screen = await redeemScreenTicket(db, token, meetingId);
      if (!screen) return 'linkRevoked';
      return screen.status === 'live' ? { kind: 'screen', ...screen } : 'notLive';
    }
    // Clients that use our extra parameters must use tickets, which keep access tokens out of proxy logs.
    const isBasic = since === null && !authorHash;
    const byToken = async () => {
      const caller = isBasic ? await sessions.authenticate(token) : null;
      return caller ? board.admit(caller, meetingId) : 'refused';
    };
    const admission = (await board.admitByTicket(token, meetingId)) ?? (await byToken());
    if (typeof admission === 'object' && !admission.isMember) {
      const target = { kind: 'meetings', id: meetingId } as const;
      const origin = { userId: admission.caller.userId, address: from, requestId: '' };
      await outsiderActs.recordReads(origin, [{ action: 'read_meeting', target }]);
    }
    return admission;
  };
}
