import { SignalFrame } from '@wentwell/contract/live/live';
import { z } from 'zod';

import { type BoardChange, readChange } from '#web/board/board-snapshot';

/** `changed` is not a frame type of the server. */
export type ReceivedFrame = SignalFrame | { type: 'changed'; change: BoardChange };

const Sequenced = z.object({ seq: z.number().int().min(1) });

/** Returns the frame, the seq of a change that this version cannot parse, or null for anything else. Never throws. */
export function parseServerFrame(text: string): ReceivedFrame | number | null {
  try {
    const frame: unknown = JSON.parse(text);
    const signal = SignalFrame.safeParse(frame).data;
    if (signal) return signal;
    const change = readChange(frame);
    return change ? { type: 'changed', change } : (Sequenced.safeParse(frame).data?.seq ?? null);
  } catch {
    return null;
  }
}
