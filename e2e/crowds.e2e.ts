// A full board and a full room: no typed text is lost. Takes minutes, so it runs with `npm run e2e -- --all-sizes` only.
import type { LiveClient } from '@wentwell/server/test/live-client';

import { pressAndType } from './blind-typing.ts';
import { test } from './crew.ts';
import { isAllSizes } from './each-size.ts';
import { spec } from './spec-texts.ts';
import {
  arrive,
  call,
  expect as expectSoon,
  join,
  newMeeting,
  newPerson,
  signedInAs,
} from './walk.ts';

const sentence = 'Every letter of this sentence arrives';
const notesMax = 1000;
const peopleMax = 200;
const { wentWell } = spec.board;

/** Limited concurrency, because of rate limits. */
async function several(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  async function takeTurns(): Promise<void> {
    for (let index = next++; index < count; index = next++) await work(index);
  }
  await Promise.all([takeTurns(), takeTurns(), takeTurns(), takeTurns()]);
}

// Without a GPU so many cards take a while.
const expect = expectSoon.configure({ timeout: 60_000 });

const crowdTest = isAllSizes ? test : test.skip;

crowdTest(
  'a full board takes every letter, and keeps the text that it has no room for',
  async ({ page, crew: { robin, team } }) => {
    test.setTimeout(300_000);
    const meeting = await newMeeting(robin, team, { phase: 'grouping' });
    const notes = `/api/v1/meetings/${meeting.id}/notes`;
    await several(notesMax - 1, (index) =>
      call(robin, ['POST', notes], { note_type: 'went_well', content: `Note ${index}` }),
    );
    await signedInAs(page.context(), robin.token);
    await page.goto(robin.product.url + meeting.path);
    // Not by role: Playwright would compute the roles of all cards repeatedly.
    const field = page.getByLabel(`Write a note: ${wentWell}`);
    await expect(page.locator('article').first()).toBeVisible();
    await pressAndType(page, field, sentence);
    await expect(field).toHaveValue(sentence);
    await field.press('Enter');
    await expect(page.locator('article', { hasText: sentence })).toBeVisible();
    await field.fill('One too many');
    const refused = page.waitForResponse((answer) => answer.status() === 409);
    await field.press('Enter');
    await refused;
    await expect(field).toHaveValue('One too many');
  },
);

crowdTest(
  'two hundred people fit into a meeting, and into its panel',
  async ({ page, product, crew: { robin, team } }) => {
    test.setTimeout(900_000);
    const meeting = await newMeeting(robin, team, { phase: 'writing' });
    const others: LiveClient[] = [];
    await several(peopleMax - 1, async (index) => {
      const guest = await newPerson(product, `guest-${index}@example.com`, [
        'Guest',
        `No ${index}`,
      ]);
      await join(robin, team.id, guest);
      others.push(await arrive(guest, meeting.id));
    });
    await signedInAs(page.context(), robin.token);
    await page.goto(meeting.path);
    await expect(page.getByText(new RegExp(`^${peopleMax} of \\d+ connected$`))).toBeVisible();
    const isWhole = await page.evaluate(
      () => document.documentElement.scrollHeight <= document.documentElement.clientHeight,
    );
    expect(isWhole, 'the page itself does not scroll').toBe(true);
    const field = page.getByRole('textbox', { name: `Write a note: ${wentWell}` });
    await pressAndType(page, field, sentence);
    await expect(field).toHaveValue(sentence);
    await field.press('Enter');
    await expect(page.getByRole('article', { name: sentence.slice(0, 30) })).toBeVisible();
    await Promise.all(others.map((other) => other[Symbol.asyncDispose]()));
  },
);
