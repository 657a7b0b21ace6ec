// The author key of anonymous meetings. It leaves this browser only in requests; the server stores its hash. Without
// the key nobody can change what it wrote.
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import { authorKeyHeader } from '@wentwell/contract/notes/author-keys';

import { readStored, store } from '#web/browser-storage';

import { randomSecret } from './random-ids.ts';

/** A key lives at least as long as the page, even if the browser refuses or clears storage. */
const inUse = new Map<string, string>();

function keyName(meetingId: MeetingId, userId: UserId): string {
  return `authorKey:${userId}:${meetingId}`;
}

/** Null if this browser has not needed one. */
export function knownAuthorKey(meetingId: MeetingId, userId: UserId): string | null {
  const name = keyName(meetingId, userId);
  return inUse.get(name) ?? readStored(name);
}

/** The same key on every call. Each user of a shared browser has their own. */
export function authorKey(meetingId: MeetingId, userId: UserId): string {
  const name = keyName(meetingId, userId);
  const key = knownAuthorKey(meetingId, userId) ?? randomSecret();
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

/** The open board and its user, whose key the requests carry. */
let openBoard: { meetingId: MeetingId; userId: UserId } | null = null;
/** Survives a browser that refuses storage. */
const anonymousInThisPage = new Set<string>();

function anonymityName(meetingId: MeetingId, userId: UserId): string {
  return `anonymous:${userId}:${meetingId}`;
}

export function setWriter(meetingId: MeetingId, userId: UserId): void {
  openBoard = { meetingId, userId };
  addEventListener('pagehide', storeKeysInUse);
}

/** Stored, because changes left by an earlier page are sent before the board has loaded. */
export function setAnonymity(meetingId: MeetingId, userId: UserId, isAnonymous: boolean): void {
  const name = anonymityName(meetingId, userId);
  if (anonymousInThisPage.has(name) === isAnonymous) return;
  if (isAnonymous) anonymousInThisPage.add(name);
  else anonymousInThisPage.delete(name);
  store(name, isAnonymous ? 'yes' : null);
}

/** Reads of the open board always carry the key, changes only in anonymous meetings. */
export function authorHeaders(path: string): Record<string, string> {
  if (!openBoard) return {};
  const { meetingId, userId } = openBoard;
  const meeting = `/api/v1/meetings/${meetingId}/`;
  if (!path.startsWith(meeting)) return {};
  const name = anonymityName(meetingId, userId);
  const isAnonymous = anonymousInThisPage.has(name) || readStored(name) === 'yes';
  const isReading = /^(board|records|events)$/.test(path.slice(meeting.length));
  return isAnonymous || isReading ? { [authorKeyHeader]: authorKey(meetingId, userId) } : {};
}
