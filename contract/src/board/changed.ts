// A change with the boards before and after it: full boards on the server, the user's views on a client.
import { isEditable } from '../meetings/meetings.ts';
import type { BoardState } from './board.ts';
import type { Patch } from './change.ts';
import { getMeeting } from './meeting.ts';
import type { BoardRecord, RecordType } from './record.ts';

export interface ChangedBoard<P extends Patch = Patch> {
  patch: P;
  before: BoardState;
  after: BoardState;
}

/** The records of one type that a patch puts and removes. Removed records are the ones from `before`. */
export function changedOf<R extends BoardRecord>(
  { patch, before }: ChangedBoard,
  recordType: RecordType<R>,
): { put: R[]; removed: R[] } {
  const isOfType = ({ type }: Pick<BoardRecord, 'type'>) => type === recordType.type;
  return {
    put: patch.put.filter((each): each is R => isOfType(each)),
    removed: patch.remove.filter(isOfType).flatMap(({ id }) => before.get(recordType, id) ?? []),
  };
}

export function isChanged(changed: ChangedBoard, recordType: RecordType<BoardRecord>): boolean {
  const { put, removed } = changedOf(changed, recordType);
  return put.length + removed.length > 0;
}

type Boards = Pick<ChangedBoard, 'before' | 'after'>;

export function ends({ before, after }: Boards): boolean {
  return isEditable(getMeeting(before).status) && !isEditable(getMeeting(after).status);
}

export function becomesAnonymous({ before, after }: Boards): boolean {
  return getMeeting(after).settings.anonymous && !getMeeting(before).settings.anonymous;
}

export function entersPhase({ before, after }: Boards): boolean {
  const [previous, next] = [getMeeting(before), getMeeting(after)];
  return (
    previous.status === 'live' &&
    next.status === 'live' &&
    previous.phase_started_at !== next.phase_started_at
  );
}
