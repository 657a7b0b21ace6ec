// The links that prove an address: sending one, and spending it once within its 24 hours.
import { limits } from '@wentwell/contract/limits';
import { and, eq, gt, isNull } from 'drizzle-orm';

import { type UserRow, users } from '#server/features/users/users.table';
import type { Clock } from '#server/platform/clock';
import type { Tx } from '#server/platform/db/database';
import { Refusal } from '#server/platform/http/refusal';
import type { WriteLetter } from '#server/platform/mail/letter';
import { type Mail, type QueueMail, takeBackMail } from '#server/platform/mail/mail-queue';
import { hashSecret, newSecret } from '#server/platform/secrets';

import { verifications } from './verifications.table.ts';

export interface VerificationsDeps {
  clock: Clock;
  queueMail: QueueMail;
  writeLetter: WriteLetter;
}

export function verificationsService({ clock, queueMail, writeLetter }: VerificationsDeps) {
  /** Takes where to, the link's secret and the path to go on to; gives the letter. */
  function letterTo(email: string, token: string, redirect: string | undefined): Mail {
    const query = new URLSearchParams(redirect === undefined ? { token } : { token, redirect });
    return writeLetter({
      to: email,
      subject: 'Verify your email address for Wentwell',
      title: 'Verify your email address',
      paragraphs: [
        'Welcome to Wentwell! Please confirm that this address is yours, and you can log in.',
        'The link works once and expires in 24 hours.',
      ],
      button: { label: 'Verify email', path: `/verify?${query.toString()}` },
      reason:
        'Somebody registered at Wentwell with this address. If it was not you, ignore this letter: without the link the account stays closed.',
    });
  }

  return {
    /** Sends a new link in the caller's transaction; the person's older ones end. */
    async send(tx: Tx, user: UserRow, redirect: string | undefined): Promise<void> {
      const now = clock.now();
      const token = newSecret();
      await tx
        .update(verifications)
        .set({ expiresAt: now })
        .where(
          and(
            eq(verifications.userId, user.id),
            isNull(verifications.usedAt),
            gt(verifications.expiresAt, now),
          ),
        );
      await tx.insert(verifications).values({
        tokenHash: hashSecret(token),
        userId: user.id,
        createdAt: now,
        expiresAt: new Date(now.getTime() + limits.verificationMaxAge),
      });
      await queueMail(tx, letterTo(user.email, token, redirect));
    },

    /**
     * The work of `send` where there is nobody to send to: the letter is written and taken back before the
     * commit, so that the answer's time does not tell which addresses are known.
     */
    async pretend(tx: Tx, email: string, redirect: string | undefined): Promise<void> {
      await takeBackMail(tx, await queueMail(tx, letterTo(email, newSecret(), redirect)));
    },

    /**
     * Spends a link in the caller's transaction; gives the person, now verified. Of two who come at once,
     * the second waits for the person's row and finds them verified.
     */
    async spend(tx: Tx, token: string): Promise<UserRow> {
      const now = clock.now();
      const tokenHash = hashSecret(token);
      const [found] = await tx
        .select({ link: verifications, user: users })
        .from(verifications)
        .innerJoin(users, eq(users.id, verifications.userId))
        .where(
          and(
            eq(verifications.tokenHash, tokenHash),
            isNull(users.deletedAt),
            eq(users.isActive, true),
          ),
        )
        .for('update');
      if (!found) throw new Refusal('VERIFY_USER_BAD_TOKEN');
      if (found.user.verifiedAt) throw new Refusal('VERIFY_USER_ALREADY_VERIFIED');
      if (found.link.usedAt || found.link.expiresAt <= now) {
        throw new Refusal('VERIFY_USER_BAD_TOKEN');
      }
      await tx
        .update(verifications)
        .set({ usedAt: now })
        .where(eq(verifications.tokenHash, tokenHash));
      const [user] = await tx
        .update(users)
        .set({ verifiedAt: now, updatedAt: now })
        .where(eq(users.id, found.user.id))
        .returning();
      if (!user) throw new Refusal('VERIFY_USER_BAD_TOKEN');
      return user;
    },
  };
}
export type VerificationsService = ReturnType<typeof verificationsService>;
