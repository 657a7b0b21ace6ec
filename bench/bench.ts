// `npm run bench`: measures speed and size, each figure with a reference from the same run.
// `--only=NAME` measures one part, `--json FILE` saves the figures, `--write` updates docs/performance.md.
// Missed aims are reported but do not fail the run. Parts that cannot be measured do.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { measureAbuse } from './abuse.ts';
import { aims } from './aims.ts';
import { measureBrowser } from './browser.ts';
import { placement, useAllCores, useLoadCore } from './cores.ts';
import { measureFanOut } from './fan-out.ts';
import { measureFirstLoad } from './first-load.ts';
import { measureJoins } from './joins.ts';
import { measureNodes } from './nodes.ts';
import { measureNotes } from './notes.ts';
import { type Crew, gather, inNewTeam } from './people.ts';
import { measurePhones } from './phones.ts';
import { measureAfterRun, measureProcess } from './process.ts';
import { type Product, startProduct } from './product.ts';
import {
  markdown,
  type PartResult,
  type Run,
  summary,
  textTable,
  unmetAims,
  withFigures,
} from './report.ts';
import { measureRequests } from './requests.ts';
import type { Row } from './rows.ts';
import { measureSearch } from './search.ts';
import { measureScripts } from './site-scripts.ts';
import { measureVotes } from './votes.ts';

interface Part {
  title: string;
  measure(product: Product, crew: Crew): Promise<Row[]>;
  /** Uses all cores, because browsers have many processes. */
  isInBrowser?: boolean;
  /** Excluded from a full run, to keep it under ten minutes. */
  isApart?: boolean;
}

const parts: Record<string, Part> = {
  process: { title: 'The process', measure: measureProcess },
  'fan-out': { title: 'A note to everybody', measure: measureFanOut },
  notes: { title: 'Notes a second', measure: measureNotes },
  votes: { title: 'Votes', measure: measureVotes },
  requests: { title: 'Reads a second', measure: measureRequests },
  search: { title: 'Search among 120,000 notes', measure: measureSearch },
  joins: { title: 'Joining', measure: measureJoins },
  nodes: { title: 'Several nodes', measure: measureNodes },
  scripts: { title: 'What the browser runs', measure: measureScripts },
  browser: { title: 'In the browser', measure: measureBrowser, isInBrowser: true },
  'first-load': { title: 'On a slow network', measure: measureFirstLoad, isInBrowser: true },
  phones: { title: 'On a phone', measure: measurePhones, isInBrowser: true },
  'after-run': { title: 'After the run', measure: measureAfterRun },
  abuse: { title: 'Beside an abuser', measure: measureAbuse, isApart: true },
};
const people = 1000;
const document = fileURLToPath(new URL('../docs/performance.md', import.meta.url));

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    json: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const chosen = Object.entries(parts).filter(([name, { isApart }]) =>
  options.only === undefined ? !isApart : name === options.only,
);
if (chosen.length === 0) throw new Error(`--only takes one of ${Object.keys(parts).join(', ')}`);
if (options.write && options.only !== undefined) throw new Error('--write needs all parts');

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const load = () =>
  loadavg()
    .slice(0, 2)
    .map((each) => each.toFixed(1))
    .join(' ');
const loadBefore = load();
const began = performance.now();
useLoadCore();
const results: PartResult[] = [];
{
  await using product = await startProduct();
  await product.createDatabase('plain');
  const crew = await gather(product, people);
  for (const [, { title, measure, isInBrowser }] of chosen) {
    if (isInBrowser) useAllCores();
    else useLoadCore();
    const partBegan = performance.now();
    const result = { name: title, rows: await measure(product, await inNewTeam(product, crew)) };
    results.push(result);
    console.log(`${textTable(result, aims)}\n`);
    const seconds = (performance.now() - partBegan) / 1000;
    console.error(`(${title}: ${seconds.toFixed(0)} s)`);
  }
}
const [cpu] = cpus();
const seconds = (performance.now() - began) / 1000;
const run: Run = {
  takenAt: new Date().toISOString(),
  machine: [
    `${cpus().length} cores of ${cpu?.model ?? 'an unknown processor'}, ${(totalmem() / 1024 ** 3).toFixed(0)} GB, ` +
      `${process.platform}, Node ${process.version}. ${placement}`,
    `The run took ${(seconds / 60).toFixed(1)} minutes; load average before it ${loadBefore}, after it ${load()}.`,
  ],
  parts: results,
};
console.log([...run.machine, summary(run, aims)].join('\n'));
if (options.only === undefined) {
  for (const what of unmetAims(run, aims)) console.log(`There is an aim and no figure: ${what}`);
}
if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(run, null, 2)}\n`);
if (options.write) {
  writeFileSync(document, withFigures(readFileSync(document, 'utf8'), markdown(run, aims)));
}
process.exit();
