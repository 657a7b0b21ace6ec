// User input is text wherever it is shown (docs/api.md A-17); the guard of walk.ts fails the test on any dialog, error or
// content security policy violation.
import { payloads } from './payloads.ts';
import { spec } from './spec-texts.ts';
import { historySettles } from './visit.ts';
import {
  call,
  expect,
  join,
  newMeeting,
  newPerson,
  newTeam,
  openAs,
  ownAnswer,
  test,
  connected,
} from './walk.ts';

// No name may change the text direction after it.
const names = payloads.filter((text) => !/[\u202a-\u202e\u2066-\u2069]/.test(text));

test('forty payloads in names and notes; only http, https and mailto become links, without a referrer', async ({
  page,
  product,
}) => {
  const penny = await newPerson(product, 'penny@example.com', ['Penny', 'Lane']);
  const nasty = '<img src=x onerror=alert(1)>';
  const team = await newTeam(penny, nasty);
  const pat = await newPerson(product, 'pat@example.com', ['<script>alert(1)</script>', '{{7*7}}']);
  await join(penny, team.id, pat);
  await Promise.all(
    names.map((name) => {
      const body = { name, team_id: team.id, start_time: null, end_time: null };
      return call(penny, ['POST', '/api/v1/meetings'], body);
    }),
  );
  const notes = payloads.map((content) => ['went_well', content] as const);
  const meeting = await newMeeting(penny, { id: team.id, name: nasty }, { notes });
  await openAs(page, penny, '/meetings');
  await expect(page.getByText(spec.meetings.showing(nasty))).toBeVisible();
  const links = page.getByRole('table', { name: spec.meetings.list }).getByRole('link');
  const listed = () => links.evaluateAll((all) => all.map((link) => link.textContent));
  await expect.poll(listed).toEqual(expect.arrayContaining(names));
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: `Team: ${nasty}` })).toBeVisible();
  await page.goto('/team-members');
  await expect(page.getByText('<script>alert(1)</script> {{7*7}}').first()).toBeVisible();

  await page.goto(meeting.path);
  await expect(page).toHaveTitle(`Grouping · ${nasty} · Wentwell`);
  const column = page.getByRole('region', { name: spec.board.wentWell });
  await expect(column.getByRole('article')).toHaveCount(payloads.length);
  const shown = await column
    .getByRole('article')
    .evaluateAll((cards) => cards.map((card) => card.querySelector('[dir=auto]')?.textContent));
  // The newest is on top; backticks mark code and are not shown.
  expect(shown).toEqual(payloads.map((text) => text.replaceAll('`', '')).toReversed());

  await test.step('only http, https and mailto become links, without a referrer', async () => {
    const addresses = [
      'https://example.com/a',
      'http://example.com/b',
      'mailto:a@example.com',
      'javascript:alert(1)',
      'JaVaScRiPt://example.com/%0aalert(1)',
      'data:text/html,x',
      'vbscript:x',
      'file:///etc/passwd',
      'ftp://example.com/c',
      'blob:https://example.com/d',
    ];
    await meeting.write(penny, 'action', addresses.join(' '));
    const actions = page.getByRole('region', { name: spec.board.actionItems });
    const links = actions.getByRole('article').getByRole('link');
    await expect(links).not.toHaveCount(0);
    const found = await links.evaluateAll((all) =>
      all.map((link) => [link.getAttribute('href'), link.getAttribute('rel')]),
    );
    const rel = 'noopener noreferrer';
    expect(
      found.filter(([href]) => !/^(https?:\/\/example\.com\/|mailto:)/.test(href ?? '')),
    ).toEqual([]);
    expect(found.slice(0, 3)).toEqual(addresses.slice(0, 3).map((address) => [address, rel]));
  });

  await test.step('in toasts and dialogs, too', async () => {
    await page.goto('/meetings');
    await page.getByRole('button', { name: `Delete ${payloads[0]}`, exact: true }).click();
    await expect(page.getByText(spec.meetingDialogs.deleteQuestion(payloads[0]))).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await historySettles(page);
    await page.goto('/team-members');
    await page.getByRole('button', { name: spec.members.invite }).click();
    const email = '"<svg/onload=alert(1)>"@example.com';
    await page.route('**/invitations', (route) => route.fulfill(ownAnswer({ detail: nasty }, 422)));
    await page.getByPlaceholder(spec.memberDialogs.placeholder).fill(email);
    await page.getByRole('button', { name: spec.memberDialogs.send }).click();
    await expect(page.getByRole('alert').getByText(nasty)).toBeVisible();
  });

  await test.step('and in the activity list of somebody else', async () => {
    await page.goto(meeting.path);
    await expect(connected(page)).toBeVisible();
    // First, because activity expires after ten seconds.
    await page.getByRole('tab', { name: 'Activity' }).click();
    const path = `${meeting.api}/notes`;
    await call(pat, ['POST', path], { content: payloads[2], note_type: 'action' });
    await expect(
      page.getByRole('region', { name: spec.meeting.activity }).getByText(payloads[2]),
    ).toBeVisible();
  });
});

test('every page has the content security policy', async ({ product }) => {
  for (const path of ['/', '/login', '/dashboard', '/no/such/page', '/api/docs']) {
    const answer = await fetch(product.url + path, { headers: { accept: 'text/html' } });
    const policy = answer.headers.get('content-security-policy') ?? '';
    const { host, port } = new URL(product.url);
    for (const rule of [
      "default-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      // A private start also has this machine's other name.
      `connect-src 'self' ws://${host} ws://127.0.0.1:${port}`,
    ]) {
      expect(policy.split('; '), `${path}: ${rule}`).toContain(rule);
    }
    // Besides the site's files, a document has one script, allowed by its hash.
    expect(policy).toMatch(/; script-src 'self'( 'sha256-[\w+/=]+')?;/);
    // The API's pages set HTML themselves.
    expect(policy.includes("require-trusted-types-for 'script'"), path).toBe(
      !path.startsWith('/api'),
    );
  }
});
