// Model test: two users group, ungroup, delete, move and restore notes in random order. The server matches a small
// model, and published changes yield the board.
import { Board } from '@wentwell/contract/board/snapshot';
import type { Group } from '@wentwell/contract/notes/groups';
import { Note } from '@wentwell/contract/notes/notes';
import fc from 'fast-check';
import { expect, it } from 'vitest';

import { buildBoard } from '#test/board-scene';
import { buildTestApp, type TestApp, type TestUser } from '#test/build-test-app';
import { FollowedBoard } from '#test/followed-board';
import { expectGroupsAndNotesAgree } from '#test/group-scene';

const noteCount = 6;
const by = fc.nat(1);
const which = fc.nat(noteCount - 1);
const some = fc.uniqueArray(which, { minLength: 2, maxLength: 4 });
const at = fc.nat(3);
const kindOf = <Kind extends string>(kind: Kind) => fc.constant(kind);

const command = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: kindOf('group'), by, some }) },
  { weight: 3, arbitrary: fc.record({ kind: kindOf('change'), by, at, add: some, remove: some }) },
  { weight: 1, arbitrary: fc.record({ kind: kindOf('dissolve'), by, at }) },
  { weight: 1, arbitrary: fc.record({ kind: kindOf('delete'), by, which }) },
  { weight: 1, arbitrary: fc.record({ kind: kindOf('restore'), by, which }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: kindOf('move'),
      by,
      which,
      column: fc.constantFrom('went_well', 'to_improve'),
    }),
  },
);
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

/** The notes' columns, deletions and groups. */
class Model {
  readonly columns: string[] = Array.from({ length: noteCount }, () => 'went_well');
  readonly deletedBy = new Map<number, number>();
  groups: Set<number>[] = [];

  join(members: readonly number[], target: Set<number>): void {
    for (const group of this.groups) for (const note of members) group.delete(note);
    for (const note of members) target.add(note);
    if (!this.groups.includes(target)) this.groups.push(target);
    this.#settle();
  }

  leave(members: readonly number[]): void {
    for (const group of this.groups) for (const note of members) group.delete(note);
    this.#settle();
  }

  areLiving(members: readonly number[]): boolean {
    return members.every((note) => !this.deletedBy.has(note));
  }

  #settle(): void {
    this.groups = this.groups.filter(({ size }) => size >= 2);
  }
}

interface Play {
  app: TestApp;
  path: string;
  people: readonly [TestUser, TestUser];
  notes: readonly Note[];
}

/** Sends the command, and applies it to the model if its rules allow it. The server must agree. */
async function run({ app, path, people, notes }: Play, model: Model, each: Command): Promise<void> {
  const as = people[each.by] ?? people[0];
  const idOf = (index: number) => notes[index]?.id ?? '';
  const board = async () => Board.parse((await app.request('GET', `${path}/board`, { as })).body);
  const send = async (method: string, below: string, body?: object) =>
    (await app.request(method, path + below, { as, body })).status;
  const indexOf = new Map(notes.map(({ id }, index) => [id, index]));

  switch (each.kind) {
    case 'group': {
      const status = await send('POST', '/groups', { note_ids: each.some.map(idOf) });
      const isAllowed = model.areLiving(each.some);
      expect(status).toBe(isAllowed ? 201 : 422);
      if (isAllowed) model.join(each.some, new Set());
      return;
    }
    case 'change':
    case 'dissolve': {
      const { groups } = await board();
      const group: Group | undefined = groups[each.at % Math.max(groups.length, 1)];
      if (!group) return;
      const members = new Set(group.note_ids.flatMap((id) => indexOf.get(id) ?? []));
      const known = model.groups.find((one) => [...one].every((note) => members.has(note)));
      if (!known) throw new Error('the model does not know the group');
      if (each.kind === 'dissolve') {
        expect(await send('DELETE', `/groups/${group.id}`)).toBe(204);
        model.leave([...known]);
        return;
      }
      const remove = each.remove.filter((note) => !each.add.includes(note));
      const body = { add: each.add.map(idOf), remove: remove.map(idOf) };
      const status = await send('PUT', `/groups/${group.id}`, body);
      const isAllowed = model.areLiving([...each.add, ...remove]);
      if (isAllowed) {
        const leaving = remove.filter((note) => known.has(note));
        model.join(each.add, known);
        model.leave(leaving);
      }
      expect(status).toBe(isAllowed ? (known.size >= 2 ? 200 : 204) : 422);
      return;
    }
    case 'delete': {
      const status = await send('DELETE', `/notes/${idOf(each.which)}`);
      const isAllowed = model.areLiving([each.which]);
      expect(status).toBe(isAllowed ? 204 : 404);
      if (!isAllowed) return;
      model.leave([each.which]);
      model.deletedBy.set(each.which, each.by);
      return;
    }
    case 'restore': {
      const status = await send('POST', `/notes/${idOf(each.which)}/restore`);
      const deletedBy = model.deletedBy.get(each.which);
      const isAllowed = deletedBy === undefined || deletedBy === each.by;
      expect(status).toBe(isAllowed ? 200 : 404);
      if (isAllowed) model.deletedBy.delete(each.which);
      return;
    }
    case 'move': {
      const body = { note_type: each.column };
      const status = await send('PUT', `/notes/${idOf(each.which)}`, body);
      const isAllowed = model.areLiving([each.which]);
      expect(status).toBe(isAllowed ? 200 : 404);
      if (!isAllowed || model.columns[each.which] === each.column) return;
      model.columns[each.which] = each.column;
      model.leave([each.which]);
    }
  }
}

function spell(groups: readonly (readonly number[])[]): string[] {
  return groups.map((group) => group.toSorted((a, b) => a - b).join(' ')).toSorted();
}

it('R-91, R-92, R-95: any sequence of commands gives everybody the groups of the rules', async () => {
  await using app = await buildTestApp();
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 4, maxLength: 14 }), async (commands) => {
      const { owner, member, path } = await buildBoard(app);
      // Both may delete every note: the owner as the lead, the member as its author.
      const notes: Note[] = [];
      for (let index = 0; index < noteCount; index += 1) {
        const body = { content: `Note ${index} deploy`, note_type: 'went_well' };
        const answer = await app.request('POST', `${path}/notes`, { as: member, body });
        notes.push(Note.parse(answer.body));
      }
      const people: [TestUser, TestUser] = [owner, member];
      const board = async (as: TestUser) =>
        Board.parse((await app.request('GET', `${path}/board`, { as })).body);
      const followed = await FollowedBoard.open(app, { path, as: member });
      const model = new Model();
      for (const each of commands) await run({ app, path, people, notes }, model, each);

      const [seen, others] = [await board(owner), await board(member)];
      expect(others.groups).toEqual(seen.groups);
      expectGroupsAndNotesAgree(seen);
      const indexOf = new Map(notes.map(({ id }, index) => [id, index]));
      const shown = seen.groups.map(({ note_ids }) =>
        note_ids.flatMap((id) => indexOf.get(id) ?? []),
      );
      expect(spell(shown)).toEqual(spell(model.groups.map((group) => [...group])));

      await followed.catchUp();
    }),
    { numRuns: 12 },
  );
});

it('R-95: two people who group the same notes simultaneously end with equal boards', async () => {
  await using app = await buildTestApp();
  const { owner, member, path, note } = await buildBoard(app);
  const notes = [await note(owner, 'A'), await note(owner, 'B'), await note(owner, 'C')];
  const open = (as: TestUser) => FollowedBoard.open(app, { path, as });
  const followed = [await open(owner), await open(member)];
  const pairs = [
    [0, 1],
    [1, 2],
    [0, 2],
    [0, 1, 2],
    [1, 0],
    [2, 1],
  ];
  const answers = await Promise.all(
    pairs.map((pair, index) => {
      const body = { note_ids: pair.map((each) => notes[each]?.id) };
      return app.request('POST', `${path}/groups`, { as: index % 2 ? owner : member, body });
    }),
  );
  expect(answers.map(({ status }) => status)).toEqual(pairs.map(() => 201));
  const board = Board.parse((await app.request('GET', `${path}/board`, { as: owner })).body);
  expect(board.groups).toHaveLength(1);
  expectGroupsAndNotesAgree(board);
  for (const each of followed) await each.catchUp();
});
