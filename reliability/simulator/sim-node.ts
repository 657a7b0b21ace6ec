// One node of the product in a simulated world: everything that app.ts wires, with the simulator's clock, bus, Redis and
// sockets. Queues replace the gateway.
import { boardSeqHeader } from '@wentwell/contract/api/headers';
import { answersMinDefault } from '@wentwell/contract/check-in/check-in';
import { MeetingId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import { pino } from 'pino';

import { type App, buildApp } from '../../server/src/app.ts';
import { readConfig } from '../../server/src/config.ts';
import { boardService } from '../../server/src/features/board/board.service.ts';
import { ConnectionLimit } from '../../server/src/live/admission.ts';
import { Session, type SessionDeps } from '../../server/src/live/session.ts';
import { liveTicketStore } from '../../server/src/live/tickets.ts';
import type { DatabaseConnection } from '../../server/src/platform/db/database.ts';
import { authorHash } from '../../server/src/platform/http/author-key.ts';
import { openGates } from '../../server/src/platform/http/request-gates.ts';
import type { LossyBus } from './lossy-bus.ts';
import type { MemoryRedis } from './memory-redis.ts';
import type { Answer, Call } from './network.ts';
import { type Death, type NodeDatabase, nodeDatabase, type Mutex } from './node-database.ts';
import type { SimClock } from './sim-clock.ts';
import type { ServerSession, SocketPair } from './socket-pair.ts';

const log = pino({ level: 'silent' });
const config = readConfig({ DEMO: 'off', PORT: '0', RATE_LIMITS: 'off' });

/** Shared by all nodes of a world. */
export interface NodeEnvironment {
  connection: DatabaseConnection;
  mutex: Mutex;
  clock: SimClock;
  bus: LossyBus;
  redis: MemoryRedis;
}

export interface SimNode {
  name: string;
  database: NodeDatabase;
  /** The point at which the node died. Null while it is alive. */
  readonly dying: Death | null;
  skew: number;
  /** When its reads were last delayed. */
  readsHeldAt: number;
  readonly divergences: number;
  readonly cachedBoard: App['cachedBoard'];
  handle(call: Call): Promise<Answer | null>;
  accept(pair: SocketPair, url: string): ServerSession;
  /** Ends the node without any cleanup. */
  kill(): Promise<void>;
}

function methodOf(name: string) {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
  const found = methods.find((method) => method === name);
  if (!found) throw new Error(`no method ${name}`);
  return found;
}

export async function startNode(name: string, environment: NodeEnvironment): Promise<SimNode> {
  const { connection, mutex: turnstile } = environment;
  let dying: Death | null = null;
  let isDead = false;
  let skew = 0;
  const clock = environment.clock.ofNode(() => skew);
  const { bus, end: endBus } = environment.bus.connect(name);
  const database = nodeDatabase(connection, turnstile, (death) => (dying = death));
  const { db, identity } = database;
  const redis = environment.redis.connections();
  const app: App = await buildApp({
    config,
    db,
    identity,
    bus,
    redis,
    clock,
    log,
    siteFolder: '/nowhere',
  });
  const { http, rooms } = app;
  await http.ready();

  // Stateless services that app.ts creates for its gateway.
  const tickets = liveTicketStore(db, clock);
  const board = boardService({
    db,
    rooms,
    tickets,
    clock,
    answersMin: answersMinDefault,
    closeOverdue: () => Promise.resolve(),
  });
  const deps: SessionDeps = {
    rooms,
    clock,
    logger: log,
    gates: openGates,
    viewBoard: board.records,
    connectionLimits: {
      users: new ConnectionLimit(liveLimits.socketsPerUser),
      links: new ConnectionLimit(liveLimits.socketsPerLink),
      boards: new ConnectionLimit(liveLimits.socketsPerBoard),
    },
    admit: async (meetingId, { token }) =>
      (await board.admitByTicket(token, meetingId)) ?? 'refused',
  };

  async function handle({ method, path, body, headers }: Call): Promise<Answer | null> {
    const answer = await http.inject({
      method: methodOf(method),
      url: path,
      headers,
      ...(body !== null && { payload: body }),
    });
    if (isDead || (dying !== null && dying !== 'before-publish')) return null;
    if (answer.statusCode === 500) throw new Error(`${method} ${path}: 500 ${answer.body}`);
    const boardSeq = answer.headers[boardSeqHeader.toLowerCase()];
    return {
      status: answer.statusCode,
      body: answer.body,
      ...(boardSeq !== undefined && { boardSeq: String(boardSeq) }),
    };
  }

  function accept(pair: SocketPair, url: string): ServerSession {
    const address = new URL(url);
    const meetingId = MeetingId.parse(address.pathname.split('/').at(-1));
    const session = new Session(pair.serverSocket, meetingId, deps);
    const since = Number(address.searchParams.get('since'));
    void session
      .start({
        token: address.searchParams.get('token') ?? '',
        since,
        presence: address.searchParams.get('presence'),
        from: '127.0.0.1',
        authorHash: authorHash(meetingId, pair.authorKey),
      })
      .catch(() => session.close('goingAway'))
      .finally(() => pair.startReading());
    return session;
  }

  return {
    name,
    database,
    get dying() {
      return dying;
    },
    get skew() {
      return skew;
    },
    set skew(ms) {
      skew = ms;
    },
    readsHeldAt: Number.NEGATIVE_INFINITY,
    get divergences() {
      return rooms.divergences;
    },
    cachedBoard: app.cachedBoard,
    handle,
    accept,
    async kill() {
      isDead = true;
      clock.end();
      endBus();
      database.kill();
      await database.close();
    },
  };
}
