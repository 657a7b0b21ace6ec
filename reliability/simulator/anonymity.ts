// Authors in anonymous meetings of the simulation. Users have two browsers with separate author keys, so neither
// browser owns the other's notes.
import { createHash } from 'node:crypto';

import type { MeetingId, UserId } from '@wentwell/contract/ids';

import { authorKey } from '../../web/src/api/author-key.ts';
import type { Intent } from './ledger.ts';

const otherBrowserMark = '#other';

/** At the first browser, the author is the plain user id. Pages are open only there. */
export function atOtherBrowser(userId: UserId): string {
  return userId + otherBrowserMark;
}

export function userOf(author: string): string {
  return author.replace(otherBrowserMark, '');
}

/** Pages use the product's own key store. */
export function keyOf(author: string, userId: UserId, board: MeetingId): string {
  if (author === userId) return authorKey(board, userId);
  return createHash('sha256').update(author).update(board).digest('base64url');
}

/** The stored hash of a scorer, computed independently by docs/security.md. */
export function scorerOf(key: string, board: MeetingId): string {
  const hash = createHash('sha256').update('score').update(board);
  return hash.update(Buffer.from(key, 'base64url')).digest('base64url');
}

/** The stored holder of an anonymous receipt, computed independently by docs/security.md. */
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

/** Whether the change is anonymous in an anonymous meeting. */
export function isUnnamed({ kind }: Intent): boolean {
  return unnamedKinds.has(kind);
}

/** The author as shown to a viewer. In an anonymous meeting, only whether it is the viewer. */
export function shownAuthor(
  { isAnonymous }: { isAnonymous: boolean },
  by: string,
  viewer: string,
): string {
  if (!isAnonymous) return by;
  return by === viewer ? 'me' : 'nobody';
}
