// Holds docs/live-protocol.md and its tests together: each rule is proved, and each proof names a rule.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { listFiles, ROOT } from './files.ts';

const DOCUMENT = 'docs/live-protocol.md';
const TEST = /\.(test|suite|e2e)\.tsx?$/;
const RULE = /^- \*\*([SC]-\d+)\*\*/gm;
/** A title like `'S-33, S-34: …'`. */
const TITLE = /['"`]([SC]-\d+(?:, [SC]-\d+)*): /g;

/** Takes the document and the tests, path to text; gives what is wrong, a line each. */
export function checkProtocol(
  document: string,
  tests: ReadonlyMap<string, string>,
): readonly string[] {
  const rules = [...document.matchAll(RULE)].map((match) => match[1] ?? '');
  const known = new Set(rules);
  const twice = rules.filter((rule, index) => rules.indexOf(rule) !== index);
  const proved = [...tests].flatMap(([path, text]) =>
    [...text.matchAll(TITLE)].flatMap((match) =>
      (match[1] ?? '').split(', ').map((rule) => ({ path, rule })),
    ),
  );
  const provedRules = new Set(proved.map(({ rule }) => rule));
  return [
    ...twice.map((rule) => `${DOCUMENT}  ${rule} stands there twice.`),
    ...[...known]
      .filter((rule) => !provedRules.has(rule))
      .map((rule) => `${DOCUMENT}  ${rule} has no test: begin a test's title with "${rule}: ".`),
    ...proved
      .filter(({ rule }) => !known.has(rule))
      .map(({ path, rule }) => `${path}  ${rule} is no rule of ${DOCUMENT}.`),
  ];
}

if (import.meta.main) {
  const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
  // Its own test is full of rules that are none.
  const paths = listFiles().filter((path) => TEST.test(path) && !path.startsWith('tools/'));
  const problems = checkProtocol(read(DOCUMENT), new Map(paths.map((path) => [path, read(path)])));
  for (const problem of problems) console.log(`error  ${problem}`);
  console.log(`${problems.length} errors`);
  if (problems.length > 0) process.exitCode = 1;
}
