// Resolves every citation: rules by their number, documents and source files by their path. Comments and documents may
// cite only what is in this repository.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

import { listFiles, ROOT } from './files.ts';

export type Problem = { path: string; line?: number; message: string };

const TEST = /\.(test|suite|e2e)\.tsx?$/;
const CODE = /\.(ts|tsx|mjs|css)$/;
const WORKSPACES = /^(contract|server|web|e2e|bench|reliability|tools)\//;
// Decisions are records of their day: what they name may be gone since.
const RECORD = /^docs\/decisions\//;

/** Every rule of this document needs a test; the other documents are also proved by types and schemas. */
const TESTED_DOCUMENT = 'docs/live-protocol.md';
const RULE = /^(?:-|\|) \*\*([A-Z]-\d+)\*\*/gm;
/** A title like `'S-33, S-34: …'`. */
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

/** In which a rule is looked up by its number. */
const ORDERED_DOCUMENT = 'docs/retro.md';

function numberOf({ id }: Rule): number {
  return Number(id.slice(2));
}

/** Numbers that two rules have or that stand after a higher one, and rules of the live protocol that no test's title begins with. */
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

/** The part of a file that a person reads: a document or a test whole, of other code the comments. */
function readable(path: string, line: string): string {
  if (!CODE.test(path) || TEST.test(path)) return line;
  return /(?:^|\s)\/\/ .*$|^\s*\/?\*.*$|\/\*.*$/.exec(line)?.[0] ?? '';
}

function checkRuleCitations(text: string, rules: readonly Rule[]): string[] {
  let document: string | undefined;
  return [...text.matchAll(CITED_RULE)].flatMap((match) => {
    // "docs/api.md A-42, A-45": the second number is of the same document.
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

/** Citations of rules, documents and files that do not resolve, in comments, test titles and documents. */
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

/** Paths a document names in backticks or links to, that the repository does not have. */
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

/** Leaves out commands, addresses, packages, patterns, placeholders (`x.routes.ts`), generated places. */
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
  // The tests of the checks are full of citations that do not resolve.
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
