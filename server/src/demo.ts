// What a first start shows: a team with a finished retro, one under way and one to come. Sample data, made by the
// same services that people's requests reach; only on a loopback address, and only in an empty database.
import { SessionId } from '@wentwell/contract/ids';
import type { NoteType } from '@wentwell/contract/notes';
import type { Phase } from '@wentwell/contract/phases';
import { displayName, type User } from '@wentwell/contract/users';

import type { App } from './app.ts';
import type { Caller } from './platform/http/caller.ts';
import { newId } from './platform/ids.ts';

const password = 'Wentwell1';
const people = [
  { email: 'robin@example.com', first_name: 'Robin', last_name: 'Field' },
  { email: 'sasha@example.com', first_name: 'Sasha', last_name: 'Brook' },
] as const;

type Sample = readonly [author: 0 | 1, type: NoteType, content: string];

const lastSprint: readonly Sample[] = [
  [0, 'went_well', 'The release went out on Tuesday, and nobody noticed. That is praise.'],
  [1, 'went_well', 'Pairing on the import saved us a week.'],
  [1, 'to_improve', 'Reviews waited two days on average.'],
  [0, 'action', 'Reviews first thing in the morning, for two sprints.'],
];

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

function callerFor(user: User): Caller {
  return {
    userId: user.id,
    sessionId: newId(SessionId),
    email: user.email,
    displayName: displayName(user),
    isSuperuser: false,
  };
}

/** Takes the product; fills an empty one. Gives how to sign in where the sample people are, else null. */
export async function seedDemo({ services }: Pick<App, 'services'>) {
  const { auth, teams, invitations, meetings, phases, notes } = services;
  const signIn = { emails: people.map(({ email }) => email), password };
  if (!(await auth.isEmpty())) return (await auth.isTaken(people[0].email)) ? signIn : null;
  const [robin, sasha] = [
    callerFor(await auth.addVerified({ ...people[0], password })),
    callerFor(await auth.addVerified({ ...people[1], password })),
  ];
  const team = await teams.create(robin, {
    name: 'Rocket',
    description: 'The team that makes the search fast.',
  });
  const invited = { invited_user_email: sasha.email };
  const invitation = await invitations.create(robin, team.id, invited);
  await invitations.respond(sasha, invitation.id, { status: 'accepted' });

  async function retro(name: string, samples: readonly Sample[], phase: Phase) {
    const { body: meeting } = await meetings.create(robin, { name, team_id: team.id });
    await meetings.update(robin, meeting.id, { status: 'live' });
    await phases.transition(robin, meeting.id, { phase: 'grouping' });
    for (const [author, note_type, content] of samples) {
      await notes.create([robin, sasha][author] ?? robin, meeting.id, { note_type, content });
    }
    await phases.transition(robin, meeting.id, { phase });
    return meeting;
  }

  const past = await retro('Sprint 11', lastSprint, 'closing_ready');
  await meetings.update(robin, past.id, { status: 'closed' });
  await retro('Sprint 12', thisSprint, 'grouping');
  const inTwoWeeks = new Date(Date.now() + 14 * 24 * 3600 * 1000);
  inTwoWeeks.setHours(9, 0, 0, 0);
  await meetings.create(robin, {
    name: 'Sprint 13',
    team_id: team.id,
    start_time: inTwoWeeks.toISOString(),
  });
  return signIn;
}
