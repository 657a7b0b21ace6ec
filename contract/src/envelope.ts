import { UserId } from './ids.ts';
import { Timestamp } from './text.ts';

/** The same both ways; `userId` is whose action it was, null for the server's own. */
export const envelope = { userId: UserId.nullable(), timestamp: Timestamp };
