// The development mailbox: pages without scripts that show the outbox, and escape all text.
import { desc, eq, type SQL } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

import type { Database } from '#server/platform/db/database';
import { toFields } from '#server/platform/db/field-names';
import { errorResponses } from '#server/platform/http/answers';
import { ApiError, notFound } from '#server/platform/http/api-error';
import type { Api } from '#server/platform/http/calls';
import { isDirectFromThisMachine } from '#server/platform/http/loopback';

import { escapeHtml } from './email.ts';
import { mailOutbox } from './mail-outbox.table.ts';

export const MailboxEmail = z.object({
  id: z.uuid(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  created_at: z.string(),
  sent_at: z.string().nullable(),
});
export type MailboxEmail = z.infer<typeof MailboxEmail>;

const listedMax = 100;

function toMailboxEmail(row: typeof mailOutbox.$inferSelect): MailboxEmail {
  return { ...toFields(row), to: row.recipient };
}

const style = `
:root{color-scheme:dark light;--back:#1e1e2e;--card:#181825;--line:#45475a;--text:#cdd6f4;--soft:#a6adc8;--link:#89b4fa}
@media print,(prefers-color-scheme:light){:root{color-scheme:light;--back:#eff1f5;--card:#fff;--line:#bcc0cc;--text:#4c4f69;--soft:#5c5f77;--link:#1e66f5}}
body{margin:0 auto;max-width:820px;padding:24px 16px;background:var(--back);color:var(--text);font:16px/1.5 system-ui,sans-serif}
h1{font-size:24px}a{color:var(--link)}.soft{color:var(--soft)}
ul{list-style:none;padding:0}li{border:1px solid var(--line);border-radius:8px;background:var(--card);margin:0 0 8px}
li a{display:block;padding:12px 16px;min-height:44px;box-sizing:border-box;text-decoration:none}
li strong{display:block;overflow-wrap:anywhere}
pre{white-space:pre-wrap;overflow-wrap:anywhere;padding:16px;border:1px solid var(--line);border-radius:8px;background:var(--card);font:inherit}
iframe{width:100%;height:560px;border:1px solid var(--line);border-radius:8px;background:#fff}`;

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

function arrival(mail: MailboxEmail): string {
  const time = mail.created_at.replace('T', ' ').replace(/\.\d+Z$/, ' UTC');
  return `<time datetime="${mail.created_at}">${time}</time>${mail.sent_at ? '' : ' · not sent yet'}`;
}

function listPage(mails: MailboxEmail[]): string {
  const rows = mails.map(
    (mail) => `<li><a href="/dev/mail/${mail.id}"><strong>${escapeHtml(mail.subject)}</strong>
<span class="soft">${escapeHtml(mail.to)} · ${arrival(mail)}</span></a></li>`,
  );
  const list = rows.length > 0 ? `<ul>\n${rows.join('\n')}\n</ul>` : '<p>No emails yet.</p>';
  return page(
    'Development mailbox',
    `<main>
<h1>Development mailbox</h1>
<p class="soft">Emails that this Wentwell would have sent. Nothing leaves this machine. Reload for new ones.</p>
${list}
</main>`,
  );
}

function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) => {
      const words = escapeHtml(part);
      return index % 2 === 0
        ? words
        : `<a href="${words}" target="_blank" rel="noopener noreferrer">${words}</a>`;
    })
    .join('');
}

function emailPage(mail: MailboxEmail): string {
  // The iframe has no scripts, forms or origin. Its links open new windows.
  const framed = mail.html.replace(/<head>/i, '<head><base target="_blank">');
  return page(
    mail.subject,
    `<main>
<p><a href="/dev/mail">← All emails</a></p>
<h1>${escapeHtml(mail.subject)}</h1>
<p class="soft">To ${escapeHtml(mail.to)} · ${arrival(mail)}</p>
<h2>As text</h2>
<pre>${withLinks(mail.text)}</pre>
<h2>As HTML</h2>
<iframe title="The email as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(framed)}"></iframe>
</main>`,
  );
}

const html = 'text/html; charset=utf-8';

// Emails give access to accounts, so requests through a proxy or DNS rebinding get 404.
async function checkIsDirect({ raw }: FastifyRequest): Promise<void> {
  if (!isDirectFromThisMachine(raw)) throw new ApiError('NOT_FOUND');
}

/** Only for local use: app.ts registers these routes only if the settings enable the development mailbox. */
export function mailboxRoutes(api: Api, db: Database): void {
  /** Sent and unsent emails, newest first. */
  async function list(which?: SQL): Promise<MailboxEmail[]> {
    const rows = await db
      .select()
      .from(mailOutbox)
      .where(which)
      .orderBy(desc(mailOutbox.id))
      .limit(listedMax);
    return rows.map(toMailboxEmail);
  }

  const route = { config: { public: true }, onRequest: checkIsDirect };

  api.get(
    '/dev/mail.json',
    {
      ...route,
      schema: {
        hide: true,
        querystring: z.object({ to: z.string().optional() }),
        response: { 200: z.array(MailboxEmail), ...errorResponses(404) },
      },
    },
    async ({ query: { to } }) => list(to === undefined ? undefined : eq(mailOutbox.recipient, to)),
  );

  api.get(
    '/dev/mail',
    {
      ...route,
      schema: {
        hide: true,
        response: { 200: z.string(), ...errorResponses(404) },
      },
    },
    async (_request, reply) => reply.type(html).send(listPage(await list())),
  );

  api.get(
    '/dev/mail/:id',
    {
      ...route,
      schema: {
        hide: true,
        params: z.object({ id: z.uuid() }),
        response: { 200: z.string(), ...errorResponses(404) },
      },
    },
    async (request, reply) => {
      const [mail = notFound()] = await list(eq(mailOutbox.id, request.params.id));
      return reply.type(html).send(emailPage(mail));
    },
  );
}
