// Prepares a simulated world before its first step: a random number of users, nodes, live boards and open pages.
import { SessionId, UserId } from '@wentwell/contract/ids';
import { Meeting } from '@wentwell/contract/meetings';

import type { DatabaseConnection } from '../../server/src/platform/db/database.ts';
import { newId } from '../../server/src/platform/ids.ts';
import { checkUp } from './check-in-acts.ts';
import { History } from './history.ts';
import { noQuestions } from './oracle-questions.ts';
import { noResponses } from './oracle-responses.ts';
import { noScores } from './oracle-scores.ts';
import { noVotes } from './oracle-votes.ts';
import type { SimUser } from './sim-page.ts';
import { SimWorld } from './sim-world.ts';
import { WorldDatabase } from './world-database.ts';

/** The world needs a database of its own. Call `end` on it, and then close the database connection. */
export async function buildWorld(
  kind: { seed: number; isAnonymous: boolean },
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

/** The first user creates a live board through the API. */
async function addBoard(world: SimWorld, register: WorldDatabase, name: string): Promise<void> {
  const [owner] = world.users;
  const [node] = world.nodes;
  if (!owner || !node) throw new Error('unreachable');
  const sender = { name: 'builder', token: owner.token, author: owner.id, isDead: false };
  const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' };
  async function call(method: string, below: string, intent: unknown): Promise<unknown> {
    const path = `/api/v1/meetings${below}`;
    const answer = await node?.handle({
      sender,
      method,
      path,
      body: JSON.stringify(intent),
      headers,
    });
    return JSON.parse(answer?.body ?? 'null');
  }
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
