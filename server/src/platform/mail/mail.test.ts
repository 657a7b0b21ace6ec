import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { buildTestApp } from '#test/build-test-app';
import { type MailSink, startMailSink } from '#test/mail-sink';

import { emailRenderer } from './email.ts';
import { readMail } from './mail-listing.ts';
import { mailOutbox } from './mail-outbox.table.ts';
import { mailQueue, deleteMail } from './mail-queue.ts';
import { type SmtpSettings, smtpTransport, verifyMailServer } from './mail-transport.ts';
import { makeMail, openOutbox, type Outbox } from './outbox-scene.suite.ts';

const options = {
  mailFrom: 'Wentwell <post@retro.example>',
  smtpRequiresTls: false,
  smtpPlain: false,
  smtpCa: undefined,
};
let outbox: Outbox;
let sink: MailSink;

beforeAll(async () => {
  [outbox, sink] = await Promise.all([openOutbox(), startMailSink()]);
});
beforeEach(() => outbox.empty());
afterAll(async () => {
  await Promise.all([sink.close(), outbox[Symbol.asyncDispose]()]);
});

describe('the queue', () => {
  it('holds an email exactly if the transaction commits, and wakes the worker afterwards', async () => {
    const woken: number[] = [];
    const queueMail = mailQueue(() => woken.push(1));
    const failing = outbox.db.write(async (tx) => {
      await queueMail(tx, makeMail());
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await outbox.rows()).toHaveLength(0);
    expect(woken).toHaveLength(0);
    await outbox.db.write(async (tx) => {
      await queueMail(tx, makeMail());
      expect(woken).toHaveLength(0);
    });
    expect(await outbox.rows()).toHaveLength(1);
    expect(woken).toHaveLength(1);
  });

  it('takes several, wakes the worker once, and refuses all if one has no address', async () => {
    const woken: number[] = [];
    const queueMails = mailQueue(() => woken.push(1));
    const mails = ['a@example.com', 'b@example.com'].map((to) => makeMail({ to }));
    await outbox.db.write((tx) => queueMails(tx, ...mails));
    await outbox.db.write((tx) => queueMails(tx));
    expect(await outbox.rows()).toHaveLength(2);
    expect(woken).toHaveLength(1);
    const wrong = outbox.db.write((tx) => queueMails(tx, ...mails, makeMail({ to: 'nobody' })));
    await expect(wrong).rejects.toThrow('exactly one address');
    expect(await outbox.rows()).toHaveLength(2);
  });

  it('cancels an email', async () => {
    const queueMail = mailQueue(() => {});
    await outbox.db.write(async (tx) => deleteMail(tx, await queueMail(tx, makeMail())));
    expect(await outbox.rows()).toHaveLength(0);
  });

  it.each([
    'a@example.com, b@example.com',
    'a@example.com;b@example.com',
    'a@example.com\r\nBcc: b@example.com',
    '"x" <a@example.com>',
    'a@b@c',
    'nobody',
    '',
  ])('refuses to address %j', async (to) => {
    await expect(outbox.queue(makeMail({ to }))).rejects.toThrow('exactly one address');
  });
});

describe('an email over SMTP', () => {
  it('arrives with one recipient and clean headers, whatever people typed', async () => {
    const evil = '\u202egnp.exe\r\nBcc: victim@example.com\r\n\r\n<img src=x onerror=1>';
    const mail = emailRenderer('https://retro.example/')({
      to: 'clean@example.com',
      subject: `${evil}${'x'.repeat(5000)}`,
      title: evil,
      paragraphs: [evil, { heading: evil, items: [evil] }, 'Grüße — 你好 👋'],
      button: { label: evil, path: '/verify?token=a&redirect=%2Fx' },
      reason: evil,
    });
    await outbox.queue(mail);
    // Clean before any mail program reads it.
    const [row] = await outbox.rows();
    expect(row?.subject).toMatch(/^gnp\.exe Bcc: victim@example\.com <img src=x onerror=1>x+$/);
    await outbox.work(smtpTransport(sink.url, options));

    const arrived = await sink.next({ to: 'clean@example.com' });
    expect(arrived.recipients).toEqual(['clean@example.com']);
    expect(arrived.from).toBe('post@retro.example');
    expect(arrived.headers.has('bcc')).toBe(false);
    expect(arrived.headers.get('auto-submitted')).toBe('auto-generated');
    expect(arrived.headers.get('message-id')).toMatch(/^<[\w-]{36}@retro\.example>$/);
    expect(arrived.subject).toBe(row?.subject);
    expect(arrived.subject.length).toBeLessThanOrEqual(200);
    expect(arrived.html).not.toContain('<img');
    expect(arrived.html).toContain('&lt;img src=x onerror=1&gt;');
    expect(arrived.html + arrived.text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(arrived.text).toContain('Grüße — 你好 👋');
    expect(arrived.links[0]).toBe('https://retro.example/verify?token=a&redirect=%2Fx');
    expect(arrived.html).toContain('href="https://retro.example/verify?token=a&amp;redirect=%2Fx"');
  });

  it('leaves no text in the outbox once sent: texts contain links', async () => {
    await outbox.queue(makeMail({ to: 'erased@example.com', text: 'token=secret' }));
    await outbox.work(smtpTransport(sink.url, options));
    await sink.next({ to: 'erased@example.com' });
    const [row] = await outbox.rows();
    expect(row).toMatchObject({ text: '', html: '', attempts: 1, lastError: null });
    expect(row?.sentAt).toBeInstanceOf(Date);
  });

  it('is not sent to a server without TLS if TLS is required', async () => {
    await outbox.queue(makeMail({ to: 'cleartext@example.com' }));
    await outbox.work(smtpTransport(sink.url, { ...options, smtpRequiresTls: true }));
    const [row] = await outbox.rows();
    expect(row).toMatchObject({ attempts: 1, sentAt: null, text: 'words' });
    expect(sink.all.some(({ recipients }) => recipients.includes('cleartext@example.com'))).toBe(
      false,
    );
  });

  it('trusts only the authority in SMTP_CA, and with SMTP_PLAIN ignores offered TLS', async () => {
    const pem = await readFile(new URL('../../../test/localhost-certificate.pem', import.meta.url));
    await using offering = await startMailSink({ pem });
    const url = offering.url.replace('127.0.0.1', 'localhost');
    const send = async (more: Partial<SmtpSettings>) => {
      await outbox.empty();
      await outbox.queue(makeMail());
      await outbox.work(smtpTransport(url, { ...options, ...more }));
      return (await outbox.rows())[0]?.lastError;
    };
    expect(await send({ smtpRequiresTls: true })).toMatch(/self.signed/);
    expect(await send({ smtpRequiresTls: true, smtpCa: pem.toString() })).toBeNull();
    expect(await send({ smtpPlain: true })).toBeNull();
    expect(offering.all).toHaveLength(2);
  });

  it('is given up on a permanent refusal, and retried after a temporary one', async () => {
    const work = async (refuseWith: number) => {
      await using refusing = await startMailSink({ refuseWith });
      await outbox.empty();
      const [id = ''] = await outbox.db.write((tx) =>
        mailQueue(() => {})(tx, makeMail({ to: 'robin.field@example.com' })),
      );
      await outbox.work(smtpTransport(refusing.url, options));
      return await readMail(outbox.db, id);
    };
    expect(await work(550)).toMatchObject({
      state: 'given_up',
      attempts: 1,
      recipient: 'ro…@example.com',
      last_error: expect.stringContaining('550 <ro…@example.com> refused'),
    });
    expect(await work(450)).toMatchObject({ state: 'waiting', attempts: 1 });
  });

  it('leaves no password in the outbox that its server repeats', async () => {
    const server = createServer((socket) => {
      socket.write('220 here\r\n');
      socket.on('data', (chunk: Buffer) => {
        const line = chunk.toString().trim();
        if (line.startsWith('EHLO')) socket.write('250-here\r\n250 AUTH PLAIN\r\n');
        else socket.write(`535 no "${line}" of robin, Hunter2:Hunter2\r\n`);
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const url = `smtp://robin:Hunter2%3AHunter2@127.0.0.1:${port}`;
    await outbox.queue(makeMail());
    await outbox.work(smtpTransport(url, options));
    server.close();
    const [row] = await outbox.rows();
    expect(row?.lastError).toBe('535 no "AUTH PLAIN …" of …, …');
    // The email leaves once the password is corrected.
    expect(row?.attempts).toBe(1);
    expect(await verifyMailServer(url, options)).toContain('ECONNREFUSED');
  });

  it('waits while no server listens', async () => {
    await outbox.queue(makeMail());
    await outbox.work(smtpTransport('smtp://127.0.0.1:1', options));
    const [row] = await outbox.rows();
    expect(row).toMatchObject({ attempts: 1, sentAt: null, text: 'words' });
    expect(row?.lastError).toContain('ECONNREFUSED');
  });
});

it('a request neither fails nor waits while no mail server answers', async () => {
  await using app = await buildTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' });
  const answer = await app.request('POST', '/api/v1/auth/register', {
    body: { email: 'robin@example.com', password: 'Correct1horse' },
  });
  expect(answer.status).toBe(201);
  expect(await app.db.select().from(mailOutbox)).toHaveLength(1);
});
