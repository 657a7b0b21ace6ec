// What a board must be, said a second time: a pure fold of the commands that were accepted, in the order of the log.
// It shares no line with the contract or the server; where both say the same, it is not because of one mistake.

/** A command that the log proves to have been accepted, as its sender meant it. */
export type Accepted =
  | { kind: 'add'; note: string; by: string; text: string; column: string }
  | { kind: 'edit'; note: string; by: string; text: string; column?: string }
  | { kind: 'move'; note: string; by: string; column: string }
  | { kind: 'remove'; note: string; by: string }
  | { kind: 'restore'; note: string }
  | { kind: 'phase'; phase: string }
  | { kind: 'rename'; name: string }
  | { kind: 'hide'; hide: boolean }
  | { kind: 'finish' }
  | { kind: 'return' };

export interface OracleNote {
  note: string;
  by: string;
  text: string;
  column: string;
  hidden: boolean;
  /** Its place: the seq at which it was put there. */
  place: number;
  version: number;
  /** Once gone, it can be brought back. */
  gone: boolean;
}

export interface OracleBoard {
  seq: number;
  phase: string;
  name: string;
  hides: boolean;
  /** Finished: it takes no more changes of notes, and nothing on it lies face down. */
  over: boolean;
  notes: ReadonlyMap<string, OracleNote>;
}

/** A board as one person may see it. */
export interface SeenBoard {
  seq: number;
  phase: string;
  name: string;
  hides: boolean;
  notes: SeenNote[];
}

export interface SeenNote {
  note: string;
  by: string;
  text: string;
  column: string;
  hidden: boolean;
  version: number;
}

const addingPhases = ['writing', 'grouping'];
const changingPhases = ['writing', 'revealing', 'grouping', 'discussing', 'closing_ready'];
const hidingPhases = ['joining', 'writing'];
export const phaseOrder = [
  'joining',
  'writing',
  'revealing',
  'grouping',
  'voting',
  'discussing',
  'closing_ready',
];

/** Why an accepted command should have been refused, or null. */
export function objection(board: OracleBoard, command: Accepted): string | null {
  const note = 'note' in command ? board.notes.get(command.note) : undefined;
  if (board.over && command.kind !== 'restore' && command.kind !== 'return') {
    return `${command.kind} on a finished board`;
  }
  const isThere = note !== undefined && !note.gone;
  switch (command.kind) {
    case 'add':
      if (note) return `note ${command.note} is there already`;
      return addingPhases.includes(board.phase) ? null : `adding in phase ${board.phase}`;
    case 'edit':
    case 'move':
    case 'remove':
      if (!isThere) return `${command.kind} of a note that is gone: ${command.note}`;
      if (!changingPhases.includes(board.phase)) return `${command.kind} in phase ${board.phase}`;
      return note.hidden && note.by !== command.by ? `${command.kind} of a face-down note` : null;
    case 'restore':
      return note?.gone ? null : `restored though it was there: ${command.note}`;
    case 'phase':
    case 'rename':
    case 'hide':
    case 'return':
      return null;
    case 'finish':
      return hasFaceDown(board) ? 'finished with notes face down' : null;
  }
}

function hasFaceDown(board: OracleBoard): boolean {
  return [...board.notes.values()].some((note) => note.hidden && !note.gone);
}

/** Whether an accepted command turns face-down notes over, which the log tells by an event of its own. */
export function reveals(board: OracleBoard): boolean {
  const mayHide = hidingPhases.includes(board.phase) && board.hides;
  return !mayHide && hasFaceDown(board);
}

/** Whether notes lie face down that a finish has to turn over before it. */
export function mayRevealToFinish(board: OracleBoard): boolean {
  return !board.over && hasFaceDown(board);
}

/** Applies the command that the log has next. */
export function fold(board: OracleBoard, command: Accepted): OracleBoard {
  const seq = board.seq + 1;
  const notes = new Map(board.notes);
  const hidesNow = !board.over && board.hides && hidingPhases.includes(board.phase);
  function put(change: (note: OracleNote) => OracleNote): void {
    const note = 'note' in command && notes.get(command.note);
    if (note) notes.set(note.note, { ...change(note), version: note.version + 1 });
  }
  switch (command.kind) {
    case 'add': {
      const { note, by, text, column } = command;
      const fresh = { hidden: hidesNow, place: seq, version: 1, gone: false };
      notes.set(note, { note, by, text, column, ...fresh });
      break;
    }
    case 'edit': {
      const { text, column } = command;
      put((note) => {
        const moves = column !== undefined && column !== note.column;
        return { ...note, text, ...(moves && { column, place: seq }) };
      });
      break;
    }
    case 'move':
      put((note) => ({ ...note, column: command.column, place: seq }));
      break;
    case 'remove':
      put((note) => ({ ...note, gone: true }));
      break;
    case 'restore':
      put((note) => ({ ...note, gone: false, hidden: note.hidden && hidesNow }));
      break;
    case 'phase':
      return { ...board, seq, notes, phase: command.phase };
    case 'rename':
      return { ...board, seq, notes, name: command.name };
    case 'hide':
      return { ...board, seq, notes, hides: command.hide };
    case 'finish':
      return { ...board, seq, notes, over: true };
    case 'return':
      break;
  }
  return { ...board, seq, notes };
}

/** The event by which the log tells that all notes lie open. */
export function foldReveal(board: OracleBoard): OracleBoard {
  const notes = new Map(board.notes);
  for (const note of board.notes.values()) {
    if (!note.hidden || note.gone) continue;
    notes.set(note.note, { ...note, hidden: false, version: note.version + 1 });
  }
  return { ...board, seq: board.seq + 1, notes };
}

/** A second event of one command: nothing new, one seq further. */
export function foldEcho(board: OracleBoard): OracleBoard {
  return { ...board, seq: board.seq + 1 };
}

/** The notes that a user may see, in the order of the board. */
export function seenBy(board: OracleBoard, viewer: string): SeenBoard {
  const notes = [...board.notes.values()]
    .filter(({ gone }) => !gone)
    .toSorted((a, b) => a.place - b.place)
    .map(({ note, by, text, column, hidden, version }) => {
      const shown = hidden && by !== viewer ? '' : text;
      return { note, by, text: shown, column, hidden, version };
    });
  const { seq, phase, name, hides } = board;
  return { seq, phase, name, hides, notes };
}
