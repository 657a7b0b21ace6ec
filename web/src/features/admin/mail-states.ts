import type { MailState } from '@wentwell/contract/admin-lists';

import type { BadgeTone } from '#web/ui/feedback/Badge.tsx';

export const mailStates: Record<MailState, { label: string; tone: BadgeTone }> = {
  waiting: { label: 'Waiting', tone: 'blue' },
  given_up: { label: 'Given up', tone: 'red' },
  expired: { label: 'Link expired', tone: 'gray' },
  sent: { label: 'Sent', tone: 'green' },
};
