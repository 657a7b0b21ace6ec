// Sign-ins at the provider that wait for a proof: the account of their address is to be its owner's before they are
// linked. The proof is the account's password, or where there is none to ask for, a code that is mailed to the address.
import { randomInt } from 'node:crypto';

import type { UserId } from '@wentwell/contract/ids';
import { and, eq, gt, lt, sql } from 'drizzle-orm';

import type { UserRow } from '#server/features/users/users.table';
import type { Database, Tx } from '#server/platform/db/database';
import { databaseNow, fromDatabaseNow } from '#server/platform/db/database-time';
import { ApiError, tooMany } from '#server/platform/http/api-error';
import { HOUR, MINUTE } from '#server/platform/http/rate-limits';
import type { RenderEmail } from '#server/platform/mail/email';
import type { QueueMail } from '#server/platform/mail/mail-queue';
import { hashSecret, newSecret } from '#server/platform/secrets';

import { linkCodeEmail, linkedEmail } from './account-emails.ts';
import type { Subject } from './identities.service.ts';
import { pendingLinks } from './identities.table.ts';

export interface PendingLinksDeps {
  db: Database;
  queueMail: QueueMail;
  renderEmail: RenderEmail;
}

export interface PendingLink extends Subject {
  userId: UserId;
  by: 'password' | 'code';
}

const maxAge = 15 * MINUTE;
/** Tries of a code with eight digits. */
const triesMax = 5;
const codesPerHour = 5;

const isOpen = gt(pendingLinks.expiresAt, databaseNow);

function hasToken(token: string) {
  return eq(pendingLinks.tokenHash, hashSecret(token));
}

function newCode(): string {
  return String(randomInt(100_000_000)).padStart(8, '0');
}

/** The token, which the browser alone has, keeps a reader of the table from trying all codes. */
function hashCode(token: string, code: string): string {
  return hashSecret(`${token} ${code}`);
}

export function pendingLinksService({ db, queueMail, renderEmail }: PendingLinksDeps) {
  return {
    /** Returns the token of the link; the caller has locked the account. A code leaves with the transaction. */
    async add(
      tx: Tx,
      account: UserRow,
      { by, providerName, ...subject }: Subject & { by: PendingLink['by']; providerName: string },
    ): Promise<string> {
      const token = newSecret();
      const code = by === 'code' ? newCode() : null;
      if (code !== null) {
        const lately = gt(pendingLinks.createdAt, fromDatabaseNow(-HOUR));
        const ofAccount = eq(pendingLinks.userId, account.id);
        if ((await tx.$count(pendingLinks, and(ofAccount, lately))) >= codesPerHour) {
          throw tooMany(HOUR);
        }
        const email = linkCodeEmail({ to: account.email, code, providerName, maxAge });
        await queueMail(tx, renderEmail(email));
      }
      const { issuer, subject: id, email } = subject;
      await tx.insert(pendingLinks).values({
        tokenHash: hashSecret(token),
        userId: account.id,
        issuer,
        subject: id,
        email,
        codeHash: code === null ? null : hashCode(token, code),
        expiresAt: fromDatabaseNow(maxAge),
      });
      return token;
    },

    /** Tells the account's owner by mail, who need not be the one who linked it. */
    async notify(tx: Tx, to: string, providerName: string): Promise<void> {
      await queueMail(tx, renderEmail(linkedEmail({ to, providerName })));
    },

    /** Throws PROVIDER_SIGN_IN_GONE for a token that is unknown, over or spent. */
    async find(token: string): Promise<PendingLink> {
      const [found] = await db
        .select()
        .from(pendingLinks)
        .where(and(hasToken(token), isOpen));
      if (!found) throw new ApiError('PROVIDER_SIGN_IN_GONE');
      const { userId, issuer, subject, email, codeHash } = found;
      return { userId, issuer, subject, email, by: codeHash === null ? 'password' : 'code' };
    },

    /** Counts the try before it judges the code, so that tries at once are no more than tries one by one. */
    async hasCode(token: string, code: string): Promise<boolean> {
      const [counted] = await db
        .update(pendingLinks)
        .set({ tries: sql`${pendingLinks.tries} + 1` })
        .where(and(hasToken(token), isOpen, lt(pendingLinks.tries, triesMax)))
        .returning({ codeHash: pendingLinks.codeHash });
      if (!counted) throw new ApiError('PROVIDER_SIGN_IN_GONE');
      return counted.codeHash === hashCode(token, code.replaceAll(/\s/g, ''));
    },

    /** The second of two at once finds it spent. */
    async spend(tx: Tx, token: string): Promise<void> {
      const [spent] = await tx
        .delete(pendingLinks)
        .where(and(hasToken(token), isOpen))
        .returning({ userId: pendingLinks.userId });
      if (!spent) throw new ApiError('PROVIDER_SIGN_IN_GONE');
    },
  };
}
export type PendingLinksService = ReturnType<typeof pendingLinksService>;
