// How features end live sockets: by naming who must go. Every node hears it and closes its own.
import type { MeetingId, SessionId, TeamId, UserId } from '@wentwell/contract/ids';

/** Whose sockets to close (docs/live-protocol.md S-51). */
export type CutTarget =
  /** `goingAway` where the session was replaced by another of the same browser, which comes back with that. */
  | { kind: 'session'; sessionId: SessionId; because?: 'goingAway' }
  /** `forget` where the account is closed: presence shows the person no longer, not even as gone. */
  | { kind: 'user'; userId: UserId; exceptSession?: SessionId; forget?: true }
  | { kind: 'member'; teamId: TeamId; userId: UserId }
  | { kind: 'team'; teamId: TeamId }
  | { kind: 'meeting'; meetingId: MeetingId; because: 'normal' | 'notLive' | 'refused' };

/** Call it after the commit that took the right away. */
export type Disconnect = (target: CutTarget) => void;
