import { once } from 'node:events';
import { get, IncomingMessage } from 'node:http';

import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { buildTestApp } from '#test/build-test-app';

import { mailQueue } from './mail-queue.ts';
import { MailboxEmail } from './mailbox.routes.ts';

describe('the development mailbox', () => {
  const body = { email: 'robin@example.com', password: 'Correct1horse' };

  it('shows the emails as JSON and as pages without scripts', async () => {
    await using app = await buildTestApp({ SMTP_URL: '' });
    const queueMail = mailQueue(() => {});
    const subject = '<script>alert(1)</script>"\'';
    const evil = {
      to: 'sasha@example.com',
      subject,
      text: `see https://retro.example/"onmouseover="alert(1) <b>`,
      html: `<p title='"'>${subject}</p>`,
    };
    await app.db.write((tx) => queueMail(tx, evil));
    await app.request('POST', '/api/v1/auth/register', { body });

    const read = async (query = '') =>
      z.array(MailboxEmail).parse((await app.request('GET', `/dev/mail.json${query}`)).body);
    await expect.poll(async () => (await read()).every((mail) => mail.sent_at)).toBe(true);
    const mails = await read();
    expect(mails.map(({ to }) => to)).toEqual([body.email, evil.to]);
    expect(mails[0]?.text).toContain('/verify?token=');
    expect(await read(`?to=${evil.to}`)).toEqual(mails.slice(1));

    for (const path of ['/dev/mail', `/dev/mail/${mails[1]?.id}`]) {
      const response = await fetch(app.url + path);
      const page = await response.text();
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('content-security-policy')).toContain("script-src 'self'");
      expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
      expect(page).not.toMatch(/<script|"onmouseover/);
      expect(page, 'light on paper').toContain('@media print,');
    }
    const mail = await (await fetch(`${app.url}/dev/mail/${mails[0]?.id}`)).text();
    expect(mail).toMatch(/<a href="http:\/\/localhost[^"]*\/verify\?token=[\w-]+" target="_blank"/);
  });

  it('has no email under another id, and no other hostname opens it', async () => {
    await using app = await buildTestApp({ SMTP_URL: '' });
    for (const id of ['x', '00000000-0000-4000-8000-000000000000']) {
      expect((await app.request('GET', `/dev/mail/${id}`)).status).toBe(404);
    }
    // fetch cannot set the Host header.
    const request = get(`${app.url}/dev/mail.json`, { headers: { host: 'evil.test' } });
    const [rebound] = z
      .tuple([z.instanceof(IncomingMessage)])
      .parse(await once(request, 'response'));
    rebound.resume();
    expect(rebound.statusCode).toBe(404);
  });

  it('is absent if mail is really sent', async () => {
    await using app = await buildTestApp();
    for (const path of ['/dev/mail', '/dev/mail.json']) {
      expect((await app.request('GET', path)).status).toBe(404);
    }
  });
});
