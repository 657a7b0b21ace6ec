// The features of a board. Guards, cascade rules and derivations run in this order.
import { carriedNotesFeature } from './carried-notes.ts';
import { BoardRules } from './command.ts';
import { lookBackFeature } from './look-back.ts';
import { meetingFeature } from './meeting-commands.ts';
import { pageFeatures } from './page.ts';
import { phasesFeature } from './phases.ts';
import { purgesFeature } from './purges.ts';

const features = [
  phasesFeature,
  meetingFeature,
  carriedNotesFeature,
  ...pageFeatures,
  lookBackFeature(pageFeatures),
];
export const boardRules = new BoardRules([...features, purgesFeature(features)]);
