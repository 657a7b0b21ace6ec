// Composition root of board features. Each is registered only here.
import type { Logger } from 'pino';

import { actionsOfMeeting } from '#server/features/actions/actions-of-meeting';
import { carryOverRoutes } from '#server/features/carry-over/carry-over';
import { checkInOfMeeting } from '#server/features/check-in/check-in-rows';
import { autoAdvance, meetingClosing } from '#server/features/meetings/meeting-sweeps';
import { meetingsRoutes } from '#server/features/meetings/meetings.routes';
import { phasesRoutes, phasesService } from '#server/features/meetings/phases';
import { notesRoutes, notesService } from '#server/features/notes/notes';

import { anonymousAnswers } from './board/anonymous-answers.ts';
import type { FindMatches, ServerFeature } from './board/server-feature.ts';
import { boardStore } from './board/store.ts';
import { actionsRoutes } from './features/actions/actions.routes.ts';
import { agreementsFeature } from './features/actions/agreements.ts';
import { catchUpFeature } from './features/catch-up/catch-up.routes.ts';
import { checkInFeature } from './features/check-in/check-in.routes.ts';
import { commentsRoutes } from './features/comments/comments.routes.ts';
import { discussionRoutes } from './features/discussion/discussion.routes.ts';
import { groupsRoutes } from './features/groups/groups.ts';
import { handsFeature } from './features/hands/hands.routes.ts';
import { importsRoutes, importsService } from './features/imports/imports.ts';
import { meetingsService, takeMeetingsQuota } from './features/meetings/meetings.service.ts';
import { reactionsRoutes } from './features/reactions/reactions.routes.ts';
import { readyRoutes } from './features/ready/ready.routes.ts';
import { badgesFeature } from './features/team-health/badges.ts';
import { outcomesFeature } from './features/team-health/outcomes.ts';
import { templatesRoutes } from './features/templates/templates.routes.ts';
import { thanksFeature } from './features/thanks/thanks.routes.ts';
import { timerRoutes } from './features/timer/timer.routes.ts';
import { votesRoutes } from './features/votes/votes.routes.ts';
import type { ChangeLog } from './live/change-log.ts';
import type { Disconnect } from './live/disconnect.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/db/database.ts';
import type { Api } from './platform/http/calls.ts';
import { receiptBook } from './platform/http/receipts.ts';
import { writerQueue } from './platform/http/writer-queue.ts';

/** The features that need the store alone. Some contribute to evidence, look-backs, personal exports, health and years. */
export const serverFeatures: readonly ServerFeature[] = [
  { routes: carryOverRoutes },
  { routes: groupsRoutes },
  { routes: votesRoutes },
  { routes: actionsRoutes },
  { routes: readyRoutes },
  { routes: timerRoutes },
  { routes: discussionRoutes },
  { routes: commentsRoutes },
  { routes: reactionsRoutes },
  checkInFeature,
  outcomesFeature,
  agreementsFeature,
  handsFeature,
  thanksFeature,
  catchUpFeature,
  badgesFeature,
];

export interface BoardFeaturesDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  changes: ChangeLog;
  disconnect: Disconnect;
  answersMin: number;
  findMatches: FindMatches;
}

export function boardFeatures({
  db,
  clock,
  log,
  changes,
  disconnect,
  answersMin,
  findMatches,
}: BoardFeaturesDeps) {
  const inTurn = writerQueue(clock);
  const receipts = receiptBook(db, inTurn);
  const lookBack = serverFeatures.flatMap((feature) => feature.lookBack ?? []);
  const store = boardStore({ db, log: changes, inTurn, disconnect, lookBack, answersMin });
  const hooks = [actionsOfMeeting(store), checkInOfMeeting()];
  const storeAnonymously = anonymousAnswers(store);
  const deps = { db, receipts, store, storeAnonymously, hooks, answersMin, findMatches };
  const notes = notesService({ db, store });
  const holdsContent = serverFeatures.flatMap((feature) => feature.holdsContent ?? []);
  const meetings = meetingsService({ ...deps, holdsContent });
  const imports = importsService({ ...deps, takeMeetingsQuota });
  const phases = phasesService(store);
  const closing = meetingClosing({ ...deps, clock, logger: log });
  const advancing = autoAdvance({ ...deps, clock, logger: log });

  return {
    store,
    receipts,
    services: { notes, meetings, phases, imports },
    closeOverdue: closing.actOn,

    registerRoutes(api: Api): void {
      meetingsRoutes(api, { ...deps, disconnect, logger: log, service: meetings });
      importsRoutes(api, imports);
      phasesRoutes(api, { ...deps, phases });
      templatesRoutes(api, { ...deps, logger: log });
      notesRoutes(api, { ...deps, service: notes });
      for (const { routes } of serverFeatures) routes(api, deps);
    },

    start(): void {
      closing.start();
      advancing.start();
    },

    async stop(): Promise<void> {
      await closing.stop();
      await advancing.stop();
    },
  };
}
export type BoardFeatures = ReturnType<typeof boardFeatures>;
