// Faults in catching up after a disconnect: from the log, from a snapshot, and of presence.
import type { Mutant } from './mutant.ts';
import type { Favours } from './simulator/steps.ts';

/** Many disconnects and many notes. */
const oftenAway: Favours = { cut: 30, halfOpen: 12, offline: 8, online: 16, add: 40 };
/** Disconnected pages miss published totals. */
const scoresMissed: Favours = { ...oftenAway, score: 90, addMember: 6, jump: 6 };

export const resumeMutants: readonly Mutant[] = [
  {
    name: 'catching up misses totals of scores',
    needsCheckIn: true,
    favours: scoresMissed,
    file: 'server/src/live/change-log.ts',
    find: 'put: change.put.map((each) => withEnough(each, answersMin)) },',
    replace:
      "put: change.put.filter(({ type }) => type !== 'check_in').map((each) => withEnough(each, answersMin)) },",
  },
  {
    name: 'catching up misses notes',
    favours: oftenAway,
    file: 'server/src/live/change-log.ts',
    find: 'put: change.put.map((each) => withEnough(each, answersMin)) },',
    replace:
      "put: change.put.filter(({ type }) => type !== 'note').map((each) => withEnough(each, answersMin)) },",
  },
  {
    name: 'polling clients miss their own hidden notes',
    favours: { ...oftenAway, next: 0, jump: 0, hide: 0 },
    file: 'server/src/features/board/board.service.ts',
    find: 'changeFrame(change, viewer) ?? []',
    replace: 'changeFrame(change, null) ?? []',
  },
  {
    name: 'a replay ends after the first missed change',
    favours: oftenAway,
    file: 'server/src/live/room.ts',
    find: 'outbox.replay(page.map(encodeChange));',
    replace: 'outbox.replay(page.slice(0, 1).map(encodeChange));',
  },
  {
    name: 'new sockets get no presence',
    favours: { ...oftenAway, openPage: 12, closePage: 12 },
    file: 'server/src/live/room.ts',
    find: '} else this.#sendDelta(presence, [member]);',
    replace: '}',
  },
  {
    name: 'presence keeps removed members',
    favours: { removeMember: 12, addMember: 12 },
    file: 'server/src/live/presence.ts',
    find: 'return { people: users.map(({ entry }) => entry), gone };',
    replace: 'return { people: users.map(({ entry }) => entry), gone: [] };',
  },
  {
    name: 'a cached board outlives its seq',
    favours: { reload: 20, openPage: 20 },
    file: 'server/src/features/board/board.service.ts',
    find: 'return kept?.place === `${epoch} ${seq}` ? kept.content : null;',
    replace: 'return kept && [epoch, seq] ? kept.content : null;',
  },
  {
    name: 'a cached board keeps records that other nodes removed',
    favours: { remove: 30, add: 60, part: 12, group: 20 },
    file: 'server/src/board/replicas.ts',
    find: 'apply(before, change), found.board)',
    replace: 'apply(before, { ...change, remove: [] }), found.board)',
  },
  {
    name: "a snapshot omits the reader's own scores",
    needsCheckIn: true,
    favours: { score: 60, reload: 20 },
    file: 'server/src/features/board/stored-board.ts',
    find: '{ row, turns: [] }, { by, answersMin })',
    replace: '{ row, turns: [] }, { by: [by] && null, answersMin })',
  },
];
