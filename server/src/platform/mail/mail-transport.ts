// Sends an email. The worker handles retries.
import type { Transporter } from 'nodemailer';

import { describeFailure } from './mail-failure.ts';
import type { Mail } from './mail-queue.ts';

export interface MailTransport {
  /** Whether the outbox keeps the content of sent emails. Only the development mailbox does: it has links. */
  keepsSentEmails: boolean;
  /** Secrets that were sent to the server and may appear in its errors. */
  secrets: readonly string[];
  /** Resolves once the server has accepted the email. Retries use the same id. */
  send(mail: Mail & { id: string }): Promise<void>;
}

/** The development mailbox: sends nothing. /dev/mail shows the outbox's rows. */
export function mailboxTransport(): MailTransport {
  return { keepsSentEmails: true, secrets: [], send: async () => undefined };
}

export interface SmtpSettings {
  /** Aborts if the server does not support STARTTLS. `smtps:` always uses TLS. */
  smtpRequiresTls: boolean;
  /** Does not use TLS even if the server offers it. */
  smtpPlain: boolean;
  /** CA of the server's certificate. Undefined: the system's CAs. */
  smtpCa: string | undefined;
  mailFrom: string;
}

// Loaded lazily, because a node may send no email for days.
async function openMailer(
  url: string,
  { smtpRequiresTls, smtpPlain, smtpCa: ca }: SmtpSettings,
): Promise<Transporter> {
  const { default: nodemailer } = await import('nodemailer');
  return nodemailer.createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    requireTLS: smtpRequiresTls,
    ignoreTLS: smtpPlain,
    ...(ca !== undefined && { tls: { ca } }),
    // Emails only contain text. Nothing in them may read files or fetch URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** The password as in the URL, and in the encodings of SMTP AUTH. */
function secretsOf(url: string): string[] {
  const { username, password } = new URL(url);
  const [user, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
  if (secret === '') return [];
  const sent = [secret, `\0${user}\0${secret}`].map((each) => Buffer.from(each).toString('base64'));
  return [...sent, secret, password];
}

/** Connects and logs in without sending. Returns the error without secrets, or null. */
export async function verifyMailServer(
  url: string,
  settings: SmtpSettings,
): Promise<string | null> {
  const mailer = await openMailer(url, settings);
  try {
    await mailer.verify();
    return null;
  } catch (error) {
    return describeFailure(error, { recipient: '', subject: '' }, secretsOf(url)).answer;
  } finally {
    mailer.close();
  }
}

/** Opens a connection per email. */
export function smtpTransport(url: string, settings: SmtpSettings): MailTransport {
  const { mailFrom: from } = settings;
  let mailer: Promise<Transporter> | null = null;
  const domain = /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  return {
    keepsSentEmails: false,
    secrets: secretsOf(url),
    async send({ id, to, subject, text, html }) {
      mailer ??= openMailer(url, settings);
      await (
        await mailer
      ).sendMail({
        from,
        // An object is used literally; a string would be parsed for several addresses.
        to: { name: '', address: to },
        // Breaks up sequences like encoded words, which the reader's client would decode, including line breaks.
        subject: subject.replaceAll('=?', '= ?'),
        text,
        html,
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
  };
}
