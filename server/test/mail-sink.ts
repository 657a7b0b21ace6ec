// A real SMTP server that stores emails for tests.
import { once } from 'node:events';

import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

// Shorter than the test's timeout, so that the error can list what arrived.
const timeoutMs = 60_000;

/** A received email: its parts and envelope recipients. */
export interface ArrivedMail {
  recipients: string[];
  from: string;
  subject: string;
  text: string;
  html: string;
  /** Names in lower case. */
  headers: Map<string, string>;
  /** All link addresses in the text. */
  links: string[];
}

export interface MailSink extends AsyncDisposable {
  /** For SMTP_URL. */
  url: string;
  /** All emails, oldest first. */
  all: readonly ArrivedMail[];
  /** Resolves to the oldest email to this address not yet returned, waiting for it if necessary. */
  next(options: { to: string }): Promise<ArrivedMail>;
  /** Forgets all emails. */
  clear(): void;
  close(): Promise<void>;
}

function toArrived(mail: Email, session: SMTPServerSession): ArrivedMail {
  const { mailFrom, rcptTo } = session.envelope;
  const text = mail.text ?? '';
  return {
    recipients: rcptTo.map(({ address }) => address),
    from: mailFrom === false ? '' : mailFrom.address,
    subject: mail.subject ?? '',
    text,
    html: mail.html ?? '',
    headers: new Map(mail.headers.map(({ key, value }) => [key, value])),
    links: text.match(/https?:\/\/\S+/g) ?? [],
  };
}

export interface MailSinkOptions {
  /** Key and certificate for STARTTLS; undefined disables it. */
  pem?: Buffer;
  /** Refuses every recipient with this status. */
  refuseWith?: number;
}

/** Starts a sink on a free local port, without login. */
export async function startMailSink({ pem, refuseWith }: MailSinkOptions = {}): Promise<MailSink> {
  const all: ArrivedMail[] = [];
  const given = new Set<ArrivedMail>();
  const waiting = new Set<() => void>();

  async function keep(raw: Buffer, session: SMTPServerSession): Promise<void> {
    all.push(toArrived(await PostalMime.parse(raw), session));
    for (const look of waiting) look();
  }

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: pem ? ['AUTH'] : ['STARTTLS', 'AUTH'],
    ...(pem && { key: pem, cert: pem }),
    onRcptTo({ address }, _session, answer) {
      if (refuseWith === undefined) answer();
      else answer(Object.assign(new Error(`<${address}> refused`), { responseCode: refuseWith }));
    },
    disableReverseLookup: true,
    logger: false,
    onData(stream, session, answer) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        void keep(Buffer.concat(chunks), session).then(() => answer(), answer);
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  if (address === null || typeof address === 'string') throw new Error('the sink has no port');

  function next({ to }: { to: string }): Promise<ArrivedMail> {
    const wanted = to.toLowerCase();
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        waiting.delete(look);
        const seen = all.map(({ recipients, subject }) => `${recipients.join()}: ${subject}`);
        reject(new Error(`no email to ${to} came; there are: ${seen.join(' | ') || 'none'}`));
      }, timeoutMs);
      function look(): void {
        const mail = all.find(
          (each) =>
            !given.has(each) && each.recipients.some((name) => name.toLowerCase() === wanted),
        );
        if (!mail) return;
        clearTimeout(late);
        waiting.delete(look);
        given.add(mail);
        resolve(mail);
      }
      waiting.add(look);
      look();
    });
  }

  async function close(): Promise<void> {
    await new Promise<void>((resolve) => {
      server.close(resolve);
    });
  }

  return {
    url: `smtp://127.0.0.1:${address.port}`,
    all,
    next,
    clear() {
      all.length = 0;
      given.clear();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
