// The features of a board. Guards, cascade rules and derivations run in this order.
import { carriedNotesFeature } from './carried-notes.ts';
import { BoardRules } from './command.ts';
import { meetingFeature } from './meeting-commands.ts';
import { pageFeatures } from './page-rules.ts';
import { phasesFeature } from './phases.ts';
import { purgesFeature } from './purges.ts';
import { questionsFeature } from './question-commands.ts';
import { revealAdditionsFeature } from './reveal-additions.ts';

export const boardRules = new BoardRules([
  phasesFeature,
  meetingFeature,
  carriedNotesFeature,
  ...pageFeatures,
  questionsFeature,
  revealAdditionsFeature,
  purgesFeature,
]);
