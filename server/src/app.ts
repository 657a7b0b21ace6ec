// Everything that Wentwell is on one node, in one readable list. Tests build the very same.
import type { Logger } from 'pino';

import type { Config } from './config.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { authService } from './features/auth/auth.service.ts';
import { passwordKeeper } from './features/auth/password.ts';
import { sessionsService } from './features/auth/sessions.service.ts';
import { verificationsService } from './features/auth/verifications.service.ts';
import { boardRoutes } from './features/board/board.routes.ts';
import { boardService } from './features/board/board.service.ts';
import { invitationsRoutes } from './features/invitations/invitations.routes.ts';
import { invitationsService } from './features/invitations/invitations.service.ts';
import { meetingsRoutes } from './features/meetings/meetings.routes.ts';
import { meetingsService } from './features/meetings/meetings.service.ts';
import { notesRoutes } from './features/notes/notes.routes.ts';
import { notesService } from './features/notes/notes.service.ts';
import { teamAdminRoutes, teamsRoutes } from './features/teams/teams.routes.ts';
import { teamsService } from './features/teams/teams.service.ts';
import { usersRoutes } from './features/users/users.routes.ts';
import { usersService } from './features/users/users.service.ts';
import { readVersion, versionRoutes } from './features/version/version.routes.ts';
import { eventLog } from './live/event-log.ts';
import { openGateway } from './live/gateway.ts';
import { cutOffBy, openRooms } from './live/rooms.ts';
import { ticketOffice } from './live/tickets.ts';
import type { Bus } from './platform/bus/bus.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/db/database.ts';
import { migrationsCurrent } from './platform/db/migrate.ts';
import type { Api } from './platform/http/api.ts';
import { healthRoutes } from './platform/http/health.ts';
import { buildHttpServer, requireCaller } from './platform/http/http-server.ts';
import { registerRateLimits } from './platform/http/rate-limits.ts';
import { serveSite } from './platform/http/site.ts';
import { letterWriter } from './platform/mail/letter.ts';
import { mailQueue } from './platform/mail/mail-queue.ts';
import { mailboxTransport, smtpTransport } from './platform/mail/mail-transport.ts';
import { mailWorker } from './platform/mail/mail-worker.ts';
import { mailboxRoutes } from './platform/mail/mailbox.routes.ts';
import { mailbox } from './platform/mail/mailbox.ts';

export interface AppDeps {
  config: Config;
  db: Database;
  bus: Bus;
  clock: Clock;
  log: Logger;
  /** The folder of the built site. */
  siteFolder: string;
}

/** Takes what a node runs on; gives its services, its server ready to listen, and how to end it. */
export async function buildApp(deps: AppDeps) {
  const { config, db, bus, clock, log } = deps;
  const events = eventLog(db, bus);
  const rooms = await openRooms({ log: events, bus, clock, logger: log });
  const tickets = ticketOffice(db, clock);
  const cutOff = cutOffBy(bus);
  const transport = config.smtpUrl
    ? smtpTransport(config.smtpUrl, config.mailFrom)
    : mailboxTransport();
  const mail = mailWorker({ db, transport, clock, log });
  const queueMail = mailQueue(mail.wake);
  const writeLetter = letterWriter(config.publicUrl);

  const sessions = sessionsService({ db, clock, log, cutOff });
  const verifications = verificationsService({ clock, queueMail, writeLetter });
  const passwords = passwordKeeper();
  const auth = authService({ db, clock, passwords, sessions, verifications });
  const users = usersService({ db, clock });
  const teams = teamsService({ db, clock, cutOff });
  const invitations = invitationsService({ db, clock, queueMail, writeLetter });
  const notes = notesService({ db, log: events, clock });
  const meetings = meetingsService({
    db,
    log: events,
    cutOff,
    clock,
    revealNotes: (tx, caller, meetingId) => notes.reveal(tx, caller, meetingId),
  });
  const board = boardService({ db, log: events, rooms, tickets, clock });

  const http = await buildHttpServer({
    log,
    publicUrl: config.publicUrl,
    webOrigin: config.webOrigin === config.publicUrl ? null : config.webOrigin,
    trustProxy: config.trustProxy,
  });
  await registerRateLimits(http, { on: config.rateLimits });
  let draining = false;
  await http.register(async (open) => {
    healthRoutes(open, {
      clock,
      isDraining: () => draining,
      async check() {
        await db.ping();
        if (!(await migrationsCurrent(db))) throw new Error('the schema is older than the program');
      },
    });
    versionRoutes(open, readVersion(`${deps.siteFolder}/build.json`));
    if (config.devMailbox) mailboxRoutes(open, mailbox(db), config.publicUrl);
  });
  await http.register(
    async (api: Api) => {
      requireCaller(api, auth.authenticate);
      authRoutes(api, auth);
      usersRoutes(api, users);
      teamsRoutes(api, teams);
      invitationsRoutes(api, invitations);
      meetingsRoutes(api, meetings);
      notesRoutes(api, notes);
      boardRoutes(api, board);
    },
    { prefix: '/api/v1' },
  );
  for (const prefix of ['/api/admin', '/api/v1/admin']) {
    await http.register(
      async (api: Api) => {
        requireCaller(api, auth.authenticate);
        teamAdminRoutes(api, teams);
      },
      { prefix },
    );
  }
  await serveSite(http, deps.siteFolder);

  const origins = [config.publicUrl, config.webOrigin];
  const gateway = openGateway(http.server, origins, {
    rooms,
    clock,
    logger: log,
    async admit(meetingId, token) {
      const sessionId = await tickets.redeem(token, meetingId);
      const caller = sessionId
        ? await sessions.callerOf(sessionId)
        : await auth.authenticate(token);
      return caller ? board.admit(caller, meetingId) : 'refused';
    },
  });

  return {
    services: { auth, users, teams, invitations, meetings, notes },
    http,

    /** Starts taking requests and sending mail. */
    async listen(): Promise<void> {
      await http.listen({ host: config.host, port: config.port });
      mail.start();
    },

    /** Lets what is under way end, says goodbye to the sockets, and takes nothing more. */
    async close(): Promise<void> {
      draining = true;
      await gateway.close();
      await http.close();
      await mail.stop();
      await rooms.close();
    },
  };
}
export type App = Awaited<ReturnType<typeof buildApp>>;
