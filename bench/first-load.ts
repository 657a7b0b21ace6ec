// Measures a first load over a slow network: paint of the page frame, paint of the content, and bytes sent.
import type { Browser } from '@playwright/test';

import { launchBrowser, visit, type Visit } from './open-page.ts';
import { type Crew, make, openBoard } from './people.ts';
import type { Product } from './product.ts';
import { median, type Row, rounds } from './rows.ts';

const network = { latencyMs: 400, bytesPerSecond: 400 * 1024 };

interface Target {
  what: string;
  path: string;
  /** Text that appears only on the loaded page. */
  text: string;
}

async function measureTarget(
  browser: Browser,
  { url, crew, target }: { url: string; crew: Crew; target: Target },
): Promise<Row[]> {
  const loads: (Omit<Visit, 'page'> & { shift: number })[] = [];
  for (let n = 0; n < rounds; n += 1) {
    await using one = await visit(browser, {
      url: url + target.path,
      as: crew.owner,
      network,
      ready: (page) => page.locator('main').getByText(target.text).first().waitFor(),
    });
    const shift = await one.page.evaluate(() => window.watched.cls);
    loads.push({ ...one, shift });
  }
  const middle = (of: 'paintedMs' | 'readyMs' | 'shift' | 'kilobytes' | 'requests') =>
    median(loads.map((load) => load[of]));
  const row = (what: string, unit: Row['unit'], value: number): Row => ({
    what: `${target.what} on a slow network, ${what}`,
    value,
    unit,
    beside: [],
  });
  return [
    row('frame painted', 'ms', middle('paintedMs')),
    row('content', 'ms', middle('readyMs')),
    row('layout shift', '', middle('shift')),
    row('sent until then', 'KB', middle('kilobytes')),
    row('requests until then', '', middle('requests')),
  ];
}

export async function measureFirstLoad(product: Product, crew: Crew): Promise<Row[]> {
  const { path } = await openBoard(product, crew);
  const note = { content: 'The first note', note_type: 'went_well' };
  await make(product, { path: `${path}/notes`, as: crew.owner, body: note });
  const targets = [
    { what: 'Dashboard', path: '/dashboard', text: 'Sprint 12' },
    { what: 'Board', path, text: 'The first note' },
  ];
  const browser = await launchBrowser();
  try {
    const rows: Row[] = [];
    for (const target of targets) {
      rows.push(...(await measureTarget(browser, { url: product.url, crew, target })));
    }
    return rows;
  } finally {
    await browser.close();
  }
}
