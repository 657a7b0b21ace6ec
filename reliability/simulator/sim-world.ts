// A whole product in a nutshell: nodes, people, pages, boards, and everything between them in one seed's hands.
import { randomUUID } from 'node:crypto';

import { SessionId, TeamId, type UserId } from '@wentwell/contract/ids';

import type { DatabaseConnection } from '../../server/src/platform/db/database.ts';
import { newId } from '../../server/src/platform/ids.ts';
import { newSecret } from '../../server/src/platform/secrets.ts';
import { Violation } from './history.ts';
import { Ledger } from './ledger.ts';
import { LossyBus } from './lossy-bus.ts';
import { MemoryRedis } from './memory-redis.ts';
import { type Answer, type Call, Network } from './network.ts';
import { Mutex, turns } from './node-database.ts';
import { type Lost, observe, type SimBoard } from './observe.ts';
import { type Random, randomOf } from './random.ts';
import type { Register } from './register.ts';
import { SimClock } from './sim-clock.ts';
import { type SimNode, startNode } from './sim-node.ts';
import { type PageGround, SimPage, type SimUser } from './sim-page.ts';
import type { ServerEnd, SocketPair } from './socket-pair.ts';

export interface Wrote {
  page: SimPage;
  pair: SocketPair;
  node: SimNode;
  text: string;
  at: number;
}

const quietTurns = 4;
const patience = 60_000;

export class SimWorld {
  readonly random: Random;
  readonly clock = new SimClock();
  readonly ledger = new Ledger();
  readonly bus: LossyBus;
  readonly redis: MemoryRedis;
  readonly network: Network;
  readonly turnstile = new Mutex();
  readonly trace: string[] = [];
  readonly faults = new Map<string, number>();
  readonly users: SimUser[] = [];
  readonly lost = new Map<UserId, Lost>();
  readonly boards: SimBoard[] = [];
  /** What was written to sockets since the last look. */
  wrote: Wrote[] = [];
  root: SimUser | null = null;
  nodes: SimNode[] = [];
  pages: SimPage[] = [];
  violation: Violation | null = null;
  divergences = 0;
  teamId: TeamId = newId(TeamId);
  #nodeCount = 0;
  #pageCount = 0;
  readonly #names = new Map<string, string>();
  readonly #connection: DatabaseConnection;
  readonly #register: Register;
  readonly #sockets = new Map<SocketPair, SimNode>();

  /** The database must be this world's own, its register open. The world starts empty. */
  constructor(seed: number, connection: DatabaseConnection, register: Register) {
    this.random = randomOf(seed);
    this.#connection = connection;
    this.#register = register;
    this.bus = new LossyBus(this.random);
    this.redis = new MemoryRedis(() => this.clock.now);
    this.turnstile.afterCommit = () => this.observe();
    this.network = new Network({
      serve: (call) => this.#serve(call),
      note: (what) => this.note(what),
      delivered: (call, answer) => this.#delivered(call, answer),
    });
  }

  note(what: string): void {
    const uuid = /[0-9a-f]{8}-[0-9a-f-]{27}/g;
    this.trace.push(what.replaceAll(uuid, (id) => this.#names.get(id) ?? 'an id'));
  }

  count(fault: string, by = 1): void {
    this.faults.set(fault, (this.faults.get(fault) ?? 0) + by);
  }

  name(id: string, name: string): void {
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

  lostOf(user: SimUser): Lost {
    const lost = this.lost.get(user.id) ?? { membership: null, session: null };
    this.lost.set(user.id, lost);
    return lost;
  }

  /** Whether a page's person may see its board now, and is logged in as the page thinks. */
  mayStay(page: SimPage): boolean {
    const lost = this.lostOf(page.user);
    if (page.sender.token !== page.user.token) return false;
    return (
      lost.membership === null && lost.session === null && this.boardOf(page.meetingId).isAlive
    );
  }

  nodeOf(pair: SocketPair): SimNode | undefined {
    return this.#sockets.get(pair);
  }

  pairsOn(node: SimNode): { page: SimPage; pair: SocketPair }[] {
    return this.pages.flatMap((page) =>
      page.pairs.filter((pair) => this.#sockets.get(pair) === node).map((pair) => ({ page, pair })),
    );
  }

  /** Waits until nothing can happen any more without a message or time. */
  async rest(): Promise<void> {
    const until = performance.now() + patience;
    for (let quiet = 0; quiet < quietTurns;) {
      await turns(1);
      quiet = this.turnstile.isQuiet ? quiet + 1 : 0;
      if (performance.now() > until) throw new Error('this world does not come to rest');
    }
    await this.#bury();
  }

  async advance(ms: number): Promise<void> {
    await this.clock.advance(ms, () => this.rest());
  }

  openPage(user: SimUser, board: SimBoard): SimPage {
    this.#pageCount += 1;
    const name = `p${this.#pageCount}(${user.name},${board.name})`;
    const ground: PageGround = {
      clock: this.clock,
      network: this.network,
      ledger: this.ledger,
      random: () => this.random.next(),
      report: (violation) => this.report(violation),
      knock: (page, pair, url) => this.#knock(page, pair, url),
      wrote: (page, pair, bytes) => this.#wrote(page, pair, bytes),
    };
    const page = new SimPage({ name, user, meetingId: board.id }, board.history, ground);
    this.pages.push(page);
    this.note(`${name} opens`);
    return page;
  }

  closePage(page: SimPage, keeps: boolean): void {
    page.leave(keeps);
    this.note(`${page.name} is left${keeps ? '' : ', its storage wiped'}`);
  }

  /** Ends a node where it stands, and starts another in its place. */
  async replaceNode(node: SimNode): Promise<void> {
    this.note(`${node.name} dies`);
    this.divergences += node.divergences;
    for (const { pair } of this.pairsOn(node)) {
      this.#sockets.delete(pair);
      pair.killServer(this.random.chance(0.7));
    }
    const at = this.nodes.indexOf(node);
    await node.kill();
    this.nodes.splice(at, 1, await this.startNode());
    await this.rest();
  }

  async logIn(user: SimUser): Promise<void> {
    user.token = newSecret();
    user.sessionId = newId(SessionId);
    this.name(user.sessionId, `session of ${user.name}`);
    await this.#register.openSession(user, user.token);
    this.lostOf(user).session = null;
  }

  async join(user: SimUser, role: 'admin' | 'member'): Promise<void> {
    await this.#register.addMember(this.teamId, user.id, role);
    this.lostOf(user).membership = null;
  }

  /** Forgets sockets that are over on both sides, and pages that nobody hears of any more. */
  tidy(): void {
    for (const page of this.pages) {
      for (const pair of page.pairs) if (pair.isOver) this.#sockets.delete(pair);
      page.pairs = page.pairs.filter((pair) => !pair.isOver);
    }
    this.pages = this.pages.filter((page) => !page.sender.isDead || page.pairs.length > 0);
  }

  /** Remembers which nodes could not read for a while: what they promise within a time begins anew. */
  markHeld(): void {
    for (const node of this.nodes) {
      if (node.database.held > 0) node.heldUntil = this.clock.now;
    }
  }

  async end(): Promise<void> {
    for (const page of this.pages) page.leave(true);
    for (const node of this.nodes) await node.kill();
    for (let quiet = 0; quiet < quietTurns;) {
      await turns(1);
      quiet = this.turnstile.isQuiet ? quiet + 1 : 0;
    }
  }

  /** Starts a node more; it takes its place in `nodes` by whoever asked. */
  async startNode(): Promise<SimNode> {
    this.#nodeCount += 1;
    return startNode(`n${this.#nodeCount}`, {
      connection: this.#connection,
      turnstile: this.turnstile,
      clock: this.clock,
      bus: this.bus,
      redis: this.redis,
    });
  }

  /** Reads what the last transaction did, before anybody else has a turn. */
  observe(): Promise<void> {
    return observe(this, this.#register);
  }

  async #serve(call: Call): Promise<Answer | null> {
    const node = this.random.pick(this.nodes);
    try {
      return await node.serve(call);
    } catch (error) {
      this.report(new Violation(error instanceof Error ? error.message : String(error)));
      return null;
    }
  }

  #delivered(call: Call, answer: Answer): void {
    const key = call.headers['idempotency-key'];
    const head = (board: string): number => this.boardOf(board).history.now.seq;
    if (key !== undefined) this.ledger.answered(key, answer.status, head);
    this.checkAnswer?.(call, answer);
  }

  /** Looks at every answer that reaches a page. */
  checkAnswer: ((call: Call, answer: Answer) => void) | null = null;

  #knock(page: SimPage, pair: SocketPair, url: string): ServerEnd | null {
    const node = this.random.pick(this.nodes);
    this.#sockets.set(pair, node);
    this.note(`${page.name} knocks at ${node.name}`);
    return node.knock(pair, url);
  }

  #wrote(page: SimPage, pair: SocketPair, bytes: Buffer): void {
    const node = this.#sockets.get(pair);
    if (node) this.wrote.push({ page, pair, node, text: bytes.toString(), at: this.clock.now });
  }

  /** Nodes that died in the middle of something are replaced as soon as it is over. */
  async #bury(): Promise<void> {
    for (const node of this.nodes.filter(({ dying }) => dying !== null)) {
      this.count(`node dies ${node.dying ?? ''}`);
      await this.replaceNode(node);
    }
  }
}

/** A key for a request that is no page's. */
export function newKey(): string {
  return randomUUID();
}
