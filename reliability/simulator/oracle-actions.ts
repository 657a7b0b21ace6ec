// Action items in the oracle. They belong to the team and appear on the board that agreed on them, and on other boards
// that look back.

export type ActionCommand =
  | { kind: 'addAction'; action: string; text: string }
  | { kind: 'changeAction'; action: string; text: string }
  | { kind: 'settleAction'; action: string; status: string; text: string }
  | { kind: 'deleteAction'; action: string }
  | { kind: 'restoreAction'; action: string };

export interface OracleAction {
  action: string;
  /** The board that agreed on the item. */
  board: string;
  text: string;
  due: string | null;
  status: string;
  /** The reason for dropping it. */
  reason: string | null;
  version: number;
  deletedBy: string | null;
}

export type OracleActions = ReadonlyMap<string, OracleAction>;

export interface OracleActionLists {
  /** Action items agreed on this board. */
  agreed: OracleActions;
  /** The team's earlier open action items. Null if the board does not look back. */
  lookedBack: OracleActions | null;
}

interface AgreeingBoard extends OracleActionLists {
  phase: string;
  isFinished: boolean;
}

/** Derives the due date from the text, so that both always change together. */
export function dueOf(text: string): string | null {
  const day = [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 29, 0);
  return day === 0 ? null : `2026-02-${String(day).padStart(2, '0')}`;
}

const agreeingPhases = ['discussing', 'closing_ready'];

export function isActionCommand(intent: { kind: string }): intent is ActionCommand {
  return intent.kind.endsWith('Action');
}

function looksBack({ phase, isFinished }: Pick<AgreeingBoard, 'phase' | 'isFinished'>) {
  return phase === 'joining' && !isFinished;
}

/** Returns why an accepted new action item should have been refused, or null. */
export function findAgreementObjection(board: AgreeingBoard): string | null {
  if (board.isFinished) return 'an action item on a finished board';
  return agreeingPhases.includes(board.phase) ? null : `an action item in phase ${board.phase}`;
}

/** All action items of the team. */
export class TeamActions {
  readonly #actions = new Map<string, OracleAction>();
  readonly #onceDeleted = new Set<string>();

  get all(): OracleAction[] {
    return [...this.#actions.values()];
  }

  /** A deletion also erases the texts in earlier changes. */
  wasDeleted(action: string): boolean {
    return this.#onceDeleted.has(action);
  }

  /** Returns why an accepted command should have been refused, or null. */
  findObjection({ kind, action }: ActionCommand, by: string): string | null {
    const found = this.#actions.get(action);
    if (kind === 'addAction') return found ? 'an action item again' : null;
    if (!found) return `${kind} of an unknown action item`;
    if (kind !== 'restoreAction') {
      return found.deletedBy === null ? null : `${kind} of a deleted action item`;
    }
    return found.deletedBy === by ? null : `an action item deleted by ${found.deletedBy} restored`;
  }

  /** Whether an accepted command is a no-op. */
  isAlreadySo(command: ActionCommand): boolean {
    const { status = null, deletedBy = null } = this.#actions.get(command.action) ?? {};
    if (command.kind === 'restoreAction') return status !== null && deletedBy === null;
    const isSettled = command.kind === 'settleAction' && command.status === status;
    return isSettled && status !== 'dropped' && deletedBy === null;
  }

  /** `board`: the action item's board. */
  accept(command: ActionCommand, { by, board }: { by: string; board: string }): void {
    const { kind, action } = command;
    const found = this.#actions.get(action);
    if (kind === 'addAction') {
      const { text } = command;
      const fresh = { status: 'open', reason: null, version: 1, deletedBy: null };
      this.#actions.set(action, { action, board, text, due: dueOf(text), ...fresh });
    }
    if (!found) return;
    const changed = { ...found, version: found.version + 1 };
    if (kind === 'changeAction') {
      changed.text = command.text;
      changed.due = dueOf(command.text);
    }
    if (kind === 'settleAction') {
      changed.status = command.status;
      changed.reason = command.status === 'dropped' ? command.text : null;
    }
    if (kind === 'deleteAction') {
      changed.deletedBy = by;
      this.#onceDeleted.add(action);
    }
    if (kind === 'restoreAction') changed.deletedBy = null;
    this.#actions.set(action, changed);
  }

  agreedOn(board: string): OracleActions {
    return toMap(this.all.filter((each) => each.board === board && each.deletedBy === null));
  }

  earlierOpenActions(board: string): OracleActions {
    const isOpen = (each: OracleAction) => each.status === 'open' && each.deletedBy === null;
    return toMap(this.all.filter((each) => each.board !== board && isOpen(each)));
  }
}

function toMap(actions: readonly OracleAction[]): OracleActions {
  return new Map(actions.map((each) => [each.action, each]));
}

/** Returns the board with its visible action items. */
export function withActions<Board extends AgreeingBoard>(
  board: Board,
  name: string,
  team: TeamActions,
): Board {
  const lookedBack = looksBack(board) ? team.earlierOpenActions(name) : null;
  return { ...board, agreed: team.agreedOn(name), lookedBack };
}

interface ShownAction {
  id: string;
  version: number;
  text: string;
  due: string | null;
  status: string;
  reason: string | null;
}

export function actionLine(list: string, shown: ShownAction) {
  const { id, version, text, due, status, reason } = shown;
  const dropped = reason ? `, dropped: ${reason}` : '';
  const what = `${list} ${id} ${version} is ${status}, due ${due}: ${text}${dropped}`;
  return { ids: [id], text: what };
}

export function* actionLines({ agreed, lookedBack }: OracleActionLists) {
  for (const each of agreed.values()) yield actionLine('agreed', { id: each.action, ...each });
  if (!lookedBack) return;
  yield { ids: [], text: 'it looks back' };
  for (const each of lookedBack.values()) {
    yield actionLine('since last time', { id: each.action, ...each });
  }
}
