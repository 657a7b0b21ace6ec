import type { ReactNode } from 'react';

import { buttonClass } from '#web/ui/buttons/button-class';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { NotFound } from '#web/ui/feedback/illustrations.tsx';
import { usePageTitle } from '#web/ui/layout/page-title';
import { Link } from '#web/ui/router/Link.tsx';

/** For unknown, invisible and malformed meeting ids. */
export function MeetingMissing(): ReactNode {
  usePageTitle('Meeting not found');
  return (
    <EmptyState
      illustration={<NotFound />}
      title="Meeting not found!"
      level={1}
      action={
        <Link to="/meetings" className={buttonClass({ variant: 'primary' })}>
          Back to meetings
        </Link>
      }
    >
      It was deleted, or you have no access to it.
    </EmptyState>
  );
}
