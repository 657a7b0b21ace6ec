// Pending commands, decided again on every change of the board.
import { apply, type Change } from '@wentwell/contract/board/change';
import type { Command } from '@wentwell/contract/board/command';
import { type AuthorContext, isRejected, type Rejection } from '@wentwell/contract/board/context';
import { anonymousTime, getMeeting } from '@wentwell/contract/board/meeting';
import { pageRules } from '@wentwell/contract/board/page';
import type { BoardRecord } from '@wentwell/contract/board/record';
import { teamContextOfViewer } from '@wentwell/contract/board/recorded-board';
import { ZodError } from 'zod';

import type { BoardSnapshot } from './board-snapshot.ts';

export interface BoardCommand extends Command {
  /** The record that it restores, as it was before its removal. */
  restores?: BoardRecord | undefined;
}

export interface PendingCommand {
  boardCommand: BoardCommand;
  /** In ms since 1970, by the server's clock. */
  madeAt: number;
}

/** Deterministic: deciding a command twice on the same board gives the same times. */
function contextOf(
  { state, you }: BoardSnapshot,
  { madeAt, boardCommand: { restores } }: PendingCommand,
): AuthorContext {
  const { user_id: userId } = you;
  const now = new Date(madeAt);
  const common = {
    caller: teamContextOfViewer(you),
    now,
    // Only the server shuffles notes.
    createId: () => '',
    memberCount: Infinity,
    isWrittenOn: false,
    isServer: false,
    versionFloor: 0,
    facts: {},
    trash: restores ? { isDeletedByCaller: true, records: [restores] } : null,
  };
  if (!getMeeting(state).settings.anonymous) {
    const author = { author_id: userId };
    return { ...common, actorId: userId, author, recordedAt: now.toISOString() };
  }
  return {
    ...common,
    actorId: null,
    author: { author_id: null, mine: true },
    recordedAt: anonymousTime(state).toISOString(),
  };
}

/** Null if the command is allowed and changes nothing, or if the server must report an invalid field. */
export function decide(
  snapshot: BoardSnapshot,
  command: PendingCommand,
): Change | Rejection | null {
  try {
    return pageRules.decide(snapshot.state, command.boardCommand, contextOf(snapshot, command));
  } catch (error) {
    if (error instanceof ZodError) return null;
    throw error;
  }
}

/** The board with the effect of each pending command that is still allowed. */
export function withPending(
  snapshot: BoardSnapshot,
  commands: readonly PendingCommand[],
): BoardSnapshot {
  return commands.reduce((shown, command) => {
    const decision = decide(shown, command);
    if (decision === null || isRejected(decision)) return shown;
    return { ...shown, state: apply(shown.state, decision) };
  }, snapshot);
}

/** The inverse command. Null if there is none, or if it would change nothing. */
export function inverseOf(snapshot: BoardSnapshot, command: PendingCommand): Command | null {
  const decision = decide(snapshot, command);
  if (decision === null || isRejected(decision)) return null;
  const caller = teamContextOfViewer(snapshot.you);
  return pageRules.inverse(command.boardCommand, snapshot.state, caller);
}
