// Sample data for the first private start. Created through the product's services, only in an empty database.
import type { ColumnId } from '@wentwell/contract/notes/columns';
import type { BaseLogger } from 'pino';

import { callerFor } from '#server/features/users/caller-for';

import type { App } from './app.ts';
import type { Config } from './config.ts';
import { earlierRetros } from './demo-history.ts';

const password = 'Wentwell1';
const sampleUsers = [
  { email: 'robin@example.com', first_name: 'Robin', last_name: 'Field' },
  { email: 'sasha@example.com', first_name: 'Sasha', last_name: 'Brook' },
] as const;

type Sample = readonly [author: 0 | 1, column: ColumnId, content: string];

const thisSprint: readonly Sample[] = [
  [0, 'went_well', 'The new search is fast: people wrote to say so.'],
  [1, 'went_well', 'Morning reviews work. Average wait is down to three hours.'],
  [0, 'went_well', 'Support joined our planning.'],
  [1, 'to_improve', 'Two stories grew while we built them.'],
  [0, 'to_improve', 'The build takes 14 minutes again.'],
  [1, 'to_improve', 'Too many meetings on Wednesdays'],
  [0, 'action', 'Split the build into two jobs.'],
  [1, 'action', 'Keep Wednesday afternoons free.'],
];

const signIn = { emails: sampleUsers.map(({ email }) => email), password };

/** Seeds an empty database on a private start and returns the sign-in data. Other starts deactivate sample accounts. */
export async function prepareDemo(
  { services }: Pick<App, 'services'>,
  { isPrivate, demo }: Pick<Config, 'isPrivate' | 'demo'>,
  log: BaseLogger,
) {
  if (isPrivate) return demo ? seed(services) : null;
  const accounts = await services.samples.deactivate();
  if (accounts > 0) {
    log.warn(
      { accounts },
      'sample accounts of an earlier private start are deactivated and signed out: their password is public',
    );
  }
  return null;
}

async function seed(services: App['services']) {
  const { auth, samples, teams, invitations, meetings, phases, notes, imports } = services;
  await samples.reactivate();
  if (!(await auth.isEmpty())) return (await auth.isTaken(sampleUsers[0].email)) ? signIn : null;
  const users = [
    await auth.addVerified({ ...sampleUsers[0], password }),
    await auth.addVerified({ ...sampleUsers[1], password }),
  ] as const;
  await samples.mark(users.map(({ id }) => id));
  const [robin, sasha] = [callerFor(users[0]), callerFor(users[1])];
  const team = await teams.create(robin, {
    name: 'Rocket',
    description: 'The team that makes the search fast.',
  });
  const invited = { invited_user_email: sasha.email };
  const invitation = await invitations.create(robin, team.id, invited);
  await invitations.respond(sasha, invitation.id, { status: 'accepted' });

  const now = new Date();
  for (const file of earlierRetros(now)) await imports.create(robin, team.id, { file, bytes: 0 });
  const { body: meeting } = await meetings.create(robin, { name: 'Sprint 12', team_id: team.id });
  await meetings.update(robin, meeting.id, { status: 'live' });
  await phases.transition(robin, meeting.id, { phase: 'grouping' });
  for (const [author, note_type, content] of thisSprint) {
    await notes.create([robin, sasha][author] ?? robin, meeting.id, { note_type, content });
  }
  const inTwoWeeks = new Date(now.getTime() + 14 * 24 * 3600 * 1000);
  inTwoWeeks.setHours(9, 0, 0, 0);
  await meetings.create(robin, {
    name: 'Sprint 13',
    team_id: team.id,
    start_time: inTwoWeeks.toISOString(),
  });
  return signIn;
}
