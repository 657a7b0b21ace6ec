import { describe, expect, it } from 'vitest';

import { checkName, checkSize, checkText } from './structure.ts';

describe('names', () => {
  it.each([
    'server/src/features/notes/notes.service.ts',
    'server/src/features/auth/common-passwords.ts',
    'web/src/features/notes/NoteCard.tsx',
    'web/src/features/notes/NoteCard.module.css',
    'web/src/main.tsx',
    'contract/src/live/live.test.ts',
    'web/src/live/reconnect.suite.ts',
    'tools/run.mjs',
  ])('takes %s', (path) => {
    expect(checkName(path)).toEqual([]);
  });

  it.each([
    'server/src/utils/dates.ts',
    'web/src/features/notes/helpers.ts',
    'web/src/features/notes/note-utils.ts',
    'server/src/live/room-manager.ts',
    'web/src/ui/ThemeManager.tsx',
    'contract/src/types.ts',
    'contract/src/constants.ts',
    'server/src/shared/log.ts',
    'web/src/ui/index.ts',
    'server/src/live/RoomState.ts',
    'server/src/live/room_state.ts',
    'web/src/Features/notes.ts',
  ])('refuses %s', (path) => {
    expect(checkName(path)).toHaveLength(1);
  });
});

it('warns about files of more than 400 lines', () => {
  expect(checkSize('a.ts', 400)).toEqual([]);
  expect(checkSize('a.ts', 401)).toMatchObject([{ warning: true }]);
});

describe('text', () => {
  const found = (path: string, text: string): (number | undefined)[] =>
    checkText(path, text).map(({ line }) => line);

  it('restricts the environment to config.ts and main.ts, tools and tests', () => {
    const text = '\nconst { PORT } = process.env;';
    expect(found('server/src/app.ts', text)).toEqual([2]);
    expect(found('web/src/app/app.ts', text)).toEqual([2]);
    for (const path of ['server/src/config.ts', 'tools/dev.ts', 'server/test/build-test-app.ts']) {
      expect(found(path, text)).toEqual([]);
    }
  });

  it('reads code, not comments', () => {
    const text = '// process.env is not for us\n/** nor process.env here */\nrun(); // process.env';
    expect(found('server/src/app.ts', text)).toEqual([]);
  });

  it('restricts browser sockets to web/src/live', () => {
    const text = 'const socket = new WebSocket(url);';
    expect(found('web/src/features/notes/notes.live.ts', text)).toEqual([1]);
    expect(found('web/src/live/socket.ts', text)).toEqual([]);
  });

  it('refuses browser features that need HTTPS', () => {
    const lines = [
      'const key = crypto.randomUUID();',
      'await navigator.clipboard.writeText(text);',
      'await navigator.locks.request(name, run);',
      'if (navigator.canShare?.(data)) send();',
      'const { wakeLock } = navigator;',
      'await Notification.requestPermission();',
      'if (navigator.onLine) send();',
    ];
    expect(found('web/src/features/notes/NoteCard.tsx', lines.join('\n'))).toEqual([
      1, 2, 3, 4, 5, 6,
    ]);
    expect(found('server/src/platform/ids.ts', lines[0] ?? '')).toEqual([]);
  });

  it('refuses the browser’s clock', () => {
    const lines = [
      'dayOf(new Date());',
      'at > Date.now();',
      'dayOf(serverNow());',
      'new Date(at);',
    ];
    expect(found('web/src/features/meetings/meeting-form.ts', lines.join('\n'))).toEqual([1, 2]);
    expect(found('contract/src/meetings/effective-status.ts', lines.join('\n'))).toEqual([1, 2]);
    expect(found('web/src/api/server-time.ts', lines.join('\n'))).toEqual([]);
    expect(found('server/src/app.ts', lines.join('\n'))).toEqual([]);
  });

  it('refuses trimming that ignores invisible characters', () => {
    expect(found('contract/src/notes/notes.ts', 'z.string().trim().min(1)')).toEqual([1]);
    const form = 'web/src/screens/meeting/CarryOver.tsx';
    expect(found(form, "name.trim() !== ''")).toEqual([1]);
    expect(found('server/src/features/ai/ai-client.ts', 'z.string().trim()')).toEqual([1]);
    expect(found('server/src/settings.ts', 'z.string().trim()')).toEqual([]);
  });

  it('refuses comparisons of texts without folding', () => {
    const lines = [
      'name.toLowerCase() === typed;',
      "a.localeCompare(b, 'en', base) === 0;",
      'a.localeCompare(b);',
      'foldText(name) === folded;',
    ];
    const all = lines.join('\n');
    expect(found('web/src/screens/layouts/ManageTeams.tsx', all)).toEqual([1, 2]);
    expect(found('server/src/platform/http/attachment.ts', all)).toEqual([]);
  });

  it('refuses letters in px, and line heights with a unit', () => {
    const lines = [
      'line-height: 1rem;',
      'line-height: var(--note-foot);',
      '<p className="leading-5">',
      '<p className="text-[2.75rem]/12">',
      "style={{ fontSize: '2rem', lineHeight: '3rem' }}",
      'font-size: 14px;',
      'line-height: var(--text-sm--line-height);',
      '<p className="leading-tight">',
    ];
    expect(found('web/src/ui/base.css', lines.join('\n'))).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('refuses focused and skipped tests, and allows skipIf', () => {
    const calls = ['only', 'skip', 'skipIf'].map((word) => `describe.${word}(true, () => {});`);
    expect(found('server/src/live/room.test.ts', calls.join('\n'))).toEqual([1, 2]);
  });

  it('refuses compiler suppressions', () => {
    const cast = ['a', 'as', 'unknown', 'as', 'B'].join(' ');
    const [ignore = '', bare = ''] = ['ignore', 'expect-error'].map((word) => `// @ts-${word}`);
    const text = [cast, ignore, bare, `${bare} the library's type lacks it`].join('\n');
    expect(found('server/src/app.ts', text)).toEqual([1, 2, 3]);
  });

  it('refuses barrel files', () => {
    const text = ["export * from './a.ts';", "export * as a from './a.ts';"].join('\n');
    expect(found('contract/src/notes/notes.ts', text)).toEqual([1]);
  });

  it('refuses quaint identifiers, and allows the words in sentences', () => {
    const text =
      "const verdict = a;\nfunction door() {}\n// const door\nconst text = 'by the door';";
    expect(found('contract/src/notes/notes.ts', text)).toEqual([1, 2]);
  });

  it('refuses comments that repeat the signature', () => {
    const text =
      '/** Takes a note; gives its text. */\n// One note; gives it.\n/** Null after the last. */';
    expect(found('contract/src/notes/notes.ts', text)).toEqual([1, 2]);
  });
});
