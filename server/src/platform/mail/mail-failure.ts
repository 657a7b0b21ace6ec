// Describes a failed delivery with the mail server's words, without the mail's text and full addresses.
import { shortAddress } from '@wentwell/contract/admin/admin-lists';
import { z } from 'zod';

import { oneLine } from './mail-queue.ts';

export interface MailFailure {
  /** Nodemailer's error code, such as EENVELOPE or ECONNECTION. */
  code?: string;
  /** The SMTP status code. */
  status?: number;
  answer: string;
  /** The server rejected this mail, so a retry will not help. */
  isFinal: boolean;
}

const Failure = z.object({
  message: z.string().catch(''),
  response: z.string().optional().catch(undefined),
  responseCode: z.number().optional().catch(undefined),
  code: z.string().optional().catch(undefined),
});

const addresses = /[^\s<>"'@]+@[^\s<>"'@]+/g;
const maxRead = 2000;
const maxAnswer = 300;
// A wrong password (EAUTH) or certificate is not final: the mail waits until the operator fixes it.
const finalCodes = ['EENVELOPE', 'EMESSAGE'];
// Shorter parts of an address are too common to hide.
const minHiddenLength = 3;

function hide(text: string, part: string): string {
  if (part.length < minHiddenLength) return text;
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

/** Removes full addresses, links, the subject, the given `secrets` and similar strings from the transport's error. */
export function describeFailure(
  error: unknown,
  { recipient, subject }: { recipient: string; subject: string },
  secrets: readonly string[] = [],
): MailFailure {
  const { message, response, responseCode, code } = Failure.parse(
    error instanceof Error ? error : { message: String(error) },
  );
  const words = oneLine((response ?? message).slice(0, maxRead));
  const [person = ''] = recipient.split('@');
  const answer = [person]
    .reduce(hide, [...secrets, subject].reduce(hide, words).replaceAll(addresses, shortAddress))
    .replaceAll(/[a-z]+:\/\/\S*/gi, '…')
    .replaceAll(/[\w-]{32,}/g, '…')
    .slice(0, maxAnswer);
  return {
    ...(code !== undefined && { code }),
    ...(responseCode !== undefined && { status: responseCode }),
    answer,
    isFinal:
      responseCode !== undefined && responseCode >= 500 && finalCodes.some((each) => each === code),
  };
}
