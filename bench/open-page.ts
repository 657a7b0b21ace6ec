// Opens pages in a real browser, with nothing in its cache, and reads what they noted of themselves.
import { type Browser, chromium, type Page } from '@playwright/test';

import { findBrowser } from '../tools/browser.ts';
import { watchPage } from './page-watch.ts';
import type { Person } from './people.ts';

export interface Visit extends AsyncDisposable {
  page: Page;
  /** First paint with content in it, in ms since the start of the visit. */
  paintedMs: number;
  /** The state that the caller waited for, in ms since the start of the visit. */
  readyMs: number;
  kilobytes: number;
  requests: number;
}

/** Asks for a network as slow as given. */
export interface Network {
  latencyMs: number;
  bytesPerSecond: number;
}

/** The phone of Lighthouse: a processor of a quarter of the speed, on 4G that is slow. */
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
  /** Resolves once the page is what the measurement waits for. */
  ready(page: Page): Promise<void>;
}

/** Throws where there is no browser. */
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
    // A small page may be ready before the browser tells of its paint. One that it never tells of counts as the slowest.
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
