// Measures latency in a real browser: first pages, and boards of 0 to 1,000 notes, compared with a plain HTML page of
// the same size.
import type { Browser } from '@playwright/test';

import { runAll } from './http-client.ts';
import { listen } from './listeners.ts';
import { launchBrowser, visit, type Visit } from './open-page.ts';
import {
  changeAtPace,
  dragOnce,
  longestFrame,
  measureOwnNotes,
  measurePlainNotes,
  typeInComposer,
  worst,
} from './page-actions.ts';
import { call, type Crew, moveTo, openBoard, writeNotes } from './people.ts';
import type { Product } from './product.ts';
import { startReference } from './references/reference.ts';
import { joinBoard } from './rooms.ts';
import { median, medianOf, type Row } from './rows.ts';

const boardSizes = [0, 100, 500, 1000];
const peopleOnBoard = 50;
/** Board and participants of the reveal and the end. */
const moment = { notes: 200, people: 60 };
/** Durations in ms: three countdown steps and the turning cards; the falling notes; until late code has loaded. */
const revealMs = 3 * 700 + 900 + 500;
const endMs = 1500;
const codeLoadsMs = 3000;
const visits = 3;
/** Changes a page receives before its memory is measured, on a board of 100 notes. */
const changesBeforeHeap = 3000;

const route = (notes: number) => `/plain-${notes}`;

/** The baseline for painting a page with this many notes. */
function plainPage(notes: number): string {
  const articles = Array.from({ length: notes }, (_, n) => `<article>Note ${n} of many</article>`);
  return `<!doctype html><title>Plain</title><h1>Plain</h1><main>${articles.join('')}<textarea></textarea></main>`;
}

async function boardShown(page: Visit['page'], notes: number): Promise<void> {
  if (notes > 0) {
    await page
      .getByText(`Note ${notes - 1} of many`)
      .first()
      .waitFor();
  }
  await page.getByText('Connected', { exact: true }).first().waitFor();
}

type Open = () => Promise<Visit>;

/**
 * The median of several visits with an empty cache. Sizes and requests are the minimum, because prefetches may have
 * started before the bench noticed that the page was ready.
 */
async function medianVisit(open: Open) {
  const found: Visit[] = [];
  for (let n = 0; n < visits; n += 1) {
    await using one = await open();
    found.push(one);
  }
  const middle = (of: 'paintedMs' | 'readyMs') => median(found.map((one) => one[of]));
  const least = (of: 'kilobytes' | 'requests') => Math.min(...found.map((one) => one[of]));
  return {
    paintedMs: middle('paintedMs'),
    readyMs: middle('readyMs'),
    kilobytes: least('kilobytes'),
    requests: least('requests'),
  };
}

class BrowserBench {
  readonly rows: Row[] = [];
  readonly #browser: Browser;
  readonly #product: Product;
  readonly #crew: Crew;
  readonly #plainOrigin: string;

  constructor(
    browser: Browser,
    {
      product,
      crew,
      plainOrigin,
    }: {
      product: Product;
      crew: Crew;
      plainOrigin: string;
    },
  ) {
    this.#browser = browser;
    this.#product = product;
    this.#crew = crew;
    this.#plainOrigin = plainOrigin;
  }

  #openPlain(notes: number): Promise<Visit> {
    return visit(this.#browser, {
      url: this.#plainOrigin + route(notes),
      ready: (page) => page.locator('textarea').waitFor(),
    });
  }

  /** The reveal and the end of a full room, from countdown to the last card. */
  async measureMoments(everybody: Crew): Promise<void> {
    const crew = { ...everybody, people: everybody.people.slice(0, moment.people) };
    const { owner: as, people } = crew;
    const { path } = await openBoard(this.#product, crew);
    await moveTo(this.#product, { path, as, body: { phase: 'writing' } });
    await writeNotes(this.#product, crew, { path, count: moment.notes });
    const others = people.slice(1).map((each) => () => joinBoard(this.#product, path, each));
    // The end of the meeting closes these sockets.
    await listen(others);
    await using one = await visit(this.#browser, {
      url: this.#product.url + path,
      as,
      ready: (page) => page.getByText('Connected', { exact: true }).first().waitFor(),
    });
    const { page } = one;
    await page.waitForTimeout(codeLoadsMs);
    const resting = await longestFrame(page, () => page.waitForTimeout(1000));
    const beside = [{ what: 'at rest', value: resting }];
    const inAll = `${moment.people} people and ${moment.notes} notes`;
    const reveal = await longestFrame(page, async () => {
      await moveTo(this.#product, { path, as, body: { phase: 'revealing' } });
      await page.waitForTimeout(revealMs);
    });
    this.rows.push({
      what: `Reveal of ${inAll}, longest frame`,
      value: reveal,
      unit: 'ms',
      beside,
    });
    const end = await longestFrame(page, async () => {
      await call(this.#product, 'PUT', { path, as, body: { status: 'closed' } });
      await page.locator('#end-title').waitFor();
      await page.waitForTimeout(endMs);
    });
    this.rows.push({ what: `End of ${inAll}, longest frame`, value: end, unit: 'ms', beside });
  }

  async measureLanding(): Promise<void> {
    const url = this.#product.url;
    const ready = (page: Visit['page']) => page.waitForLoadState('networkidle');
    const plain = await medianVisit(() => this.#openPlain(0));
    const [lcps, shifts, painted]: [number[], number[], number[]] = [[], [], []];
    for (let n = 0; n < visits; n += 1) {
      await using one = await visit(this.#browser, { url, ready });
      const { lcp, cls } = await one.page.evaluate(() => window.watched);
      lcps.push(lcp);
      shifts.push(cls);
      painted.push(one.paintedMs);
    }
    const beside = [{ what: 'plain HTML', value: plain.paintedMs }];
    this.rows.push(
      { what: 'Landing page, first paint', value: median(painted), unit: 'ms', beside },
      { what: 'Landing page, largest paint', value: median(lcps), unit: 'ms', beside },
      { what: 'Landing page, layout shift', value: Math.max(...shifts), unit: '', beside: [] },
    );
  }

  async measureDashboard(): Promise<void> {
    const open = () =>
      visit(this.#browser, {
        url: `${this.#product.url}/dashboard`,
        as: this.#crew.owner,
        ready: (page) => page.locator('main').getByText('Sprint 12').first().waitFor(),
      });
    const found = await medianVisit(open);
    const plain = await medianVisit(() => this.#openPlain(0));
    const beside = [{ what: 'plain HTML', value: plain.paintedMs }];
    this.rows.push(
      { what: 'Dashboard, first paint', value: found.paintedMs, unit: 'ms', beside },
      { what: 'Dashboard, its meetings shown', value: found.readyMs, unit: 'ms', beside },
      { what: 'Dashboard, sent over the wire', value: found.kilobytes, unit: 'KB', beside: [] },
      { what: 'Dashboard, requests', value: found.requests, unit: '', beside: [] },
    );
  }

  async measureBoard(notes: number): Promise<void> {
    const board = await openBoard(this.#product, this.#crew, notes);
    const open = () => this.#openBoard(board.path, notes);
    const found = await medianVisit(open);
    const plain = await medianVisit(() => this.#openPlain(notes));
    const paint = [{ what: 'plain HTML', value: plain.paintedMs }];
    const name = `Board of ${notes} notes`;
    this.rows.push(
      { what: `${name}, first paint`, value: found.paintedMs, unit: 'ms', beside: paint },
      { what: `${name}, interactive`, value: found.readyMs, unit: 'ms', beside: paint },
      { what: `${name}, requests until then`, value: found.requests, unit: '', beside: [] },
    );
    await using plainVisit = await this.#openPlain(notes);
    await plainVisit.page.locator('textarea').focus();
    const typing = async (page: Visit['page']) => {
      await page.evaluate(() => window.watched.interactions.splice(0));
      await page.keyboard.type('What we saw this week');
      // The browser reports an interaction after the next paint.
      await page.waitForTimeout(300);
      return worst(await page.evaluate(() => window.watched.interactions));
    };
    const plainTyping = await typing(plainVisit.page);
    await using one = await open();
    const { page } = one;
    await typeInComposer(page);
    this.rows.push({
      what: `${name}, keystroke to next paint`,
      value: await typing(page),
      unit: 'ms',
      beside: [{ what: 'plain HTML', value: plainTyping }],
    });
    if (notes === 0) return;
    await page.keyboard.press('Escape');
    const drag = await dragOnce(page);
    this.rows.push({
      what: `${name}, longest frame of a drag`,
      value: drag.longestFrame,
      unit: 'ms',
      beside: [{ what: 'at rest', value: drag.restingFrame }],
    });
    await typeInComposer(page);
    const busy = await changeAtPace(page, (n) => this.#change(board, n));
    this.rows.push(
      {
        what: `${name}, longest task at 50 foreign changes a second`,
        value: busy.longestTask,
        unit: 'ms',
        beside: [],
      },
      {
        what: `${name}, keystroke meanwhile to next paint`,
        value: busy.typing,
        unit: 'ms',
        beside: [{ what: 'plain HTML at rest', value: plainTyping }],
      },
    );
    if (notes === 1000) await this.#measureAgain(one, notes);
    if (notes === 100) await this.#measureHeap(one, board);
    if (notes === 500) await this.#measureOwnNotes(one, board.path);
  }

  #openBoard(path: string, notes: number, as = this.#crew.owner): Promise<Visit> {
    return visit(this.#browser, {
      url: this.#product.url + path,
      as,
      ready: (page) => boardShown(page, notes),
    });
  }

  /** Sent by the note's author (`openBoard` of people.ts). */
  #change({ path, notes }: { path: string; notes: readonly string[] }, n: number) {
    const index = (n * 7) % notes.length;
    const { owner, people } = this.#crew;
    const as = people[index % people.length] ?? owner;
    const body = { content: `Changed ${n} by somebody else, as they go` };
    return call(this.#product, 'PUT', { path: `${path}/notes/${notes[index]}`, as, body });
  }

  /** The next visit of the same browser, which has cached the code. */
  async #measureAgain({ page }: Visit, notes: number): Promise<void> {
    const again = await medianOf(visits, async () => {
      await page.reload({ waitUntil: 'commit' });
      await boardShown(page, notes);
      return page.evaluate(() => performance.now());
    });
    const what = `Board of ${notes} notes, interactive again`;
    this.rows.push({ what, value: again, unit: 'ms', beside: [] });
  }

  async #measureHeap({ page }: Visit, board: { path: string; notes: readonly string[] }) {
    const devtools = await page.context().newCDPSession(page);
    const heap = async () => {
      await devtools.send('HeapProfiler.collectGarbage');
      const { usedSize } = await devtools.send('Runtime.getHeapUsage');
      return usedSize / 1024 / 1024;
    };
    const before = await heap();
    const changes = Array.from(
      { length: changesBeforeHeap },
      (_, n) => () => this.#change(board, n),
    );
    await runAll(changes, 4);
    await page
      .getByText(`Changed ${changesBeforeHeap - 1} by`)
      .first()
      .waitFor();
    this.rows.push({
      what: `Heap of a page after ${changesBeforeHeap} changes of a board of 100 notes`,
      value: await heap(),
      unit: 'MB',
      beside: [{ what: 'before them', value: before }],
    });
  }

  async #measureOwnNotes({ page }: Visit, path: string): Promise<void> {
    const other = this.#crew.people[1] ?? this.#crew.owner;
    await using there = await this.#openBoard(path, 500, other);
    const { own, frames, others, slowest } = await measureOwnNotes(page, there.page);
    await using plain = await this.#openPlain(500);
    const beside = [{ what: 'plain HTML', value: await measurePlainNotes(plain.page) }];
    const unit = 'ms';
    this.rows.push(
      { what: 'Own note after Enter, in which frame', value: frames, unit: '', beside: [] },
      { what: 'Own note after Enter, median', value: own, unit, beside },
      {
        what: 'Own note in the other browser, p95',
        value: others,
        unit,
        beside: [{ what: 'slowest', value: slowest }],
      },
    );
  }
}

export async function measureBrowser(product: Product, everybody: Crew): Promise<Row[]> {
  const crew = { ...everybody, people: everybody.people.slice(0, peopleOnBoard) };
  const type = 'text/html; charset=utf-8';
  const routes = boardSizes.map((notes) => ({ path: route(notes), type, text: plainPage(notes) }));
  await using plain = await startReference('fastify', { routes });
  const browser = await launchBrowser();
  try {
    const plainOrigin = `http://127.0.0.1:${plain.port}`;
    const bench = new BrowserBench(browser, { product, crew, plainOrigin });
    await bench.measureLanding();
    await openBoard(product, crew);
    await bench.measureDashboard();
    await bench.measureMoments(everybody);
    for (const notes of boardSizes) await bench.measureBoard(notes);
    return bench.rows;
  } finally {
    await browser.close();
  }
}
