// A person at the engine under test: acts, and waits for what they should see.
import { test as base, expect } from '../product.ts';
import { startChromium } from './chromium.ts';
import { startFirefox } from './firefox.ts';
import type { Engine, Screen, Target } from './screen.ts';
import { startWebKit } from './webkit.ts';

export { expect } from '../product.ts';

export class Person {
  readonly screen: Screen;

  constructor(screen: Screen) {
    this.screen = screen;
  }

  async clicks(target: Target): Promise<void> {
    await this.finds(target);
    await this.screen.click(target);
  }

  async fills(name: string, text: string, within?: Target): Promise<void> {
    const field: Target = { role: 'textbox', name, ...(within && { within }) };
    await this.finds(field);
    await this.screen.type(field, text);
  }

  async drags(from: Target, to: Target): Promise<void> {
    await this.finds(from);
    await this.finds(to);
    await this.screen.drag(from, to);
  }

  async finds(target: Target): Promise<void> {
    await look(async () => {
      expect(await this.screen.count(target), describe(target)).toBeGreaterThan(0);
    });
  }

  async findsNoLonger(target: Target): Promise<void> {
    await look(async () => {
      expect(await this.screen.count(target), describe(target)).toBe(0);
    });
  }

  async reads(text: string, within?: Target): Promise<void> {
    await look(async () => {
      expect(await this.screen.text(within), describe(within)).toContain(text);
    });
  }

  async readsNoLonger(text: string, within?: Target): Promise<void> {
    await look(async () => {
      expect(await this.screen.text(within), describe(within)).not.toContain(text);
    });
  }

  async isAt(path: RegExp): Promise<void> {
    await expect.poll(() => this.screen.url()).toMatch(path);
  }
}

/** An element re-rendered during a query fails it; the next attempt succeeds. */
async function look(at: () => Promise<void>): Promise<void> {
  await expect(at).toPass({ timeout: 30_000 });
}

function describe(target?: Target): string {
  return target ? `${target.role} "${target.name}"` : 'the page';
}

export interface EngineOptions {
  engineName: 'chromium' | 'firefox' | 'webkit';
}

interface EngineFixtures {
  newPerson: () => Promise<Person>;
}

/** The paths of programs come from tools/engines.ts. */
const { FIREFOX_PATH: firefox, WEBKIT_DRIVER_PATH: driver, XVFB_PATH: xvfb } = process.env;

export const test = base.extend<EngineFixtures, EngineOptions>({
  engineName: ['chromium', { scope: 'worker', option: true }],
  newPerson: async ({ engineName, playwright, launchOptions }, use, { skip }) => {
    const screens: Screen[] = [];
    let engine: Engine;
    if (engineName === 'chromium') {
      engine = await startChromium(playwright.chromium, launchOptions);
    } else if (engineName === 'firefox') {
      skip(!firefox, 'This machine has no Firefox.');
      engine = await startFirefox(firefox ?? '');
    } else {
      skip(!driver || !xvfb, 'This machine has no WebKitWebDriver, or no Xvfb.');
      engine = await startWebKit({ driver: driver ?? '', xvfb: xvfb ?? '' });
    }
    await use(async () => {
      const screen = await engine.newScreen();
      screens.push(screen);
      return new Person(screen);
    });
    const faults = await Promise.all(screens.map((screen) => screen.faults()));
    await engine.close();
    expect(faults.flat(), 'what pages must never do').toEqual([]);
  },
});
