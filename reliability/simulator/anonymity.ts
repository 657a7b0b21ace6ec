// Authors in an anonymous meeting of a simulated world. Users have two browsers, each with an author key of its own:
// the notes of one are not the other's.
import { createHash } from 'node:crypto';

import type { MeetingId, UserId } from '@wentwell/contract/ids';

import { authorKey } from '../../web/src/api/author-key.ts';
import type { Intent } from './ledger.ts';

const otherBrowserMark = '#other';

/** A user at their first browser is known by their id alone, as in meetings with names. Pages are open in that one only. */
export function atOtherBrowser(userId: UserId): string {
  return userId + otherBrowserMark;
}

export function userOf(author: string): string {
  return author.replace(otherBrowserMark, '');
}

/** The key of a page comes from the product's own store. */
export function keyOf(author: string, userId: UserId, board: MeetingId): string {
  if (author === userId) return authorKey(board, userId);
  return createHash('sha256').update(author).update(board).digest('base64url');
}

/** The stand-in for a person who gives scores in a meeting, worked out as docs/security.md says. */
export function scorerOf(key: string, board: MeetingId): string {
  const hash = createHash('sha256').update('score').update(board);
  return hash.update(Buffer.from(key, 'base64url')).digest('base64url');
}

/** The holder of the receipt of a change without a name, worked out as docs/security.md says. */
export function unnamedHolder(key: string, idempotencyKey: string): string {
  const hash = createHash('sha256')
    .update('receipt')
    .update(Buffer.from(key, 'base64url'))
    .update(idempotencyKey)
    .digest('hex');
  const [a, b, c, d, e] = [
    [0, 8],
    [8, 12],
    [13, 16],
    [17, 20],
    [20, 32],
  ].map(([from, to]) => hash.slice(from, to));
  return `${a}-${b}-8${c}-8${d}-${e}`;
}

const unnamedKinds: ReadonlySet<Intent['kind']> = new Set([
  'add',
  'edit',
  'move',
  'remove',
  'restore',
  'group',
  'regroup',
  'part',
  'comment',
  'editComment',
  'deleteComment',
  'restoreComment',
  'react',
  'askMore',
  'sign',
  'carry',
] as const);

/** Whether nobody may learn whose change it was, where the meeting is anonymous. */
export function isUnnamed({ kind }: Intent): boolean {
  return unnamedKinds.has(kind);
}

/** The author of something, as a reader is told: by name, or only whether it was themselves. */
export function shownAuthor(
  { isAnonymous }: { isAnonymous: boolean },
  by: string,
  viewer: string,
): string {
  if (!isAnonymous) return by;
  return by === viewer ? 'me' : 'nobody';
}
