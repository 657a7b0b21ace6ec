// Random commands on one board, each compared with its call.
import type { BoardState } from '@wentwell/contract/board/board';
import type { Change } from '@wentwell/contract/board/change';
import type { Facts } from '@wentwell/contract/board/facts';
import { boardRules } from '@wentwell/contract/board/features';
import { getMeeting } from '@wentwell/contract/board/meeting';
import { type MeetingId, NoteId } from '@wentwell/contract/ids';
import type { TeamRole } from '@wentwell/contract/teams/teams';

import { isWrittenOn as isWrittenOnIn } from '#server/board/read-facts';
import { authorHash } from '#server/platform/http/author-key';

import { type Choice, findOnBoard, type MakeCall } from './board-calls.ts';
import type { TestApp, TestUser } from './build-test-app.ts';
import { FollowedBoard } from './followed-board.ts';
import { contextOf, readTrash, ShadowBoard } from './shadow-board.ts';

/** Number of random meetings per test. */
export const runs = Number(process.env['RUNS'] ?? 1);

export interface Step extends Choice {
  name: string;
}

interface Play {
  meetingId: MeetingId;
  people: readonly [TestUser, ...TestUser[]];
  calls: Readonly<Record<string, MakeCall>>;
  /** Never called for outsiders: the store refuses them before. */
  roleOf(user: TestUser, board: BoardState): TeamRole | null;
  readFacts?(step: Step, caller: TestUser, board: BoardState): Promise<Partial<Facts>>;
  /** Called with the board after the change. */
  onChange?(change: Change, board: BoardState): void;
  /** How many commands of each kind have changed the board. */
  accepted: Map<string, number>;
}

function keyOf(person: number): string {
  return Buffer.alloc(32, person + 1).toString('base64url');
}

export async function openPlay(
  app: TestApp,
  { meetingId, people, calls, roleOf, readFacts, onChange, accepted }: Play,
): Promise<(step: Step) => Promise<void>> {
  const shadow = await ShadowBoard.open(app, meetingId);
  const path = `/api/v1/meetings/${meetingId}`;
  const followers = await Promise.all(
    people.map((as, at) => FollowedBoard.open(app, { path, as, authorKey: keyOf(at) })),
  );
  /** Deleted notes by deleter. */
  const deleted = new Map<string, number>();

  return async function take(step) {
    const { name } = step;
    const { board } = shadow;
    const found = findOnBoard(board, step, [...deleted.keys()]);
    const call = calls[name]?.(step, found);
    const as = people[step.by] ?? people[0];
    const role = roleOf(as, board);
    if (!call || role === null) return;
    const { anonymous } = getMeeting(board).settings;
    const { authorKey = anonymous ? keyOf(step.by) : null } = call;
    const hash = authorKey === null ? null : authorHash(meetingId, authorKey);
    const { deletedNote } = found;
    const isRestore = name === 'note.restore' && deletedNote !== undefined;
    const trash = isRestore
      ? await readTrash(app, NoteId.parse(deletedNote), deleted.get(deletedNote) === step.by)
      : null;
    const isWrittenOn = await app.db.write((tx) => isWrittenOnIn(tx, meetingId));
    const facts = (await readFacts?.(step, as, board)) ?? {};
    const [method, below, body] = call.request;
    const needsKey = call.authorKey !== undefined || boardRules.isByAuthor(name);
    const isSent = authorKey !== null && needsKey;
    const options = { as, ...(isSent && { authorKey }), ...(body && { body }) };
    const change = await shadow.take({
      name,
      input: call.input,
      context: contextOf(as, { role, hash, trash, facts, isWrittenOn, memberCount: people.length }),
      request: () => app.request(method, `/api/v1/meetings/${meetingId}${below}`, options),
      // Votes and reactions of a restored note were not read with the board's earlier rows.
      leftOut: isRestore ? ['vote', 'tally', 'reaction', 'reaction_count'] : [],
    });
    if (!change) return;
    for (const follower of followers) await follower.catchUp();
    onChange?.(change, shadow.board);
    accepted.set(name, (accepted.get(name) ?? 0) + 1);
    if (name === 'note.remove') deleted.set(below.split('/').at(-1) ?? '', step.by);
  };
}
