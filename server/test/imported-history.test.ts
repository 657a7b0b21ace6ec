// `npm run verify` of boards that came out of a file.
import { expect, it } from 'vitest';

import { checkBoards } from '#server/features/board/board-check.service';
import { buildTestApp } from '#test/build-test-app';
import { buildImporter, emptyExport, exportedNote } from '#test/import-scene';

const file = { ...emptyExport, notes: [exportedNote('a'), exportedNote('b')] };

it('counts a board that was imported when it was over, and holds one that goes on against its history', async () => {
  await using app = await buildTestApp();
  const { imported, owner } = await buildImporter(app);
  await imported(file);
  const archived = await imported(file);
  const body = { status: 'archived' };
  expect((await app.request('PUT', archived.path, { as: owner, body })).status).toBe(200);
  await imported(file, '?as_live=true');
  expect(await checkBoards(app.db)).toEqual({ checked: 1, withoutHistory: 2, problems: [] });
});
