import { UserId } from '../ids.ts';
import { Timestamp } from '../text/text.ts';

/** Shared by both directions. `userId` is the actor; null for the server's own frames. */
export const envelope = { userId: UserId.nullable(), timestamp: Timestamp };
