// In "Since last time": additions of absent members, hidden until a lead reveals them.
import type { MeetingId } from '@wentwell/contract/ids';
import type { LeftAdditions, Revealed } from '@wentwell/contract/meetings/catch-up';
import { countText } from '@wentwell/contract/report/meeting-report';
import { Lock } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { usePersonOf } from '#web/ui/identity/person';
import { preview } from '#web/ui/preview';

import { useReveal } from './catch-up.queries.ts';

export function AbsentAdditions(props: {
  meetingId: MeetingId;
  left: LeftAdditions;
  leads: boolean;
}): ReactNode {
  const { meetingId, left, leads } = props;
  const personOf = usePersonOf();
  const reveal = useReveal(meetingId);
  const id = useId();
  const section = useRef<HTMLElement>(null);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby={id}
      aria-live="polite"
      className="mt-4 grid gap-3 outline-none"
    >
      <h3 id={id} className="quiet-title">
        From people who were away
      </h3>
      {left.waiting > 0 && (
        <div data-tone="info" className="paper entry-sheet grid gap-3 px-4 pt-3.5 pb-4">
          <p className="flex items-center gap-2">
            <Lock aria-hidden="true" className="size-4 shrink-0" />
            {countText(left.waiting, 'card')} face down.
            {!leads && ' The lead reveals them.'}
          </p>
          {leads && (
            <div>
              <Button
                size="sm"
                busy={reveal.isPending}
                onClick={() => {
                  reveal.mutate();
                  // The focused button disappears.
                  section.current?.focus();
                }}
              >
                {`Reveal ${countText(left.waiting, 'card')}`}
              </Button>
            </div>
          )}
        </div>
      )}
      <ul aria-label="Revealed" className="grid gap-3 empty:hidden">
        {left.revealed.map((each) => (
          <li key={each.id} data-tone="info" className="paper grid gap-1 px-4 pt-3.5 pb-4">
            <p className="text-xs text-soft">
              {headOf(each)}
              {each.user_id !== null && ` · ${personOf(each.user_id).name}`}
            </p>
            {each.text !== '' && <p className="wrap-anywhere whitespace-pre-line">{each.text}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function headOf({ kind, about }: Revealed): string {
  if (kind === 'note') return 'Note';
  const what = kind === 'me_too' ? 'Me too' : 'Objection';
  return about === null ? `${what}: deleted meanwhile` : `${what}: “${preview(about, 80)}”`;
}
