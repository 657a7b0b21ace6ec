// Chromium, driven by Playwright.
import type { BrowserType, LaunchOptions, Locator, Page } from '@playwright/test';

import { type Engine, type Screen, type Target, windowSize } from './screen.ts';

class ChromiumScreen implements Screen {
  readonly #page: Page;
  readonly #faults: string[] = [];

  constructor(page: Page) {
    this.#page = page;
    page.on('pageerror', (error) => this.#faults.push(error.message));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) this.#faults.push(message.text());
    });
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

  count(target: Target): Promise<number> {
    return this.#find(target).count();
  }

  async click(target: Target): Promise<void> {
    await this.#find(target).first().click();
  }

  async type(target: Target, text: string): Promise<void> {
    const field = this.#find(target).first();
    await field.press('ControlOrMeta+a');
    await field.pressSequentially(text);
  }

  async drag(from: Target, to: Target): Promise<void> {
    await this.#find(from).first().dragTo(this.#find(to).first(), { steps: 12 });
  }

  async text(within?: Target): Promise<string> {
    const place = within ? this.#find(within) : this.#page.locator('body');
    return (await place.allInnerTexts())[0] ?? '';
  }

  async picture(path: string): Promise<void> {
    await this.#page.screenshot({ path });
  }

  faults(): Promise<readonly string[]> {
    return Promise.resolve(this.#faults);
  }

  #find({ role, name, begins, within }: Target): Locator {
    const root = within ? this.#find(within) : this.#page;
    if (!begins) return root.getByRole(role, { name, exact: true });
    const literal = name.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    return root.getByRole(role, { name: new RegExp(`^${literal}`) });
  }
}

export async function startChromium(
  chromium: BrowserType,
  options: LaunchOptions,
): Promise<Engine> {
  const browser = await chromium.launch(options);
  return {
    async newScreen() {
      const context = await browser.newContext({ viewport: windowSize, reducedMotion: 'reduce' });
      return new ChromiumScreen(await context.newPage());
    },
    close: () => browser.close(),
  };
}
