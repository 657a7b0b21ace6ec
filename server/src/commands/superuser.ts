// npm run superuser -- EMAIL [--remove]: grants or revokes superuser rights. Exit codes: 0 done, 1 impossible, 2 usage.
import { parseArgs } from 'node:util';

import { Email } from '@wentwell/contract/text/email';

import { type SuperuserOutcome, setSuperuser } from '#server/features/auth/operated-accounts';

import { CommandRefused, UsageError, runOnSchema, runWithArguments } from './command.ts';

const usage = `Usage: npm run superuser -- EMAIL            makes the account with this address a superuser
       npm run superuser -- EMAIL --remove   removes the right`;

type Options = ReturnType<typeof readOptions>;

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { remove: { type: 'boolean', default: false } },
  });
  const [given, ...more] = positionals;
  if (given === undefined || more.length > 0) throw new UsageError();
  const email = Email.safeParse(given);
  if (!email.success) throw new UsageError(`“${given}” is not an email address.`);
  return { email: email.data, remove: values.remove };
}

function describe(outcome: SuperuserOutcome, { email, remove }: Options): string {
  switch (outcome) {
    case 'changed':
      return remove ? `${email} is no longer a superuser.` : `${email} is a superuser now.`;
    case 'unchanged':
      return remove ? `${email} is not a superuser.` : `${email} is a superuser already.`;
    case 'unknown':
      throw new CommandRefused(
        `No account has the address ${email}: register it on the site first.`,
      );
    case 'unverified':
      throw new CommandRefused(`${email} is not verified yet: open the link in its email first.`);
    case 'inactive':
      throw new CommandRefused(`The account of ${email} is not active.`);
  }
}

await runWithArguments(usage, readOptions, (options) =>
  runOnSchema(async (db) =>
    describe(await setSuperuser(db, options.email, !options.remove), options),
  ),
);
