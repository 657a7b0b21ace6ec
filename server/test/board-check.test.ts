// `npm run verify` compares boards with their histories.
import { expect, it } from 'vitest';

import { checkBoards } from '#server/features/board/board-check';
import { buildActionScene } from '#test/action-scene';
import { buildTestApp, fileApp } from '#test/build-test-app';
import { buildImporter, emptyExport, exportedNote } from '#test/import-scene';

const app = await fileApp();

const file = { ...emptyExport, notes: [exportedNote('a'), exportedNote('b')] };

it('accepts imported boards, whose history begins with their file, also a continued one', async () => {
  const { imported, owner } = await buildImporter(app);
  await imported(file);
  const archived = await imported(file);
  expect((await app.put(owner, archived.path, { status: 'archived' })).status).toBe(200);
  await imported(file, '?as_live=true');
  expect(await checkBoards(app.db)).toEqual({ checked: 0, withoutHistory: 3, problems: [] });
});

it('accepts a board whose action item was open in later retros', async () => {
  await using app = await buildTestApp();
  const { agreed, next } = await buildActionScene(app);
  await agreed({ text: 'open for long' });
  await next();
  expect(await checkBoards(app.db)).toEqual({ checked: 2, withoutHistory: 0, problems: [] });
});
