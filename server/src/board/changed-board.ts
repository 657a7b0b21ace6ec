// A change with the boards that it leads from and to, of which events and rows are made.
import type { BoardState } from '@wentwell/contract/board/board';
import type { Change } from '@wentwell/contract/board/change';
import { getMeeting } from '@wentwell/contract/board/meeting';
import type { BoardRecord, RecordType } from '@wentwell/contract/board/record';
import { isEditable } from '@wentwell/contract/meetings';

export interface ChangedBoard {
  change: Change;
  before: BoardState;
  after: BoardState;
}

/** The records of one type that a change puts and removes. Removed records are whole, as the board before had them. */
export function changedOf<R extends BoardRecord>(
  { change, before }: ChangedBoard,
  recordType: RecordType<R>,
): { put: R[]; removed: R[] } {
  const isOfType = ({ type }: Pick<BoardRecord, 'type'>) => type === recordType.type;
  return {
    put: change.put.filter((each): each is R => isOfType(each)),
    removed: change.remove.filter(isOfType).flatMap(({ id }) => before.get(recordType, id) ?? []),
  };
}

/** Whether the change ends the meeting. */
export function ends({ before, after }: ChangedBoard): boolean {
  return isEditable(getMeeting(before).status) && !isEditable(getMeeting(after).status);
}
