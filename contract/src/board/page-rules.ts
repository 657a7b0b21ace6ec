// The rules by which a page decides its user's commands before the server does: those of `features.ts` in their order,
// without the features whose commands the server alone decides. They would weigh 3 KB.
import { actionsFeature } from './actions.ts';
import { checkInFeature } from './check-in.ts';
import { BoardRules } from './command.ts';
import { commentsFeature } from './comments.ts';
import { discussionFeature } from './discussion.ts';
import { groupsFeature } from './groups.ts';
import { marksFeature } from './marks.ts';
import { meetingType, timerType } from './meeting.ts';
import { notesFeature } from './notes.ts';
import { reactionsFeature } from './reactions.ts';
import { votesFeature } from './votes.ts';

export const pageRules = new BoardRules([
  { recordTypes: [meetingType, timerType], commands: [] },
  notesFeature,
  commentsFeature,
  groupsFeature,
  discussionFeature,
  votesFeature,
  marksFeature,
  reactionsFeature,
  actionsFeature,
  checkInFeature,
]);
