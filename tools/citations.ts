// Resolves every citation: rules by number, documents and source files by path. Comments and documents may cite only
// what is in this repository.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

import { listFiles, ROOT } from './files.ts';

export type Problem = { path: string; line?: number; message: string };

const TEST = /\.(test|suite|e2e)\.tsx?$/;
const CODE = /\.(ts|tsx|mjs|css)$/;
const WORKSPACES = /^(contract|server|web|e2e|bench|reliability|tools)\//;
// Decisions are historical records. They may name files that no longer exist.
const RECORD = /^docs\/decisions\//;

/** Every rule of this document needs a test. Types and schemas enforce many rules of the others. */
const TESTED_DOCUMENT = 'docs/live-protocol.md';
const RULE = /^(?:-|\|) \*\*([A-Z]-\d+)\*\*/gm;
/** A test title like `'S-33, S-34: …'`. */
const TITLE = /['"`]([ACDRS]-\d+(?:, [ACDRS]-\d+)*): /g;
const CITED_RULE = /(?:\b(docs\/[\w-]+\.md) )?\b([ACDRS]-\d{2})\b/g;
const CITED_DOCUMENT = /(?<![\w./-])(?:[\w.-]+\/)*[\w-]+\.md\b/g;
const CITED_SOURCE = /(?<![\w./-])\w[\w.-]*(?:\/[\w.-]+)*\.(?:tsx?|mjs)\b/g;
const SECTION = /\b(?:spec|specification),? (?:section )?\d|\bsection \d/i;

type Rule = { document: string; id: string };

export function listRules(documents: ReadonlyMap<string, string>): readonly Rule[] {
  return [...documents].flatMap(([document, text]) =>
    [...text.matchAll(RULE)].map((match) => ({ document, id: match[1] ?? '' })),
  );
}

/** Its rules must be sorted by number. */
const ORDERED_DOCUMENT = 'docs/retro.md';

function numberOf({ id }: Rule): number {
  return Number(id.slice(2));
}

/** Finds duplicate and unsorted rule numbers, and live protocol rules without a test title. */
export function checkRules(rules: readonly Rule[], tests: ReadonlyMap<string, string>): Problem[] {
  const proved = new Set(
    [...tests.values()].flatMap((text) =>
      [...text.matchAll(TITLE)].flatMap((match) => (match[1] ?? '').split(', ')),
    ),
  );
  const repeated = rules.filter(
    ({ id }, index) => rules.findIndex((each) => each.id === id) < index,
  );
  const ordered = rules.filter(({ document }) => document === ORDERED_DOCUMENT);
  const misplaced = ordered.filter((rule, index) => {
    const before = ordered[index - 1];
    return before !== undefined && numberOf(rule) < numberOf(before);
  });
  const unproved = rules.filter(
    ({ document, id }) => document === TESTED_DOCUMENT && !proved.has(id),
  );
  return [
    ...repeated.map(({ document, id }) => ({
      path: document,
      message: `The number ${id} is used twice.`,
    })),
    ...misplaced.map(({ document, id }) => ({
      path: document,
      message: `${id} stands after a higher number.`,
    })),
    ...unproved.map(({ document, id }) => ({
      path: document,
      message: `${id} has no test: begin a test's title with "${id}: ".`,
    })),
  ];
}

/** The checked part of a line: all of it in documents and tests, only comments in other code. */
function readable(path: string, line: string): string {
  if (!CODE.test(path) || TEST.test(path)) return line;
  return /(?:^|\s)\/\/ .*$|^\s*\/?\*.*$|\/\*.*$/.exec(line)?.[0] ?? '';
}

function checkRuleCitations(text: string, rules: readonly Rule[]): string[] {
  let document: string | undefined;
  return [...text.matchAll(CITED_RULE)].flatMap((match) => {
    // In "docs/api.md A-42, A-45", the second number belongs to the same document.
    document = match[1] ?? document;
    const id = match[2] ?? '';
    const found = rules.filter((rule) => rule.id === id);
    if (found.length === 0) return [`${id} is no rule of a document in docs/.`];
    const isElsewhere = match[1] !== undefined && found.every((rule) => rule.document !== match[1]);
    return isElsewhere ? [`${id} is no rule of ${match[1]}.`] : [];
  });
}

function checkFileCitations(path: string, text: string, files: readonly string[]): string[] {
  const folder = posix.dirname(path);
  const documents = [...text.matchAll(CITED_DOCUMENT)].map(([name]) => name);
  const sources = [...text.matchAll(CITED_SOURCE)].map(([name]) => name);
  return [
    ...documents.filter(
      (name) => !files.includes(name) && !files.includes(posix.join(folder, name)),
    ),
    ...sources.filter((name) => looksLikePath(name) && !isInRepository(name, files)),
  ].map((name) => `Cites ${name}, which is not in the repository.`);
}

/** Finds unresolved citations of rules, documents and files in comments, test titles and documents. */
export function checkCitations(
  path: string,
  text: string,
  { files, rules }: { files: readonly string[]; rules: readonly Rule[] },
): Problem[] {
  const isCode = CODE.test(path);
  return text.split('\n').flatMap((line, index) => {
    const read = readable(path, line);
    const messages = [
      ...checkRuleCitations(read, rules),
      ...(isCode ? checkFileCitations(path, commentOf(line), files) : []),
      ...(SECTION.test(read)
        ? ['Cites a section of a document that is not in the repository.']
        : []),
    ];
    return messages.map((message) => ({ path, line: index + 1, message }));
  });
}

function commentOf(line: string): string {
  return readable('a.ts', line);
}

/** Finds paths in backticks or links of a document that are missing in the repository. */
export function checkReferences(path: string, text: string, files: readonly string[]): Problem[] {
  return text.split('\n').flatMap((written, index) => {
    const named = [...written.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
    const linked = [...written.matchAll(/\]\(([^)\s]+)\)/g)]
      .map((match) => (match[1] ?? '').replace(/#.*$/, ''))
      .filter((target) => target !== '' && !/^(\w+:|\/)/.test(target))
      .map((target) => posix.join(posix.dirname(path), target));
    const missing = [
      ...named.filter((name) => looksLikePath(name) && !isInRepository(name, files)),
      ...linked.filter((name) => !isInRepository(name, files, true)),
    ];
    return missing.map((name) => ({
      path,
      line: index + 1,
      message: `Names \`${name}\`, which is not in the repository.`,
    }));
  });
}

const EXTENSION = /\.(tsx?|mjs|cjs|js|json|md|css|sql|ya?ml|html|svg|conf)$/;

/** Excludes commands, URLs, packages, patterns, placeholders (`x.routes.ts`) and generated paths. */
function looksLikePath(name: string): boolean {
  if (/[\s*<>(){}…:=]|^[/@#-]|(^|\/)x([./]|$)/.test(name.replace(/:\d+$/, ''))) return false;
  if (/^\.?(data|cache|dist|env|node_modules)\b|\/(dist|node_modules)\b/.test(name)) return false;
  return (
    EXTENSION.test(name) ||
    /^[\w.-]+\/$/.test(name) ||
    (/^[\w.-]+(\/[\w.-]+)+\/?$/.test(name) && WORKSPACES.test(name))
  );
}

function isInRepository(name: string, files: readonly string[], exactly = false): boolean {
  const path = name.replace(/:\d+$|\/$/, '').replace(/^\.\//, '');
  return files.some((file) => {
    const rooted = `/${file}/`;
    return exactly ? rooted.startsWith(`/${path}/`) : rooted.includes(`/${path}/`);
  });
}

function checkRepository(): Problem[] {
  const files = [...listFiles(), '.gitignore', '.npmrc', '.oxlintrc.json', '.oxfmtrc.json'];
  const texts = (paths: readonly string[]) =>
    new Map(paths.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
  const documents = texts(files.filter((path) => path.endsWith('.md') && !RECORD.test(path)));
  // Tests of these checks contain unresolved citations on purpose.
  const sources = texts(
    files.filter(
      (path) => WORKSPACES.test(path) && CODE.test(path) && !/^tools\/.*\.test\./.test(path),
    ),
  );
  const rules = listRules(documents);
  const tests = new Map([...sources].filter(([path]) => TEST.test(path)));
  return [
    ...checkRules(rules, tests),
    ...[...documents].flatMap(([path, text]) => checkReferences(path, text, files)),
    ...[...documents, ...sources].flatMap(([path, text]) =>
      checkCitations(path, text, { files, rules }),
    ),
  ];
}

if (import.meta.main) {
  const problems = checkRepository();
  for (const { path, line, message } of problems) {
    console.log(`error  ${path}${line ? `:${line}` : ''}  ${message}`);
  }
  console.log(`${problems.length} errors`);
  if (problems.length > 0) process.exitCode = 1;
}
