// Sample data for the first private start. Created through the product's services, only in an empty database.
import { exportVersion } from '@wentwell/contract/exports/export-shape';
import { MeetingExport } from '@wentwell/contract/exports/meeting-export';
import { defaultSettings } from '@wentwell/contract/meetings/meetings';
import { type ColumnId, defaultColumns } from '@wentwell/contract/notes/columns';
import type { BaseLogger } from 'pino';

import type { App } from './app.ts';
import type { Config } from './config.ts';
import { callerFor } from './features/users/caller-for.ts';

// Earlier retros, as files to import, so that reports, actions, health and search have a past.
type PersonId = 'robin' | 'sasha' | 'kim' | 'noor' | 'lee';
/** The number of scores of 1, 2, 3, 4 and 5. */
type Scores = [number, number, number, number, number];
type NoteOfSprint = readonly [author: PersonId, column: ColumnId, text: string, votes?: number];

interface ActionOfSprint {
  owner: PersonId | null;
  text: string;
  /** Position of its topic in `notes`. */
  topic: number;
  /** In days after the retro. */
  due?: number;
  done?: number;
}

interface Sprint {
  name: string;
  daysAgo: number;
  mood: Scores;
  moodAfter: Scores;
  worth: Scores;
  notes: readonly NoteOfSprint[];
  actions: readonly ActionOfSprint[];
}

const people: { id: PersonId; name: string }[] = [
  { id: 'robin', name: 'Robin Field' },
  { id: 'sasha', name: 'Sasha Brook' },
  { id: 'kim', name: 'Kim Moreau' },
  { id: 'noor', name: 'Noor Aziz' },
  { id: 'lee', name: 'Lee Park' },
];

const sprints: readonly Sprint[] = [
  {
    name: 'Sprint 9',
    daysAgo: 42,
    mood: [1, 2, 1, 1, 0],
    moodAfter: [0, 1, 3, 1, 0],
    worth: [0, 1, 2, 2, 0],
    notes: [
      ['sasha', 'to_improve', 'Reviews waited two days on average.', 6],
      ['noor', 'to_improve', 'Nobody knew who was on call.', 4],
      ['kim', 'to_improve', 'The build takes 14 minutes.', 3],
      ['robin', 'went_well', 'Pairing on the import saved us a week.'],
      ['lee', 'went_well', 'Support answers within a day now.'],
    ],
    actions: [
      { owner: 'robin', text: 'Review first thing in the morning', topic: 0, done: 13 },
      { owner: 'sasha', text: 'Publish who is on call a week ahead', topic: 1, due: 7, done: 5 },
    ],
  },
  {
    name: 'Sprint 10',
    daysAgo: 28,
    mood: [0, 2, 2, 1, 0],
    moodAfter: [0, 0, 3, 2, 0],
    worth: [0, 0, 2, 3, 0],
    notes: [
      ['kim', 'to_improve', 'The build takes 14 minutes, and we start it ten times a day.', 7],
      ['robin', 'to_improve', 'Two stories grew while we built them.', 4],
      ['noor', 'went_well', 'The list of who is on call works.', 1],
      ['sasha', 'went_well', 'The release went out on Tuesday, and nobody noticed.'],
      ['lee', 'went_well', 'New colleagues shipped in their first week.'],
    ],
    actions: [
      { owner: 'sasha', text: 'Split the build into two jobs', topic: 0, due: 18 },
      { owner: 'robin', text: 'Cut large stories before planning', topic: 1, due: 14, done: 10 },
    ],
  },
  {
    name: 'Sprint 11',
    daysAgo: 14,
    mood: [0, 1, 2, 2, 0],
    moodAfter: [0, 0, 1, 3, 1],
    worth: [0, 0, 1, 3, 1],
    notes: [
      ['noor', 'to_improve', 'Too many meetings on Wednesdays', 5],
      ['lee', 'to_improve', 'The search returns old tickets first.', 4],
      ['sasha', 'went_well', 'Morning reviews work: the average wait is three hours.', 2],
      ['robin', 'went_well', 'Stories are small enough to finish.'],
      ['kim', 'went_well', 'Support joined our planning.'],
    ],
    actions: [
      { owner: 'robin', text: 'Keep Wednesday afternoons free', topic: 0, due: 21 },
      { owner: null, text: 'Ask support which tickets people look for', topic: 1 },
    ],
  },
];

const dayMs = 24 * 3600 * 1000;

/** Oldest first. Each lasted an hour. */
function earlierRetros(now: Date): MeetingExport[] {
  return sprints.map(({ notes, actions, ...sprint }) => {
    const start = new Date(now.getTime() - sprint.daysAgo * dayMs);
    start.setHours(9, 0, 0, 0);
    const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000).toISOString();
    const afterDays = (days: number) => after(days * 24 * 60);
    const noteId = (index: number) => `n${index}`;
    const topics = notes.flatMap(([, , , votes = 0], index) =>
      votes > 0 ? [{ topic: noteId(index), votes }] : [],
    );
    const discussed = topics.filter(({ votes }) => votes > 2).map(({ topic }) => topic);
    return MeetingExport.parse({
      format: 'wentwell-meeting',
      version: exportVersion,
      exported_at: after(60),
      name: sprint.name,
      team: 'Rocket',
      status: 'closed',
      phase: 'closing_ready',
      start_time: after(0),
      end_time: after(60),
      led_by: 'robin',
      settings: defaultSettings,
      columns: defaultColumns,
      people,
      notes: notes.map(([author, column, text], index) => ({
        id: noteId(index),
        column,
        author,
        text,
        group: null,
        created_at: after(index + 2),
      })),
      hidden_notes: 0,
      groups: [],
      votes: topics.map((each) => ({ ...each, voters: Math.min(each.votes, people.length) })),
      discussion: {
        order: topics.map(({ topic }) => topic),
        parked: [],
        discussed: discussed.map((topic) => ({ topic, seconds: 420 })),
      },
      comments: [],
      reactions: [],
      actions: actions.map(({ owner, text, topic, due, done }) => ({
        text,
        topic: noteId(topic),
        note: null,
        assignee: owner,
        due_on: due === undefined ? null : afterDays(due).slice(0, 10),
        status: done === undefined ? 'open' : 'done',
        reason: null,
        created_at: after(50),
        done_at: done === undefined ? null : afterDays(done),
      })),
      check_in: { mood: sprint.mood, mood_after: sprint.moodAfter, worth: sprint.worth },
    });
  });
}

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
