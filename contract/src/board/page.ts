// The features that pages decide optimistically, and the board that they show. `features.ts` adds what only the server
// decides.
import type { z } from 'zod';

import type { OpenCheckIn } from '../check-in/check-in.ts';
import { Timer } from '../discussion/timer.ts';
import type { UserId } from '../ids.ts';
import { Meeting } from '../meetings/meetings.ts';
import { PhaseInfo } from '../phases.ts';
import { actionsFeature } from './actions.ts';
import { additionsFeature } from './additions.ts';
import { agreementsFeature } from './agreements.ts';
import type { BoardState } from './board.ts';
import { checkInFeature } from './check-in.ts';
import { type BoardFeature, BoardRules, type ShownFeature } from './command.ts';
import { commentsFeature } from './comments.ts';
import { discussionFeature } from './discussion.ts';
import { groupsFeature } from './groups.ts';
import { handsFeature } from './hands.ts';
import { marksFeature } from './marks.ts';
import { meetingType, presentMeeting, presentPhase, presentTimer, timerType } from './meeting.ts';
import { notesFeature } from './notes.ts';
import { questionsFeature } from './questions.ts';
import { reactionsFeature } from './reactions.ts';
import type { AnyRecordType, BoardRecord } from './record.ts';
import { thanksFeature } from './thanks.ts';
import { votesFeature } from './votes.ts';

/** Each `with` adds a feature's fields to the types. */
class Page<Shape extends z.ZodRawShape, Fields> {
  readonly features: readonly BoardFeature[];
  readonly shape: Shape;
  readonly present: ShownFeature<Shape, Fields>['present'];
  readonly isReported: NonNullable<ShownFeature<Shape, Fields>['isReported']>;

  constructor(
    features: readonly BoardFeature[],
    shown: Omit<ShownFeature<Shape, Fields>, keyof BoardFeature>,
  ) {
    this.features = features;
    this.shape = shown.shape;
    this.present = shown.present;
    this.isReported = shown.isReported ?? (() => false);
  }

  with<S extends z.ZodRawShape, F>(next: ShownFeature<S, F>) {
    return new Page([...this.features, next], {
      shape: { ...this.shape, ...next.shape },
      present: (view, userId) => ({ ...this.present(view, userId), ...next.present(view, userId) }),
      isReported: (fields) => this.isReported(fields) || next.isReported?.(fields) === true,
    });
  }
}

const meetingPart = {
  recordTypes: [meetingType, timerType],
  commands: [],
  shape: { meeting: Meeting, phase: PhaseInfo, timer: Timer.nullable() },
  present: (view) => ({
    meeting: presentMeeting(view),
    phase: presentPhase(view),
    timer: presentTimer(view),
  }),
} satisfies ShownFeature;

const page = new Page([meetingPart], meetingPart)
  .with(notesFeature)
  .with(commentsFeature)
  .with(groupsFeature)
  .with(discussionFeature)
  .with(votesFeature)
  .with(marksFeature)
  .with(reactionsFeature)
  .with(actionsFeature)
  .with(agreementsFeature)
  .with(checkInFeature)
  .with(handsFeature)
  .with(thanksFeature)
  .with(questionsFeature)
  .with(additionsFeature);

export const { features: pageFeatures, shape: boardShape } = page;

/** Whether a meeting has more to report than the notes on its board (docs/retro.md R-162). */
export const { isReported: hasReport } = page;
export const pageRules = new BoardRules(pageFeatures);

/** Types of records that end when their member leaves the team. */
export function typesOfMembers(): AnyRecordType[] {
  const types = pageFeatures.flatMap(({ recordTypes }) => recordTypes);
  return types.filter(({ memberOf }) => memberOf !== undefined);
}

export function recordsOfMembers(board: BoardState): { id: UserId; record: BoardRecord }[] {
  return typesOfMembers().flatMap((type) =>
    board.all(type).flatMap((record) => {
      const id = type.memberOf?.(record);
      return id === undefined ? [] : [{ id, record }];
    }),
  );
}

type BoardFields = z.infer<z.ZodObject<typeof boardShape>>;

/** A board as the API returns it, without the reader's own scores. */
export function presentBoard(
  view: BoardState,
  userId: UserId | null,
): Omit<BoardFields, 'check_in'> & { check_in: OpenCheckIn } {
  return page.present(view, userId);
}
