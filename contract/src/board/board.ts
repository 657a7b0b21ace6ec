// A board holds records by type and id. The server has all records, a client the ones its user may see. Both run this
// code.
import type { Viewer } from '../notes/author-keys.ts';
import {
  type AnyRecordType,
  type BoardRecord,
  type RecordRef,
  type RecordType,
  viewRecord,
} from './record.ts';

type RecordsById = ReadonlyMap<string, BoardRecord>;

const noRecords: RecordsById = new Map();
const lists = new WeakMap<RecordsById, readonly BoardRecord[]>();

/** Always the same list, so that what follows from it can be kept, too. */
function listOf(records: RecordsById): readonly BoardRecord[] {
  const list = lists.get(records) ?? [...records.values()];
  lists.set(records, list);
  return list;
}

/** An immutable board. A changed board shares the records of all types that the change leaves alone. */
export class BoardState {
  static readonly empty = new BoardState(new Map(), 0);

  /** The number of the last change in the board. */
  readonly seq: number;
  readonly #types: ReadonlyMap<string, RecordsById>;

  private constructor(types: ReadonlyMap<string, RecordsById>, seq: number) {
    this.#types = types;
    this.seq = seq;
  }

  get count(): number {
    return [...this.#types.values()].reduce((sum, { size }) => sum + size, 0);
  }

  get<R extends BoardRecord>(recordType: RecordType<R>, id: string): R | undefined {
    // Safe: only this record type creates records with this `type`.
    return this.find({ type: recordType.type, id }) as R | undefined;
  }

  /** In insertion order; a changed record keeps its place. */
  all<R extends BoardRecord>({ type }: RecordType<R>): readonly R[] {
    return listOf(this.#types.get(type) ?? noRecords) as readonly R[];
  }

  find({ type, id }: RecordRef): BoardRecord | undefined {
    return this.#types.get(type)?.get(id);
  }

  /** All records, in unspecified order. */
  records(): BoardRecord[] {
    return [...this.#types.values()].flatMap(listOf);
  }

  with(
    put: readonly BoardRecord[],
    remove: readonly RecordRef[],
    seq: number = this.seq,
  ): BoardState {
    const changed = new Map<string, Map<string, BoardRecord>>();
    for (const { type } of [...remove, ...put]) {
      if (!changed.has(type)) changed.set(type, new Map(this.#types.get(type)));
    }
    for (const { type, id } of remove) changed.get(type)?.delete(id);
    for (const record of put) changed.get(record.type)?.set(record.id, record);
    return new BoardState(new Map([...this.#types, ...changed]), seq);
  }
}

export class RecordTypes {
  readonly #types: ReadonlyMap<string, AnyRecordType>;

  constructor(types: readonly AnyRecordType[]) {
    this.#types = new Map(types.map((each) => [each.type, each]));
  }

  /** Undefined if no feature of this release defines the type. */
  find({ type }: Pick<RecordRef, 'type'>): AnyRecordType | undefined {
    return this.#types.get(type);
  }

  /** Throws if no feature of this release defines the type. */
  of(ref: Pick<RecordRef, 'type'>): AnyRecordType {
    const recordType = this.find(ref);
    if (!recordType) throw new Error(`Unknown record type: ${ref.type}`);
    return recordType;
  }

  /** The board as the viewer sees it, with the same `seq`. */
  view(board: BoardState, viewer: Viewer | null): BoardState {
    const visible = board
      .records()
      .flatMap((each) => viewRecord(this.of(each), each, viewer) ?? []);
    return BoardState.empty.with(visible, [], board.seq);
  }
}
