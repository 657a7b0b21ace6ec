// A run of a simulated world: so many steps from one seed, everything checked after each, healed and compared at the
// end. The same seed runs the same way again.
import { Board } from '@wentwell/contract/board';

import type { DatabaseConnection } from '../../server/src/platform/db/database.ts';
import { finishBoard, removeMember, renameBoard } from './actions.ts';
import { buildWorld } from './build-world.ts';
import { Violation } from './history.ts';
import { checkAnswer, checkCut, checkFinished, checkRest, checkStep } from './invariants.ts';
import { setOrigin } from './page-globals.ts';
import { RetryingRequests } from './retrying-request.ts';
import type { SimPage, SimUser } from './sim-page.ts';
import type { SimWorld } from './sim-world.ts';
import type { Stage } from './stage.ts';
import { type Favours, takeStep } from './steps.ts';

export interface Outcome {
  seed: number;
  steps: number;
  /** How many changes people asked for, and how many of them the logs have. */
  commands: number;
  logged: number;
  faults: ReadonlyMap<string, number>;
  /** What happened, line by line. */
  trace: readonly string[];
  /** What should not have happened; null where all is well. */
  violation: string | null;
}

/** Longer than any silence may last unnoticed, a lease, and the way back after both. */
const healRounds = 110;
const healRound = 1000;
/** Longer than two beats of the server, in which a right lost in silence ends, and a poll of the page. */
const lastRounds = 36;
/** Longer than a try to come back and a poll of the page. */
const finishRounds = 12;

export interface Run {
  seed: number;
  steps: number;
  /** What happens more or less often than usual. */
  favours?: Favours;
}

/** The database must be this run's own. */
export async function simulate(
  { seed, steps, favours = {} }: Run,
  connection: DatabaseConnection,
): Promise<Outcome> {
  const { world, register } = await buildWorld(seed, connection);
  const restore = setOrigin('http://simulated.test', world.network.fetch);
  let texts = 0;
  const stage: Stage = {
    world,
    retryingRequests: new RetryingRequests(world),
    text: (by: SimUser) => `Text ${(texts += 1)} of ${by.name} ~k${texts}~`,
  };
  world.checkAnswer = (call, answer) => guard(world, () => checkAnswer(world, call, answer));
  let done = 0;
  try {
    for (; done < steps && !world.violation; done += 1) await step(stage, favours, done);
    if (!world.violation) await heal(stage);
    if (!world.violation) await compare(world);
    if (!world.violation) await finishAll(stage);
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    world.report(error);
  } finally {
    restore();
    await world.end();
    await register.close();
  }
  for (const [fault, count] of Object.entries(world.bus.counts))
    world.count(`hint ${fault}`, count);
  return {
    seed,
    steps: done,
    commands: world.ledger.entries.length,
    logged: world.ledger.entries.filter((entry) => entry.seq !== null).length,
    faults: world.faults,
    trace: world.trace,
    violation: world.violation?.message ?? null,
  };
}

function guard(world: SimWorld, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    world.report(error);
  }
}

async function step(stage: Stage, favours: Favours, index: number): Promise<void> {
  const { world } = stage;
  const name = await takeStep(stage, favours);
  world.note(`step ${index} ${name} at ${world.clock.now}`);
  await world.rest();
  await pump(world, 0.6);
  await world.advance(someTime(world));
  await settle(world);
}

/** Mostly a moment, now and then long enough for a heartbeat, a poll, or a beat of the server. */
function someTime({ random }: SimWorld): number {
  const kind = random.next();
  if (kind < 0.7) return random.between(0, 300);
  if (kind < 0.93) return random.between(300, 3000);
  if (kind < 0.99) return random.between(3000, 12_000);
  return random.between(12_000, 40_000);
}

async function settle(world: SimWorld): Promise<void> {
  await world.observe();
  world.tidy();
  guard(world, () => checkStep(world));
  world.markHeld();
}

/** Lets some of everything that is under way through; who reads slowly, or not at all, is passed over. */
async function pump(world: SimWorld, share: number): Promise<void> {
  const { random, network, bus } = world;
  network.pump(random, share);
  await world.rest();
  for (const name of bus.waiting()) {
    while (random.chance(share)) {
      const busMessage = bus.deliver(name);
      if (busMessage === null) break;
      await world.rest();
      guard(world, () => checkCut(world, name, busMessage));
    }
  }
  for (const page of world.pages.slice()) {
    for (const pair of page.pairs.slice()) {
      while (pair.hasForServer && random.chance(share)) {
        pair.deliverToServer();
        await world.rest();
      }
      while (pair.hasForClient && !pair.isSlow && random.chance(share)) {
        pair.deliverToClient();
        await world.rest();
      }
    }
  }
}

/** Everything works again, but for the bus, which may lose what it likes; people press what the page tells them to press, and time passes. */
async function heal(stage: Stage): Promise<void> {
  const { world } = stage;
  world.note('heal');
  world.bus.setAway(false);
  world.redis.isAway = false;
  for (const node of world.nodes) {
    node.skew = 0;
    node.database.dieAt(null);
    node.database.release();
  }
  await world.rest();
  for (const page of world.pages.slice()) {
    page.signs.hide(false);
    page.signs.goOnline(true);
    for (const pair of page.pairs) pair.isSlow = false;
  }
  for (let round = 0; round < healRounds && !world.violation; round += 1) {
    if (round % 10 === 5) await deserialize(world);
    await healMoment(world);
  }
  if (stage.retryingRequests.underWay > 0) world.report(new Violation('a request never ended'));
  if (!world.violation) await sayLastWord(stage);
}

async function healMoment(world: SimWorld): Promise<void> {
  await pumpAll(world);
  await world.advance(healRound);
  guard(world, () => checkStep(world));
  world.tidy();
}

/** One more change of each board, and somebody less, and no hint of it comes through: nothing later gives it away. */
async function sayLastWord(stage: Stage): Promise<void> {
  const { world } = stage;
  world.note('the last word');
  world.bus.losesAll = true;
  for (const board of world.boards) renameBoard(stage, board);
  const last = world.users.at(-1);
  if (last) removeMember(stage, last);
  for (let round = 0; round < lastRounds && !world.violation; round += 1) await healMoment(world);
}

/** Every meeting ends, with whatever still lies face down. */
async function finishAll(stage: Stage): Promise<void> {
  const { world } = stage;
  world.note('all finish');
  world.bus.losesAll = false;
  for (const board of world.boards) if (board.isAlive) finishBoard(stage, board);
  for (let round = 0; round < finishRounds && !world.violation; round += 1) await healMoment(world);
  if (!world.violation) checkFinished(world);
}

/** Whoever is told to log in, to refresh the page, or to try again, does. */
async function deserialize(world: SimWorld): Promise<void> {
  for (const user of world.users) {
    if (world.lostOf(user).session !== null) await world.logIn(user);
  }
  for (const page of world.pages.filter(({ sender }) => !sender.isDead)) {
    const { connection, error } = page.view;
    const isRefused = connection.status === 'closed' && !connection.willReconnect;
    const isOut = page.sender.token !== page.user.token || error !== null || leftBehind(page);
    if (connection.willReconnect) page.reconnect();
    if (!isRefused && !isOut) continue;
    const isMine = world.mayStay(page) || page.sender.token !== page.user.token;
    if (!isMine) continue;
    world.closePage(page, true);
    world.openPage(page.user, world.boardOf(page.meetingId));
  }
}

/** What another page of the same person had not said when it was closed: their next visit says it. */
function leftBehind(page: SimPage): boolean {
  const { waiting } = page.view;
  return waiting === 0 && (page.user.stores.get(page.meetingId) ?? []).length > 0;
}

async function pumpAll(world: SimWorld): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    const isQuiet =
      world.network.size === 0 &&
      world.bus.waiting().length === 0 &&
      world.pages.every(({ pairs }) =>
        pairs.every((pair) => !pair.hasForClient && !pair.hasForServer),
      );
    if (isQuiet) return;
    world.network.pump(world.random, 1);
    await world.rest();
    for (const name of world.bus.waiting()) {
      while (world.bus.deliver(name) !== null) await world.rest();
    }
    for (const { pairs } of world.pages.slice()) {
      for (const pair of pairs.slice()) {
        while (pair.hasForServer) {
          pair.deliverToServer();
          await world.rest();
        }
        while (pair.hasForClient) pair.deliverToClient();
        await world.rest();
      }
    }
  }
}

/** Compares all pages with a board asked for now. */
async function compare(world: SimWorld): Promise<void> {
  async function fresh(page: SimPage): Promise<Board> {
    const [node] = world.nodes;
    const { sender } = page;
    const headers = { authorization: `Bearer ${page.user.token}` };
    const path = `/api/v1/meetings/${page.meetingId}/board`;
    const answer = await node?.serve({ sender, method: 'GET', path, body: null, headers });
    return Board.parse(JSON.parse(answer?.body ?? 'null'));
  }
  await checkRest(world, fresh);
}
