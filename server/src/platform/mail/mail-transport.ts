// How an email leaves this machine. The worker knows only the interface; retrying is its business, not theirs.
import type { Transporter } from 'nodemailer';

import { describeFailure } from './mail-failure.ts';
import type { Mail } from './mail-queue.ts';

export interface MailTransport {
  /** Whether the outbox keeps the words of sent emails. They hold links, so only the development mailbox does. */
  keepsSentEmails: boolean;
  /** Secrets that its server was told and may repeat. */
  secrets: readonly string[];
  /** Resolves once somebody else answers for the email; the id stays the same when it is sent again. */
  send(mail: Mail & { id: string }): Promise<void>;
}

/** The development mailbox: nothing leaves, the rows of the outbox are what /dev/mail shows. */
export function mailboxTransport(): MailTransport {
  return { keepsSentEmails: true, secrets: [], send: async () => undefined };
}

export interface SmtpOptions {
  from: string;
  /** Nothing is said to a server that does not take STARTTLS; `smtps:` begins with TLS in any case. */
  requireTls: boolean;
  /** Does not use TLS even if the server offers it. */
  isPlain?: boolean;
  /** The authority of its certificate; undefined: those of this machine. */
  ca?: string | undefined;
}

export interface SmtpSettings {
  smtpRequiresTls: boolean;
  smtpPlain: boolean;
  smtpCa: string | undefined;
  mailFrom: string;
}

export function smtpOptions(settings: SmtpSettings): SmtpOptions {
  const { mailFrom, smtpRequiresTls, smtpPlain, smtpCa } = settings;
  return { from: mailFrom, requireTls: smtpRequiresTls, isPlain: smtpPlain, ca: smtpCa };
}

// Loaded with the first email: a node may send none for days.
async function openMailer(
  url: string,
  { requireTls, isPlain = false, ca }: SmtpOptions,
): Promise<Transporter> {
  const { default: nodemailer } = await import('nodemailer');
  return nodemailer.createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    requireTLS: requireTls,
    ignoreTLS: isPlain,
    ...(ca !== undefined && { tls: { ca } }),
    // An email is words alone: nothing in it may make the server read a file or call an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** The password, as it stands in the address and as the ways to log in send it. */
function secretsOf(url: string): string[] {
  const { username, password } = new URL(url);
  const [user, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
  if (secret === '') return [];
  const sent = [secret, `\0${user}\0${secret}`].map((each) => Buffer.from(each).toString('base64'));
  return [...sent, secret, password];
}

/** Connects and logs in, and sends nothing. Returns why that failed, without secrets; null where it worked. */
export async function verifyMailServer(url: string, options: SmtpOptions): Promise<string | null> {
  const mailer = await openMailer(url, options);
  try {
    await mailer.verify();
    return null;
  } catch (error) {
    return describeFailure(error, { recipient: '', subject: '' }, secretsOf(url)).answer;
  } finally {
    mailer.close();
  }
}

/** Opens a connection for each email. */
export function smtpTransport(url: string, options: SmtpOptions): MailTransport {
  const { from } = options;
  let mailer: Promise<Transporter> | null = null;
  const domain = /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  return {
    keepsSentEmails: false,
    secrets: secretsOf(url),
    async send({ id, to, subject, text, html }) {
      mailer ??= openMailer(url, options);
      await (
        await mailer
      ).sendMail({
        from,
        // An object is taken as it is; a string would be parsed for more addresses.
        to: { name: '', address: to },
        // A text that looks like an encoded word is sent as it is, and the reader would decode it: line breaks and all.
        subject: subject.replaceAll('=?', '= ?'),
        text,
        html,
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
  };
}
