// People, teams and meetings with names of maximum length.
import { call, invite, join, newMeeting, newPerson, newTeam, type Somebody } from './walk.ts';

/** Maximum lengths without a break. */
export const kinds = {
  letters: (length: number) => 'W'.repeat(length),
  'CJK and emoji': (length: number) => '漢字🎉'.repeat(length / 4),
} as const;

export interface Long {
  owner: Somebody;
  team: { id: string; name: string };
  person: string;
  planned: { name: string };
  joining: { path: string };
  grouping: { path: string };
  /** Its first topic is a group with a comment. */
  discussing: { path: string };
  closing: { path: string };
  closed: { path: string };
  invitation: { path: string; guest: Somebody };
}

export async function makeLong(product: Somebody['product'], kind: Kind): Promise<Long> {
  const long = kinds[kind];
  const key = kind === 'letters' ? 'l' : 'c';
  const address = (who: string) => `${who}-${key}-${'m'.repeat(48)}@${'d'.repeat(60)}.example.com`;
  const owner = await newPerson(product, address('owner'), [long(100), long(100)]);
  const mate = await newPerson(product, address('mate'), [long(100), long(100)]);
  const name = long(100);
  const team = { ...(await newTeam(owner, name)), name };
  await newTeam(owner, name);
  await join(owner, team.id, mate);
  const make = (options: Parameters<typeof newMeeting>[2]) =>
    newMeeting(owner, { id: team.id, name: long(200) }, options);
  const notes = [
    ['went_well', long(400)],
    ['to_improve', 'Short'],
    ['action', long(40)],
  ] as const;
  await make({ status: 'planned' });
  const guest = await newPerson(product, address('guest'));
  const other = { ...(await newTeam(owner, long(100))) };
  const invitation = { ...(await invite(owner, other.id, guest.email)), guest };
  await call(owner, ['PUT', `/api/v1/teams/${team.id}`], { description: long(400) });
  const discussing = await make({ phase: 'discussing', notes });
  const own = `/api/v1/meetings/${discussing.id}`;
  const board = await call<{ notes: { id: string }[] }>(owner, ['GET', `${own}/board`]);
  const note_ids = board.notes.slice(0, 2).map(({ id }) => id);
  const topic = await call<{ id: string }>(mate, ['POST', `${own}/groups`], { note_ids });
  await call(mate, ['POST', `${own}/topics/${topic.id}/comments`], { content: long(40) });
  await call(owner, ['PUT', `${own}/discussion`], { current: topic.id });
  return {
    owner,
    team,
    person: `${long(100)} ${long(100)}`,
    planned: { name: long(200) },
    joining: await make({ phase: 'joining' }),
    grouping: await make({ phase: 'grouping', notes }),
    discussing,
    closing: await make({ phase: 'closing_ready', notes }),
    closed: await make({ status: 'closed', notes }),
    invitation,
  };
}

export type Kind = keyof typeof kinds;
