// npm run user -- add|invite|reset|deactivate|activate|list: accounts without mail. Exit codes: 0, 1 failed, 2 usage.
import { parseArgs } from 'node:util';

import { firstName, lastName } from '@wentwell/contract/accounts/user-changes';
import type { User } from '@wentwell/contract/accounts/users';
import type { SentInvitation } from '@wentwell/contract/teams/invitations';
import { Email } from '@wentwell/contract/text/email';

import { readPublicUrl } from '#server/config';
import { resetPath } from '#server/features/auth/account-emails';
import {
  type AccountOutcome,
  operatedAccountsService,
} from '#server/features/auth/operated-accounts';
import { invitationsService } from '#server/features/invitations/invitations';
import { liveMeetingOf } from '#server/features/meetings/meetings.service';
import { longestAdmins } from '#server/features/teams/team-admins';
import { callerFor } from '#server/features/users/caller-for';
import { writeAudit } from '#server/platform/audit';
import type { Database } from '#server/platform/db/database';
import { emailQueue } from '#server/platform/mail/email';

import { CommandRefused, UsageError, runOnSchema, runWithArguments } from './command.ts';

const usage = `Usage: npm run user -- add EMAIL [--first-name NAME] [--last-name NAME]   makes an account
       npm run user -- invite EMAIL --team NAME-OR-ID                     invites into a team
       npm run user -- reset EMAIL                                        for a forgotten password
       npm run user -- deactivate EMAIL
       npm run user -- activate EMAIL
       npm run user -- list

add, invite and reset print a link for you to pass on: it opens the account to whoever has it.`;

const actions = ['add', 'invite', 'reset', 'deactivate', 'activate'] as const;
type Options =
  | { action: 'list' }
  | {
      action: (typeof actions)[number];
      email: string;
      firstName: string;
      lastName: string;
      team: string;
    };

/** The name may be empty. Otherwise it follows the registration rules. */
function readName(rule: typeof firstName, given: string): string {
  if (given.trim() === '') return '';
  const name = rule.safeParse(given);
  if (!name.success) throw new UsageError(name.error.issues[0]?.message);
  return name.data;
}

function readOptions(): Options {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'first-name': { type: 'string', default: '' },
      'last-name': { type: 'string', default: '' },
      team: { type: 'string', default: '' },
    },
  });
  const [name, given, ...more] = positionals;
  if (name === 'list' && given === undefined) return { action: 'list' };
  const action = actions.find((each) => each === name);
  if (!action || given === undefined || more.length > 0) throw new UsageError();
  const email = Email.safeParse(given);
  if (!email.success) throw new UsageError(`“${given}” is not an email address.`);
  if ((action === 'invite') !== (values.team !== '')) throw new UsageError();
  return {
    action,
    email: email.data,
    firstName: readName(firstName, values['first-name']),
    lastName: readName(lastName, values['last-name']),
    team: values.team,
  };
}

function unknownAccount(email: string): CommandRefused {
  return new CommandRefused(`No account has the address ${email}.`);
}

function describeActivity(outcome: AccountOutcome, email: string, isActive: boolean): string {
  if (outcome === 'unknown') throw unknownAccount(email);
  const state = isActive ? 'active' : 'deactivated';
  return `${email} is ${state} ${outcome === 'changed' ? 'now' : 'already'}.`;
}

function describeUser({ email, full_name, is_active, is_superuser, is_verified }: User): string {
  const states = [
    ...(is_superuser ? ['superuser'] : []),
    ...(is_verified ? [] : ['not verified']),
    ...(is_active ? [] : ['deactivated']),
  ];
  return [email, full_name, states.join(', ')].join('\t').trimEnd();
}

/** Invites on behalf of the team's longest-standing admin. Mail is sent only if the product has a mail server. */
async function invite(
  { db, publicUrl }: { db: Database; publicUrl: string },
  { team, email }: { team: string; email: string },
): Promise<SentInvitation> {
  const [found, ...more] = await longestAdmins(db, team);
  if (!found) throw new CommandRefused(`There is no team “${team}”.`);
  if (more.length > 0) {
    throw new CommandRefused(`Several teams are called “${team}”: name one by the id in its URL.`);
  }
  const invitations = invitationsService({
    db,
    publicUrl,
    queueEmail: emailQueue(publicUrl, () => undefined),
    liveMeetingOf,
    onInvited: (tx, { id, teamId }) =>
      writeAudit(tx, 'operator', { action: 'invite_user', invitations: id, teams: teamId }),
  });
  const input = { invited_user_email: email };
  return invitations.create(callerFor(found.admin), found.teamId, input);
}

async function carryOut(options: Options, db: Database): Promise<string> {
  const publicUrl = readPublicUrl();
  const accounts = operatedAccountsService(db);
  if (options.action === 'list') {
    const users = await accounts.list();
    return users.length === 0 ? 'There are no accounts.' : users.map(describeUser).join('\n');
  }
  const { email, firstName, lastName } = options;
  switch (options.action) {
    case 'add': {
      const token = await accounts.add({ email, firstName, lastName });
      if (token === null) throw new CommandRefused(`${email} already has an account.`);
      return `${email} has an account. This link sets its password, once and within an hour:\n${publicUrl}${resetPath(token)}`;
    }
    case 'reset': {
      const made = await accounts.resetPassword(email);
      if (made === 'unknown') throw unknownAccount(email);
      if (made === 'inactive') throw new CommandRefused(`The account of ${email} is not active.`);
      return `This link sets a new password for ${email}, once and within an hour:\n${publicUrl}${resetPath(made.token)}`;
    }
    case 'invite': {
      const { team, link } = await invite({ db, publicUrl }, options);
      return `${email} is invited into ${team.name}. This link works for 7 days:\n${link}`;
    }
    case 'deactivate':
    case 'activate': {
      const isActive = options.action === 'activate';
      return describeActivity(await accounts.setActive(email, isActive), email, isActive);
    }
  }
}

await runWithArguments(usage, readOptions, (options) => runOnSchema((db) => carryOut(options, db)));
