// Frames as bytes. An event is encoded once per audience, and the same bytes go to every socket of it.
import type { UserId } from '@wentwell/contract/ids';
import { ClientFrame, type SignalFrame } from '@wentwell/contract/live';

import { frameFor, type LoggedEvent } from './event-log.ts';

/** An event ready to be written: `bytesFor` gives what one viewer may see. */
export interface EncodedEvent {
  seq: number;
  bytesFor(viewer: UserId): Buffer;
}

/** Takes a logged event; gives its bytes for its two audiences, each encoded at most once. */
export function encodeEvent(logged: LoggedEvent): EncodedEvent {
  const forAll = Buffer.from(JSON.stringify(frameFor(logged, null)));
  const { privateTo } = logged;
  const inFull = privateTo && Buffer.from(JSON.stringify(frameFor(logged, privateTo)));
  return {
    seq: logged.seq,
    bytesFor: (viewer) => (inFull && viewer === privateTo ? inFull : forAll),
  };
}

type Signal = SignalFrame extends infer F
  ? F extends SignalFrame
    ? Omit<F, 'timestamp'>
    : never
  : never;

/** Takes a signal and the time; gives its bytes. */
export function encodeSignal(signal: Signal, now: Date): Buffer {
  return Buffer.from(JSON.stringify({ ...signal, timestamp: now.toISOString() }));
}

/** Takes what a client wrote; gives the frame, or null for what is none. Never throws. */
export function readClientFrame(text: string): ClientFrame | null {
  try {
    const parsed = ClientFrame.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
