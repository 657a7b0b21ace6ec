// After a browser is killed, as for low memory, the last typed text is restored.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type BrowserContext, chromium, type Page } from '@playwright/test';

import { addNote, cardOf, startRetro, waiting } from './away-board.ts';
import { test } from './crew.ts';
import { expect } from './product.ts';
import { holdBack } from './walk.ts';

/** Set by tools/test.ts. */
const program = process.env['WHOLE_CHROMIUM_PATH'];

/** A browser with its own profile that the test may kill. */
async function startBrowser(profile: string, token: string) {
  if (program === undefined) throw new Error('There is no browser with profiles.');
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-port=0'];
  const child = spawn(program, [...flags, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let written = '';
  const endpoint = await new Promise<string>((resolve) => {
    child.stderr.on('data', (chunk: Buffer) => {
      written += chunk.toString();
      const found = /DevTools listening on (ws:\S+)/.exec(written)?.[1];
      if (found) resolve(found);
    });
  });
  const browser = await chromium.connectOverCDP(endpoint);
  const context: BrowserContext | undefined = browser.contexts()[0];
  if (!context) throw new Error('The browser has no context.');
  await context.addInitScript((value) => localStorage.setItem('authToken', value), token);
  return {
    page: await context.newPage(),
    async kill(): Promise<void> {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
  };
}

const draft = (page: Page) => page.getByRole('textbox', { name: 'Write a note: To Improve' });

/** A machine may have only the headless shell, which has no profiles. */
const withProfiles = program === undefined ? test.fixme : test;

withProfiles(
  'C-34: waiting changes and drafts survive a browser that is killed',
  async ({ crew }) => {
    const board = await startRetro(crew);
    const profile = await mkdtemp(join(tmpdir(), 'wentwell-profile-'));
    for (const round of [1, 2]) {
      const { page, kill } = await startBrowser(profile, crew.robin.token);
      await page.goto(board);
      await expect(page.getByText('Connected', { exact: true })).toBeVisible();
      await holdBack(page, /\/notes$/);
      await draft(page).fill(`Typed in round ${round}`);
      await addNote(page, 'Went Well', `Written in round ${round}`);
      const card = cardOf(page, `Written in round ${round}`);
      await expect(card.getByText('Waiting to be sent')).toBeVisible();
      await kill();
    }
    const { page, kill } = await startBrowser(profile, crew.robin.token);
    await page.goto(board);
    await expect(cardOf(page, 'Written in round 1')).toBeVisible();
    await expect(cardOf(page, 'Written in round 2')).toBeVisible();
    await expect(waiting(page)).toHaveCount(0);
    await expect(draft(page)).toHaveValue('Typed in round 2');
    await kill();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  },
);
