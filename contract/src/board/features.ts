// The features of a board. Guards, cascade rules and derivations run in this order.
import { actionsFeature } from './actions.ts';
import { carriedNotesFeature } from './carried-notes.ts';
import { checkInFeature } from './check-in.ts';
import { BoardRules } from './command.ts';
import { commentsFeature } from './comments.ts';
import { discussionFeature } from './discussion.ts';
import { groupsFeature } from './groups.ts';
import { marksFeature } from './marks.ts';
import { meetingFeature } from './meeting-commands.ts';
import { notesFeature } from './notes.ts';
import { phasesFeature } from './phases.ts';
import { purgesFeature } from './purges.ts';
import { reactionsFeature } from './reactions.ts';
import { votesFeature } from './votes.ts';

export const boardRules = new BoardRules([
  phasesFeature,
  meetingFeature,
  notesFeature,
  carriedNotesFeature,
  commentsFeature,
  groupsFeature,
  discussionFeature,
  votesFeature,
  marksFeature,
  reactionsFeature,
  actionsFeature,
  checkInFeature,
  purgesFeature,
]);
