// Checks names, sizes and text rules that no other tool covers. Messages say what to do instead.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { listFiles, ROOT } from './files.ts';

export type Problem = { path: string; line?: number; message: string; warning?: true };

/** Only a warning. Length alone is no reason to split a file. */
const LONG_LINES = 400;
const FORBIDDEN_NAMES = [
  'utils',
  'helpers',
  'common',
  'misc',
  'shared',
  'manager',
  'types',
  'constants',
];
const FORBIDDEN_LAST_WORDS = ['util', 'utils', 'helper', 'helpers', 'manager'];
const WORKSPACES = /^(contract|server|web|e2e|bench|reliability|tools)\//;
const CODE = /\.(ts|tsx|mjs|css)$/;
const TEST = /\.(test|suite|e2e)\.tsx?$/;
const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
const PASCAL_CASE = /^[A-Z][A-Za-z0-9]*(\.[a-z0-9-]+)*$/;

type TextRule = { pattern: RegExp; allowedIn?: RegExp; within?: RegExp; message: string };

/** Forbidden phrases in comments. Files in tools/ are exempt, because tests of these rules contain them. */
const COMMENT_RULES: TextRule[] = [
  {
    pattern: /(?:\/\*\*|\/\/|^\s*\*) (?:Takes|Gives)\b|; gives\b/,
    allowedIn: /^tools\//,
    message:
      'Say what the caller cannot see in the signature (units, order, errors, side effects), or nothing.',
  },
];

/** Files that compare ids, addresses, hosts, headers, kinds and keys, or change the case of what they show. */
const NOT_PEOPLES_TEXTS =
  /\.test\.ts$|^contract\/src\/(?:ids|accounts\/auth|notes\/group-titles|teams\/invitations|text\/[\w-]+)\.ts$|^server\/src\/(?:settings\.ts$|commands\/|platform\/|features\/(?:auth\/|admin\/(?:deleted|purge)|invitations\/invitations\.ts))|^web\/src\/(?:ui\/(?:identity\/person|key-press)|features\/(?:auth\/own-registrations|invitations\/invite-many|notes\/note-rights|teams\/TeamDialogs)|screens\/(?:admin\/Deleted|meeting\/board-view))\.tsx?$/;

const TEXT_RULES: TextRule[] = [
  {
    pattern:
      /\.to(?:Locale)?(?:Lower|Upper)Case\(|\.localeCompare\(.*\) [!=]==|\bnew Intl\.Collator\b/,
    within: /^(?:contract|server|web)\/src\//,
    allowedIn: NOT_PEOPLES_TEXTS,
    message: 'Compare texts with foldText of contract/src/text/letters.ts, as search does.',
  },
  {
    pattern: /\bprocess\.env\b/,
    allowedIn:
      /^(server\/src\/(config|main)\.ts$|server\/test\/|(tools|e2e|bench|reliability)\/)|\.(test|config)\.ts$/,
    message:
      'Only server/src/config.ts and main.ts read the environment; take a typed setting instead.',
  },
  {
    pattern: /\bnew WebSocket\(/,
    allowedIn: /^(web\/src\/live\/|server\/test\/|bench\/|e2e\/)|\.test\.ts$/,
    message: 'Only web/src/live opens a browser socket; use its client.',
  },
  {
    pattern:
      /\bleading-\d|\btext-(?:xs|sm|base|lg|[1-9]?xl|\[[^\]]+\])\/\d|(?:line-height|lineHeight): [^;,]*(?:\d(?:px|r?em|%)|var\(--(?!text-))|(?:font-size: |\btext-\[)[\d.]+px/,
    within: /^web\/src\//,
    message: 'Letters grow with the reader’s: sizes are in rem, and line heights have no unit.',
  },
  {
    pattern: /\bcrypto\.|\brandomUUID\b/,
    allowedIn: /^(?!web\/src\/)|\.test\.ts$|^web\/src\/api\/random-ids\.ts$/,
    message:
      'Make ids with web/src/api/random-ids.ts, which works on pages served over plain http.',
  },
  {
    pattern:
      /\bnavigator\.(?!connection|onLine|user)|\}\s*=\s*navigator\b|\bnew (?:Notification|BroadcastChannel|ClipboardItem)\b|\b(?:Notification|caches|cookieStore|indexedDB)\.|\bshow\w+FilePicker\(/,
    allowedIn:
      /^(?!web\/src\/)|\.test\.ts$|^web\/src\/(api\/(offline-page|browser-locks)\.ts|durable-copy\.ts|ui\/feedback\/copy-text\.tsx)$/,
    message:
      'Browsers lack or refuse this, such as over plain http: use copyText, withLock, or a module with a fallback.',
  },
  {
    pattern: /\bnew Date\(\)|\bDate\.now\(\)/,
    within: /^(?:contract|web)\/src\//,
    allowedIn:
      /\.test\.ts$|^contract\/src\/testing\/|^web\/src\/(api\/(server-time|fresh-for)\.ts|features\/auth\/(session-store|own-registrations)\.ts|screens\/(admin\/SetupCheckPage\.tsx|home\/|try\/))/,
    message: 'Take serverNow of web/src/api/server-time.ts: browsers’ clocks may be wrong.',
  },
  {
    pattern: /\bstaleTime: \d/,
    within: /^web\/src\//,
    allowedIn: /\.test\.ts$/,
    message: 'Take freshFor of web/src/api/fresh-for.ts: the browser’s clock may be set back.',
  },
  {
    pattern: /z\.string\(\)\.trim\(\)|\.trim\(\) [!=]== ''/,
    within: /^(?:contract|server\/src|web\/src)\//,
    allowedIn:
      /\.test\.ts$|^web\/src\/features\/auth\/|^server\/src\/(?:settings|config|commands\/\w+)\.ts$/,
    message:
      'Take trimmedText of contract/src/text/text.ts or isBlank of letters.ts: a text without a visible character is empty.',
  },
  {
    pattern: /\b(it|test|describe|suite)(\.\w+)*\.(only|skip)\(/,
    within: TEST,
    message:
      'No test is left alone or left out; mend it or delete it (skipIf for what a machine lacks).',
  },
  {
    pattern: /\bas unknown\s+as\b/,
    message: 'Two casts silence the compiler; parse the value with a schema or narrow it.',
  },
  {
    pattern: /@ts-(ignore|nocheck)\b/,
    message: 'Mend the type; where the compiler is wrong, @ts-expect-error with the reason.',
  },
  {
    pattern: /@ts-expect-error\s*$/,
    message: 'Say after @ts-expect-error why the compiler is wrong.',
  },
  {
    pattern:
      /\b(?:const|let|function|class|interface|type) #?(?:somebody|everybody|anybody|wish|wishes|deed|deeds|errand|door|calloff|standing|allowance|farewells?|letterWriter|distrust|doubts|heirOf|bringBack|verdict)\b/,
    allowedIn: /^e2e\/|^tools\/structure\.test\.ts$/,
    message: 'Take the word that the field uses for this.',
  },
  {
    pattern: /^\s*export \*(?! as\b)/,
    message: 'No `export *`: import from the file that has it.',
  },
];

export function checkName(path: string): Problem[] {
  const parts = path.split('/');
  const file = parts.pop() ?? '';
  const problems: Problem[] = [];
  const stem = file.split('.')[0] ?? '';
  for (const name of [...parts, stem]) {
    const lower = name.toLowerCase();
    const lastWord =
      name
        .split(/-|(?<=[a-z0-9])(?=[A-Z])/)
        .at(-1)
        ?.toLowerCase() ?? '';
    if (FORBIDDEN_NAMES.includes(lower) || FORBIDDEN_LAST_WORDS.includes(lastWord)) {
      const message = `"${name}" says nothing; name the concept, or put the code where it is used.`;
      problems.push({ path, message });
    }
  }
  if (/^index\.(ts|tsx|mjs)$/.test(file)) {
    problems.push({ path, message: 'No index files; a file is imported by its own name.' });
  }
  const folder = parts.find((part) => !/^\.?[a-z0-9]+(-[a-z0-9]+)*$/.test(part));
  if (folder !== undefined)
    problems.push({ path, message: `Folder "${folder}" is not kebab-case.` });
  if (!hasGoodStyle(file)) {
    problems.push({
      path,
      message: 'File names are kebab-case.ts, and PascalCase.tsx for a component.',
    });
  }
  return problems;
}

function hasGoodStyle(file: string): boolean {
  if (file.endsWith('.tsx') || file.endsWith('.css'))
    return KEBAB_CASE.test(file) || PASCAL_CASE.test(file);
  return KEBAB_CASE.test(file.replace(/^\./, '')) || !CODE.test(file);
}

export function checkSize(path: string, lines: number): Problem[] {
  if (lines <= LONG_LINES) return [];
  const message = `${lines} lines: is there an abstraction waiting in it?`;
  return [{ path, message, warning: true }];
}

export function checkText(path: string, text: string): Problem[] {
  const rules = TEXT_RULES.filter(
    ({ allowedIn, within }) => !allowedIn?.test(path) && (within?.test(path) ?? true),
  );
  const commentRules = COMMENT_RULES.filter(({ allowedIn }) => !allowedIn?.test(path));
  return text.split('\n').flatMap((written, index) => {
    // Keep comments with compiler directives. All other rules apply to code only.
    const code = written.includes('@ts-')
      ? written
      : written.replace(/^\s*(\/\/|\/?\*).*|\s\/\/ .*$/, '');
    return [
      ...rules.filter(({ pattern }) => pattern.test(code)),
      ...commentRules.filter(({ pattern }) => pattern.test(written)),
    ].map(({ message }) => ({ path, line: index + 1, message }));
  });
}

function checkRepository(): Problem[] {
  const files = [...listFiles(), '.gitignore', '.npmrc', '.oxlintrc.json', '.oxfmtrc.json'];
  const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
  return [
    ...files.filter((path) => WORKSPACES.test(path)).flatMap(checkName),
    ...checkSnapshots(),
    ...files
      .filter((path) => WORKSPACES.test(path) && CODE.test(path))
      .flatMap((path) => {
        const text = read(path);
        return [...checkSize(path, text.split('\n').length - 1), ...checkText(path, text)];
      }),
  ];
}

/** `drizzle-kit generate` reads only the newest snapshot. */
function checkSnapshots(): Problem[] {
  const folder = 'server/migrations/meta';
  const names = readdirSync(join(ROOT, folder)).filter((name) => name.endsWith('_snapshot.json'));
  const older = names.toSorted().slice(0, -1);
  const message = 'Only the newest snapshot is needed; delete this one.';
  return older.map((name) => ({ path: `${folder}/${name}`, message }));
}

if (import.meta.main) {
  const problems = checkRepository();
  for (const { path, line, message, warning } of problems) {
    console.log(`${warning ? 'warning' : 'error'}  ${path}${line ? `:${line}` : ''}  ${message}`);
  }
  const errors = problems.filter(({ warning }) => !warning).length;
  console.log(`${errors} errors, ${problems.length - errors} warnings`);
  if (errors > 0) process.exitCode = 1;
}
