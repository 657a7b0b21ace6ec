// A report's link to the catch-up, for members who were absent.
import { useQuery } from '@tanstack/react-query';
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import { Clapperboard } from 'lucide-react';
import type { ReactNode } from 'react';

import { buttonClass } from '#web/ui/buttons/button-class';
import { Link } from '#web/ui/router/Link.tsx';

import { catchUpQuery } from './catch-up.queries.ts';

export function CatchUpLink(props: { meetingId: MeetingId; userId: UserId }): ReactNode {
  const { data } = useQuery(catchUpQuery(props));
  if (!data || data.open_until === null) return null;
  return (
    <Link
      to={`/meetings/${props.meetingId}/catch-up`}
      className={buttonClass({ size: 'sm', variant: 'primary' })}
      // In one line wider than a narrow page.
      style={{ height: 'auto', paddingBlock: '0.625rem', whiteSpace: 'normal', flexShrink: 1 }}
    >
      <Clapperboard aria-hidden="true" />
      Were you away? Catch up in two minutes
    </Link>
  );
}
