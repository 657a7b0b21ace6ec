// What the log and the outbox tell of a mail that could not leave: the server's own words, which an operator needs,
// without whom it was for and what it said.
import { z } from 'zod';

import { oneLine } from './mail-queue.ts';

export interface MailFailure {
  /** The mail library's name for what happened, such as EENVELOPE or ECONNECTION. */
  code?: string;
  /** The three digits of SMTP. */
  status?: number;
  answer: string;
}

const Failure = z.object({
  message: z.string().catch(''),
  response: z.string().optional().catch(undefined),
  responseCode: z.number().optional().catch(undefined),
  code: z.string().optional().catch(undefined),
});

const readMax = 2000;
const answerMax = 300;
// Shorter parts of an address are words like any other.
const recognisable = 3;

function hide(text: string, part: string): string {
  if (part.length < recognisable) return text;
  const lower = text.toLowerCase();
  const hidden = part.toLowerCase();
  let result = '';
  let from = 0;
  for (let found = lower.indexOf(hidden); found >= 0; found = lower.indexOf(hidden, from)) {
    result += `${text.slice(from, found)}…`;
    from = found + hidden.length;
  }
  return result + text.slice(from);
}

/** The transport's error without addresses, links, the subject, its own `secrets` and anything that looks like one. */
export function describeFailure(
  error: unknown,
  { recipient, subject }: { recipient: string; subject: string },
  secrets: readonly string[] = [],
): MailFailure {
  const { message, response, responseCode, code } = Failure.parse(
    error instanceof Error ? error : { message: String(error) },
  );
  const words = oneLine((response ?? message).slice(0, readMax));
  const [person = ''] = recipient.split('@');
  const nameless = [...secrets, recipient, subject, person].reduce(hide, words);
  const answer = nameless
    .replaceAll(/[^\s<>"'@]+@[^\s<>"'@]+/g, '…@…')
    .replaceAll(/[a-z]+:\/\/\S*/gi, '…')
    .replaceAll(/[\w-]{32,}/g, '…')
    .slice(0, answerMax);
  return {
    ...(code !== undefined && { code }),
    ...(responseCode !== undefined && { status: responseCode }),
    answer,
  };
}
