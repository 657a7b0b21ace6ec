import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';

import { quietLinkClass } from '#web/ui/buttons/link-class';
import { SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';
import { Link } from '#web/ui/router/Link.tsx';

/** Above the page of a part of a meeting. */
export function BackLink(props: { meetingId: string; children: string }): ReactNode {
  return (
    <SmallPart>
      <nav aria-label="Meeting">
        <Link
          to={`/meetings/${props.meetingId}`}
          aria-current={undefined}
          className={quietLinkClass}
        >
          <ArrowLeft /> {props.children}
        </Link>
      </nav>
    </SmallPart>
  );
}
