// Results of the setup check, one per common installation problem.
import { z } from 'zod';

import { SentTime } from '../api/sent-time.ts';
import { MeetingId } from '../ids.ts';

/** `skipped`: the check does not apply. */
export const CheckState = z.enum(['ok', 'warning', 'failed', 'skipped']);

export const SetupCheck = z.object({
  title: z.string(),
  state: CheckState,
  detail: z.string(),
  /** The action to take, or null. */
  advice: z.string().nullable(),
});
export type SetupCheck = z.infer<typeof SetupCheck>;

export type Finding = Omit<SetupCheck, 'title'>;

export function ok(detail: string): Finding {
  return { state: 'ok', detail, advice: null };
}

export function skipped(detail: string): Finding {
  return { state: 'skipped', detail, advice: null };
}

export function warning(detail: string, advice: string): Finding {
  return { state: 'warning', detail, advice };
}

export function failed(detail: string, advice: string): Finding {
  return { state: 'failed', detail, advice };
}

/** GET /admin/setup-check: values from the browser, which the server compares with its own. */
export const SetupCheckQuery = z.object({
  origin: z.string().max(300).optional(),
  browser_time: SentTime.optional(),
});

/** POST /admin/setup-check/mail: the id of the email in the outbox, for reading its state. */
export const TestMail = z.object({ mail_id: z.uuid() });

/** The first frame of the test socket: what the server saw of the connection's path. */
export const SetupSocketWelcome = z.object({
  type: z.literal('welcome'),
  checks: z.array(SetupCheck),
});
export type SetupSocketWelcome = z.infer<typeof SetupSocketWelcome>;

/** No board has this id, so its ticket only opens the test socket. */
export const setupTicketFor = MeetingId.parse('00000000-0000-7000-8000-000000000000');

export const setupSocketPath = '/api/v1/ws/setup-check';

/** Proxies that close idle connections typically do so after 60 seconds. */
export const socketHeldMs = 66_000;

export function socketCheck(
  result: { heldMs: number; closedWith?: number; error?: string },
  opener: string,
): SetupCheck {
  return { title: 'A socket that stays open', ...socketFinding(result, opener) };
}

function socketFinding(
  { heldMs, closedWith, error }: Parameters<typeof socketCheck>[0],
  opener: string,
): Finding {
  const seconds = Math.round(heldMs / 1000);
  if (error !== undefined) {
    return failed(
      `${opener} could not open a socket: ${error}`,
      'Let the proxy pass on Upgrade and Connection for /api/v1/ws/, and set PUBLIC_URL to where people reach the site (deploy/nginx.conf shows how).',
    );
  }
  if (closedWith !== undefined) {
    return failed(
      `The socket was closed after ${seconds} s (code ${closedWith}).`,
      'Raise the proxy’s idle timeout (nginx: proxy_read_timeout) to 75 s or more.',
    );
  }
  return ok(`It stayed open for ${seconds} s and still answered.`);
}
