// Composition root of a node. Tests build the same app.
import type { IncomingMessage } from 'node:http';

import type { Logger } from 'pino';

import { aiClient } from '#server/features/ai/ai-client';
import { aiFeature, aiRoutes } from '#server/features/ai/ai.routes';
import { socketRights } from '#server/features/board/socket-rights';
import { summaryMailRoutes } from '#server/features/report/summary-mail';

import { accountFeatures } from './account-features.ts';
import { adminFeatures } from './admin-features.ts';
import { apiDescription } from './api-description.ts';
import { boardFeatures, serverFeatures } from './board-features.ts';
import type { Config } from './config.ts';
import { readOwnActs } from './features/admin/audit.ts';
import {
  outsiderActsRoutes,
  recordOutsiderReads,
  outsiderActsService,
} from './features/admin/outsider-acts.ts';
import { anonymityRoutes } from './features/anonymity/anonymity.ts';
import type { HashingCost } from './features/auth/password.ts';
import { refusePasswords } from './features/auth/passwords.ts';
import { boardRoutes } from './features/board/board.routes.ts';
import { boardService } from './features/board/board.service.ts';
import { showSwitchedOff } from './features/board/stored-board.ts';
import { guestClaimRoutes } from './features/claims/guest-claim.ts';
import { groupingRight } from './features/groups/groups.ts';
import { guestSessionRoutes } from './features/guests/guest-session.routes.ts';
import { guestEffects, guestsRoutes } from './features/guests/guests.routes.ts';
import { namesOf, reportReader, reportRoutes } from './features/report/report.ts';
import { searchRoutes } from './features/search/search.ts';
import { networkChecks } from './features/setup/network-checks.ts';
import { spectatorsRoutes } from './features/spectators/spectators.ts';
import { type NoteComparer, ThreadedComparer } from './features/suggestions/note-comparer.ts';
import { suggestionsRoutes } from './features/suggestions/suggestions.routes.ts';
import { teamHealthRoutes } from './features/team-health/team-health.ts';
import { readVersion, versionRoutes } from './features/version/version.routes.ts';
import { housekeepingJobs } from './housekeeping-jobs.ts';
import { changeLog } from './live/change-log.ts';
import { createDisconnect } from './live/disconnect.ts';
import { Gateway } from './live/gateway.ts';
import { logMissingUpgrade } from './live/refused-sockets.ts';
import { Rooms } from './live/rooms.ts';
import { RedisRoster, singleNodeRoster } from './live/roster.ts';
import { liveTicketStore } from './live/tickets.ts';
import { hasFailedBackup } from './platform/backup/last-backups.ts';
import type { Bus } from './platform/bus/bus.ts';
import { eraBus } from './platform/bus/era-bus.ts';
import type { Clock } from './platform/clock.ts';
import type { DatabaseIdentity } from './platform/db/database-identity.ts';
import type { Database } from './platform/db/database.ts';
import { databaseReadiness, type Readiness } from './platform/db/readiness.ts';
import { housekeeping } from './platform/housekeeping.ts';
import type { Api } from './platform/http/calls.ts';
import { proxyNotice } from './platform/http/client-address.ts';
import { frontServer, type FrontServer } from './platform/http/front-server.ts';
import { healthRoutes, rememberedCheck } from './platform/http/health.ts';
import { buildHttpServer, requireCaller } from './platform/http/http-server.ts';
import { describeApi } from './platform/http/openapi.ts';
import { registerRateLimits } from './platform/http/rate-limits.ts';
import { requestGates } from './platform/http/request-gates.ts';
import { limitRequests } from './platform/http/request-limits.ts';
import { serveSite } from './platform/http/site.ts';
import { countUnsentMail } from './platform/mail/mail-listing.ts';
import { outgoingMail } from './platform/mail/mail-worker.ts';
import { mailboxRoutes } from './platform/mail/mailbox.routes.ts';
import type { Gauges } from './platform/metrics/prometheus.ts';
import type { RedisConnections } from './platform/redis.ts';
import { socketAdmission } from './socket-admission.ts';

export interface AppDeps {
  config: Config;
  db: Database;
  identity: DatabaseIdentity;
  bus: Bus;
  /** Shared by all nodes. Null for a single node. */
  redis: RedisConnections | null;
  clock: Clock;
  log: Logger;
  siteFolder: string;
  /** Already listening on the ports. By default created here. */
  front?: FrontServer;
  /** By default created here. Closed here in any case. */
  comparer?: NoteComparer;
  /** Default: production parameters. Tests hash thousands of passwords and use cheaper ones. */
  hashingCost?: HashingCost;
  /** Resolves with the reason if this node's database rejects writes, as far as visible from outside. */
  storeProblem?: () => Promise<string | null>;
}

/** Time for a load balancer to notice that the node is draining, in ms. */
const balancerNoticeMs = 2000;

/** The app does not listen yet. The caller must call `close`. */
export async function buildApp(deps: AppDeps) {
  const { config, db, identity, redis, clock, log } = deps;
  const { answersMin } = config;
  // This node's lease and messages belong to an era: under none, other nodes would not find them. Without the database, the
  // first query that succeeds finds it.
  await identity
    .refresh(db)
    .catch((error: unknown) => log.warn({ err: error }, 'the database does not answer yet'));
  const bus = eraBus(deps.bus, identity);
  const changes = changeLog(db, bus, answersMin);
  const rooms = await Rooms.open({
    log: changes,
    bus,
    roster: redis ? new RedisRoster({ redis, identity, clock, logger: log }) : singleNodeRoster,
    clock,
    logger: log,
    findLostAccess: socketRights(db),
    refreshEra: () => identity.refresh(db),
    renewHistory: () => identity.renew(db),
    loadNote: (meetingId, noteId) => notes.stored({ meetingId, noteId }),
    areWithheld: (meetingId, changes) => showSwitchedOff(db, meetingId, changes),
    groupingRight: (userId, note) => groupingRight(db, userId, note),
  });
  const tickets = liveTicketStore(db, clock);
  const disconnect = createDisconnect(bus);
  const outgoing = outgoingMail(config, { db, clock, log });

  const outsiderActs = outsiderActsService(db);
  const comparer = deps.comparer ?? new ThreadedComparer({ clock, log });
  const onBoard = boardFeatures({
    db,
    clock,
    log,
    changes,
    disconnect,
    answersMin,
    findMatches: (texts, notes, requester) =>
      comparer.run({ kind: 'matches', texts, notes }, requester),
  });
  const { store } = onBoard;
  const accounts = accountFeatures({ ...deps, store, disconnect, outgoing, readOwnActs });
  const { auth, sessions, samples, teams, invitations } = accounts;
  const { notes } = onBoard.services;
  const { closeOverdue } = onBoard;
  const board = boardService({ db, rooms, tickets, clock, closeOverdue, answersMin });
  const readReport = reportReader({ db, viewBoard: board.snapshot });
  const administration = adminFeatures({
    ...deps,
    changes,
    tickets,
    disconnect,
    outgoing,
    outsiderActs,
    accounts,
    onBoard,
  });

  const front = deps.front ?? frontServer(config, log);
  const http = await buildHttpServer({ ...config, log, clock, front });
  const warnAboutProxy = proxyNotice({ ...config, log });
  http.addHook('onRequest', async ({ is404, ip, raw }) => {
    warnAboutProxy(raw);
    if (is404) logMissingUpgrade(log, { address: ip, request: raw });
  });
  const rates = { times: config.rateLimits, exempt: config.rateLimitsExempt };
  registerRateLimits(http, rates);
  const gates = requestGates(rates, {
    clock,
    isDatabaseBusy: () => db.poolUse().waiting > 0,
  });
  const admit = limitRequests(http, { gates, authenticate: sessions.authenticate });
  const version = readVersion(`${deps.siteFolder}/build.json`);
  let draining = false;
  const storeReadiness = rememberedCheck({
    clock,
    log,
    async check() {
      const problem = (await deps.storeProblem?.()) ?? null;
      return problem === null ? databaseReadiness(db, clock) : { problem, reasons: [] };
    },
  });
  const readiness = async (): Promise<Readiness> =>
    draining ? { problem: 'draining', reasons: [] } : storeReadiness();
  await http.register(async (open) => {
    healthRoutes(open, {
      readiness,
      degradedBy: () => [...identity.problems(), ...rooms.degradedBy()],
    });
    if (config.devMailbox) mailboxRoutes(open, db);
  });
  await http.register(async (open: Api) => {
    // Rate-limited only by address, so that these routes work without the database.
    open.addHook('onRequest', async (request) => {
      request.slot = gates.ofAddress(request.ip, request.routeOptions.config.requestCost);
      await request.slot.acquire();
    });
    versionRoutes(open, version);
    if (config.apiDocs) describeApi(open, apiDescription(version.version));
  });
  await http.register(
    async (api: Api) => {
      requireCaller(api, admit);
      recordOutsiderReads(api, outsiderActs);
      if (!config.passwordLogin) refusePasswords(api);
      accounts.registerRoutes(api);
      outsiderActsRoutes(api, outsiderActs);
      onBoard.registerRoutes(api);
      suggestionsRoutes(api, { db, comparer });
      boardRoutes(api, board, config.allowedOrigins);
      searchRoutes(api, db);
      teamHealthRoutes(api, {
        db,
        clock,
        answersMin,
        namesOf: (teamId, ids) => namesOf(db, teamId, ids),
        features: serverFeatures,
      });
      anonymityRoutes(api, { db, settings: config, features: serverFeatures });
      reportRoutes(api, {
        db,
        answersMin,
        readReport,
        features: [...serverFeatures, aiFeature],
      });
      summaryMailRoutes(api, {
        db,
        receipts: onBoard.receipts,
        reportOf: readReport,
        queueEmail: outgoing.queueEmail,
      });
      aiRoutes(api, {
        db,
        client: config.ai && aiClient(config.ai, { log }),
        log,
        reportOf: readReport,
      });
      const effects = guestEffects({ bus, store, disconnect });
      guestsRoutes(api, { db, disconnect, effects });
      guestSessionRoutes(api, { db, effects, rooms, sessions });
      guestClaimRoutes(api, { db, store });
      spectatorsRoutes(api, { db, disconnect, boards: board, gates });
    },
    { prefix: '/api/v1' },
  );
  for (const prefix of ['/api/admin', '/api/v1/admin']) {
    await http.register(
      async (api: Api) => {
        requireCaller(api, admit);
        if (!config.passwordLogin) refusePasswords(api);
        accounts.registerAdminRoutes(api);
        await administration.registerRoutes(api);
      },
      { prefix },
    );
  }
  await serveSite(http, deps.siteFolder, config);

  const testSocket = {
    clock,
    tickets,
    describe: (request: IncomingMessage) => networkChecks(request, config),
  };
  const gateway = new Gateway(
    http.server,
    { ...config, testSocket },
    {
      rooms,
      clock,
      logger: log,
      gates,
      viewBoard: board.records,
      admit: socketAdmission({ db, sessions, board, outsiderActs }),
    },
  );

  const jobs = housekeeping({
    db,
    clock,
    log,
    jobs: housekeepingJobs({
      tickets,
      purge: administration.purge,
      log,
      keep: config.keep,
    }),
  });

  return {
    services: { auth, samples, teams, invitations, ...onBoard.services },
    rooms,
    cachedBoard: store.cachedBoard,
    http,
    readiness,
    housekeeping: jobs,

    async gauges(): Promise<Gauges> {
      return {
        sockets: gateway.openSockets,
        boards: rooms.openBoards,
        queuedBytes: gateway.queuedBytes(),
        database: db.poolUse(),
        slots: gates.slots(),
        mail: await countUnsentMail(db),
        hasFailedBackup: await hasFailedBackup(db),
        isReady: (await readiness()).problem === null,
        isDegraded: rooms.degradedBy().length > 0,
      };
    },

    async listen(): Promise<void> {
      await http.ready();
      if (!front.server.listening) await front.listen(config);
      front.open();
      outgoing.worker.start();
      jobs.start();
      onBoard.start();
      // Warn the operator early that users cannot sign in. The start does not wait for the check.
      void accounts.providerProblem?.().then((problem) => {
        if (problem !== null) log.warn({ problem }, 'the identity provider cannot be used');
      });
    },

    /** Resolves when requests in flight have ended and sockets are closed. */
    async close(): Promise<void> {
      draining = true;
      front.drain();
      // Wait until the load balancer's next health check sees the draining state.
      if (config.production)
        await new Promise<void>((go) => void clock.setTimer(balancerNoticeMs, go));
      await gateway.close();
      await front.close();
      await http.close();
      await comparer.close();
      await outgoing.worker.stop();
      await jobs.stop();
      await onBoard.stop();
      await rooms.close();
      await bus.close();
    },
  };
}
export type App = Awaited<ReturnType<typeof buildApp>>;
