// The simulated world: nodes, users, pages, boards, and their connections, controlled by one seed.
import { randomUUID } from 'node:crypto';

import { SessionId, TeamId, type UserId } from '@wentwell/contract/ids';

import type { DatabaseConnection } from '../../server/src/platform/db/database.ts';
import { newId } from '../../server/src/platform/ids.ts';
import { newSecret } from '../../server/src/platform/secrets.ts';
import { Ledger } from './ledger.ts';
import { LossyBus } from './lossy-bus.ts';
import { MemoryRedis } from './memory-redis.ts';
import { type Answer, type Call, Network } from './network.ts';
import { Mutex, passTurns } from './node-database.ts';
import { type LostAccess, observe, type SimBoard } from './observe.ts';
import { TeamActions } from './oracle-actions.ts';
import type { CatchUps } from './oracle-catch-up.ts';
import { type Random, randomOf } from './random.ts';
import { SimClock } from './sim-clock.ts';
import { type SimNode, startNode } from './sim-node.ts';
import { type PageEnvironment, runningPage, SimPage, type SimUser } from './sim-page.ts';
import type { ServerSession, SocketPair } from './socket-pair.ts';
import { Violation } from './violation.ts';
import type { WorldDatabase } from './world-database.ts';

export interface SocketWrite {
  page: SimPage;
  pair: SocketPair;
  node: SimNode;
  text: string;
  at: number;
}

const quietTurns = 4;
const settleTimeoutMs = 60_000;

export class SimWorld {
  readonly random: Random;
  /** All meetings are anonymous. */
  readonly isAnonymous: boolean;
  readonly clock = new SimClock();
  readonly ledger = new Ledger();
  readonly teamActions = new TeamActions();
  readonly bus: LossyBus;
  readonly redis: MemoryRedis;
  readonly network: Network;
  readonly mutex = new Mutex();
  readonly trace: string[] = [];
  readonly faults = new Map<string, number>();
  readonly users: SimUser[] = [];
  readonly lostAccess = new Map<UserId, LostAccess>();
  readonly boards: SimBoard[] = [];
  /** Frames written to sockets since the last check. */
  writes: SocketWrite[] = [];
  root: SimUser | null = null;
  /** An ended retro for catch-up. Null in worlds without. */
  missed: CatchUps | null = null;
  nodes: SimNode[] = [];
  pages: SimPage[] = [];
  violation: Violation | null = null;
  divergences = 0;
  teamId: TeamId = newId(TeamId);
  #nodeCount = 0;
  #pageCount = 0;
  readonly #names = new Map<string, string>();
  readonly #connection: DatabaseConnection;
  readonly #register: WorldDatabase;
  readonly #sockets = new Map<SocketPair, SimNode>();

  /** The world starts empty and needs its own database. */
  constructor(
    { seed, isAnonymous }: { seed: number; isAnonymous: boolean },
    connection: DatabaseConnection,
    register: WorldDatabase,
  ) {
    this.isAnonymous = isAnonymous;
    this.random = randomOf(seed);
    this.#connection = connection;
    this.#register = register;
    this.bus = new LossyBus(this.random);
    this.redis = new MemoryRedis(() => this.clock.now);
    this.mutex.afterCommit = () => this.observe();
    this.network = new Network({
      handle: (call) => this.#serve(call),
      caller: () => runningPage.getStore()?.sender,
      trace: (what) => this.addTrace(what),
      onAnswer: (call, answer) => this.#onAnswer(call, answer),
    });
  }

  addTrace(what: string): void {
    const uuid = /[0-9a-f]{8}-[0-9a-f-]{27}/g;
    this.trace.push(what.replaceAll(uuid, (id) => this.#names.get(id) ?? 'an id'));
  }

  count(fault: string, by = 1): void {
    this.faults.set(fault, (this.faults.get(fault) ?? 0) + by);
  }

  setName(id: string, name: string): void {
    this.#names.set(id, name);
  }

  report(violation: Violation): void {
    this.violation ??= violation;
  }

  boardOf(id: string): SimBoard {
    const board = this.boards.find((each) => each.id === id);
    if (!board) throw new Error('no such board');
    return board;
  }

  lostAccessOf(user: SimUser): LostAccess {
    const lost = this.lostAccess.get(user.id) ?? { membership: null, session: null };
    this.lostAccess.set(user.id, lost);
    return lost;
  }

  /** Whether the page's user may see its board now, with the page's session. */
  hasAccess(page: SimPage): boolean {
    const lost = this.lostAccessOf(page.user);
    if (page.sender.token !== page.user.token) return false;
    return lost.membership === null && lost.session === null && this.boardOf(page.meetingId).exists;
  }

  nodeOf(pair: SocketPair): SimNode | undefined {
    return this.#sockets.get(pair);
  }

  pairsOn(node: SimNode): { page: SimPage; pair: SocketPair }[] {
    return this.pages.flatMap((page) =>
      page.pairs.filter((pair) => this.#sockets.get(pair) === node).map((pair) => ({ page, pair })),
    );
  }

  /** Waits until the world is idle: only a delivery or a timer could continue it. */
  async settle(): Promise<void> {
    await this.#comeToRest();
    await this.#replaceDeadNodes();
  }

  async #comeToRest(): Promise<void> {
    const until = performance.now() + settleTimeoutMs;
    for (let quiet = 0; quiet < quietTurns;) {
      await this.mutex.quiet(settleTimeoutMs);
      await passTurns(1);
      quiet = this.mutex.isQuiet ? quiet + 1 : 0;
      if (performance.now() > until) throw new Error('this world does not come to rest');
    }
  }

  async advance(ms: number): Promise<void> {
    await this.clock.advance(ms, () => this.settle());
  }

  openPage(user: SimUser, board: SimBoard): SimPage {
    this.#pageCount += 1;
    const name = `p${this.#pageCount}(${user.name},${board.name})`;
    const ground: PageEnvironment = {
      clock: this.clock,
      network: this.network,
      ledger: this.ledger,
      random: () => this.random.next(),
      report: (violation) => this.report(violation),
      accept: (page, pair, url) => this.#accept(page, pair, url),
      onWrite: (page, pair, bytes) => this.#onWrite(page, pair, bytes),
    };
    const page = new SimPage({ name, user, meetingId: board.id }, board.history, ground);
    this.pages.push(page);
    this.addTrace(`${name} opens`);
    return page;
  }

  closePage(page: SimPage, keeps: boolean): void {
    page.close(keeps);
    this.addTrace(`${page.name} is closed${keeps ? '' : ', its storage wiped'}`);
  }

  /** Kills a node and starts a replacement. */
  async replaceNode(node: SimNode): Promise<void> {
    this.addTrace(`${node.name} dies`);
    this.divergences += node.divergences;
    for (const { pair } of this.pairsOn(node)) {
      this.#sockets.delete(pair);
      pair.killServer(this.random.chance(0.7));
    }
    const at = this.nodes.indexOf(node);
    await node.kill();
    this.nodes.splice(at, 1, await this.startNode());
    await this.settle();
  }

  async logIn(user: SimUser): Promise<void> {
    user.token = newSecret();
    user.sessionId = newId(SessionId);
    this.setName(user.sessionId, `session of ${user.name}`);
    await this.#register.openSession(user, user.token);
    this.lostAccessOf(user).session = null;
  }

  async join(user: SimUser, role: 'admin' | 'member'): Promise<void> {
    await this.#register.addMember(this.teamId, user.id, role);
    this.lostAccessOf(user).membership = null;
  }

  /** Removes sockets that are closed on both sides, and closed pages without sockets. */
  removeClosed(): void {
    for (const page of this.pages) {
      for (const pair of page.pairs) if (pair.isOver) this.#sockets.delete(pair);
      page.pairs = page.pairs.filter((pair) => !pair.isOver);
    }
    this.pages = this.pages.filter((page) => !page.sender.isDead || page.pairs.length > 0);
  }

  /** Records nodes with delayed reads, because their time limits restart after that. */
  recordHeldReads(): void {
    for (const node of this.nodes) {
      if (node.database.heldReads > 0) node.readsHeldAt = this.clock.now;
    }
  }

  async end(): Promise<void> {
    for (const page of this.pages) page.close(true);
    for (const node of this.nodes) await node.kill();
    await this.#comeToRest();
  }

  /** The caller adds the node to `nodes`. */
  async startNode(): Promise<SimNode> {
    this.#nodeCount += 1;
    return startNode(`n${this.#nodeCount}`, {
      connection: this.#connection,
      mutex: this.mutex,
      clock: this.clock,
      bus: this.bus,
      redis: this.redis,
    });
  }

  /** Marks of all texts in the board's log. */
  readLoggedMarks(board: SimBoard): Promise<Set<string>> {
    return this.#register.readLoggedMarks(board.id);
  }

  /** Ends the catch-up period of the missed retro. A no-op while a transaction holds the meeting. */
  async letTwoDaysPass(): Promise<void> {
    if (this.missed) this.missed.isOver ||= await this.#register.passTwoDays(this.missed.retro.id);
  }

  /** Call after each transaction, before the next one starts. */
  observe(): Promise<void> {
    return observe(this, this.#register);
  }

  async #serve(call: Call): Promise<Answer | null> {
    const node = this.random.pick(this.nodes);
    try {
      return await node.handle(call);
    } catch (error) {
      this.report(new Violation(error instanceof Error ? error.message : String(error)));
      return null;
    }
  }

  #onAnswer(call: Call, answer: Answer): void {
    const key = call.headers['idempotency-key'];
    const head = (board: string): number => this.boardOf(board).history.now.seq;
    if (key !== undefined) this.ledger.onAnswer(key, answer.status, head);
    this.checkAnswer?.(call, answer);
  }

  /** Called for every answer that arrives. */
  checkAnswer: ((call: Call, answer: Answer) => void) | null = null;

  #accept(page: SimPage, pair: SocketPair, url: string): ServerSession | null {
    const node = this.random.pick(this.nodes);
    this.#sockets.set(pair, node);
    this.addTrace(`${page.name} connects to ${node.name}`);
    return node.accept(pair, url);
  }

  #onWrite(page: SimPage, pair: SocketPair, bytes: Buffer): void {
    const node = this.#sockets.get(pair);
    if (node) this.writes.push({ page, pair, node, text: bytes.toString(), at: this.clock.now });
  }

  /** Replaces nodes that died within a change, after the change has ended. */
  async #replaceDeadNodes(): Promise<void> {
    const findDead = () => this.nodes.find(({ dying }) => dying !== null);
    for (let node = findDead(); node; node = findDead()) {
      this.count(`node dies ${node.dying ?? ''}`);
      await this.replaceNode(node);
    }
  }
}

/** An idempotency key for a request that no page sends. */
export function newKey(): string {
  return randomUUID();
}
