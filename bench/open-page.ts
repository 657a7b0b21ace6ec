// Opens pages in a real browser with an empty cache, and reads their recorded measurements.
import { type Browser, chromium, type Page } from '@playwright/test';

import { findBrowser } from '../tools/browser.ts';
import { watchPage } from './page-watch.ts';
import type { Person } from './people.ts';

export interface Visit extends AsyncDisposable {
  page: Page;
  /** First contentful paint, in ms since the start of the visit. */
  paintedMs: number;
  /** When `ready` resolved, in ms since the start of the visit. */
  readyMs: number;
  kilobytes: number;
  requests: number;
}

/** Network throttling. */
export interface Network {
  latencyMs: number;
  bytesPerSecond: number;
}

/** Lighthouse's mobile profile: CPU slowed down four times, slow 4G. */
const phone = {
  screen: {
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  },
  slowdown: 4,
  network: { latencyMs: 150, bytesPerSecond: (1.6 * 1024 * 1024) / 8 },
};

interface VisitOptions {
  url: string;
  as?: Person;
  network?: Network;
  isPhone?: boolean;
  /** Resolves when the page is ready to be measured. */
  ready(page: Page): Promise<void>;
}

/** Throws if no browser is found. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = await findBrowser();
  if (executablePath === undefined) throw new Error('there is no browser to measure');
  return chromium.launch({ args: ['--no-sandbox'], executablePath });
}

export async function visit(
  browser: Browser,
  { url, as, isPhone = false, network = isPhone ? phone.network : undefined, ready }: VisitOptions,
): Promise<Visit> {
  const desk = { viewport: { width: 1280, height: 860 } };
  const context = await browser.newContext(isPhone ? phone.screen : desk);
  if (as) {
    await context.addInitScript((token) => localStorage.setItem('authToken', token), as.token);
  }
  await context.addInitScript(watchPage);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  if (network) {
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: network.latencyMs,
      downloadThroughput: network.bytesPerSecond,
      uploadThroughput: network.bytesPerSecond,
    });
  }
  if (isPhone) await devtools.send('Emulation.setCPUThrottlingRate', { rate: phone.slowdown });
  let bytes = 0;
  let requests = 0;
  devtools.on('Network.requestWillBeSent', () => {
    requests += 1;
  });
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(url, { waitUntil: 'commit' });
  await ready(page);
  const loaded = { kilobytes: bytes / 1024, requests };
  const times = await page.evaluate(async () => {
    const readyMs = performance.now();
    // A small page may be ready before its paint is reported. A paint that is never reported counts as infinite.
    const paintedMs = await new Promise<number>((resolve) => {
      setTimeout(() => resolve(Infinity), 5000);
      new PerformanceObserver((list) => {
        const paint = list.getEntriesByName('first-contentful-paint')[0];
        if (paint) resolve(paint.startTime);
      }).observe({ type: 'paint', buffered: true });
    });
    return { readyMs, paintedMs };
  });
  return { page, ...times, ...loaded, [Symbol.asyncDispose]: () => context.close() };
}
