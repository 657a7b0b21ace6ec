// Measures first visits on a phone: the sign-in page, a list of 20 meetings, and a board of 1,000 notes.
import type { Browser } from '@playwright/test';

import { launchBrowser, visit } from './open-page.ts';
import { type Crew, make, openBoard } from './people.ts';
import type { Product } from './product.ts';
import { median, type Row, rounds } from './rows.ts';

const meetings = 20;
const notes = 1000;
/** Longer tasks count as blocking (Total Blocking Time). */
const shortTaskMs = 50;
/** Idle time after which a page starts to prefetch, which is not measured. */
const settledAfterMs = 900;

interface Target {
  what: string;
  url: string;
  as?: Crew['owner'];
  /** Text that appears only on the loaded page. */
  text: string;
}

async function measureTarget(browser: Browser, { what, url, as, text }: Target): Promise<Row[]> {
  const visits: Record<'painted' | 'largest' | 'shown' | 'blocked' | 'sent', number>[] = [];
  for (let n = 0; n < rounds; n += 1) {
    let shown = Number.NaN;
    await using one = await visit(browser, {
      url,
      ...(as && { as }),
      isPhone: true,
      ready: async (page) => {
        await page.locator('main').getByText(text).last().waitFor();
        shown = await page.evaluate(() => performance.now());
        await page.waitForTimeout(settledAfterMs);
      },
    });
    const { lcp, longTasks } = await one.page.evaluate(() => window.watched);
    // Before the first paint nothing can be touched, and the browser driver sets up the page.
    const blocked = longTasks
      .filter(({ startMs }) => startMs > one.paintedMs)
      .reduce((sum, { ms }) => sum + Math.max(0, ms - shortTaskMs), 0);
    visits.push({ painted: one.paintedMs, largest: lcp, shown, blocked, sent: one.kilobytes });
  }
  const row = (of: keyof (typeof visits)[number], name: string, unit: Row['unit']): Row => ({
    what: `${what} on a phone, ${name}`,
    value: median(visits.map((each) => each[of])),
    unit,
    beside: [],
  });
  return [
    row('painted', 'first paint', 'ms'),
    row('largest', 'largest paint', 'ms'),
    // On the sign-in page, the largest paint is static text. The form fields come later, with the script.
    row('shown', 'content', 'ms'),
    row('blocked', 'time blocked', 'ms'),
    row('sent', 'sent until then', 'KB'),
  ];
}

export async function measurePhones(product: Product, crew: Crew): Promise<Row[]> {
  const { owner, teamId } = crew;
  for (let n = 1; n <= meetings; n += 1) {
    const body = { name: `Sprint ${n}`, team_id: teamId };
    await make(product, { path: '/meetings', as: owner, body });
  }
  const { path: board } = await openBoard(product, crew, notes);
  const browser = await launchBrowser();
  try {
    return [
      ...(await measureTarget(browser, {
        what: 'Signing in',
        url: `${product.url}/login`,
        text: 'Forgot password?',
      })),
      ...(await measureTarget(browser, {
        what: 'A list of 20 meetings',
        url: `${product.url}/meetings`,
        as: owner,
        text: 'Sprint 1',
      })),
      ...(await measureTarget(browser, {
        what: 'A board of 1000 notes',
        url: product.url + board,
        as: owner,
        text: `Note ${notes - 1} of many`,
      })),
    ];
  } finally {
    await browser.close();
  }
}
