// Thanks that are typed and not given survive reloads, refusals and phases.
import { type MeetingId, UserId } from '@wentwell/contract/ids';
import { isBlank } from '@wentwell/contract/letters';
import { limits } from '@wentwell/contract/limits';
import { useRef, useState } from 'react';
import { z } from 'zod';

import { readDraft, writeDraft } from '#web/api/stored-drafts';

const ThanksDraft = z.object({
  to: UserId.nullable(),
  // Longer than thanks may be: it is for the author to shorten a text, not for us to cut it.
  text: z.string().max(limits.thanksTextMax * 10),
});
type ThanksDraft = z.infer<typeof ThanksDraft>;

const nothing: ThanksDraft = { to: null, text: '' };

interface KeptThanks {
  draft: ThanksDraft;
  keep: (next: ThanksDraft) => void;
  /** Forgets what was given, and keeps what has been typed since. */
  dropGiven: (given: ThanksDraft) => void;
}

export function useThanksDraft(me: UserId, meetingId: MeetingId): KeptThanks {
  const name = `thanksDraft:${me}:${meetingId}` as const;
  const [draft, setDraft] = useState(() => parse(readDraft(name)));
  const latest = useRef(draft);

  function keep(next: ThanksDraft): void {
    latest.current = next;
    setDraft(next);
    const shown = JSON.stringify(next);
    writeDraft(name, { stored: isBlank(next.text) ? null : shown, shown });
  }

  return {
    draft,
    keep,
    dropGiven: (given) => {
      if (latest.current === given) keep(nothing);
    },
  };
}

function parse(stored: string | null): ThanksDraft {
  try {
    return ThanksDraft.safeParse(JSON.parse(stored ?? 'null')).data ?? nothing;
  } catch {
    return nothing;
  }
}
