// The author key of anonymous meetings. It leaves this browser only in requests, of which the server stores a hash. Without
// the key nobody can change what it wrote.
import { authorKeyHeader } from '@wentwell/contract/author-keys';
import type { MeetingId, UserId } from '@wentwell/contract/ids';

import { readStored, store } from './browser-storage.ts';
import { randomSecret } from './random-ids.ts';

/** A key lives at least as long as the page, even if the browser refuses or clears storage. */
const inUse = new Map<string, string>();

/** The same key on every call. Each user of a shared browser has their own. */
export function authorKey(meetingId: MeetingId, userId: UserId): string {
  const name = `authorKey:${userId}:${meetingId}`;
  const key = inUse.get(name) ?? readStored(name) ?? randomSecret();
  inUse.set(name, key);
  storeIfMissing(key, name);
  return key;
}

function storeIfMissing(key: string, name: string): void {
  if (readStored(name) === null) store(name, key);
}

/** The storage may have been cleared since the last request. */
function storeKeysInUse(): void {
  for (const [name, key] of inUse) storeIfMissing(key, name);
}

/** The user of the open board; changes of its notes are sent with their key. */
let writer: { meetingId: MeetingId; userId: UserId } | null = null;
const unstoredAnonymity = new Set<string>();

function anonymityName(meetingId: MeetingId, userId: UserId): string {
  return `anonymous:${userId}:${meetingId}`;
}

export function setWriter(meetingId: MeetingId, userId: UserId): void {
  writer = { meetingId, userId };
  addEventListener('pagehide', storeKeysInUse);
}

/** Stored, because changes left by an earlier page are sent before the board has loaded. */
export function setAnonymity(meetingId: MeetingId, userId: UserId, isAnonymous: boolean): void {
  const name = anonymityName(meetingId, userId);
  if (unstoredAnonymity.has(name) === isAnonymous) return;
  if (isAnonymous) unstoredAnonymity.add(name);
  else unstoredAnonymity.delete(name);
  store(name, isAnonymous ? 'yes' : null);
}

/** Reads of the open board always carry the key, changes only in anonymous meetings. */
export function authorHeaders(path: string): Record<string, string> {
  if (!writer) return {};
  const { meetingId, userId } = writer;
  const meeting = `/api/v1/meetings/${meetingId}/`;
  if (!path.startsWith(meeting)) return {};
  const name = anonymityName(meetingId, userId);
  const isAnonymous = unstoredAnonymity.has(name) || readStored(name) === 'yes';
  const isReading = /^(board|records|changes)$/.test(path.slice(meeting.length));
  return isAnonymous || isReading ? { [authorKeyHeader]: authorKey(meetingId, userId) } : {};
}
