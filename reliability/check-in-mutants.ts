// Mutants of scores, carry-over and catch-up.
import type { Mutant } from './mutant.ts';
import type { Favours } from './simulator/steps.ts';

const mostlyCheckIn: Favours = { score: 90, jump: 6, turn: 8, addMember: 6 };

export const checkInMutants: readonly Mutant[] = [
  {
    name: 'totals of scores are shown of two answers',
    needsCheckIn: true,
    favours: mostlyCheckIn,
    file: 'contract/src/check-in-scores.ts',
    find: 'countNew(scores, kind) >= answersMin ?',
    replace: 'countNew(scores, kind) >= answersMin - 1 ?',
  },
  {
    name: 'a score that is given again counts twice',
    needsCheckIn: true,
    favours: mostlyCheckIn,
    file: 'contract/src/check-in-scores.ts',
    find: 'return { ...scores, [by]: {',
    replace: 'return { ...scores, [own ? AuthorHash.parse(`${by} again`) : by]: {',
  },
  {
    name: 'the end of a meeting shows a single score',
    needsCheckIn: true,
    favours: mostlyCheckIn,
    file: 'contract/src/check-in-scores.ts',
    find: 'showEnough(all, { kind, answersMin }), scores)',
    replace: 'showEnough(all, { kind, answersMin: 1 }), scores)',
  },
  {
    name: 'the mood after the discussion replaces the one before it',
    needsCheckIn: true,
    favours: { ...mostlyCheckIn, jump: 20 },
    file: 'contract/src/check-in-calls.ts',
    find: "? 'mood_after' : 'mood';",
    replace: "? 'mood' : 'mood';",
  },
  {
    name: 'worth is asked before the discussion',
    needsCheckIn: true,
    favours: mostlyCheckIn,
    file: 'contract/src/check-in-calls.ts',
    find: "status === 'live' && isFrom('discussing', phase)",
    replace: "status === 'live' && isFrom('voting', phase)",
  },
  {
    name: 'answers to the check-up show at once',
    needsCheckIn: true,
    favours: { gather: 20, checkUp: 90, addMember: 6, next: 0, jump: 0, discuss: 0 },
    file: 'contract/src/board/check-in.ts',
    find: 'return withScore(given, { by, kind: kindOfQuestion(rating.question), score });',
    replace:
      'const kind = kindOfQuestion(rating.question);\n    return showEnough(withScore(given, { by, kind, score }), { kind, answersMin });',
  },
  {
    name: 'a discussed topic is carried over',
    needsResponses: true,
    needsCheckIn: true,
    favours: { carry: 60, discuss: 30, choose: 60, add: 30 },
    file: 'contract/src/board/carried-notes.ts',
    find: "if (id in discussed) return { error: 'TOPIC_DISCUSSED' };",
    replace: '',
  },
  {
    name: 'a note that lies face down is carried over',
    needsCheckIn: true,
    favours: { carry: 40, add: 40 },
    file: 'contract/src/board/carried-notes.ts',
    find: '.filter(({ hidden }) => !hidden)',
    replace: '',
  },
  {
    name: 'a note that is carried over twice is there twice',
    needsCheckIn: true,
    favours: { carry: 60, add: 40 },
    file: 'server/src/features/carry-over/carry-over.ts',
    find: '`carry over ${source} ${target}`',
    replace: '`carry over ${source} ${target} ${Math.random()}`',
  },
  {
    name: 'an author is carried out of an anonymous meeting',
    isAnonymous: true,
    needsCheckIn: true,
    favours: { carry: 40, add: 40 },
    file: 'contract/src/board/carried-notes.ts',
    find: "type: 'note',\n      id,",
    replace: "type: 'note',\n      id,\n      author_hash: note.author_hash,",
  },
  {
    name: 'additions are revealed within the two days after the retro',
    needsCatchUp: true,
    favours: { gather: 20, catchUp: 30, revealLeft: 20, twoDaysPass: 0 },
    file: 'server/src/features/catch-up/catch-up.routes.ts',
    find: 'lte(meetings.endTime, fromDatabaseNow(-catchUpMs)),',
    replace: '',
  },
  {
    name: 'who wrote in an anonymous retro adds to it, too',
    isAnonymous: true,
    needsCatchUp: true,
    favours: { catchUp: 40 },
    file: 'server/src/features/catch-up/catch-up.routes.ts',
    find: '[notes, eq(notes.authorHash, authorHash)],',
    replace: '',
  },
];
