// The features that pages decide optimistically. `features.ts` adds the ones that only the server decides.
import { actionsFeature } from './actions.ts';
import { additionsType } from './additions.ts';
import { checkInFeature } from './check-in.ts';
import { type BoardFeature, BoardRules } from './command.ts';
import { commentsFeature } from './comments.ts';
import { discussionFeature } from './discussion.ts';
import { groupsFeature } from './groups.ts';
import { handsFeature } from './hands.ts';
import { marksFeature } from './marks.ts';
import { meetingType, timerType } from './meeting.ts';
import { notesFeature } from './notes.ts';
import { outcomesFeature } from './outcomes.ts';
import { questionType } from './questions.ts';
import { reactionsFeature } from './reactions.ts';
import { thanksFeature } from './thanks.ts';
import { votesFeature } from './votes.ts';

export const pageFeatures: readonly BoardFeature[] = [
  notesFeature,
  commentsFeature,
  groupsFeature,
  discussionFeature,
  votesFeature,
  marksFeature,
  reactionsFeature,
  actionsFeature,
  outcomesFeature,
  checkInFeature,
  handsFeature,
  thanksFeature,
];

export const pageRules = new BoardRules([
  { recordTypes: [meetingType, timerType, questionType, additionsType], commands: [] },
  ...pageFeatures,
]);
