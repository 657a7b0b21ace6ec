import { ServerFrame } from '@wentwell/contract/live';
import { z } from 'zod';

const UnreadableEvent = z.object({ seq: z.number().int().min(1) });

/** Returns the frame, the seq of an event that this version cannot read, or null for anything else. Never throws. */
export function parseServerFrame(text: string): ServerFrame | number | null {
  try {
    const frame: unknown = JSON.parse(text);
    return ServerFrame.safeParse(frame).data ?? UnreadableEvent.safeParse(frame).data?.seq ?? null;
  } catch {
    return null;
  }
}
