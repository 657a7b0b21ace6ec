// Reads a private start's mail in the development mailbox.
import { setTimeout as pause } from 'node:timers/promises';

const timeoutMs = 10_000;

interface Email {
  subject: string;
  text: string;
  html: string;
  /** All link addresses in the text. */
  links: string[];
}

export interface MailboxReader {
  /** Resolves to the oldest email to this address not yet returned, waiting for it if necessary. */
  next(options: { to: string }): Promise<Email>;
}

/** Reads the mailbox of the product at a URL. */
export function openMailbox(url: string): MailboxReader {
  const given = new Set<string>();

  async function look(wanted: string): Promise<(Email & { id: string }) | undefined> {
    const answer = await fetch(`${url}/dev/mail.json?to=${encodeURIComponent(wanted)}`);
    const newestFirst: (Omit<Email, 'links'> & { id: string })[] = await answer.json();
    const mail = newestFirst.findLast(({ id }) => !given.has(id));
    return mail && { ...mail, links: mail.text.match(/https?:\/\/\S+/g) ?? [] };
  }

  return {
    async next({ to }) {
      for (const end = Date.now() + timeoutMs; Date.now() < end;) {
        const mail = await look(to.toLowerCase());
        if (mail) {
          given.add(mail.id);
          return mail;
        }
        await pause(50);
      }
      throw new Error(`no email to ${to} came`);
    },
  };
}
