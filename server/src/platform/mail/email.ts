// Layout of the product's emails as text and HTML: a title, paragraphs and a button.
import { hasLink } from '@wentwell/contract/text/links-in-names';

import type { Tx } from '#server/platform/db/database';

import type { MailKind } from './mail-outbox.table.ts';
import { type Mail, mailQueue, oneLine } from './mail-queue.ts';

export interface MailList {
  heading: string;
  items: readonly string[];
  /** A line below the list. */
  rest?: string | undefined;
}

export interface Email {
  to: string;
  subject: string;
  title: string;
  paragraphs: (string | MailList)[];
  /** `path` is URL-encoded and relative to PUBLIC_URL. */
  button: { label: string; path: `/${string}` } | null;
  /** Small print: why the reader gets this email. */
  reason: string;
  kind?: MailKind;
  /** Lifetime of its link in ms. */
  linkMaxAge?: number;
}

/** Writes emails in the caller's transaction with one statement. Sent after the commit. Returns their ids. */
export type QueueEmail = (tx: Tx, ...emails: readonly Email[]) => Promise<string[]>;

/** Links start with `publicUrl`, never with request headers. */
export function emailRenderer(publicUrl: string): (email: Email) => Mail {
  const origin = publicUrl.replace(/\/+$/, '');
  return function renderEmail(mail) {
    const words = {
      title: oneLine(mail.title),
      paragraphs: mail.paragraphs.map(onOneLine),
      button: mail.button && {
        label: oneLine(mail.button.label),
        link: origin + mail.button.path,
      },
      reason: oneLine(mail.reason),
      origin,
    };
    const { to, subject, kind, linkMaxAge } = mail;
    return { to, subject, text: asText(words), html: asHtml(words), kind, linkMaxAge };
  };
}

export function emailQueue(publicUrl: string, wake: () => void): QueueEmail {
  const render = emailRenderer(publicUrl);
  const insert = mailQueue(wake);
  return (tx, ...emails) => insert(tx, ...emails.map(render));
}

function onOneLine(paragraph: string | MailList): string | MailList {
  if (typeof paragraph === 'string') return oneLine(paragraph);
  const { heading, items, rest } = paragraph;
  return { heading: oneLine(heading), items: items.map(oneLine), rest: rest && oneLine(rest) };
}

interface EmailText {
  title: string;
  paragraphs: (string | MailList)[];
  button: { label: string; link: string } | null;
  reason: string;
  origin: string;
}

function asText({ title, paragraphs, button, reason, origin }: EmailText): string {
  const call = button ? [`${button.label}:\n${button.link}`] : [];
  const footer = `-- \nWentwell · ${origin}\n${reason}`;
  const body = paragraphs.map((each) => (typeof each === 'string' ? each : listAsText(each)));
  return `${[title, ...body, ...call, footer].join('\n\n')}\n`;
}

function listAsText({ heading, items, rest = '' }: MailList): string {
  return [heading, ...items.map((item) => `• ${item}`), rest].filter(Boolean).join('\n');
}

// Inline styles, because many mail clients drop style sheets. Web fonts do not work either.
const styles = {
  page: 'margin:0;padding:32px 16px;background:#eff1f5;font:16px/1.6 system-ui,-apple-system,Segoe UI,Roboto,sans-serif;color:#303446',
  card: 'max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px',
  brand: 'margin:0 0 24px;font-weight:700;color:#1e66f5',
  title: 'margin:0 0 16px;font-size:22px;line-height:1.3;color:#1e2030',
  paragraph: 'margin:0 0 16px',
  heading: 'margin:24px 0 8px;font-size:16px;color:#1e2030',
  list: 'margin:0 0 16px;padding:0 0 0 20px',
  button:
    'display:inline-block;padding:12px 24px;border-radius:8px;background:#1e66f5;color:#ffffff;font-weight:600;text-decoration:none',
  plainLink: 'margin:24px 0 0;font-size:13px;color:#5c5f77;word-break:break-all',
  reason: 'max-width:520px;margin:16px auto 0;font-size:13px;color:#5c5f77;text-align:center',
} as const;

function asHtml({ title, paragraphs, button, reason }: EmailText): string {
  const body = paragraphs.map((each) =>
    typeof each === 'string'
      ? `<p style="${styles.paragraph}">${escapeHtml(each)}</p>`
      : listAsHtml(each),
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
</head>
<body style="${styles.page}">
<div style="${styles.card}">
<p style="${styles.brand}">Wentwell</p>
<h1 style="${styles.title}">${escapeHtml(title)}</h1>
${body.join('\n')}
${button ? buttonAsHtml(button) : ''}</div>
<p style="${styles.reason}">${escapeHtml(reason)}</p>
</body>
</html>
`;
}

function listAsHtml({ heading, items, rest }: MailList): string {
  const lines = items.map((item) => `<li>${escapeHtml(item)}</li>`);
  return `<h2 style="${styles.heading}">${escapeHtml(heading)}</h2>
<ul style="${styles.list}">
${lines.join('\n')}
</ul>${rest ? `\n<p style="${styles.paragraph}">${escapeHtml(rest)}</p>` : ''}`;
}

function buttonAsHtml({ label, link }: { label: string; link: string }): string {
  const href = escapeHtml(link);
  return `<p style="margin:24px 0 0"><a href="${href}" style="${styles.button}">${escapeHtml(label)}</a></p>
<p style="${styles.plainLink}">If the button does not work, open this address: <a href="${href}" style="color:#1e66f5">${href}</a></p>
`;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Safe for element content and quoted attributes. */
export function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** Makes a stored name safe for email: if it contains a link, keeps only words, which no mail client links. */
export function nameInMail(name: string): string {
  if (!hasLink(name)) return name;
  const words = name
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{M}\p{N}' -]+/gu, ' ')
    .trim();
  return words || '…';
}
