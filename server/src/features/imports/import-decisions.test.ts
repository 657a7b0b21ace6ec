// The change that an import makes, against the rows that the call writes.
import { BoardState } from '@wentwell/contract/board/board';
import { canonicalJson } from '@wentwell/contract/board/canonical-json';
import { apply } from '@wentwell/contract/board/change';
import { groupType } from '@wentwell/contract/board/groups';
import { importChange } from '@wentwell/contract/board/imports';
import { noteType, sortByPosition } from '@wentwell/contract/board/notes';
import type { BoardRecord } from '@wentwell/contract/board/record';
import fc from 'fast-check';
import { expect, it } from 'vitest';

import { buildTestApp } from '#test/build-test-app';
import { buildUser } from '#test/factories';
import { buildImporter } from '#test/import-scene';
import { comparable, readBoard } from '#test/shadow-board';
import { readNextQuestion } from '#test/shadow-facts';
import { runs } from '#test/shadow-play';

import { anyFile } from './any-file.suite.ts';

/** With names in the place of ids, which are random: notes and groups by their order, the others by what they hold. */
function withNames(board: BoardState): BoardState {
  const notes = sortByPosition(board.all(noteType));
  const names = new Map<string, string>(notes.map(({ id }, index) => [id, `note ${index}`]));
  for (const { id } of board.all(groupType)) {
    names.set(id, `group of ${names.get(notes.find(({ group_id }) => group_id === id)?.id ?? '')}`);
  }
  const rename = (record: BoardRecord): BoardRecord => {
    let text = canonicalJson(record);
    for (const [id, name] of names) text = text.replaceAll(id, name);
    return JSON.parse(text) as BoardRecord;
  };
  const isUnnamed = ({ type }: BoardRecord) => type === 'comment' || type === 'action';
  const records = board.records().map(rename);
  const unnamed = records
    .filter(isUnnamed)
    .toSorted((a, b) =>
      canonicalJson({ ...a, id: '' }) < canonicalJson({ ...b, id: '' }) ? -1 : 1,
    )
    .map((record, index) => ({ ...record, id: String(index) }));
  return BoardState.empty.with([...records.filter((each) => !isUnnamed(each)), ...unnamed], []);
}

it.each([{ asLive: false }, { asLive: true }])(
  'the change of an import makes the board that the call makes (live: $asLive)',
  async ({ asLive }) => {
    await using app = await buildTestApp();
    const ben = await buildUser(app, { firstName: 'Ben', lastName: '(he)' });
    const { owner, team, imported } = await buildImporter(app, [ben]);
    const kinds = new Set<string>();
    await fc.assert(
      fc.asyncProperty(anyFile, async (file) => {
        const question = await readNextQuestion(app, team.id);
        const { meeting } = await imported(file, asLive ? '?as_live=true' : '');
        const change = importChange(file, {
          meetingId: meeting.id,
          teamId: team.id,
          importedBy: owner.id,
          asLive,
          now: new Date(meeting.created_at),
          createId: () => crypto.randomUUID(),
          question,
          owners: new Map(
            file.people.filter(({ name }) => name === 'Ben (he)').map(({ id }) => [id, ben.id]),
          ),
        });
        const stored = await readBoard(app, meeting.id);
        const decided = apply(BoardState.empty, change, 1);
        expect(comparable(withNames(decided))).toEqual(comparable(withNames(stored)));
        for (const { type } of change.put) kinds.add(type);
      }),
      { numRuns: 8 * runs, endOnFailure: true },
    );
    expect([...kinds]).toEqual(expect.arrayContaining(['meeting', 'note', 'check_in']));
  },
);
