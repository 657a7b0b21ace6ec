// A team that worked with the previous version, and everything it can read.
import { randomUUID } from 'node:crypto';

import type { Product } from '../product.ts';
import { call, join, newMeeting, newPerson, newTeam, type Somebody } from '../walk.ts';

type Place = Pick<Product, 'url' | 'mail'>;

export interface TeamOfBefore {
  ada: Somebody;
  grace: Somebody;
  teamId: string;
  /** A live meeting in grouping. */
  meeting: { id: string; path: string };
}

interface Board {
  notes: { id: string; content: string }[];
}

/** Creates accounts, a team, a finished meeting and a live one, by the API. */
export async function makeTeam({ url, mail }: Place): Promise<TeamOfBefore> {
  const product: Product = { url, mail, dataDir: '', away: () => Promise.resolve() };
  const ada = await newPerson(product, 'ada@example.com', ['Ada', 'Field']);
  const grace = await newPerson(product, 'grace@example.com', ['Grace', 'Brook']);
  const { id: teamId } = await newTeam(ada, 'Rocket');
  await join(ada, teamId, grace);
  await newMeeting(
    ada,
    { id: teamId, name: 'Sprint 1' },
    {
      status: 'closed',
      notes: [['went_well', 'Shipped on Tuesday']],
    },
  );
  const meeting = await newMeeting(
    ada,
    { id: teamId, name: 'Sprint 2' },
    {
      notes: [
        ['went_well', 'Pairing helped'],
        ['to_improve', 'Builds are slow'],
      ],
    },
  );
  const path = `/api/v1/meetings/${meeting.id}`;
  const own = await addNote(grace, meeting, 'Reviews take days');
  const { notes } = await call<Board>(ada, ['GET', `${path}/board`]);
  const [first] = notes;
  await call(grace, ['PUT', `${path}/notes/${first?.id}/reactions/👍`]);
  await call(ada, ['POST', `${path}/topics/${own}/comments`], { content: 'Two, on average' });
  const action = { id: randomUUID(), text: 'Measure the builds', assignee_id: grace.id };
  await call(ada, ['POST', `/api/v1/teams/${teamId}/actions`], action);
  return { ada, grace, teamId, meeting };
}

export async function addNote(
  who: Somebody,
  meeting: { id: string },
  content: string,
): Promise<string> {
  const path = `/api/v1/meetings/${meeting.id}/notes`;
  const { id } = await call<{ id: string }>(who, ['POST', path], {
    note_type: 'to_improve',
    content,
  });
  return id;
}

export async function contentsOf(who: Somebody, meeting: { id: string }): Promise<string[]> {
  const path = `/api/v1/meetings/${meeting.id}/board`;
  const { notes } = await call<Board>(who, ['GET', path]);
  return notes.map(({ content }) => content);
}

/** The same person at another node. */
export function at(who: Somebody, url: string): Somebody {
  return { ...who, product: { ...who.product, url } };
}

/** Everything both can read about their team and its meetings. */
export async function readAll({ ada, grace, teamId, meeting }: TeamOfBefore): Promise<Answers> {
  const own = `/api/v1/meetings/${meeting.id}`;
  const paths = [
    '/api/v1/users/me',
    '/api/v1/teams/me',
    `/api/v1/teams/${teamId}/members`,
    `/api/v1/teams/${teamId}/meetings`,
    `/api/v1/teams/${teamId}/actions`,
    '/api/v1/me/actions',
    '/api/v1/notes/me',
    own,
    `${own}/notes`,
    `${own}/board`,
    `${own}/events?since=0`,
    `${own}/export?format=json`,
  ];
  const read: Answers = {};
  for (const path of paths) {
    for (const [name, who] of Object.entries({ ada, grace })) {
      read[`${name} ${path}`] = await call<unknown>(who, ['GET', path]);
    }
  }
  const keep = (name: string, value: unknown) => (changing.includes(name) ? undefined : value);
  return JSON.parse(JSON.stringify(read, keep));
}

/** Fields of presence, read times, and histories, which version 0.4.0 restarts. */
const changing = ['presence', 'exported_at', 'seq', 'epoch', 'epoch_seq', 'events', 'resync'];

export type Answers = Record<string, unknown>;
