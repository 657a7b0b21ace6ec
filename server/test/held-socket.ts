// A session without a network: written frames are held until the test releases them.
import { liveLimits } from '@wentwell/contract/limits';
import { ServerFrame } from '@wentwell/contract/live/live';
import { NoteMessage } from '@wentwell/contract/live/note-messages';
import type { Meeting } from '@wentwell/contract/meetings/meetings';
import { pino } from 'pino';

import { ConnectionLimit } from '#server/live/admission';
import { systemClock } from '#server/platform/clock';
import { openGates } from '#server/platform/http/request-gates';

import { Session, type SessionDeps } from '../src/live/session.ts';
import type { TestApp, TestUser } from './build-test-app.ts';

export interface HeldSocket {
  session: Session;
  /** All written frames, released or not. */
  frames: (ServerFrame | NoteMessage)[];
  closed: number[];
  isRead: boolean;
  /** Bytes that count as accepted by the network but unsent. */
  waitingBytes: number;
  /** Releases all frames written so far and later. */
  flow(): void;
}

/** The session has not started. */
export function holdSocket(
  app: TestApp,
  { user, meeting }: { user: TestUser; meeting: Meeting },
  deps: Partial<SessionDeps> = {},
): HeldSocket {
  let flows = false;
  let held = 0;
  const socket = {
    send(bytes: Buffer) {
      const frame: unknown = JSON.parse(bytes.toString());
      result.frames.push(NoteMessage.safeParse(frame).data ?? ServerFrame.parse(frame));
      held += 1;
      // Asynchronous, like a network.
      if (flows) setImmediate(release);
    },
    startReading: () => void (result.isRead = true),
    close: (code: number) => void result.closed.push(code),
    waitingBytes: () => result.waitingBytes,
    ping: () => undefined,
    terminate: () => void result.closed.push(1006),
  };
  function release(): void {
    for (; held > 0; held -= 1) result.session.onSent();
  }
  const caller = {
    userId: user.id,
    sessionId: user.sessionId,
    email: user.email,
    firstName: '',
    lastName: '',
    displayName: user.email,
    fullName: '',
    isSuperuser: false,
    isVerified: true,
  };
  const { team_id: teamId, phase, status } = meeting;
  const result: HeldSocket = {
    session: new Session(socket, meeting.id, {
      rooms: app.rooms,
      admit: async () => ({
        kind: 'person',
        caller,
        teamId,
        isMember: true,
        phase,
        status,
        now: new Date(),
      }),
      viewBoard: () => Promise.reject(new Error('not asked for here')),
      connectionLimits: {
        users: new ConnectionLimit(liveLimits.socketsPerUser),
        links: new ConnectionLimit(liveLimits.socketsPerLink),
        boards: new ConnectionLimit(liveLimits.socketsPerBoard),
      },
      gates: openGates,
      clock: systemClock,
      logger: pino({ level: 'silent' }),
      ...deps,
    }),
    frames: [],
    closed: [],
    isRead: false,
    waitingBytes: 0,
    flow() {
      flows = true;
      release();
    },
  };
  return result;
}
