// The mail of a private start, read where a person would read it: in the development mailbox.
import { setTimeout as pause } from 'node:timers/promises';

const patience = 10_000;

export interface Letter {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Every address that a link of the text leads to. */
  links: string[];
}

export interface MailboxReader {
  /** The oldest letter to this address that `next` has not given yet, sent or to come. */
  next(wish: { to: string }): Promise<Letter>;
}

/** Reads the mailbox of the product at an address. */
export function openMailbox(url: string): MailboxReader {
  const given = new Set<string>();

  async function look(wanted: string): Promise<Letter | undefined> {
    const answer = await fetch(`${url}/dev/mail.json`);
    const newestFirst: Omit<Letter, 'links'>[] = await answer.json();
    const letter = newestFirst
      .toReversed()
      .find(({ id, to }) => !given.has(id) && to.toLowerCase() === wanted);
    return letter && { ...letter, links: letter.text.match(/https?:\/\/\S+/g) ?? [] };
  }

  return {
    async next({ to }) {
      for (const end = Date.now() + patience; Date.now() < end;) {
        const letter = await look(to.toLowerCase());
        if (letter) {
          given.add(letter.id);
          return letter;
        }
        await pause(50);
      }
      throw new Error(`no letter to ${to} came`);
    },
  };
}
