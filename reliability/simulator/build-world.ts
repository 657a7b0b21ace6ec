// Prepares a simulated world before its first step: a random number of users, nodes, live boards and open pages.
import { ActionId, SessionId, UserId } from '@wentwell/contract/ids';
import { Meeting } from '@wentwell/contract/meetings/meetings';
import { authorKeyHeader } from '@wentwell/contract/notes/author-keys';
import { Note } from '@wentwell/contract/notes/notes';

import type { DatabaseConnection } from '../../server/src/platform/db/database.ts';
import { newId } from '../../server/src/platform/ids.ts';
import { keyOf } from './anonymity.ts';
import { checkUp } from './check-in-acts.ts';
import { History } from './history.ts';
import { CatchUps } from './oracle-catch-up.ts';
import { noQuestions } from './oracle-questions.ts';
import { noResponses } from './oracle-responses.ts';
import { noScores } from './oracle-scores.ts';
import { noVotes } from './oracle-votes.ts';
import type { SimUser } from './sim-page.ts';
import { SimWorld } from './sim-world.ts';
import { WorldDatabase } from './world-database.ts';

/** The world needs a database of its own. Call `end` on it, and then close the database connection. */
export async function buildWorld(
  { isMissed, ...kind }: { seed: number; isAnonymous: boolean; isMissed: boolean },
  connection: DatabaseConnection,
): Promise<{ world: SimWorld; register: WorldDatabase }> {
  const register = new WorldDatabase(connection);
  await register.open();
  const world = new SimWorld(kind, connection, register);
  const { random } = world;
  await register.addTeam(world.teamId);
  world.setName(world.teamId, 'team');
  world.root = await addUser(world, register, { name: 'root', isSuperuser: true });
  const userCount = random.between(2, 5);
  for (let index = 0; index < userCount; index += 1) {
    const user = await addUser(world, register, { name: `u${index}`, isSuperuser: false });
    world.users.push(user);
    await world.join(user, index === 0 ? 'admin' : 'member');
  }
  const nodes = random.between(1, 3);
  for (let index = 0; index < nodes; index += 1) world.nodes.push(await world.startNode());
  if (isMissed) await addMissed(world, register);
  const boards = random.between(1, 2);
  for (let index = 0; index < boards; index += 1) await addBoard(world, register, `b${index}`);
  const pages = random.between(2, 6);
  for (let index = 0; index < pages; index += 1) {
    const user = world.users[index] ?? random.pick(world.users);
    world.openPage(user, random.pick(world.boards));
  }
  await world.settle();
  return { world, register };
}

async function addUser(
  world: SimWorld,
  register: WorldDatabase,
  who: { name: string; isSuperuser: boolean },
): Promise<SimUser> {
  const id = newId(UserId);
  world.setName(id, who.name);
  await register.addUser(id, who);
  const user = { name: who.name, id, token: '', sessionId: newId(SessionId), stores: new Map() };
  await world.logIn(user);
  return user;
}

function callerOf(world: SimWorld, { token, id }: SimUser, key?: string) {
  const [node] = world.nodes;
  const sender = { name: 'builder', token, author: id, isDead: false };
  return async (method: string, below: string, intent: unknown): Promise<unknown> => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(key !== undefined && { [authorKeyHeader]: key }),
    };
    const path = `/api/v1/meetings${below}`;
    const body = JSON.stringify(intent);
    const answer = await node?.handle({ sender, method, path, body, headers });
    return JSON.parse(answer?.body ?? 'null');
  };
}

/** Adds an ended retro, led by the first user, with a note by the second. */
async function addMissed(world: SimWorld, register: WorldDatabase): Promise<void> {
  const [owner, writer] = world.users;
  if (!owner || !writer) throw new Error('unreachable');
  const call = callerOf(world, owner);
  const { id } = Meeting.parse(await call('POST', '', { name: 'missed', team_id: world.teamId }));
  world.setName(id, 'missed');
  const settings = { anonymous: world.isAnonymous };
  await call('PUT', `/${id}`, { status: 'live', settings });
  await call('POST', `/${id}/phase/transition`, { phase: 'grouping' });
  const said = { content: 'Said', note_type: 'went_well' };
  const key = world.isAnonymous ? keyOf(writer.id, writer.id, id) : undefined;
  const note = Note.parse(await callerOf(world, writer, key)('POST', `/${id}/notes`, said));
  await call('PUT', `/${id}`, { status: 'closed' });
  const action = newId(ActionId);
  await register.addDroppedAction(id, world.teamId, action);
  const who = { owner: owner.id, writer: writer.id };
  world.missed = new CatchUps({
    id,
    ...who,
    topic: note.id,
    action,
    isAnonymous: world.isAnonymous,
  });
}

/** The first user creates a live board through the API. */
async function addBoard(world: SimWorld, register: WorldDatabase, name: string): Promise<void> {
  const [owner] = world.users;
  if (!owner) throw new Error('unreachable');
  const call = callerOf(world, owner);
  const made = Meeting.parse(await call('POST', '', { name, team_id: world.teamId }));
  world.setName(made.id, name);
  const settings = { check_up: checkUp, ...(world.isAnonymous && { anonymous: true }) };
  await call('PUT', `/${made.id}`, { status: 'live', settings });
  const phase = world.random.pick(['writing', 'writing', 'grouping', 'joining'] as const);
  if (phase !== 'joining') await call('POST', `/${made.id}/phase/transition`, { phase });
  const { boards } = await register.readChanges([], [made.id], {
    teamId: world.teamId,
    unnamedHolders: [],
  });
  const [truth] = boards;
  if (!truth) throw new Error('unreachable');
  const notes = new Map<string, never>();
  const history = new History(
    {
      isAnonymous: world.isAnonymous,
      seq: truth.seq,
      phase,
      name,
      hides: true,
      isFinished: false,
      ready: [],
      turns: [],
      timer: 'none',
      revealed: 0,
      waiting: 0,
      restarts: 0,
      owner: owner.id,
      coLeads: [],
      hands: [],
      ...noVotes,
      ...noScores,
      carried: new Map<string, never>(),
      carriedGroups: new Map<string, never>(),
      ...noResponses,
      ...noQuestions,
      discussion: null,
      agreed: new Map<string, never>(),
      lookedBack: phase === 'joining' ? new Map<string, never>() : null,
      notes,
      groups: new Map<string, never>(),
    },
    made.id,
    world,
  );
  world.boards.push({ name, id: made.id, history, exists: true, deletedAt: 0 });
}
