import { setImmediate } from 'node:timers/promises';

import { limits } from '@wentwell/contract/limits';
import { expect, it } from 'vitest';

import { emptyExport, exportedAt, exportedNote } from '#test/import-scene';

import { readExport } from './read-export.ts';

it('R-223 the fullest file is parsed in slices, between which others are answered', async () => {
  const ids = Array.from({ length: limits.notesPerBoard }, (_, at) => `n${at}`);
  const emojis = Array.from({ length: limits.emojisPerNote }, (_, at) =>
    String.fromCodePoint(0x1f600 + at),
  );
  const file = {
    ...emptyExport,
    notes: ids.map((id) => exportedNote(id)),
    comments: ids.map((note) => ({ note, author: null, text: 'Yes', created_at: exportedAt })),
    reactions: ids.flatMap((note) => emojis.map((emoji) => ({ note, emoji, count: 1 }))),
  };
  let isRead = false;
  let turns = 0;
  const reading = readExport(file).finally(() => (isRead = true));
  while (!isRead) {
    await setImmediate();
    turns += 1;
  }
  expect(await reading).toEqual(file);
  // Slices of 300 or more elements would block a slow machine for 50 ms.
  expect(turns).toBeGreaterThan(
    (file.notes.length + file.comments.length + file.reactions.length) / 300,
  );
});
