// The landing page as specified: sections, links, anchors, and its light and dark mode.
import { readFileSync } from 'node:fs';

import { expect, test } from './product.ts';
import { spec } from './spec-texts.ts';
import { sizes } from './visit.ts';
import { holdBack } from './walk.ts';

test('shows its sections in order; "Contact Sales" shows its alert and leads nowhere; the header is shorter on a phone', async ({
  page,
  product,
}) => {
  await page.goto(product.url);
  await expect(page.locator('main > section')).toHaveCount(5);
  await expect(page.getByText(spec.landing.beta)).toBeVisible();
  await expect(page.locator('main > section').nth(1)).toHaveId('features');
  await expect(page.locator('main > section').nth(3)).toHaveId('testimonial');
  await expect(page.getByRole('contentinfo')).toContainText(String(new Date().getFullYear()));
  await expect(
    page.getByRole('img', { name: /two action items created, team vibe 4\.6 out of 5/ }),
  ).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 720 });
  const last = page.locator('.retro-columns .paper').last();
  await expect(last, 'no word is cut').toBeInViewport({ ratio: 1 });
  await expect(
    page.getByRole('img', {
      name: /morale trend steady, delivery risk low, focus 82 percent, action items plus three per sprint/,
    }),
  ).toBeVisible();

  const shown = page.waitForEvent('dialog');
  const click = page.getByRole('button', { name: spec.landing.contactSales }).click();
  const dialog = await shown;
  expect(dialog.message()).toBe(spec.landingAlert.sales);
  await dialog.accept();
  await click;
  await expect(page).toHaveURL('/');

  await page.setViewportSize(sizes.phone);
  await expect(
    page.getByRole('link', { name: spec.landing.freeOnPhone, exact: true }),
  ).toBeVisible();
  await expect(page.getByText(spec.landing.freeOnDesk, { exact: true })).toBeHidden();
});

test('each link leads to login or registration', async ({ page, product }) => {
  for (const [label, target] of [
    [spec.landing.logIn, '/login'],
    [spec.landing.freeOnDesk, '/register'],
    [spec.landing.start, '/register'],
    [spec.landing.withAi, '/register'],
    [spec.landing.tryFree, '/register'],
  ] as const) {
    await page.goto(product.url);
    await page.getByRole('link', { name: label, exact: true }).first().click();
    await expect(page, label).toHaveURL(target);
  }
});

test('buttons scroll to a section', async ({ page, product }) => {
  for (const [label, section] of [
    [spec.landing.demo, '#features'],
    [spec.landing.learnMore, '#testimonial'],
  ] as const) {
    await page.goto(product.url);
    await page.getByRole('button', { name: label }).click();
    // The sticky header covers the first 64 px.
    await expect
      .poll(() => page.locator(section).evaluate((node) => node.getBoundingClientRect().top), label)
      .toBeLessThan(80);
    await expect(page.locator(section)).toBeInViewport();
  }
});

test('starts in light mode; the mode can be toggled, is stored, and is independent of the app’s theme', async ({
  page,
  product,
}) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'dracula'));
  await page.goto(product.url);
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  expect(await scheme()).toBe('light');
  await page.getByRole('button', { name: 'Switch to dark mode' }).click();
  expect(await scheme()).toBe('dark');
  await page.reload();
  expect(await scheme()).toBe('dark');
  await page.goto('/login');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dracula');
});

test('is complete before its script has loaded, in this browser’s mode and login state', async ({
  page,
  product,
}) => {
  await page.addInitScript(() => {
    localStorage.setItem('landing-color-mode', 'dark');
    localStorage.setItem('authToken', 'of-somebody');
  });
  const release = await holdBack(page, '**/assets/landing-*.js');
  await page.goto(product.url, { waitUntil: 'commit' });
  const parts = [
    page.getByRole('heading', { level: 1 }),
    page.getByRole('link', { name: 'Open Wentwell' }),
    page.getByRole('button', { name: 'Switch to light mode' }),
  ];
  for (const part of parts) await expect(part).toBeVisible();
  await expect(page.getByRole('link', { name: spec.landing.freeOnDesk, exact: true })).toBeHidden();
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  await page.evaluate(() => document.fonts.ready);
  const places = () => Promise.all(parts.map((part) => part.boundingBox()));
  const before = await places();
  await release();
  await page.waitForLoadState('load');
  expect(await places()).toEqual(before);
  await parts[1]?.click();
  // The app finds that the session is invalid.
  await expect(page).toHaveURL(/\/login/);
});

test.describe('at rest', () => {
  test.use({ prefetch: true });

  test('its script has a few kilobytes; the app is prefetched when the page is idle', async ({
    page,
    product,
  }) => {
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('.js')) scripts.push(request.url());
    });
    await page.goto(product.url);
    expect(scripts.map((url) => /assets\/([a-z]+)-/.exec(url)?.[1])).toEqual(['landing']);
    await expect.poll(() => scripts.some((url) => url.includes('/Login-'))).toBe(true);
    expect(new Set(scripts).size).toBe(scripts.length);
  });

  test('a login prefetches the next page’s code without running it, and no board code', async ({
    page,
  }) => {
    await page.goto('/login');
    const loaded = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map((entry) => [entry.name, Reflect.get(entry, 'initiatorType')] as const),
      );
    await expect
      .poll(async () => (await loaded()).find(([name]) => name.includes('/Dashboard-'))?.[1])
      .toBe('link');
    const running = (await loaded()).filter(([, initiator]) => initiator !== 'link');
    expect(running.filter(([name]) => /(parts|board|lists|layout)-/.test(name))).toEqual([]);
  });
});

test.describe('where scripts are off', () => {
  test.use({ javaScriptEnabled: false });

  test('everything is readable without scripts, in light mode, and its links work', async ({
    page,
    product,
  }) => {
    await page.goto(product.url);
    await expect(page).toHaveTitle('Wentwell · Sprint retrospectives that lead somewhere');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'landing-pastel');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('main > section')).toHaveCount(5);
    await expect(page.getByText(spec.landing.beta)).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    // A button that needs a script would do nothing.
    await expect(page.getByRole('button')).toHaveCount(0);
    await page.getByRole('link', { name: spec.landing.freeOnDesk, exact: true }).click();
    await expect(page).toHaveURL('/register');
    await page.goBack();
    await page.getByRole('link', { name: spec.landing.logIn }).first().click();
    await expect(page).toHaveURL('/login');
  });
});

const retro: [file: string, title: string] = [
  'whole-retro',
  'four people go from joining to the report, and the next meeting begins with open action items',
];
const firstRun: typeof retro = [
  'first-run',
  'three steps lead from an empty account to a live retro',
];
const tryIt: typeof retro = ['try', 'a visitor tries a board, and nothing is sent or stored'];
const health: typeof retro = [
  'team-health',
  'a team reads its health: figures, definitions, findings, chart and table',
];

/** The test of each sentence, or null for a slogan. */
const promises: Record<string, typeof retro | null> = {
  'The retro your team looks forward to': null,
  'Write together, reveal together, and leave with actions that someone owns. Wentwell leads agile teams from a blank board to a better sprint.':
    retro,
  'Free for small teams': firstRun,
  'No credit card needed': firstRun,
  'Ready in a minute': firstRun,
  'Everything a good retrospective needs': null,
  'From the first sticky note to the action that gets done, in one calm place.': retro,
  'Play with a board No account needed. It stays in this browser and disappears when you close the tab.':
    tryIt,
  'Gamified retros': null,
  'A retro with a rhythm: write in quiet, flip the cards, vote, and watch the board come alive.':
    retro,
  'Weekly achievements': null,
  'Badges for the habits that make a team better, earned together, week by week.': [
    'badges',
    'a team earns badges by its retros, reads their rules, and disables them',
  ],
  'Actionable insights': null,
  'Structured action planning turns talk into items with an owner, so nothing gets lost.': retro,
  'Sprint progress tracking': null,
  'See what changed since the last retro, and which actions made the difference.': [
    'team-health',
    'two retros after an action item was done, members say whether it helped',
  ],
  'AI-powered team health': [
    'ai-summary',
    'a team enables AI; the lead reads, edits and publishes a draft; a refusal keeps the text',
  ],
  'Assessments that read the mood across sprints and point to what needs care.': health,
  'A safe space': null,
  'Notes stay face down until they are all revealed at once, so every voice counts the same.':
    retro,
  'Know how your team is doing before it hurts': null,
  'Every retro says something about the sprint behind it. Wentwell reads the signs across your meetings and shows where morale, focus and delivery are heading.':
    health,
  '“Our retros used to be the same three people talking. Now everyone writes first, and we leave with two actions that really happen.”':
    retro,
  'Ready for a retro that leads somewhere?': null,
  'Free for small teams, no credit card needed. Your first board is a minute away.': firstRun,
};

test('every sentence has a test', async ({ page, product }) => {
  await page.goto(product.url);
  const texts = await page
    .locator(
      'main :is(h1, h2, h3, p, blockquote, li:not(:has(h3))):not(.sr-only, [data-who-may-register])',
    )
    .allInnerTexts();
  const sentences = texts.map((text) => text.replace(/\s+/g, ' ').trim());
  expect(sentences.toSorted()).toEqual(Object.keys(promises).toSorted());
  for (const [sentence, performed] of Object.entries(promises)) {
    if (performed === null) continue;
    const [file, title] = performed;
    const source = readFileSync(new URL(`${file}.e2e.ts`, import.meta.url), 'utf8');
    expect(source, sentence).toContain(`test('${title}'`);
  }
});
