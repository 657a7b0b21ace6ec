import { ServerFrame } from '@wentwell/contract/live';
import { z } from 'zod';

const UnreadEvent = z.object({ seq: z.number().int().min(1) });

/** Parses what the server sent: the frame, the seq of an event that this version cannot read, or null. Never throws. */
export function readServerFrame(text: string): ServerFrame | number | null {
  try {
    const frame: unknown = JSON.parse(text);
    return ServerFrame.safeParse(frame).data ?? UnreadEvent.safeParse(frame).data?.seq ?? null;
  } catch {
    return null;
  }
}
