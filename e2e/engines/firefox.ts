// Firefox, driven by Puppeteer over WebDriver BiDi.
import { writeFile } from 'node:fs/promises';

import puppeteer, { type ElementHandle, type Page } from 'puppeteer-core';

import { type Engine, type Screen, type Target, windowSize } from './screen.ts';

class FirefoxScreen implements Screen {
  readonly #page: Page;
  readonly #faults: string[] = [];

  constructor(page: Page) {
    this.#page = page;
    page.on('pageerror', (error) => this.#faults.push(String(error)));
  }

  async open(url: string): Promise<void> {
    await this.#page.goto(url);
  }

  async reload(): Promise<void> {
    await this.#page.reload();
  }

  url(): Promise<string> {
    return Promise.resolve(this.#page.url());
  }

  async count(target: Target): Promise<number> {
    return (await this.#find(target)).length;
  }

  async click(target: Target): Promise<void> {
    await (await this.#first(target)).click();
  }

  async type(target: Target, text: string): Promise<void> {
    await this.click(target);
    const { keyboard } = this.#page;
    await keyboard.down('Control');
    await keyboard.press('a');
    await keyboard.up('Control');
    await keyboard.type(text);
  }

  async drag(from: Target, to: Target): Promise<void> {
    const start = await (await this.#first(from)).clickablePoint();
    const end = await (await this.#first(to)).clickablePoint();
    const { mouse } = this.#page;
    await mouse.move(start.x, start.y);
    await mouse.down();
    await mouse.move(end.x, end.y, { steps: 12 });
    await mouse.up();
  }

  async text(within?: Target): Promise<string> {
    const place = within ? (await this.#find(within))[0] : await this.#page.$('body');
    return (await place?.evaluate((element) => (element as HTMLElement).innerText)) ?? '';
  }

  async picture(path: string): Promise<void> {
    await writeFile(path, await this.#page.screenshot());
  }

  faults(): Promise<readonly string[]> {
    return Promise.resolve(this.#faults);
  }

  async #first(target: Target): Promise<ElementHandle> {
    const [found] = await this.#find(target);
    if (!found) throw new Error(`no ${target.role} "${target.name}" is on the page`);
    return found;
  }

  /** Role and full name in Firefox's accessibility tree, which cannot match prefixes. */
  async #find({ role, name, begins, within }: Target): Promise<ElementHandle[]> {
    const root = within ? (await this.#find(within))[0] : this.#page;
    if (!root) return [];
    if (role === 'textbox') {
      const named = await root.$$(`::-p-aria([name="${name}"])`);
      return filter(named, (element) => element.evaluate(isField));
    }
    if (!begins) return root.$$(`::-p-aria([name="${name}"][role="${role}"])`);
    const ofRole = await root.$$(`::-p-aria([role="${role}"])`);
    return filter(ofRole, (element) => element.evaluate(hasLabel, name));
  }
}

async function filter(
  elements: ElementHandle[],
  fits: (element: ElementHandle) => Promise<boolean>,
): Promise<ElementHandle[]> {
  const answers = await Promise.all(elements.map(fits));
  return elements.filter((_, index) => answers[index]);
}

// The functions below run in the page.

/** ARIA has no role for a password field. */
function isField(element: Element): boolean {
  return element.matches('input, textarea');
}

function hasLabel(element: Element, beginning: string): boolean {
  const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
  const labels = ids.map((id) => document.getElementById(id)?.textContent ?? '');
  const label = element.getAttribute('aria-label') ?? (labels.join(' ') || element.textContent);
  return label.startsWith(beginning);
}

export async function startFirefox(executablePath: string): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    defaultViewport: windowSize,
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
  });
  return {
    async newScreen() {
      const context = await browser.createBrowserContext();
      return new FirefoxScreen(await context.newPage({ type: 'window' }));
    },
    close: () => browser.close(),
  };
}
