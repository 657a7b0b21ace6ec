// Runs a simulation: a number of steps from one seed, with all invariants checked after each. At the end, repairs and
// compares everything. A seed always produces the same run.
import { Board } from '@wentwell/contract/board/snapshot';
import { authorKeyHeader } from '@wentwell/contract/notes/author-keys';

import type { DatabaseConnection } from '../../server/src/platform/db/database.ts';
import { finishBoard, removeMember, renameBoard } from './actions.ts';
import { keyOf } from './anonymity.ts';
import { checkBoardsAtHand } from './boards-at-hand.ts';
import { buildWorld } from './build-world.ts';
import { checkFinished, checkRest, checkStep } from './invariants.ts';
import { setOrigin } from './page-globals.ts';
import { RetryingRequests } from './retrying-request.ts';
import { setBearerPerPage, type SimPage, type SimUser } from './sim-page.ts';
import type { SimWorld } from './sim-world.ts';
import type { Stage } from './stage.ts';
import { type Favours, takeStep } from './steps.ts';
import { Violation } from './violation.ts';
import type { WorldDatabase } from './world-database.ts';
import { checkAnswer, checkDisconnect } from './write-invariants.ts';

export interface Outcome {
  seed: number;
  steps: number;
  /** Number of requested changes. `logged`: those in the logs. */
  commands: number;
  logged: number;
  faults: ReadonlyMap<string, number>;
  /** One event per line. */
  trace: readonly string[];
  /** The first violated invariant, or null. */
  violation: string | null;
}

/** Longer than an unnoticed silence, plus a lease, plus the reconnect after both. */
const repairRounds = 110;
const repairRoundMs = 1000;
/** Longer than two server heartbeats, which end lost access without bus messages, plus a page's poll. */
const lostMessagesRounds = 36;
/** The bus may lose all messages about the end, which is then noticed like any other lost message. */
const finishRounds = lostMessagesRounds;

export interface Run {
  seed: number;
  steps: number;
  /** Overrides of step weights. */
  favours?: Favours;
  /** All meetings are anonymous. */
  isAnonymous?: boolean;
}

/** Each run needs its own database. */
export async function simulate(
  { seed, steps, favours = {}, isAnonymous = false }: Run,
  connection: DatabaseConnection,
): Promise<Outcome> {
  const isMissed = (favours.catchUp ?? 1) > 0;
  const { world, register } = await buildWorld({ seed, isAnonymous, isMissed }, connection);
  const restore = setOrigin('http://simulated.test', world.network.fetch);
  setBearerPerPage();
  let texts = 0;
  const stage: Stage = {
    world,
    retryingRequests: new RetryingRequests(world),
    text: (by: SimUser) => `Text ${(texts += 1)} of ${by.name} ~k${texts}~`,
  };
  world.checkAnswer = (call, answer) => guard(world, () => checkAnswer(world, call, answer));
  let done = 0;
  try {
    for (; done < steps && !world.violation; done += 1) {
      await step(stage, favours, done);
      if (!world.violation) await checkBoardsAtHand(world, register.database);
    }
    if (!world.violation) await repair(stage);
    if (!world.violation) await compare(world, register);
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
  world.addTrace(`step ${index} ${name} at ${world.clock.now}`);
  await world.settle();
  await deliverSome(world, 0.6);
  await world.advance(pickDuration(world));
  await checkAfterStep(world);
}

/** Usually short, sometimes long enough for a ping, a poll, or a server heartbeat. */
function pickDuration({ random }: SimWorld): number {
  const kind = random.next();
  if (kind < 0.7) return random.between(0, 300);
  if (kind < 0.93) return random.between(300, 3000);
  if (kind < 0.99) return random.between(3000, 12_000);
  return random.between(12_000, 40_000);
}

async function checkAfterStep(world: SimWorld): Promise<void> {
  await world.observe();
  world.removeClosed();
  guard(world, () => checkStep(world));
  world.recordHeldReads();
}

/** Delivers some of all pending messages, except to slow readers. */
async function deliverSome(world: SimWorld, share: number): Promise<void> {
  const { random, network, bus } = world;
  network.deliverSome(random, share);
  await world.settle();
  for (const name of bus.waiting()) {
    while (random.chance(share)) {
      const busMessage = bus.deliver(name);
      if (busMessage === null) break;
      await world.settle();
      guard(world, () => checkDisconnect(world, name, busMessage));
    }
  }
  for (const page of world.pages.slice()) {
    for (const pair of page.pairs.slice()) {
      while (pair.hasForServer && random.chance(share)) {
        pair.deliverToServer();
        await world.settle();
      }
      while (pair.hasForClient && !pair.isSlow && random.chance(share)) {
        pair.deliverToClient();
        await world.settle();
      }
    }
  }
}

/** Repairs everything except the bus, which still loses messages. Users follow their pages' instructions. */
async function repair(stage: Stage): Promise<void> {
  const { world } = stage;
  world.addTrace('repair');
  world.bus.setAway(false);
  world.redis.isAway = false;
  for (const node of world.nodes) {
    node.skew = 0;
    node.database.dieAt(null);
    node.database.releaseReads();
  }
  await world.settle();
  for (const page of world.pages.slice()) {
    page.browserState.hide(false);
    page.browserState.goOnline(true);
    for (const pair of page.pairs) pair.isSlow = false;
  }
  for (let round = 0; round < repairRounds && !world.violation; round += 1) {
    if (round % 10 === 5) await followInstructions(world);
    await passRepairedSecond(world);
  }
  if (stage.retryingRequests.pending > 0) world.report(new Violation('a request never ended'));
  if (!world.violation) await loseLastMessages(stage);
}

async function passRepairedSecond(world: SimWorld): Promise<void> {
  await deliverAll(world);
  await world.advance(repairRoundMs);
  guard(world, () => checkStep(world));
  world.removeClosed();
}

/** Changes each board and removes one user while the bus loses all messages. No later message reveals the loss. */
async function loseLastMessages(stage: Stage): Promise<void> {
  const { world } = stage;
  world.addTrace('the bus loses everything');
  world.bus.losesAll = true;
  for (const board of world.boards) renameBoard(stage, board);
  const last = world.users.at(-1);
  if (last) removeMember(stage, last);
  for (let round = 0; round < lostMessagesRounds && !world.violation; round += 1)
    await passRepairedSecond(world);
}

/** Closes every meeting, with or without hidden notes. */
async function finishAll(stage: Stage): Promise<void> {
  const { world } = stage;
  world.addTrace('all meetings are closed');
  world.bus.losesAll = false;
  for (const board of world.boards) if (board.exists) finishBoard(stage, board);
  for (let round = 0; round < finishRounds && !world.violation; round += 1) {
    await passRepairedSecond(world);
    if (isFinished(world)) return;
  }
  if (!world.violation) checkFinished(world);
}

function isFinished(world: SimWorld): boolean {
  try {
    checkFinished(world);
    return true;
  } catch (error) {
    if (error instanceof Violation) return false;
    throw error;
  }
}

/** Users log in, reload or retry if their page asks for it. */
async function followInstructions(world: SimWorld): Promise<void> {
  for (const user of world.users) {
    if (world.lostAccessOf(user).session !== null) await world.logIn(user);
  }
  for (const page of world.pages.filter(({ sender }) => !sender.isDead)) {
    const { connection, error } = page.view;
    const isRefused = connection.status === 'closed' && !connection.willReconnect;
    const isOut =
      page.sender.token !== page.user.token || error !== null || hasStoredCommands(page);
    if (connection.willReconnect) page.reconnect();
    if (!isRefused && !isOut) continue;
    const isMine = world.hasAccess(page) || page.sender.token !== page.user.token;
    if (!isMine) continue;
    world.closePage(page, true);
    world.openPage(page.user, world.boardOf(page.meetingId));
  }
}

/** Whether another page of the user left unsent changes, which the next page sends. */
function hasStoredCommands(page: SimPage): boolean {
  const { waiting } = page.view;
  return waiting === 0 && (page.user.stores.get(page.meetingId) ?? []).length > 0;
}

async function deliverAll(world: SimWorld): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    const isQuiet =
      world.network.size === 0 &&
      world.bus.waiting().length === 0 &&
      world.pages.every(({ pairs }) =>
        pairs.every((pair) => !pair.hasForClient && !pair.hasForServer),
      );
    if (isQuiet) return;
    world.network.deliverSome(world.random, 1);
    await world.settle();
    for (const name of world.bus.waiting()) {
      while (world.bus.deliver(name) !== null) await world.settle();
    }
    for (const { pairs } of world.pages.slice()) {
      for (const pair of pairs.slice()) {
        while (pair.hasForServer) {
          pair.deliverToServer();
          await world.settle();
        }
        while (pair.hasForClient) pair.deliverToClient();
        await world.settle();
      }
    }
  }
}

/** Compares all pages with a freshly fetched board. */
async function compare(world: SimWorld, register: WorldDatabase): Promise<void> {
  async function fresh(page: SimPage): Promise<Board> {
    const [node] = world.nodes;
    const { sender } = page;
    const headers = {
      authorization: `Bearer ${page.user.token}`,
      [authorKeyHeader]: keyOf(page.user.id, page.user.id, page.meetingId),
    };
    const path = `/api/v1/meetings/${page.meetingId}/board`;
    const answer = await node?.handle({ sender, method: 'GET', path, body: null, headers });
    return Board.parse(JSON.parse(answer?.body ?? 'null'));
  }
  await checkRest(world, fresh);
  await checkBoardsAtHand(world, register.database);
}
