import type { Entry } from './ledger.ts';
import type { SimBoard } from './observe.ts';
import { isCarriedAlready } from './oracle-carry-over.ts';
import { isDiscussedAlready } from './oracle-discussion.ts';
import { isShown, reacts } from './oracle-responses.ts';
import { kindOf } from './oracle-scores.ts';
import type { OracleBoard } from './oracle.ts';
import type { SimWorld } from './sim-world.ts';
// Whatever was acknowledged is in the log, or needed no event because it was so already.
import { Violation } from './violation.ts';

/** Whether the board was already in the requested state between request and answer, so that there was nothing to log. */
function wasAlreadySo(
  { intent, author: by, since, until }: Entry,
  { history }: SimBoard,
  states: (board: string) => readonly OracleBoard[],
): boolean {
  const between = history.states.slice(since, until + 1).filter((board) => board !== undefined);
  return between.some((board) => {
    const note = 'note' in intent ? board.notes.get(intent.note) : undefined;
    switch (intent.kind) {
      case 'move':
        return note?.isDeleted === false && note.column === intent.column;
      case 'remove':
        return note?.isDeleted !== false;
      case 'rename':
        return board.name === intent.name;
      case 'hide':
        return board.hides === intent.hide;
      case 'finish':
        return board.isFinished;
      case 'ready':
        return board.phase === intent.phase && board.ready.includes(by) === intent.ready;
      case 'turn':
        return board.phase === 'joining' && board.turns.includes(by) === intent.done;
      case 'vote':
        return (board.votes.get(by)?.get(intent.note) ?? 0) === intent.count;
      case 'voted':
        return board.phase === 'voting' && board.voted.includes(by) === intent.finished;
      case 'timer':
        return intent.action === 'stop' && board.timer === 'none';
      case 'regroup': {
        const members = board.groups.get(intent.group)?.notes ?? [];
        const isSo = intent.add.every((id) => members.includes(id));
        return isSo && intent.remove.every((id) => !members.includes(id));
      }
      case 'react':
        return note?.isDeleted === false && reacts(board, by, intent) === intent.reacts;
      case 'restoreComment':
        return isShown(board, intent.comment);
      case 'choose':
      case 'arrange':
      case 'park':
      case 'extend':
        return isDiscussedAlready(board, { ...intent, by });
      case 'settleAction': {
        const status = board.agreed.get(intent.action)?.status;
        return status === intent.status && status !== 'dropped';
      }
      case 'restoreAction':
        return board.agreed.has(intent.action);
      case 'score':
        return board.given.get(by)?.[kindOf(board, intent)] === intent.score;
      case 'carry':
        return isCarriedAlready(board, states(intent.from), intent);
      case 'ask':
      case 'addAction':
      case 'changeAction':
      case 'deleteAction':
      case 'comment':
      case 'editComment':
      case 'deleteComment':
      case 'add':
      case 'edit':
      case 'restore':
      case 'group':
      case 'part':
      case 'next':
      case 'jump':
      case 'return':
        return false;
    }
  });
}

export function assertLogged(entry: Entry, world: SimWorld): void {
  const board = world.boardOf(entry.board);
  const states = (id: string) => world.boardOf(id).history.states;
  if (entry.seq !== null || wasAlreadySo(entry, board, states)) return;
  // If several users restored the same thing, the log does not show which of them it was.
  const alike = world.ledger.entries.filter(
    ({ intent, board: at }) =>
      at === entry.board && JSON.stringify(intent) === JSON.stringify(entry.intent),
  );
  const acknowledged = alike.filter(({ state }) => state === 'acknowledged').length;
  const logged = alike.filter(({ seq }) => seq !== null).length;
  const isOneOfMany = entry.intent.kind === 'restore' || entry.intent.kind === 'return';
  if (isOneOfMany && acknowledged <= logged) return;
  const intent = JSON.stringify(entry.intent);
  throw new Violation(`acknowledged and not in the log of ${board.name}: ${intent}`);
}
