// A first load over a slow network: when the page's frame is painted, when its content, and what was sent.
// Run on a quiet machine after a build: node bench/first-load.ts
import { type Browser, chromium } from '@playwright/test';

import { watchPage } from './page-watch.ts';
import { call, gather, make, type Person } from './people.ts';
import { startProduct } from './product.ts';

const latencyMs = 400;
const bytesPerSecond = 400 * 1024;
const rounds = 3;

interface Load {
  frame: number;
  content: number;
  shift: number;
  kilobytes: number;
  requests: number;
}

interface Target {
  what: string;
  url: string;
  as: Person;
  /** What only the loaded page shows. */
  text: string;
}

async function load(browser: Browser, { url, as, text }: Target): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
  await context.addInitScript((token) => localStorage.setItem('authToken', token), as.token);
  await context.addInitScript(watchPage);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  let bytes = 0;
  let requests = 0;
  devtools.on('Network.requestWillBeSent', () => {
    requests += 1;
  });
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator('main').getByText(text).first().waitFor();
  const measured = { kilobytes: bytes / 1024, requests };
  const times = await page.evaluate(() => {
    const frame = performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
    return { frame: frame ?? Number.NaN, content: performance.now(), shift: window.watched.cls };
  });
  await context.close();
  return { ...times, ...measured };
}

/** By the time of its content: the middle one of several. */
async function middleOf(browser: Browser, target: Target): Promise<Load> {
  const loads: Load[] = [];
  for (let round = 0; round < rounds; round += 1) loads.push(await load(browser, target));
  const [middle] = loads.toSorted((a, b) => a.content - b.content).slice((rounds - 1) / 2);
  if (!middle) throw new Error('nothing was loaded');
  return middle;
}

function print(what: string, { frame, content, shift, kilobytes, requests }: Load): void {
  const rows = [
    { part: 'frame painted', now: frame, budget: 1500 },
    { part: 'content', now: content, budget: 4000 },
  ];
  for (const { part, now, budget } of rows) {
    const result = now <= budget ? 'within' : 'OVER';
    console.log(`${what}, ${part}: ${now.toFixed(0)} ms, ${result} ${budget} ms`);
  }
  console.log(`${what}, layout shift: ${shift.toFixed(3)}`);
  console.log(`${what}, sent until then: ${kilobytes.toFixed(0)} KB in ${requests} requests`);
}

await using product = await startProduct();
const { owner, teamId } = await gather(product, 2);
const body = { name: 'Sprint 12', team_id: teamId };
const meeting = await make(product, { path: '/meetings', as: owner, body });
await call(product, 'PUT', { path: `/meetings/${meeting}`, as: owner, body: { status: 'live' } });
const phase = { path: `/meetings/${meeting}/phase/transition`, as: owner };
await call(product, 'POST', { ...phase, body: { phase: 'grouping' } });
const note = { content: 'The first note', note_type: 'went_well' };
await make(product, { path: `/meetings/${meeting}/notes`, as: owner, body: note });

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const browser = await chromium.launch({ args: ['--no-sandbox'], executablePath });
try {
  const targets: Target[] = [
    { what: 'Dashboard', url: `${product.url}/dashboard`, as: owner, text: 'Sprint 12' },
    { what: 'Board', url: `${product.url}/meetings/${meeting}`, as: owner, text: 'The first note' },
  ];
  for (const target of targets) print(target.what, await middleOf(browser, target));
} finally {
  await browser.close();
}
