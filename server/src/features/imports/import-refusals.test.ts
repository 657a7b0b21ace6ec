import { setImmediate } from 'node:timers/promises';

import { Problem } from '@wentwell/contract/errors';
import { limits } from '@wentwell/contract/limits';
import { beforeAll, describe, expect, it } from 'vitest';

import { fileApp } from '#test/build-test-app';
import {
  buildImporter,
  emptyExport,
  emptyExport as empty,
  exported,
  exportedAction,
  exportedAt,
  exportedAt as time,
  exportedNote,
  exportedNote as note,
} from '#test/import-scene';

import { readExport } from './read-export.ts';

const app = await fileApp();

describe('R-223 an invalid file is refused completely, with the place', () => {
  const two = [note('a'), note('b')];
  const noScores = { mood: null, mood_after: null, worth: null, check_up: [] };
  const asked = (count: number, scores: readonly number[]) =>
    Array.from({ length: count }, (_, at) => ({ question: `Question ${at}`, scores }));
  const column = (id: string) => ({ id, title: id, prompt: '', tone: 'info', kind: 'notes' });
  const cases: Record<string, [unknown, string]> = {
    'nothing of ours': [{ hello: 'world' }, 'body.format'],
    'no object': [['a', 'list'], 'body'],
    'another version': [{ ...empty, version: 2 }, 'body.version'],
    'the same id twice': [{ ...empty, notes: [note('a'), note('a')] }, 'body.notes.1.id'],
    'a group nobody has': [{ ...empty, notes: [note('a', { group: 'g' })] }, 'body.notes.0.group'],
    'a person nobody is': [
      { ...empty, notes: [note('a', { author: 'eve' })] },
      'body.notes.0.author',
    ],
    'a column that is not there': [
      { ...empty, notes: [note('a', { column: 'x' })] },
      'body.notes.0.column',
    ],
    'a column that objects have already': [
      { ...empty, columns: [column('constructor')] },
      'body.columns.0.id',
    ],
    'a prototype as a column': [
      { ...empty, notes: [note('a', { column: '__proto__' })] },
      'body.notes.0.column',
    ],
    'a prototype as a person': [
      { ...empty, notes: [note('a', { author: 'constructor' })] },
      'body.notes.0.author',
    ],
    'a forbidden key': [`{"format":"wentwell-meeting","__proto__":{"a":1}}`, 'body'],
    'votes for nothing': [
      { ...empty, votes: [{ topic: 'z', votes: 1, voters: 1 }] },
      'body.votes.0.topic',
    ],
    'seven columns': [
      { ...empty, columns: ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(column) },
      'body.columns',
    ],
    'a group of one': [
      {
        ...empty,
        notes: [note('a', { group: 'g' })],
        groups: [{ id: 'g', title: 'One', title_is_custom: true, column: 'went_well' }],
      },
      'body.groups.0',
    ],
    'an author in an anonymous meeting': [
      { ...empty, settings: { ...empty.settings, anonymous: true }, notes: two },
      'body.notes.0.author',
    ],
    'attendance of an anonymous meeting': [
      {
        ...empty,
        settings: { ...empty.settings, anonymous: true },
        attendance: { took_part: 2, members: 3 },
      },
      'body.attendance',
    ],
    'more attendants than members': [
      { ...empty, attendance: { took_part: 4, members: 3 } },
      'body.attendance.took_part',
    ],
    'a meeting without attendants': [
      { ...empty, attendance: { took_part: 0, members: 3 } },
      'body.attendance.took_part',
    ],
    'more votes for a topic than a person has': [
      { ...empty, settings: { ...empty.settings, votes_per_person: 1 } },
      'body.settings.votes_per_topic',
    ],
    'too many notes': [
      { ...empty, notes: Array.from({ length: 1001 }, (_, at) => note(`n${at}`, { text: 'x' })) },
      'body.notes',
    ],
    'a note that is too long': [
      { ...empty, notes: [note('a', { text: 'x'.repeat(2001) })] },
      'body.notes.0.text',
    ],
    'a comment on nothing': [
      { ...empty, comments: [{ note: 'z', author: null, text: 'x', created_at: time }] },
      'body.comments.0.note',
    ],
    'too many comments on a topic': [
      {
        ...empty,
        notes: two,
        comments: Array.from({ length: 201 }, () => ({
          note: 'a',
          author: null,
          text: 'x',
          created_at: time,
        })),
      },
      'body.comments.200',
    ],
    'no emoji': [
      { ...empty, notes: two, reactions: [{ note: 'a', emoji: 'x', count: 1 }] },
      'body.reactions.0.emoji',
    ],
    'a day that is none': [
      { ...empty, actions: [{ ...exportedAction, due_on: '0000-01-01' }] },
      'body.actions.0.due_on',
    ],
    'a time before all calendars': [
      { ...empty, notes: [note('a', { created_at: '0000-01-01T00:00:00Z' })] },
      'body.notes.0.created_at',
    ],
    'a name that reads backwards': [
      { ...empty, people: [{ id: 'p', name: 'Ann\u202e' }] },
      'body.people.0.name',
    ],
    'a name of nothing': [{ ...empty, people: [{ id: 'p', name: ' ' }] }, 'body.people.0.name'],
    'more answers than a meeting has people': [
      { ...empty, check_in: { ...noScores, mood: [1000, 0, 0, 0, 1001] } },
      'body.check_in.mood',
    ],
    'more questions than a meeting can ask': [
      { ...empty, check_in: { ...noScores, check_up: asked(61, [3, 0, 0, 0, 0]) } },
      'body.check_in.check_up',
    ],
    'ten thousand answers to each question': [
      { ...empty, check_in: { ...noScores, check_up: asked(60, Array(5).fill(2000)) } },
      'body.check_in.check_up.0.scores',
    ],
    'more answers than a meeting can gather': [
      { ...empty, check_in: { ...noScores, check_up: asked(11, [2000, 0, 0, 0, 0]) } },
      'body.check_in',
    ],
    'a list of a hundred thousand': [
      { ...empty, reactions: Array.from({ length: 100_000 }, () => 1) },
      'body.reactions',
    ],
  };

  let importer: Awaited<ReturnType<typeof buildImporter>>;
  beforeAll(async () => {
    importer = await buildImporter(app);
  });

  it.each(Object.entries(cases))('%s', async (_, [body, place]) => {
    const { team, owner, meetings } = importer;
    const answer = await fetch(`${app.url}/api/v1/teams/${team.id}/imports`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    expect(answer.status).toBe(422);
    const { errors = [] } = Problem.parse(await answer.json());
    expect(errors[0]?.loc.join('.')).toBe(place);
    expect(errors.length).toBeLessThanOrEqual(50);
    expect(await meetings()).toEqual([]);
  });

  it('a broken file and one of more than 1 MiB are refused with a message; a slightly smaller one is read', async () => {
    const { team, owner, meetings } = await buildImporter(app);
    const send = async (body: string) => {
      const answer = await fetch(`${app.url}/api/v1/teams/${team.id}/imports`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/json' },
        body,
      });
      if (answer.ok) return answer.status;
      const { status, errors = [] } = Problem.parse(await answer.json());
      return [status, ...errors.flatMap(({ loc, msg }) => [loc.join('.'), msg])];
    };
    const file = JSON.stringify(empty);
    const broken = [422, 'body', 'This file is broken: it is cut off, or no JSON.'];
    for (const each of [file.slice(0, -5), `?${file}`]) {
      expect(await send(each)).toEqual(broken);
    }
    const large = [422, 'body', 'This file is larger than 1 MiB.'];
    expect(await send(file.padEnd(1024 * 1024 + 1))).toEqual(large);
    expect(await meetings()).toEqual([]);
    expect(await send(file.padEnd(1024 * 1024))).toBe(201);
  });

  it('a file of only keys or values is refused before parsing; the fullest board is not', async () => {
    const { post, meetings } = await buildImporter(app);
    const numbers = Array.from({ length: 200_000 }, (_, at) => at % 10);
    const fields = Array.from({ length: 50_000 }, (_, at) => ({ [`k${at}`]: 0 }));
    for (const more of [numbers, fields, Object.assign({}, ...fields.slice(0, 300))]) {
      const { status, problem } = await post({ ...empty, more });
      expect(status).toBe(422);
      const tooMany = { loc: ['body'], msg: 'Holds too many values.', type: 'too_many_values' };
      expect(problem?.errors).toEqual([tooMany]);
    }
    expect(await meetings()).toEqual([]);

    const ids = Array.from({ length: limits.notesPerBoard }, (_, at) => `n${at}`);
    const letters = Array.from({ length: limits.emojisPerNote }, (_, at) => 0x1f600 + at);
    const emojis = letters.map((code) => String.fromCodePoint(code));
    const full = await post({
      ...empty,
      notes: ids.map((id) => note(id)),
      votes: ids.map((topic) => ({ topic, votes: 1, voters: 1 })),
      comments: ids.map((each) => ({ note: each, author: 'ann', text: 'Yes', created_at: time })),
      reactions: ids.flatMap((each) => emojis.map((emoji) => ({ note: each, emoji, count: 1 }))),
    });
    expect(full.problem).toBeNull();
    expect(full.status).toBe(201);
  });

  it('each list names its first invalid element and ignores the rest', async () => {
    const { post, meetings } = await buildImporter(app);
    const none = Array.from({ length: 1000 }, () => ({ ...note('a'), text: 7 }));
    const reactions = Array.from({ length: 12_000 }, () => ({ note: 'a', emoji: 'x', count: 1 }));
    const { status, problem } = await post({
      ...empty,
      notes: [note('a'), ...none.slice(1)],
      reactions,
    });
    expect(status).toBe(422);
    const places = (problem?.errors ?? []).map(({ loc }) => loc.join('.'));
    expect(places).toEqual(['body.notes.1.text', 'body.reactions.0.emoji']);
    expect(await meetings()).toEqual([]);
  });

  it('notes hidden from the exporter are neither in the file nor in the meeting', async () => {
    const { owner, imported } = await buildImporter(app);
    const { path } = await imported({ ...empty, hidden_notes: 3 });
    expect(await exported(app, path, owner)).toMatchObject({ notes: [], hidden_notes: 0 });
  });
});

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
