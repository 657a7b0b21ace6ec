import { SummaryMail } from '@wentwell/contract/report/summary-mail';
import { eq, like } from 'drizzle-orm';
import { expect, it } from 'vitest';

import { users } from '#server/features/users/users.table';
import { mailOutbox } from '#server/platform/mail/mail-outbox.table';
import { fileApp, type TestUser } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';

const app = await fileApp({ PUBLIC_URL: 'https://retro.example.org' });

/** Builds an ended meeting with four authors and one member without content. */
async function buildFinished({ anonymous = false } = {}) {
  const owner = await buildUser(app);
  const members: TestUser[] = [];
  for (let n = 0; n < 4; n += 1) members.push(await buildUser(app));
  const team = await buildTeam(app, { admin: owner, members, name: 'Rocket' });
  const [, left, closed, silent] = members;
  const meeting = await buildMeeting(app, { owner, team, name: 'Sprint <b>12</b>' });
  const path = `/api/v1/meetings/${meeting.id}`;
  await app.put(owner, path, { settings: { anonymous } });
  const enter = (phase: string) => app.post(owner, `${path}/phase/transition`, { phase });
  await enter('grouping');
  for (const as of members.filter((each) => each !== silent)) {
    const body = { content: 'See https://evil.test', note_type: 'went_well' };
    const key = Buffer.alloc(32, 7).toString('base64url');
    const headers = anonymous ? { 'X-Author-Key': key } : {};
    await app.request('POST', `${path}/notes`, { as, body, headers });
  }
  await enter('closing_ready');
  await app.post(owner, `${path}/actions`, { text: 'Ask <i>around</i>' });
  const room = { text: 'Book a room', due_on: '2027-03-20', assignee_id: members[0]?.id };
  await app.post(owner, `${path}/actions`, room);
  const send = (as: TestUser = owner, headers = {}) =>
    app.request('POST', `${path}/summary-mail`, { as, headers });
  expect((await send()).problem?.code).toBe('SUMMARY_NOT_OVER');
  await app.put(owner, path, { status: 'closed' });
  if (left) {
    await app.post(owner, `/api/admin/teams/${team.id}/remove-user/${left.id}`);
  }
  if (closed) await app.db.update(users).set({ isActive: false }).where(eq(users.id, closed.id));
  return { owner, members, meeting, path, send };
}

it('R-218 the summary goes only to participants still in the team', async () => {
  const { owner, members, meeting, path, send } = await buildFinished();
  const [writer] = members;
  if (!writer) throw new Error('unreachable');
  const expected = [owner.id, writer.id].toSorted();
  expect((await app.read(owner, `${path}/summary-mail`, SummaryMail)).recipients).toEqual(expected);
  expect((await send(writer)).status).toBe(403);
  const sent = await send();
  expect(sent.status).toBe(202);
  expect(SummaryMail.parse(sent.body).recipients).toEqual(expected);
  const mail = await app.mail.next({ to: writer.email });
  await app.mail.next({ to: owner.email });
  expect(app.mail.all).toHaveLength(2);
  expect(mail.subject).toBe('Summary: Sprint <b>12</b>');
  const isSummary = like(mailOutbox.subject, 'Summary:%');
  const queued = await app.db.select().from(mailOutbox).where(isSummary);
  expect(queued.map(({ kind }) => kind)).toEqual(['summary', 'summary']);
  expect(mail.text).toContain("• Ask <i>around</i> (Nobody's)");
  expect(mail.links).toContain(`https://retro.example.org/meetings/${meeting.id}`);
  expect(mail.html).toContain('Ask &lt;i&gt;around&lt;/i&gt;');
  // Mail programs show a heading and a list.
  expect(mail.html).toMatch(
    /<h2[^>]+>Other action items<\/h2>\s+<ul[^>]+>\s+<li>Ask &lt;i&gt;around/,
  );
  expect(mail.html).not.toContain('<i>around');
  expect(mail.text + mail.html).not.toContain('https://evil.test');
});

it('R-219 begins with its reader’s action items', async () => {
  const { owner, members, send } = await buildFinished();
  const [writer] = members;
  if (!writer) throw new Error('unreachable');
  await send();
  const own = await app.mail.next({ to: writer.email });
  for (const text of [own.text, own.html]) {
    expect(text.indexOf('Yours: Book a room (by 20 Mar 2027)')).toBeGreaterThan(0);
    expect(text.indexOf('Yours: ')).toBeLessThan(text.indexOf('Rocket'));
    expect(text).toMatch(/Other action items[^]+Nobody('|&#39;)s/);
  }
  const other = await app.mail.next({ to: owner.email });
  expect(other.text).not.toContain('Yours');
  expect(other.text).toMatch(/Action items[^]+Book a room \(.+, by 20 Mar 2027\)/);
});

it('R-219 is sent once a day, and a repeated request sends nothing', async () => {
  const { send, owner } = await buildFinished();
  const headers = { 'Idempotency-Key': 'once' };
  const before = app.mail.all.length;
  const [first, again] = [await send(owner, headers), await send(owner, headers)];
  expect([first.status, again.status]).toEqual([202, 202]);
  expect(again.body).toEqual(first.body);
  const refused = await send();
  expect(refused.problem?.code).toBe('SUMMARY_MAIL_TODAY');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3600);
  for (const to of [owner.email]) await app.mail.next({ to });
  expect(app.mail.all.length - before).toBeLessThanOrEqual(2);
});

it('R-218 of an anonymous meeting goes to the whole team: participation is hidden', async () => {
  const { owner, members, path, send } = await buildFinished({ anonymous: true });
  const [writer, , , silent] = members;
  if (!writer || !silent) throw new Error('unreachable');
  expect((await app.read(owner, `${path}/summary-mail`, SummaryMail)).recipients).toEqual(
    [owner.id, writer.id, silent.id].toSorted(),
  );
  await send();
  const mails = await Promise.all(
    [owner, writer, silent].map(({ email }) => app.mail.next({ to: email })),
  );
  expect(mails.filter(({ text }) => text.includes('took part'))).toEqual([]);
});
