// Writes action items, and shows on each board of their team what has become of them.
import type { MeetingId, UserId } from '@wentwell/contract/ids';

import type { BoardStore } from '#server/board/store';
import { tableWriter } from '#server/board/table-writer';
import type { Tx } from '#server/platform/db/database';

import { type ActionRow, actions, toAction } from './actions.table.ts';

const writer = tableWriter(actions, { name: 'actions', key: ['id'] });

export interface WrittenActions {
  rows: readonly ActionRow[];
  /** The transaction runs again if another one has taken the id of one of the rows. */
  isNew?: boolean;
  /** The boards that show them, locked. */
  boards: readonly MeetingId[];
  actorId: UserId | null;
  /** `action.release` where their owner leaves. */
  name?: 'action.show' | 'action.release';
  /** Nothing else of the transaction changes the boards. */
  isLast?: boolean;
}

export async function writeActions(
  store: BoardStore,
  tx: Tx,
  { rows, isNew = false, boards, actorId, name = 'action.show', isLast = false }: WrittenActions,
): Promise<void> {
  const isLiving = ({ deletedAt }: ActionRow) => deletedAt === null;
  const asName = rows.some(isLiving) ? name : 'action.showDeleted';
  const deleted = rows.filter((row) => !isLiving(row)).map(({ id }) => id);
  const input = { actions: rows.filter(isLiving).map(toAction), deleted };
  // Before the rows are written: a board that is not at hand is read as it was.
  await store.changeLockedBoards(tx, boards, { name: asName, input, actorId, isLast });
  const write = () => writer[isNew ? 'insert' : 'put'](tx, rows);
  if (isLast) tx.beforeCommit(write);
  else await write();
}
