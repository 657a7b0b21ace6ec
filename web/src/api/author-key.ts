// The key by which a person writes in a meeting without a name. It never leaves this browser but in requests, of which
// the server stores only a hash; whoever loses it can no longer change what they wrote.
import type { MeetingId, UserId } from '@wentwell/contract/ids';

import { readStored, store } from './browser-storage.ts';

/** Where the browser refuses storage, a key lives as long as the page. */
const unstored = new Map<string, string>();

/** The same key at every call. Each person of a shared browser has their own. */
export function authorKey(meetingId: MeetingId, userId: UserId): string {
  const name = `authorKey:${userId}:${meetingId}`;
  const known = readStored(name) ?? unstored.get(name);
  if (known !== undefined) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const key = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '');
  store(name, key);
  unstored.set(name, key);
  return key;
}
