// A board with two people and some notes, and calls about groups.
import type { Board } from '@wentwell/contract/board/snapshot';
import { Group, type GroupUpdate } from '@wentwell/contract/notes/groups';
import type { Note } from '@wentwell/contract/notes/notes';
import type { Phase } from '@wentwell/contract/phases';
import { expect } from 'vitest';

import { buildBoard } from './board-scene.ts';
import type { TestApp, TestUser } from './build-test-app.ts';

export async function buildGroupScene(app: TestApp, phase: Phase = 'grouping') {
  const scene = await buildBoard(app);
  const { owner, member, path, note } = scene;
  const notes: Note[] = [];
  const contents = ['Deploy took long', 'Deploy failed', 'Daylight', 'Coffee', 'More coffee'];
  for (const content of contents) notes.push(await note(owner, content));
  const [a, b, c, d, e] = notes;
  if (!a || !b || !c || !d || !e) throw new Error('unreachable');

  if (phase !== 'grouping') await scene.enter(phase);
  const board = scene.boardOf;

  return {
    ...scene,
    notes: { a, b, c, d, e },
    board,
    group: (as: TestUser, body: object, headers: Record<string, string> = {}) =>
      app.request('POST', `${path}/groups`, { as, body, headers }),
    change: (
      as: TestUser,
      { id, ...body }: { id: string } & GroupUpdate,
      headers: Record<string, string> = {},
    ) => app.request('PUT', `${path}/groups/${id}`, { as, body, headers }),
    dissolve: (as: TestUser, id: string, headers: Record<string, string> = {}) =>
      app.request('DELETE', `${path}/groups/${id}`, { as, headers }),
    async grouped(as: TestUser, ...members: Note[]): Promise<Group> {
      const body = { note_ids: members.map(({ id }) => id) };
      return Group.parse((await app.post(as, `${path}/groups`, body)).body);
    },
    /** The texts of each group's notes, as everybody sees them. */
    async groupsSeen(): Promise<string[]> {
      const [seen, others] = [await board(owner), await board(member)];
      expect(others.groups).toEqual(seen.groups);
      const contentOf = new Map(seen.notes.map(({ id, content }) => [id, content]));
      return seen.groups
        .map(({ note_ids }) => note_ids.map((id) => contentOf.get(id) ?? 'gone').join(' + '))
        .toSorted();
    },
  };
}

/** No group of one, and no note in two groups. */
export function expectGroupsOfTwo({ groups }: Pick<Board, 'groups'>): void {
  for (const { note_ids } of groups) expect(note_ids.length).toBeGreaterThanOrEqual(2);
  const all = groups.flatMap(({ note_ids }) => note_ids);
  expect(new Set(all).size).toBe(all.length);
}

/** Groups and notes agree on membership. */
export function expectGroupsAndNotesAgree(board: Pick<Board, 'groups' | 'notes'>): void {
  expectGroupsOfTwo(board);
  const byGroups = board.groups.flatMap(({ id, note_ids }) =>
    note_ids.map((noteId) => `${noteId} in ${id}`),
  );
  const byNotes = board.notes.flatMap(({ id, group_id }) =>
    group_id ? [`${id} in ${group_id}`] : [],
  );
  expect(byNotes.toSorted()).toEqual(byGroups.toSorted());
}
