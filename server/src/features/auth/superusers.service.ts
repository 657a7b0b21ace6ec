// Makes and unmakes superusers: for the project's command, never for a call (docs/api.md A-46).
import { eq } from 'drizzle-orm';

import { users } from '#server/features/users/users.table';
import type { WriteAudit } from '#server/platform/audit';
import type { Database } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';

import { lockAccount } from './accounts.service.ts';

/** The outcome: changed, as it was wanted already, or why not. */
export type SuperuserOutcome = 'changed' | 'unchanged' | 'unknown' | 'unverified' | 'inactive';

interface SuperusersDeps {
  db: Database;
  writeAudit: WriteAudit;
}

export function superusersService({ db, writeAudit }: SuperusersDeps) {
  return {
    /** Open sessions have the new rights from their next request on. */
    async set(email: string, isSuperuser: boolean): Promise<SuperuserOutcome> {
      return db.write(async (tx) => {
        const account = await lockAccount(tx, email);
        if (!account) return 'unknown';
        if (account.isSuperuser === isSuperuser) return 'unchanged';
        if (isSuperuser && !account.verifiedAt) return 'unverified';
        if (isSuperuser && !account.isActive) return 'inactive';
        await tx
          .update(users)
          .set({ isSuperuser, updatedAt: databaseNow })
          .where(eq(users.id, account.id));
        await writeAudit(tx, 'operator', {
          action: isSuperuser ? 'make_superuser' : 'end_superuser',
          targets: [{ kind: 'users', id: account.id }],
        });
        return 'changed';
      });
    },
  };
}
