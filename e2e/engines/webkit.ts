// WebKitGTK, driven over WebDriver under a virtual X server.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import { expect } from '@playwright/test';
import { freePort } from '@wentwell/server/test/free-port';
import { Builder, By, error, Key, type WebDriver, type WebElement } from 'selenium-webdriver';

import { type Engine, type Role, type Screen, type Target, windowSize } from './screen.ts';

/** Candidates for the role; WebKit's computed role decides. */
const candidates: Record<Role, string> = {
  alertdialog: '[role=alertdialog]',
  article: 'article, [role=article]',
  button: 'button, [role=button]',
  dialog: 'dialog, [role=dialog]',
  heading: 'h1, h2, h3, h4',
  link: 'a[href]',
  menuitem: '[role=menuitem]',
  radio: 'input[type=radio], [role=radio]',
  region: 'section, [role=region]',
  textbox: 'input, textarea',
};

/** Runs in the page, because the driver reports no page errors. */
const listFaults = `
  window.faultsSeen = [];
  const add = (event) => window.faultsSeen.push(
    event.message ?? String(event.reason ?? event.violatedDirective));
  for (const type of ['error', 'unhandledrejection', 'securitypolicyviolation'])
    addEventListener(type, add);`;

class WebKitScreen implements Screen {
  readonly #driver: WebDriver;
  readonly #faults: string[] = [];

  constructor(driver: WebDriver) {
    this.#driver = driver;
  }

  async open(url: string): Promise<void> {
    await this.#collectFaults();
    await this.#driver.get(url);
    await this.#driver.executeScript(listFaults);
  }

  async reload(): Promise<void> {
    await this.open(await this.url());
  }

  url(): Promise<string> {
    return this.#driver.getCurrentUrl();
  }

  async count(target: Target): Promise<number> {
    return (await this.#find(target)).length;
  }

  async click(target: Target): Promise<void> {
    await (await this.#first(target)).click();
  }

  async type(target: Target, text: string): Promise<void> {
    await this.click(target);
    // As keys of the element, Ctrl+A would swallow the following text.
    const keys = this.#driver.actions().keyDown(Key.CONTROL).sendKeys('a').keyUp(Key.CONTROL);
    await keys.sendKeys(text).perform();
  }

  async drag(from: Target, to: Target): Promise<void> {
    const start = await this.#first(from);
    const end = await this.#first(to);
    const steps = this.#driver.actions().move({ origin: start }).press();
    for (const x of [10, 20, 40]) steps.move({ origin: start, x, duration: 50 });
    await steps.move({ origin: end, duration: 300 }).release().perform();
  }

  async text(within?: Target): Promise<string> {
    const place = within
      ? (await this.#find(within))[0]
      : await this.#driver.findElement(By.css('body'));
    if (!place) return '';
    return this.#driver.executeScript<string>('return arguments[0].innerText', place);
  }

  async picture(path: string): Promise<void> {
    await writeFile(path, await this.#driver.takeScreenshot(), 'base64');
  }

  async faults(): Promise<readonly string[]> {
    await this.#collectFaults();
    return this.#faults;
  }

  async #collectFaults(): Promise<void> {
    const take = 'return window.faultsSeen?.splice(0) ?? []';
    this.#faults.push(...(await this.#driver.executeScript<string[]>(take)));
  }

  async #first(target: Target): Promise<WebElement> {
    const [found] = await this.#find(target);
    if (!found) throw new Error(`no ${target.role} "${target.name}" is on the page`);
    return found;
  }

  async #find({ role, name, begins, within }: Target): Promise<WebElement[]> {
    const root = within ? (await this.#find(within))[0] : this.#driver;
    if (!root) return [];
    const found: WebElement[] = [];
    for (const element of await root.findElements(By.css(candidates[role]))) {
      const label = await labelOf(element);
      if (!(begins ? label.startsWith(name) : label === name)) continue;
      // ARIA has no role for a password field.
      if (role === 'textbox' || (await element.getAriaRole()) === role) found.push(element);
    }
    return found;
  }
}

/** WebKit reports an unknown error for hidden or removed elements: they have no name. */
async function labelOf(element: WebElement): Promise<string> {
  try {
    return await element.getAccessibleName();
  } catch (fault) {
    if (fault instanceof error.WebDriverError) return '';
    throw fault;
  }
}

/** A driver serves one session at a time, so each screen has its own. */
async function startSession(driverPath: string, env: NodeJS.ProcessEnv) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(driverPath, [`--port=${port}`], { env, stdio: 'ignore' });
  try {
    await expect(() => fetch(`${url}/status`)).toPass({ timeout: 30_000 });
    const driver = await new Builder()
      .usingServer(url)
      .withCapabilities({ browserName: 'MiniBrowser' })
      .build();
    return { server, driver };
  } catch (fault) {
    await end(server);
    throw fault;
  }
}

async function resizePage(driver: WebDriver): Promise<void> {
  const { width, height } = windowSize;
  const window = driver.manage().window();
  await window.setRect({ x: 0, y: 0, width, height });
  // The address bar reduces the window's inner size.
  const inner = await driver.executeScript<number>('return innerHeight');
  await window.setRect({ x: 0, y: 0, width, height: 2 * height - inner });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** The X server chooses a free display and writes its number to file descriptor 3. */
async function startDisplay(xvfbPath: string) {
  const child = spawn(
    xvfbPath,
    ['-displayfd', '3', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const [number] = (await once(child.stdio[3] as Readable, 'data')) as [Buffer];
  return { child, name: `:${number.toString().trim()}` };
}

export async function startWebKit(paths: { driver: string; xvfb: string }): Promise<Engine> {
  const home = await mkdtemp(join(tmpdir(), 'wentwell-webkit-'));
  const display = await startDisplay(paths.xvfb);
  // GTK without animations makes pages prefer reduced motion.
  await mkdir(join(home, 'gtk-3.0'));
  await writeFile(join(home, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=false\n');
  const folders = { XDG_CONFIG_HOME: home, XDG_DATA_HOME: home, XDG_CACHE_HOME: home };
  const env = { ...process.env, ...folders, DISPLAY: display.name };
  const started: Awaited<ReturnType<typeof startSession>>[] = [];
  return {
    async newScreen() {
      const session = await startSession(paths.driver, env);
      started.push(session);
      await resizePage(session.driver);
      return new WebKitScreen(session.driver);
    },
    async close() {
      for (const { driver, server } of started) {
        await driver.quit();
        await end(server);
      }
      await end(display.child);
      // Engine processes outlive the driver briefly and still write there.
      await rm(home, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}
